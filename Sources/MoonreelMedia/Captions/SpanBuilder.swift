// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gathers letters into spans: those that look alike and go on being said become one.
struct SpanBuilder {
  private var spans: [CaptionSpan] = []
  /// How the letters that come look.
  var style = CaptionStyle()
  /// When the letters that come begin to be said; used up by the first of them.
  var start: Time?

  /// Takes the next letters.
  mutating func append(_ text: some StringProtocol) {
    guard !text.isEmpty else { return }
    if let last = spans.last, start == nil, last.style == style {
      spans[spans.count - 1].text += text
    } else {
      spans.append(CaptionSpan(String(text), style: style, start: start))
      start = nil
    }
  }

  /// All spans, without white space around lines and without empty lines at both ends.
  var trimmed: [CaptionSpan] {
    var result: [CaptionSpan] = []
    var atLineStart = true
    for span in spans {
      var text = ""
      for character in span.text {
        if character == "\n" { Self.trimEnd(&text, &result) }
        if character.isBlank, atLineStart { continue }
        if character == "\n", text.isEmpty, result.isEmpty { continue }
        text.append(character)
        atLineStart = character == "\n"
      }
      result.append(CaptionSpan(text, style: span.style, start: span.start))
    }
    while let last = result.last {
      var text = last.text
      while let end = text.last, end.isBlank || end == "\n" { text.removeLast() }
      result[result.count - 1].text = text
      guard text.isEmpty else { break }
      result.removeLast()
    }
    return result.filter { !$0.text.isEmpty }
  }

  /// Takes blanks off the end of the line that `text`, which follows `spans`, goes on.
  private static func trimEnd(_ text: inout String, _ spans: inout [CaptionSpan]) {
    while let end = text.last, end.isBlank { text.removeLast() }
    guard text.isEmpty else { return }
    for index in spans.indices.reversed() {
      while let end = spans[index].text.last, end.isBlank { spans[index].text.removeLast() }
      guard spans[index].text.isEmpty else { return }
    }
  }
}

extension Character {
  /// Whether it is a space that a line may lose at its ends.
  fileprivate var isBlank: Bool { self == " " }
}
