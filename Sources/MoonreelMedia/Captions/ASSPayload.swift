// SPDX-License-Identifier: MIT

import MoonreelCore

/// The letters of one event of an Advanced SubStation Alpha script.
enum ASSPayload {
  /// What `event` says: order, layer, style, name, three margins, effect and text, separated by commas.
  static func parse(event: String, header: ASSHeader) -> Parsed {
    let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return parse(text: event, ASSOverrides()) }
    return parse(text: String(fields[8]), header.overrides(style: String(fields[2])))
  }

  /// Letters and place.
  typealias Parsed = (spans: [CaptionSpan], placement: CaptionPlacement?)

  /// What `text` says, whose letters look as `overrides` says until it says otherwise.
  static func parse(text: String, _ overrides: ASSOverrides) -> Parsed {
    var overrides = overrides
    var builder = SpanBuilder()
    builder.style = overrides.base
    var rest = text[...]
    while let first = rest.first {
      if first == "{", let end = rest.firstIndex(of: "}") {
        // holds: the end was looked for behind the start.
        overrides.apply(rest[rest.index(after: rest.startIndex)..<end], to: &builder)
        rest = rest[rest.index(after: end)...]
        continue
      }
      let end = nextBrace(rest)
      if !overrides.isDrawing { builder.append(plain(rest[..<end])) }
      rest = rest[end...]
    }
    return (builder.trimmed, overrides.placement)
  }

  /// The next brace after the first character that opens something: a backslash makes it a letter.
  private static func nextBrace(_ text: Substring) -> String.Index {
    var isEscaped = text.first == "\\"
    for index in text.indices.dropFirst() {
      if text[index] == "{", !isEscaped { return index }
      isEscaped = text[index] == "\\"
    }
    return text.endIndex
  }

  /// `text` with `\N` and `\n` as line ends and `\h` as a hard space.
  private static func plain(_ text: Substring) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      switch (isEscaped, character) {
      case (true, "N"), (true, "n"): result.append("\n")
      case (true, "h"): result.append("\u{A0}")
      case (true, "{"), (true, "}"): result.append(character)
      case (true, _): result += "\\\(character)"
      case (false, "\\"): break
      case (false, _): result.append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return isEscaped ? result + "\\" : result
  }
}

/// What captions need of a script's front: its styles and the size that positions are given in.
struct ASSHeader {
  private struct Style {
    var look: CaptionStyle
    var gravity: Gravity
  }

  private var styles: [String: Style] = [:]
  private var frame = Size(384, 288)

  /// What `text` says; lines that cannot be read are passed over.
  init(_ text: String) {
    var (section, columns) = ("", [String]())
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { section = line.lowercased() }
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let (key, value) = (parts[0].lowercased(), parts[1].drop { $0 == " " })
      switch key {
      case "playresx": frame.width = Self.length(value) ?? frame.width
      case "playresy": frame.height = Self.length(value) ?? frame.height
      case "format" where section.contains("styles"):
        columns = value.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
      case "style": add(value, columns, isOld: section.hasPrefix("[v4 "))
      default: break
      }
    }
  }

  /// What holds for letters of `style` before any override.
  func overrides(style name: String) -> ASSOverrides {
    let style = styles[name] ?? styles["Default"]
    var overrides = ASSOverrides()
    overrides.base = style?.look ?? CaptionStyle()
    overrides.gravity = style?.gravity ?? .bottom
    overrides.styles = styles.mapValues(\.look)
    overrides.frame = frame
    return overrides
  }

  private mutating func add(_ line: Substring, _ columns: [String], isOld: Bool) {
    let values = line.split(separator: ",", omittingEmptySubsequences: false)
    let pairs = zip(columns, values).map { ($0, $1.drop { $0 == " " }) }
    let fields = Dictionary(pairs) { first, _ in first }
    guard let name = fields["name"] else { return }
    func isOn(_ field: String) -> Bool {
      fields[field].flatMap { Int($0) }.map { $0 != 0 } ?? false
    }
    var look = CaptionStyle()
    (look.isBold, look.isItalic) = (isOn("bold"), isOn("italic"))
    (look.isUnderlined, look.isStruckThrough) = (isOn("underline"), isOn("strikeout"))
    // White is what captions are filled with anyway: it is no wish.
    let color = fields["primarycolour"].flatMap { ASSColor.color($0) }
    look.color = color == .white ? nil : color
    let number = fields["alignment"].flatMap { Int($0) } ?? 2
    let gravity = isOld ? Gravity(legacyAlignment: number) : Gravity(numericPad: number)
    styles[String(name)] = Style(look: look, gravity: gravity ?? .bottom)
  }

  private static func length(_ text: Substring) -> Double? {
    Double(text.prefix { $0.isNumber }).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
  }
}
