// SPDX-License-Identifier: MIT

import MoonreelCore

/// One event of an edit decision list: what of which reel is recorded where, in frames.
struct EDLEvent {
  /// What an event does with what was recorded before it.
  enum Kind: Hashable {
    case cut
    /// The reel fades in over so many frames, while what was there fades out.
    case dissolve(Int64)
    /// The reel comes in behind an edge that crosses the picture in so many frames.
    case wipe(Int64)
    /// The reel is what a key lies over: a cut.
    case keyBackground
    /// The reel lies over what is recorded, and fades in over so many frames.
    case key(Int64)
    /// The reel lies over what is recorded, and fades out over its last frames, so many.
    case keyOut(Int64)
  }

  /// The line of the list.
  var line: Int
  var number: String
  var reel: String
  var channels: [EDLChannel]
  var kind: Kind
  var source: Range<Int64>
  var record: Range<Int64>
  /// How many times as fast the reel is played, backwards where negative; `nil`: nothing is said.
  var speed: Rational?
  var name: String?
  var path: String?

  /// Whether it lies over what is recorded on its channel.
  var isKey: Bool {
    switch kind {
    case .key, .keyOut: true
    case .cut, .dissolve, .wipe, .keyBackground: false
    }
  }

  /// Whether it changes places with what was there before it.
  var isTransition: Bool {
    switch kind {
    case .dissolve, .wipe: true
    case .cut, .keyBackground, .key, .keyOut: false
    }
  }
}

/// A channel that an event is recorded on, counted from 1.
enum EDLChannel: Hashable, Comparable {
  case video(Int)
  case audio(Int)

  /// The track's name.
  var name: String {
    switch self {
    case .video(let number): "V\(number)"
    case .audio(let number): "A\(number)"
    }
  }

  var kind: Editorial.Track.Kind {
    switch self {
    case .video: .video
    case .audio: .audio
    }
  }

  /// The channels that `text` names, such as `B`, `AA/V`, `V2` or `V1A1A2`; none for `NONE`, `nil` where it names no
  /// channels.
  static func channels(_ text: Substring) -> [EDLChannel]? {
    let upper = text.uppercased()
    switch upper {
    case "NONE": return []
    case "B": return [.video(1), .audio(1)]
    default: break
    }
    var channels: [EDLChannel] = []
    var rest = Substring(upper)
    while let letter = rest.popFirst() {
      if "/+,&".contains(letter) { continue }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let numbers: [Int]
      if digits.isEmpty {
        // AA: the second A is the second channel.
        let count = channels.filter { $0.kind == .audio }.count
        numbers = [letter == "A" ? count + 1 : 1]
      } else if letter == "A", digits.count > 1, channels == [.video(1)] {
        // VA12: both.
        numbers = digits.compactMap { $0.wholeNumberValue }
      } else {
        numbers = [Int(digits) ?? 0]
      }
      guard letter == "V" || letter == "A", numbers.allSatisfy({ (1...99).contains($0) }) else {
        return nil
      }
      channels += numbers.map { letter == "V" ? .video($0) : .audio($0) }
    }
    var known: Set<EDLChannel> = []
    return channels.isEmpty ? nil : channels.filter { known.insert($0).inserted }
  }
}
