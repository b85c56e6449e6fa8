// SPDX-License-Identifier: MIT

import MoonreelCore

/// The letters and settings of one cue of a WebVTT file: spans `b`, `i`, `u`, classes of the standard colours,
/// times within the cue. Other tags are left out.
struct WebVTTPayload {
  private var builder = SpanBuilder()
  private var open: [(name: String, outside: CaptionStyle)] = []
  private let start: Time

  /// What `text` says of a cue that begins at `start`.
  static func parse(_ text: String, start: Time) -> [CaptionSpan] {
    var payload = WebVTTPayload(start: start)
    var scanner = MarkupScanner(text)
    while let token = scanner.next() {
      switch token {
      case .text(let text): payload.builder.append(text)
      case .tag(let tag): payload.follow(tag)
      }
    }
    return payload.builder.trimmed
  }

  private init(start: Time) { self.start = start }

  private mutating func follow(_ tag: String) {
    if tag.first?.isNumber == true {
      if let time = Self.time(tag[...]), time >= start { builder.start = time - start }
      return
    }
    let words = tag.split(separator: " ", maxSplits: 1).first ?? ""
    let parts = words.split(separator: ".").map(String.init)
    guard let name = parts.first else { return }
    guard !name.hasPrefix("/") else { return close(String(name.dropFirst())) }
    let outside = builder.style
    switch name {
    case "b": builder.style.isBold = true
    case "i": builder.style.isItalic = true
    case "u": builder.style.isUnderlined = true
    case "rt": builder.append("(")
    case "c", "v", "lang", "ruby": break
    default: return
    }
    for color in parts.dropFirst().compactMap({ Self.colors[$0] }) { builder.style.color = color }
    open.append((name, outside))
  }

  private mutating func close(_ name: String) {
    if name == "rt" { builder.append(")") }
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    builder.style = open[index].outside
    open.removeSubrange(index...)
  }

  /// `"01:02:03.456"`, `"02:03.456"`.
  static func time(_ text: Substring) -> Time? {
    let parts = text.split(separator: ":")
    let seconds = (parts.last ?? "").split(separator: ".", maxSplits: 1)
    guard (2...3).contains(parts.count), seconds.count == 2, seconds[1].count == 3,
      let second = Int64(seconds[0]), let millisecond = Int64(seconds[1]),
      let minute = Int64(parts[parts.count - 2]),
      let hour = parts.count == 3 ? Int64(parts[0]) : 0, (0..<1_000_000).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second), (0...999).contains(millisecond)
    else { return nil }
    let milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    return try? Time(value: milliseconds, timescale: 1000)
  }

  /// The classes that stand for colours (W3C WebVTT, section 5).
  static let colors: [String: Color] = [
    "white": .white, "lime": Color(0, 1, 0), "cyan": Color(0, 1, 1), "red": Color(1, 0, 0),
    "yellow": Color(1, 1, 0), "magenta": Color(1, 0, 1), "blue": Color(0, 0, 1), "black": .black,
  ]
}

/// Where a cue of a WebVTT file asks to be shown: `"line:0 position:20% align:start"`.
enum WebVTTSettings {
  /// The height of a line as a share of the frame's (W3C WebVTT: a font of 5.33 % of the height).
  private static let lineHeight = 0.0533

  /// The placement that `text` asks for; `nil` where it asks for none.
  static func placement(_ text: String) -> CaptionPlacement? {
    var settings: [String: [String]] = [:]
    for setting in text.split(separator: " ") {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      settings[String(parts[0])] = parts[1].split(separator: ",").map(String.init)
    }
    let line = settings["line"].flatMap(line)
    let side = side(align: settings["align"]?.first, position: settings["position"])
    let width = settings["size"]?.first.flatMap(share)
    guard line != nil || side != nil || width != nil else { return nil }
    let horizontal = side?.share ?? 0.5
    return CaptionPlacement(
      gravity: Gravity(x: horizontal, y: line?.share ?? 1), x: side?.x, y: line?.y, width: width)
  }

  /// A share of the frame's height, or a line counted from the top, or from the bottom where negative.
  private static func line(_ values: [String]) -> (y: Double, share: Double)? {
    guard let value = values.first else { return nil }
    let anchors = ["start": 0.0, "center": 0.5, "end": 1.0]
    let anchor = values.dropFirst().first.flatMap { anchors[$0] }
    if let share = share(value) { return (share, anchor ?? 0) }
    guard let number = Int(value), (-999...999).contains(number) else { return nil }
    return number >= 0
      ? (Double(number) * lineHeight, anchor ?? 0)
      : (1 + Double(number + 1) * lineHeight, anchor ?? 1)
  }

  private static func side(align: String?, position: [String]?) -> (x: Double?, share: Double)? {
    let alignments = ["start": 0.0, "left": 0, "center": 0.5, "end": 1, "right": 1]
    let anchors = ["line-left": 0.0, "center": 0.5, "line-right": 1]
    let x = position?.first.flatMap(share)
    guard align != nil || x != nil else { return nil }
    let anchor = position?.dropFirst().first.flatMap { anchors[$0] }
    return (x, anchor ?? align.flatMap { alignments[$0] } ?? 0.5)
  }

  /// `"20%"` as 0.2.
  private static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent)
    else { return nil }
    return percent / 100
  }
}
