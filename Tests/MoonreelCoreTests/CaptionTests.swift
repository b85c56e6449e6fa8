// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

/// Captions, their words, and what edits do to them.
@Suite("Captions") struct CaptionTests {
  private func range(_ start: Double, _ end: Double) throws -> TimeRange {
    try TimeRange(seconds: start, end)
  }

  private func words(_ caption: Caption) -> [String] {
    caption.words.map { "\($0.text) \($0.timeRange.start.value(timescale: 1000))" }
  }

  @Test("words without times share the caption's by their letters")
  func sharedTimes() throws {
    let caption = Caption("One three,\nfive - x", over: try range(10, 12))
    #expect(
      words(caption)
        == ["One 10000", "three, 10429", "five 11143", "- 11714", "x 11857"])
    #expect(caption.words.last?.timeRange.end == caption.timeRange.end)
    #expect(Caption("", over: try range(0, 1)).words.isEmpty)
    #expect(Caption(" \n ", over: try range(0, 1)).isBlank)
  }

  @Test("known times hold, those between are shared, none lies outside")
  func knownTimes() throws {
    func at(_ seconds: Double) throws -> Time { try Time(seconds: seconds) }
    let spans = [
      CaptionSpan("ab"), CaptionSpan(" cd ef", start: try at(1)),
      CaptionSpan("gh", start: try at(0.5)), CaptionSpan(" ij", start: try at(9)),
    ]
    let caption = Caption(timeRange: try range(0, 4), spans: spans)
    // The third begins before the second is over, the last after the caption: both are held.
    #expect(words(caption) == ["ab 0", "cd 1000", "ef 1000", "gh 1000", "ij 4000"])
    #expect(caption.text == "ab cd efgh ij")
    let bytes = caption.words.map {
      String(decoding: Array(caption.text.utf8)[$0.bytes], as: UTF8.self)
    }
    #expect(bytes == ["ab", "cd", "ef", "gh", "ij"])
  }

  @Test("Chinese and Japanese letters are words, unless times say otherwise")
  func ideographs() throws {
    let caption = Caption("右に、OK。ー", over: try range(0, 5))
    #expect(caption.words.map(\.text) == ["右", "に、", "OK。ー"])
    let timed = Caption(
      timeRange: try range(0, 5),
      spans: [CaptionSpan("イー", start: .zero), CaptionSpan("モ", start: try Time(seconds: 1))])
    #expect(words(timed) == ["イー 0", "モ 1000"])
  }

  @Test("captions are put in order and found by time, overlapping ones together")
  func finding() throws {
    let captions = Captions([
      Caption("c", over: try range(4, 5)), Caption("a", over: try range(0, 9)),
      Caption("b", over: try range(1, 2)), Caption("d", over: try range(4, 4.5)),
    ])
    #expect(captions.map(\.text) == ["a", "b", "c", "d"])
    let found = try [-1, 0, 1.5, 2, 4, 4.5, 8.999, 9].map { time in
      captions.at(try Time(seconds: time)).map(\.text).joined()
    }
    #expect(found == ["", "a", "ab", "a", "acd", "ac", "a", ""])
    #expect(captions.timeRange == (try range(0, 9)))
    #expect(
      captions.stretches.map { "\($0.range.start.value(timescale: 10)):\($0.positions)" }
        == ["0:[0]", "10:[0, 1]", "20:[0]", "40:[0, 2, 3]", "45:[0, 2]", "50:[0]"])
  }

  @Test("edits move times and keep words with their captions")
  func edits() throws {
    let timed = Caption(
      timeRange: try range(2, 4),
      spans: [CaptionSpan("a ", start: .zero), CaptionSpan("b", start: try Time(seconds: 1))])
    let captions = Captions([timed, Caption("c", over: try range(5, 6))], language: "en")
    let moved = captions.shifted(by: try Time(seconds: -1))
    #expect(moved.map(\.timeRange) == [try range(1, 3), try range(4, 5)])
    #expect(words(moved[0]) == ["a 1000", "b 2000"])
    let scaled = captions.scaled(by: Rational(1, 2))
    #expect(scaled.map(\.timeRange) == [try range(1, 2), try range(2.5, 3)])
    #expect(words(scaled[0]) == ["a 1000", "b 1500"])
    let clipped = captions.clipped(to: try range(2.5, 5))
    #expect(clipped.map(\.timeRange) == [try range(2.5, 4)] && clipped.language == "en")
    #expect(words(clipped[0]) == ["a 2500", "b 3000"])
    let merged = captions.merged(
      with: Captions([Caption("x", over: try range(0, 1))], language: "de"))
    #expect(merged.map(\.text) == ["x", "a b", "c"] && merged.language == "en")
    #expect(captions.shifted(by: .zero) == captions && captions.scaled(by: .one) == captions)
  }

  @Test("languages are one whatever their code")
  func languages() {
    #expect(LanguageCode.threeLetters("de") == "deu" && LanguageCode.threeLetters("ger") == "deu")
    #expect(
      LanguageCode.threeLetters("pt-BR") == "por" && LanguageCode.threeLetters("tlh") == "tlh")
    #expect(LanguageCode.threeLetters("english") == nil && LanguageCode.threeLetters("q") == nil)
    #expect(LanguageCode.isSame("en", "eng") && !LanguageCode.isSame("en", "enm"))
  }
}
