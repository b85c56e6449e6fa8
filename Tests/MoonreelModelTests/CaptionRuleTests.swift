// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// What is found wrong with captions.
@Suite("Captions in lint") struct CaptionRuleTests {
  private struct Pictures: CaptionCarrier {
    let captions: Captions
    var mediaType: MediaType { .video }
    var duration: Time? { nil }
    var naturalSize: PixelSize { PixelSize(64, 36) }
  }

  private func captions(_ list: [(Double, Double, String)]) -> Captions {
    Captions(list.map { Caption($0.2, over: Fixture.range($0.0, $0.1)) })
  }

  /// What is found in five seconds with `carried` as a subtitle track and `shown` as a layer.
  private func found(carried: Captions? = nil, shown: Captions? = nil) throws -> [String] {
    var film = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    film.add(Layer(.image(Image(color: .white)), over: Fixture.range(0, 5)))
    if let shown {
      var layer = Layer(
        .media(video: .custom(Pictures(captions: shown)), audio: nil), over: Fixture.range(0, 5))
      layer.place = "film.lua:3"
      film.add(layer)
    }
    if let carried { film.captionTracks = [CaptionTrack(carried, place: "film.lua:4")] }
    return try Lint.findings(in: try film.lowered()).filter { $0.rule == .caption }
      .map(\.description)
  }

  @Test("captions that can be read are fine, up to the film's very end")
  func fine() throws {
    let list = captions([(0, 1, "Twenty-five letters a sec"), (4, 9, "until after the end")])
    #expect(try found(carried: list, shown: list).isEmpty)
    #expect(try found(carried: Captions([])).isEmpty)
  }

  @Test("captions after the film's end, once a list, with their number")
  func late() throws {
    let list = captions([(0, 1, "a"), (5, 6, "late"), (7, 8, "later")])
    let rest =
      "Caption 2 'late' begins at 5.000 s, after the film has ended at 5.000 s of the captions' clock; "
      + "shift or clip the captions. 1 more is like it. [caption]"
    #expect(try found(carried: list) == ["film.lua:4: " + rest])
    #expect(try found(shown: list) == ["film.lua:3: " + rest])
  }

  @Test("captions all of which end before the film begins, and not those of an excerpt")
  func early() throws {
    let list = captions([(-3, -2, "a"), (-1, 0, "b")])
    #expect(
      try found(carried: list) == [
        "film.lua:4: Caption 1 'a' ends at -2.000 s, before the film begins; shift the captions less. "
          + "1 more is like it. [caption]"
      ])
    #expect(try found(carried: captions([(-3, -2, "a"), (-1, 1, "b")])).isEmpty)
  }

  @Test("words said far outside of their caption, and not those of a caption that was cut")
  func strayWords() throws {
    func found(_ starts: [Double]) throws -> [String] {
      let spans = starts.map { CaptionSpan("word ", start: Fixture.time($0)) }
      return try self.found(
        carried: Captions([Caption(timeRange: Fixture.range(2, 4), spans: spans)]))
    }
    #expect(
      try found([500, 1000]) == [
        "film.lua:4: Caption 1 'word word ' lasts from 2.000 s to 4.000 s, and its words are said from "
          + "502.000 s on. Times are seconds of the captions' clock. [caption]"
      ])
    #expect(try found([-1, 1, 9]).isEmpty)
    #expect(try found([-1, -0.5]).isEmpty)
  }

  @Test("languages by their names", arguments: ["English", "", "e", "en_", "deutsch-DE", "12"])
  func names(_ language: String) throws {
    let list = Captions([Caption("a", over: Fixture.range(0, 1))], language: language)
    #expect(
      try found(carried: list) == [
        "film.lua:4: The captions' language is '\(language)', which is no tag that players know; write "
          + "one such as 'en' or 'pt-BR'. [caption]"
      ])
    #expect(try found(shown: list).isEmpty)
  }

  @Test(
    "language tags", arguments: ["en", "eng", "und", "pt-BR", "zh-Hant-TW", "x-klingon", "de_AT"])
  func tags(_ language: String) throws {
    let list = Captions([Caption("a", over: Fixture.range(0, 1))], language: language)
    #expect(try found(carried: list).isEmpty)
  }

  @Test("captions without letters or length, or too fast to be read")
  func unreadable() throws {
    let list = captions([(0, 1, " "), (1, 1, "flash"), (2, 3, "These are twenty-six chars")])
    #expect(
      try found(carried: list, shown: list) == [
        "film.lua:4: Caption 1 has no letters; leave it out. 1 more is like it. [caption]",
        "film.lua:4: Caption 3 'These are twenty-six chars' is shown too short to be read: 26 letters "
          + "a second, and 25 are the most; show it longer, or shorten it. [caption]",
      ])
  }
}
