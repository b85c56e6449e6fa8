// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension CaptionLook {
  /// `caption` as a title. Its spans are cut where `words` begin and end, so that letters stand at the same
  /// places whatever colours the words take on.
  func description(of caption: Caption, words: [CaptionWord], gravity: Gravity) -> TextDescription {
    var description = text
    var cuts = Set(words.flatMap { [$0.bytes.lowerBound, $0.bytes.upperBound] })
    cuts.insert(0)
    let sorted = cuts.sorted()
    var spans: [TextSpan] = []
    var offset = 0
    for span in caption.spans {
      let bytes = Array(span.text.utf8)
      let inner = sorted.filter { $0 > offset && $0 < offset + bytes.count }.map { $0 - offset }
      for (start, end) in zip([0] + inner, inner + [bytes.count]) {
        spans.append(
          TextSpan(String(decoding: bytes[start..<end], as: UTF8.self), style: span.style.text))
      }
      offset += bytes.count
    }
    description.content = .spans(spans)
    description.block.alignment = alignment ?? gravity.alignment
    return description
  }
}

extension CaptionStyle {
  /// The same in the terms of titles.
  fileprivate var text: TextStyle {
    var style = TextStyle()
    if isBold { style.weight = 700 }
    if isItalic { style.slant = .italic }
    if isUnderlined { style.underline = .single }
    if isStruckThrough { style.isStruckThrough = true }
    style.fill = color.map { .color($0) }
    return style
  }
}

extension Gravity {
  /// Where lines begin and end that are fastened there.
  fileprivate var alignment: TextBlock.Alignment {
    switch shares.x {
    case 0: .left
    case 1: .right
    default: .center
    }
  }
}
