// SPDX-License-Identifier: MIT

import MoonreelCore

/// Samples of 3GPP timed text (TS 26.245).
enum TimedText {
  private static let fontSize: UInt8 = 18

  /// The text of `captions`, one below the other, with its styles; empty for none.
  static func sample(_ captions: [Caption]) -> [UInt8] {
    var spans: [CaptionSpan] = []
    for (index, caption) in captions.enumerated() {
      if index > 0 { spans.append(CaptionSpan("\n")) }
      spans += caption.spans
    }
    let (text, styles) = limited(spans)
    // holds: a text has 65,535 bytes at most.
    var bytes = word(UInt16(text.count)) + text
    guard !styles.isEmpty else { return bytes }
    let records = styles.flatMap { $0 }
    // holds: a text has 65,535 bytes at most.
    bytes += long(UInt32(10 + records.count)) + Array("styl".utf8)
    // holds: a text has 65,535 bytes at most.
    return bytes + word(UInt16(styles.count)) + records
  }

  /// At most 65,535 bytes of text, and a record for every span with a style.
  private static func limited(_ spans: [CaptionSpan]) -> (text: [UInt8], styles: [[UInt8]]) {
    var (text, styles, letters) = ([UInt8](), [[UInt8]](), 0)
    for span in spans {
      let first = letters
      for scalar in span.text.unicodeScalars {
        let bytes = Array(String(scalar).utf8)
        guard text.count + bytes.count <= Int(UInt16.max) else { return (text, styles) }
        text += bytes
        letters += 1
      }
      if span.style != CaptionStyle(), letters > first {
        // holds: a text has 65,535 bytes at most.
        styles.append(record(UInt16(first), UInt16(letters), span.style))
      }
    }
    return (text, styles)
  }

  /// A style record: from which letter to which, font 1, flags, size, colour.
  private static func record(_ first: UInt16, _ end: UInt16, _ style: CaptionStyle) -> [UInt8] {
    let flags = (style.isBold ? 1 : 0) | (style.isItalic ? 2 : 0) | (style.isUnderlined ? 4 : 0)
    let color = style.color ?? .white
    func byte(_ share: Double) -> UInt8 { UInt8(limiting: (min(1, max(0, share)) * 255).rounded()) }
    // holds: a text has 65,535 bytes at most.
    return word(first) + word(end) + word(1) + [UInt8(flags), fontSize]
      + [byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha)]
  }

  /// A sample description: white letters at the lower edge, centred.
  static func description(isForced: Bool) -> [UInt8] {
    let font = Array("Sans-Serif".utf8)
    // holds: a text has 65,535 bytes at most.
    let table = word(1) + word(1) + [UInt8(font.count)] + font
    return long(isForced ? 0xC000_0000 : 0) + [1, 0xFF] + [0, 0, 0, 0]
      + [UInt8](repeating: 0, count: 8) + record(0, 0, CaptionStyle())
      // holds: a text has 65,535 bytes at most.
      + long(UInt32(8 + table.count)) + Array("ftab".utf8) + table
  }

  private static func word(_ value: UInt16) -> [UInt8] {
    // holds: a text has 65,535 bytes at most.
    [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    // holds: a text has 65,535 bytes at most.
    word(UInt16(value >> 16)) + word(UInt16(truncatingIfNeeded: value))
  }
}
