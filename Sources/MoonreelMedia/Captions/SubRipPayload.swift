// SPDX-License-Identifier: MIT

import MoonreelCore

/// The letters of one entry of a SubRip file: HTML's `b`, `i`, `u`, `s` and `font`, and what players took over
/// from Advanced SubStation Alpha (`{\an8}`). Other tags are left out.
struct SubRipPayload {
  private var builder = SpanBuilder()
  /// The styles outside the tags that are open, with their names.
  private var open: [(name: String, outside: CaptionStyle)] = []
  private var overrides = ASSOverrides()

  /// What `text` says.
  static func parse(_ text: String) -> (spans: [CaptionSpan], placement: CaptionPlacement?) {
    var payload = SubRipPayload()
    var scanner = MarkupScanner(text)
    while let token = scanner.next() {
      switch token {
      case .text(let text): payload.add(text)
      case .tag(let tag): payload.follow(tag)
      }
    }
    return (payload.builder.trimmed, payload.overrides.placement)
  }

  private mutating func add(_ text: String) {
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{"), let end = rest[brace...].firstIndex(of: "}") {
      // holds: the end was looked for behind the start.
      let inside = rest[rest.index(after: brace)..<end]
      guard inside.hasPrefix("\\") else {
        builder.append(rest[...end])
        rest = rest[rest.index(after: end)...]
        continue
      }
      builder.append(rest[..<brace])
      overrides.apply(inside, to: &builder)
      rest = rest[rest.index(after: end)...]
    }
    builder.append(rest)
  }

  private mutating func follow(_ tag: String) {
    let parts = tag.split(separator: " ", maxSplits: 1)
    let name = parts.first.map { $0.lowercased() } ?? ""
    guard !name.hasPrefix("/") else { return close(String(name.dropFirst())) }
    let outside = builder.style
    switch name {
    case "b", "strong": builder.style.isBold = true
    case "i", "em": builder.style.isItalic = true
    case "u": builder.style.isUnderlined = true
    case "s", "strike", "del": builder.style.isStruckThrough = true
    case "font": builder.style.color = Self.color(parts.last ?? "") ?? outside.color
    case "br", "br/": return builder.append("\n")
    default: return
    }
    open.append((name, outside))
  }

  private mutating func close(_ name: String) {
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    builder.style = open[index].outside
    open.removeSubrange(index...)
  }

  /// The colour in `color="#ff8000"`; old files leave out the quotes or the `#`.
  private static func color(_ attributes: Substring) -> Color? {
    let text = attributes.lowercased()
    guard let name = text.firstRange(of: "color") else { return nil }
    let value = text[name.upperBound...].drop { " =\"'".contains($0) }
      .prefix { !" \"'".contains($0) }
    return (try? Color(text: String(value))) ?? (try? Color(text: "#\(value)"))
  }
}
