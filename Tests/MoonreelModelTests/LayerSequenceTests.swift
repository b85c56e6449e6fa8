// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// Twenty seconds of picture.
private struct Clip: Source {
  var mediaType: MediaType { .video }
  var duration: Time? { t(20) }
  var naturalSize: PixelSize { PixelSize(64, 36) }
}

/// Three shots of four seconds, each from second 8 of its source on: A over 0…4, B over 4…8, C over 8…12.
@Suite struct LayerSequenceTests {
  private var show: Composition
  private var cut: LayerSequence

  init() throws {
    (show, cut) = try Self.fixture(overlap: 0)
  }

  private static func fixture(overlap: Double) throws -> (Composition, LayerSequence) {
    var show = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    var layers: [LayerID] = []
    for (index, name) in ["A", "B", "C"].enumerated() {
      layers.append(show.add(shot(name, at: Double(index) * (4 - overlap))))
    }
    var cut = LayerSequence(layers)
    cut.overlap = t(overlap)
    return (show, cut)
  }

  private static func shot(_ name: String, at start: Double, lasting seconds: Double = 4) -> Layer {
    var timing = LayerTiming()
    timing.sourceStart = t(8)
    var layer = Layer(
      .media(video: .custom(Clip()), audio: nil),
      over: TimeRange(start: t(start), duration: t(seconds)), timing: timing)
    layer.name = name
    return layer
  }

  /// `"A 0…4 from 8"` for each layer.
  private var text: [String] {
    cut.layers.map { id in
      let layer = show[id]
      let numbers = [layer.timeRange.start, layer.timeRange.end, layer.timing.sourceStart].map {
        "\($0.seconds)".replacing(".0", with: "")
      }
      return "\(layer.name ?? "") \(numbers[0])…\(numbers[1]) from \(numbers[2])"
    }
  }

  /// The edits with the sequence they leave.
  static let edits: [(String, Edit, [String])] = [
    (
      "ripple the end earlier", { try $0.ripple(1, .stop, by: t(-1), in: &$1) },
      ["A 0…4 from 8", "B 4…7 from 8", "C 7…11 from 8"]
    ),
    (
      "ripple the end later", { try $0.ripple(0, .stop, by: t(2), in: &$1) },
      ["A 0…6 from 8", "B 6…10 from 8", "C 10…14 from 8"]
    ),
    (
      "ripple the start later", { try $0.ripple(1, .start, by: t(1), in: &$1) },
      ["A 0…4 from 8", "B 4…7 from 9", "C 7…11 from 8"]
    ),
    (
      "ripple the start earlier", { try $0.ripple(1, .start, by: t(-1), in: &$1) },
      ["A 0…4 from 8", "B 4…9 from 7", "C 9…13 from 8"]
    ),
    (
      "trim the end", { try $0.trim(1, .stop, by: t(-1), in: &$1) },
      ["A 0…4 from 8", "B 4…7 from 8", "C 8…12 from 8"]
    ),
    (
      "trim the start", { try $0.trim(1, .start, by: t(1), in: &$1) },
      ["A 0…4 from 8", "B 5…8 from 9", "C 8…12 from 8"]
    ),
    (
      "roll", { try $0.roll(0, by: t(1.5), in: &$1) },
      ["A 0…5.5 from 8", "B 5.5…8 from 9.5", "C 8…12 from 8"]
    ),
    (
      "slip", { try $0.slip(1, by: t(-3), in: &$1) },
      ["A 0…4 from 8", "B 4…8 from 5", "C 8…12 from 8"]
    ),
    (
      "slide", { try $0.slide(1, by: t(1), in: &$1) },
      ["A 0…5 from 8", "B 5…9 from 8", "C 9…12 from 9"]
    ),
    (
      "split", { try $0.split(at: t(5), in: &$1) },
      ["A 0…4 from 8", "B 4…5 from 8", "B 5…8 from 9", "C 8…12 from 8"]
    ),
    ("lift", { try $0.lift(1, in: &$1) }, ["A 0…4 from 8", "C 8…12 from 8"]),
    ("extract", { try $0.extract(1, in: &$1) }, ["A 0…4 from 8", "C 4…8 from 8"]),
    ("extract the last", { try $0.extract(2, in: &$1) }, ["A 0…4 from 8", "B 4…8 from 8"]),
    (
      "insert", { try $0.insert($1.add(shot("N", at: 0, lasting: 2)), at: 1, in: &$1) },
      ["A 0…4 from 8", "N 4…6 from 8", "B 6…10 from 8", "C 10…14 from 8"]
    ),
    (
      "insert first", { try $0.insert($1.add(shot("N", at: 7, lasting: 2)), at: 0, in: &$1) },
      ["N 0…2 from 8", "A 2…6 from 8", "B 6…10 from 8", "C 10…14 from 8"]
    ),
    (
      "insert last", { try $0.insert($1.add(shot("N", at: 0, lasting: 2)), at: 3, in: &$1) },
      ["A 0…4 from 8", "B 4…8 from 8", "C 8…12 from 8", "N 12…14 from 8"]
    ),
    (
      "overwrite across a cut",
      { try $0.overwrite($1.add(shot("N", at: 0, lasting: 2)), at: t(3), in: &$1) },
      ["A 0…3 from 8", "N 3…5 from 8", "B 5…8 from 9", "C 8…12 from 8"]
    ),
    (
      "overwrite the middle of a shot",
      { try $0.overwrite($1.add(shot("N", at: 0, lasting: 2)), at: t(5), in: &$1) },
      ["A 0…4 from 8", "B 4…5 from 8", "N 5…7 from 8", "B 7…8 from 11", "C 8…12 from 8"]
    ),
    (
      "overwrite a whole shot",
      { try $0.overwrite($1.add(shot("N", at: 0, lasting: 6)), at: t(3), in: &$1) },
      ["A 0…3 from 8", "N 3…9 from 8", "C 9…12 from 9"]
    ),
  ]

