// SPDX-License-Identifier: MIT

import MoonreelCore

extension Editorial.Timeline {
  /// The longest that a track may last: 10 years. Times of media may lie up to 100 years away, as clocks that count from
  /// 1970 do; sums of a few of both stay within what ``Time`` holds.
  static let longest = Time(wholeSeconds: 315_576_000)

  /// The timeline, which came from a file called `name`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where a track lasts longer than ``longest``.
  func checked(named name: String) throws -> Editorial.Timeline {
    guard Self.length(.stack(tracks)) != nil else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot read '\(name)': a track of it lasts longer than 10 years.")
    }
    return self
  }

  /// How long `element` and all that lies in it lasts; `nil`: too long.
  private static func length(_ element: Editorial.Element) -> Time? {
    switch element {
    case .clip, .gap: return limited(element.duration)
    case .transition(let transition):
      guard limited(transition.inOffset) != nil, limited(transition.outOffset) != nil else {
        return nil
      }
      return .zero
    case .track(let track):
      var total = Time.zero
      for child in track.children {
        guard let length = length(child), let sum = limited(total + length) else { return nil }
        total = sum
      }
      return limited(track.properties.sourceRange?.duration ?? total)
    case .stack(let stack):
      var most = Time.zero
      for child in stack.children {
        guard let length = length(child) else { return nil }
        most = max(most, length)
      }
      return limited(stack.properties.sourceRange?.duration ?? most)
    }
  }

  private static func limited(_ time: Time) -> Time? { time <= longest ? time : nil }
}
