// SPDX-License-Identifier: MIT

import MoonreelCore

extension ScriptLayer {
  /// Lets it come from nothing over `rise` and go to nothing over `fall`, times of the composition, as transitions from
  /// and to gaps do.
  ///
  /// - Returns: `false` where its opacity moves by itself, and nothing was changed.
  mutating func fade(over rise: TimeRange?, _ fall: TimeRange?) -> Bool {
    guard hasPicture else {
      fadeSound(over: rise, fall)
      return true
    }
    let known = options.firstIndex { $0.key == "opacity" }
    guard let whole = known.map({ options[$0].value.double }) ?? 1 else { return false }
    let keys = FadeKeys(rise, fall, of: range).keys
    guard !keys.isEmpty else { return true }
    let value = JSONValue.array(
      keys.map { .array([.number($0.seconds), .number($0.level * whole)]) })
    if let known { options.remove(at: known) }
    options.append(JSONValue.Member("opacity", value))
    return true
  }

  /// Fades the sound, whose fades are options of its own.
  private mutating func fadeSound(over rise: TimeRange?, _ fall: TimeRange?) {
    let swelling = rise.map { $0.intersection(range).duration } ?? .zero
    let dying = fall.map { $0.intersection(range).duration } ?? .zero
    // Fades do not overlap.
    let lengths: [(name: String, time: Time)] = [
      ("fade_in", swelling), ("fade_out", min(dying, range.duration - swelling)),
    ]
    var members: [JSONValue.Member] = []
    switch audio {
    case .object(let known)?: members = known
    case .bool(false)?: return
    case .bool(true)?, .null?, .integer?, .number?, .string?, .array?, nil: break
    }
    let isFaded = members.contains { ["fade_in", "fade_out"].contains($0.key) }
    for (name, time) in lengths where time > .zero && !isFaded {
      members.append(JSONValue.Member(name, .number(time.seconds)))
    }
    if !members.isEmpty { audio = .object(members) }
  }
}

/// The keys of a level that rises from 0 over one range and falls to 0 over another: the smaller of both.
private struct FadeKeys {
  private let rise: TimeRange?
  private let fall: TimeRange?
  private let range: TimeRange

  init(_ rise: TimeRange?, _ fall: TimeRange?, of range: TimeRange) {
    (self.rise, self.fall) = (
      rise.flatMap { $0.isEmpty ? nil : $0 }, fall.flatMap { $0.isEmpty ? nil : $0 }
    )
    self.range = range
  }

  /// The keys in seconds from the beginning of the range; none where nothing rises or falls.
  var keys: [(seconds: Double, level: Double)] {
    var times = [rise?.start, rise?.end, fall?.start, fall?.end].compactMap { $0 }
    if let crossing { times.append(crossing) }
    // holds: a range's duration is not negative.
    let inside = Set(times.map { $0.clamped(to: range.start...range.end) }).sorted()
    return inside.map { (($0 - range.start).seconds, level(at: $0)) }
  }

  private func level(at time: Time) -> Double {
    func share(_ part: TimeRange) -> Double {
      min(1, max(0, (time - part.start).seconds / part.duration.seconds))
    }
    return min(rise.map(share) ?? 1, fall.map { 1 - share($0) } ?? 1)
  }

  /// When it stops rising and falls, where it does so before the top; `nil` elsewhere.
  private var crossing: Time? {
    guard let rise, let fall, rise.end > fall.start else { return nil }
    let (up, down) = (rise.duration.seconds, fall.duration.seconds)
    let seconds = (rise.start.seconds * down + fall.end.seconds * up) / (up + down)
    return try? Time(seconds: seconds)
  }
}
