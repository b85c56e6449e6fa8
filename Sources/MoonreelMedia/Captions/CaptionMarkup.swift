// SPDX-License-Identifier: MIT

import MoonreelCore

/// Captions in the markup of subtitle files.
enum CaptionMarkup {
  // MARK: SubRip

  /// Letters with HTML's tags, after `{\an8}` and the like where a place is asked for.
  static func subRip(_ caption: Caption) -> String {
    let key = caption.placement?.gravity.numericPadKey ?? 2
    let place = key == 2 ? "" : "{\\an\(key)}"
    return place
      + caption.spans.map { span in
        var text = tagged(guarded(span.text), span.style)
        if span.style.isStruckThrough { text = "<s>\(text)</s>" }
        if let color = span.style.color {
          text = "<font color=\"\(color.hexadecimalText.prefix(7))\">\(text)</font>"
        }
        return text
      }.joined()
  }

  /// `text`, its marks as references where one of them would begin a tag or a reference.
  private static func guarded(_ text: String) -> String {
    var (scanner, letters) = (MarkupScanner(text), "")
    while case .text(let part)? = scanner.next() { letters += part }
    return letters == text ? text : text.markupEscaped
  }

  private static func tagged(_ text: String, _ style: CaptionStyle) -> String {
    var text = text
    if style.isUnderlined { text = "<u>\(text)</u>" }
    if style.isItalic { text = "<i>\(text)</i>" }
    return style.isBold ? "<b>\(text)</b>" : text
  }

  // MARK: WebVTT

  /// Letters with WebVTT's tags, and times where words have them.
  static func webVTT(_ caption: Caption) -> String {
    caption.spans.map { span in
      var text = tagged(span.text.markupEscaped, span.style)
      if let name = span.style.color.flatMap(className) { text = "<c.\(name)>\(text)</c>" }
      let time = span.start.map { stamp(caption.timeRange.start + $0) }
      return time.map { "<\($0)>\(text)" } ?? text
    }.joined()
  }

  private static func className(_ color: Color) -> String? {
    WebVTTPayload.colors.first { $0.value == color }?.key
  }

  /// `time` as WebVTT has it, `00:01:02.345`.
  static func stamp(_ time: Time) -> String {
    let milliseconds = max(0, time.value(timescale: 1000))
    func padded(_ number: Int64, _ count: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let seconds = milliseconds / 1000
    return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):"
      + "\(padded(seconds % 60, 2)).\(padded(milliseconds % 1000, 3))"
  }

  /// The settings that ask for the caption's place; empty where it asks for none.
  static func settings(_ caption: Caption) -> String {
    guard let placement = caption.placement else { return "" }
    let (x, y) = placement.gravity.shares
    let names = ["start", "center", "end"]
    var settings: [String] = []
    if y != 1 || placement.y != nil {
      let line = percent(placement.y ?? y)
      settings.append("line:\(line),\(names[Int(y * 2)])")
    }
    if let x = placement.x {
      settings.append("position:\(percent(x))")
    }
    if x != 0.5 { settings.append("align:\(names[Int(x * 2)])") }
    if let width = placement.width { settings.append("size:\(percent(width))") }
    return settings.joined(separator: " ")
  }

  private static func percent(_ share: Double) -> String {
    let hundredths = Int(limiting: (min(1, max(0, share)) * 10_000).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    return rest == 0 ? "\(whole)%" : "\(whole).\(rest / 10)\(rest % 10)%"
  }

  // MARK: Advanced SubStation Alpha

  private static let frame = Size(1920, 1080)

  /// A script without events: one style, white letters with an outline.
  static let substationHeader = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 1920
    PlayResY: 1080
    ScaledBorderAndShadow: yes
    WrapStyle: 0

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
    Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, \
    Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,sans-serif,60,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,\
    1,4,0,2,96,96,54,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  /// An event as Matroska stores it, the `order`th of the track.
  static func substation(_ caption: Caption, order: Int) -> String {
    "\(order),0,Default,,0,0,0,,\(place(caption.placement))\(pause(caption))"
      + zip(caption.spans.indices, caption.spans).map { index, span in
        override(span, syllable(index, of: caption), of: caption) + plain(span.text)
      }.joined()
  }

  private static func place(_ placement: CaptionPlacement?) -> String {
    guard let placement else { return "" }
    var tags = "\\an\(placement.gravity.numericPadKey)"
    if placement.x != nil || placement.y != nil {
      let (gx, gy) = placement.gravity.shares
      let x = Int(limiting: ((placement.x ?? gx) * frame.width).rounded())
      let y = Int(limiting: ((placement.y ?? gy) * frame.height).rounded())
      tags += "\\pos(\(x),\(y))"
    }
    return "{\(tags)}"
  }

  private static func override(
    _ span: CaptionSpan, _ syllable: Int64?, of caption: Caption
  ) -> String {
    var tags = syllable.map { "\\k\($0)" } ?? ""
    let style = span.style
    if caption.spans.contains(where: { $0.style != CaptionStyle() }) { tags += "\\r" }
    for (isOn, tag) in [
      (style.isBold, "b"), (style.isItalic, "i"), (style.isUnderlined, "u"),
      (style.isStruckThrough, "s"),
    ] where isOn { tags += "\\\(tag)1" }
    if let color = style.color {
      let digits = Array(color.hexadecimalText.dropFirst().prefix(6))
      tags += "\\c&H\(String(digits[4...5] + digits[2...3] + digits[0...1]))&"
    }
    return tags.isEmpty ? "" : "{\(tags)}"
  }

  /// What goes before the first span where it begins to be said later than the caption is shown.
  private static func pause(_ caption: Caption) -> String {
    let length = caption.spans.first?.start?.value(timescale: 100) ?? 0
    return length > 0 ? "{\\k\(length)}" : ""
  }

  /// How many hundredths of a second a span is said, up to the next that has a time; `nil` where it has none.
  private static func syllable(_ index: Int, of caption: Caption) -> Int64? {
    let isTimed = caption.spans.contains { $0.start != nil }
    guard let start = caption.spans[index].start ?? (isTimed && index == 0 ? .zero : nil) else {
      return nil
    }
    let next = caption.spans[(index + 1)...].lazy.compactMap(\.start).first
    let end = next ?? caption.timeRange.duration
    return max(0, end.value(timescale: 100) - start.value(timescale: 100))
  }

  private static func plain(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\n": result += "\\N"
      case "{": result += "\\{"
      case "}": result += "\\}"
      case "\u{A0}": result += "\\h"
      default: result.append(character)
      }
    }
    return result
  }
}

extension Gravity {
  /// The key of the numeric pad that lies there: 1 bottom left … 9 top right.
  var numericPadKey: Int { 7 - 3 * Int(shares.y * 2) + Int(shares.x * 2) }
}