  @Test("an edit leaves what its drawing shows", arguments: edits.indices)
  mutating func edit(_ index: Int) throws {
    let (name, edit, expected) = Self.edits[index]
    try edit(&cut, &show)
    #expect(text == expected, "\(name)")
    _ = try show.lowered()
  }

  @Test("an edit and its opposite leave everything as it was")
  mutating func opposites() throws {
    let before = text
    for amount in [-1.5, 0.7, 2] {
      try cut.ripple(1, .stop, by: t(amount), in: &show)
      try cut.ripple(1, .stop, by: t(-amount), in: &show)
      try cut.ripple(1, .start, by: t(amount), in: &show)
      try cut.ripple(1, .start, by: t(-amount), in: &show)
      try cut.roll(1, by: t(amount), in: &show)
      try cut.roll(1, by: t(-amount), in: &show)
      try cut.slide(1, by: t(amount), in: &show)
      try cut.slide(1, by: t(-amount), in: &show)
      try cut.slip(1, by: t(amount), in: &show)
      try cut.slip(1, by: t(-amount), in: &show)
      #expect(text == before, "by \(amount)")
    }
  }

  @Test("neighbours that overlap go on overlapping, and their transitions follow")
  func overlaps() throws {
    var (show, cut) = try Self.fixture(overlap: 1)
    let draw: LayerTransition.Draw = { from, to, progress, _ in
      from.dissolved(to: to, amount: Float(progress))
    }
    let join = LayerTransition("mix", from: cut.layers[0], to: cut.layers[1], draw: draw)
    cut.transition = join
    for (from, to) in zip(cut.layers, cut.layers.dropFirst()) {
      var transition = join
      (transition.from, transition.to) = (from, to)
      show.transitions.append(transition)
    }
    func pairs() -> [String] {
      show.transitions.map { "\(show[$0.from].name ?? "")\(show[$0.to].name ?? "")" }.sorted()
    }
    try cut.insert(show.add(Self.shot("N", at: 0)), at: 1, in: &show)
    #expect(pairs() == ["AN", "BC", "NB"])
    #expect(show.duration == t(13))
    try cut.extract(1, in: &show)
    #expect(pairs() == ["AB", "BC"])
    #expect(show.duration == t(10))
    let second = try cut.split(at: t(5), in: &show)
    #expect(pairs() == ["AB", "BC"] && show.transitions.contains { $0.from == second })
    try cut.overwrite(show.add(Self.shot("N", at: 0)), at: t(1.5), in: &show)
    #expect(pairs() == ["BC"], "the layers that N parts do not meet any more")
    _ = try show.lowered()
  }

  @Test("splitting changes no value at any time, backwards and by keys too")
  func splitsChangeNothing() throws {
    for isReversed in [false, true] {
      var (show, cut) = try Self.fixture(overlap: 0)
      let id = cut.layers[1]
      show[id].timing.isReversed = isReversed
      show[id].timing.speed = Rational(3, 2)
      show[id].opacity = .keyframes(
        try KeyframeAnimation([Keyframe(time: t(0), value: 0), Keyframe(time: t(4), value: 1)]))
      func values(_ seconds: Double) throws -> [Double] {
        let film = try show.lowered()
        let index = try #require(cut.position(at: t(seconds), in: show))
        let layer = show[cut.layers[index]]
        let track = try #require(film.timeline.tracks(.video).first)
        let source = try #require(track.segment(at: t(seconds))?.sourceTime(at: t(seconds)))
        return [source.seconds, try layer.opacity.value(at: layer.localTime(t(seconds)))]
      }
      let times = [4, 4.9, 5.6, 5.7, 6.5, 7.9]
      let before = try times.map(values)
      try cut.split(at: t(5.7), in: &show)
      #expect(try times.map(values) == before)
      #expect(cut.layers.count == 4)
    }
  }

  typealias Edit = @Sendable (inout LayerSequence, inout Composition) throws -> Void

  /// Edits that cannot be, with words of their answers.
  static let refused: [(Edit, String)] = [
    (
      { try $0.ripple(1, .stop, by: t(-4), in: &$1) }, "'B' lasts 4.000 s, so nothing would be left"
    ),
    ({ try $0.trim(1, .start, by: t(-4), in: &$1) }, "would not come after layer 'A'"),
    ({ try $0.slip(1, by: t(-9), in: &$1) }, "Cannot show"),
    ({ try $0.slip(1, by: t(9), in: &$1) }, "Cannot show"),
    ({ try $0.slide(1, by: t(4), in: &$1) }, "nothing would be left of it"),
    ({ try $0.trim(0, .start, by: t(-1), in: &$1) }, "would begin 1.000 s before 0"),
    ({ _ = try $0.split(at: t(4), in: &$1) }, "where one layer gives way to the next"),
    ({ _ = try $0.split(at: t(12), in: &$1) }, "no layer at 12.000 s"),
  ]

  @Test("what no sequence can be is refused, and nothing changes", arguments: refused.indices)
  mutating func refusals(_ index: Int) throws {
    let (edit, words) = Self.refused[index]
    let before = text
    let error = #expect(throws: MoonreelError.self) { try edit(&cut, &show) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(text == before && show.layers.count == 3 && show.layers.allSatisfy(\.isEnabled))
  }
}
