// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// Pictures in which there is nothing.
private struct Nothing: Source {
  var mediaType: MediaType { .video }
  var duration: Time? { nil }
  var naturalSize: PixelSize { PixelSize(1, 1) }
  var isBlank: Bool { true }
}

/// Likely mistakes in what is asked for: other units, options without effect, ends without content.
@Suite("Likely mistakes") struct LintIntentTests {
  private typealias Change = @Sendable (inout Layer) throws -> Void

  /// What is found in a composition of 64x36 pixels at ten frames a second.
  private func found(
    _ layers: [Layer], _ change: (inout Composition) throws -> Void = { _ in }
  ) throws -> [String] {
    var composition = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    for layer in layers { composition.add(layer) }
    try change(&composition)
    return try Lint.findings(in: composition.lowered()).map(\.description)
  }

  private func layer(
    _ from: Double, _ to: Double, _ source: LayerSource = .image(Image(color: .white)),
    _ change: (inout Layer) throws -> Void = { _ in }
  ) throws -> Layer {
    var layer = Layer(source, over: r(from, to))
    try change(&layer)
    return layer
  }

  private static let sound = LayerSource.media(video: nil, audio: .custom(Tone()))

  private static func clip(sounds: Bool = false) -> LayerSource {
    .media(
      video: .asset(Fixture.video(size: PixelSize(64, 36))), audio: sounds ? .custom(Tone()) : nil)
  }

  private static func card(_ width: Double, _ height: Double) -> LayerSource {
    .image(Image(color: .white).cropped(to: Rect(x: 0, y: 0, width: width, height: height)))
  }

  private static func keys(_ values: [(Double, Double)], _ mode: RepeatMode = .none) throws
    -> Animated<Double>
  {
    .keyframes(
      try KeyframeAnimation(
        values.map { Keyframe(time: t($0.0), value: $0.1) }, repeats: mode))
  }

  /// A coordinate that goes by `speed` pixels a second.
  private static func places(_ times: [Double], speed: Double = 1) throws -> Animated<
    RelativeLength
  > {
    .keyframes(
      try KeyframeAnimation(
        times.map { Keyframe(time: t($0), value: RelativeLength(pixels: speed * $0)) }))
  }

  // MARK: Units

  private static let late: [(String, Change)] = [
    (
      "Key 2 of 'opacity' of layer 1 lies at 500.000 s, the layer ends at 2.000 s",
      { $0.opacity = try keys([(0, 0), (500, 1)]) }
    ),
    (
      "Key 3 of 'opacity' of layer 1 lies at 21.000 s, the layer ends at 2.000 s",
      { $0.opacity = try keys([(0, 0), (1, 1), (21, 0)]) }
    ),
    (
      "Key 2 of 'position' of layer 1 lies at 7.000 s, the layer ends at 2.000 s",
      {
        $0.transform.x = try places([0, 7], speed: 0.1)
        $0.transform.y = try places([0, 7], speed: 0.1)
      }
    ),
    (
      "Key 2 of 'scale_x' of layer 1 lies at 7.000 s, the layer ends at 2.000 s",
      { $0.transform.scaleX = try keys([(0, 1), (7, 2)]) }
    ),
    (
      "Key 1 of 'blur.radius' of layer 1 lies at 100.000 s, the layer ends at 2.000 s",
      {
        let radius = try KeyframeAnimation(
          [100.0, 200].map { Keyframe(time: t($0), value: EffectValue.number($0)) })
        $0.effects = [
          LayerEffect("blur", parameters: ["radius": .keyframes(radius)]) { image, _, _ in image }
        ]
      }
    ),
  ]

  @Test("keys far beyond the end", arguments: late.indices) func lateKeys(_ index: Int) throws {
    let (start, change) = Self.late[index]
    #expect(
      try found([layer(0, 2, Self.card(10, 10), change)]) == [
        start + " of its clock; times are seconds. [units]"
      ])
  }

  private static let inTime: [(String, Change)] = [
    ("a little late", { $0.opacity = try keys([(0, 0), (5.9, 1)]) }),
    ("late after what is reached", { $0.opacity = try keys([(0, 0), (1, 1), (19, 1)]) }),
    ("it turns", { $0.transform.rotation = try keys([(0, 0), (3600, 360)]) }),
    ("it drifts", { $0.transform.x = try places([0, 1000]) }),
    ("it repeats", { $0.opacity = try keys([(0, 0), (500, 1)], .loop) }),
    ("one key is a constant", { $0.opacity = try keys([(500, 1)]) }),
    (
      "a trimmed head",
      { layer in
        (layer.clockOffset, layer.opacity) = (t(100), try keys([(0, 0), (101, 1)]))
      }
    ),
  ]

  @Test("keys that may be meant", arguments: inTime.indices) func keysInTime(_ index: Int) throws {
    let (why, change) = Self.inTime[index]
    #expect(try found([layer(0, 2, Self.card(10, 10), change)]).isEmpty, "\(why)")
  }

  @Test("a layer that was cut short keeps the keys behind the cut") func cutLayers() throws {
    let fade = try Self.keys([(0, 1), (58, 0.5)])
    let cut = try layer(0, 1) { $0.opacity = fade }
    let rest = try layer(1, 60) { ($0.opacity, $0.clockOffset) = (fade, t(1)) }
    #expect(try found([cut, rest]).isEmpty)
  }

  private static let percent: [(String, Change)] = [
    (
      "'scale' of layer 1 enlarges 150 times; write 1.5 for 150 %.",
      {
        ($0.transform.scaleX, $0.transform.scaleY) = (.constant(150), .constant(150))
      }
    ),
    (
      "'scale_y' of layer 1 enlarges 100 times; write 1 for 100 %.",
      {
        $0.transform.scaleY = try keys([(0, 0), (1, -100)])
      }
    ),
  ]

  @Test("scales in percent", arguments: percent.indices) func percentages(_ index: Int) throws {
    let (sentence, change) = Self.percent[index]
    #expect(try found([layer(0, 2, Self.card(10, 10), change)]) == [sentence + " [units]"])
  }

  @Test("scales that may be meant") func factors() throws {
    let zoom = try Self.keys([(0, 1), (1, 150)])
    let zoomed = try layer(0, 2) { ($0.transform.scaleX, $0.transform.scaleY) = (zoom, zoom) }
    let dot = try layer(0, 2, Self.card(1, 1)) {
      ($0.fit, $0.transform.scaleX, $0.transform.scaleY) = (.none, .constant(64), .constant(36))
    }
    #expect(try found([zoomed]).isEmpty)
    #expect(try found([dot]).isEmpty)
  }

  // MARK: No effect

  private static func line() throws -> MotionPath {
    try MotionPath(Path([.move(Point(0, 0)), .line(Point(10, 0))]))
  }

  private static let idle: [(String, LayerSource, Change)] = [
    (
      "Layer 1 stays where its 'motion_path' begins; let 'path_progress' go from 0 to 1.", clip(),
      { $0.transform.motionPath = try line() }
    ),
    (
      "'auto_orient' has no effect on layer 1: it has no 'motion_path'.", clip(),
      { $0.transform.isAutoOriented = true }
    ),
    (
      "'path_progress' has no effect on layer 1: it has no 'motion_path'.", clip(),
      { $0.transform.pathProgress = .constant(0.5) }
    ),
    (
      "'x' has no effect on layer 1: its 'motion_path' says where it lies.", clip(),
      {
        ($0.transform.motionPath, $0.transform.pathProgress) = (try line(), .constant(0.5))
        $0.transform.x = .constant(RelativeLength(pixels: 3))
      }
    ),
    (
      "'volume', 'fade_in' and 'fade_out' have no effect on layer 1, which has no sound; leave it out.",
      clip(),
      {
        $0.audio.volume = .constant(0.5)
        ($0.audio.fadeIn, $0.audio.fadeOut) = (t(0.1), t(0.1))
      }
    ),
    (
      "'opacity' and 'scale' have no effect on layer 1, which has only sound; leave it out.", sound,
      { ($0.opacity, $0.transform.scaleX) = (.constant(0.5), .constant(2)) }
    ),
    (
      "Layer 1 shows and plays nothing: its source has neither pictures nor sound. Captions of a file "
        + "are shown by mr.source.captions.", .media(video: nil, audio: nil), { _ in }
    ),
    (
      "Layer 1 changes nothing: it is an adjustment layer without effects, and no layer has it as "
        + "parent. Give it effects, or leave it out.", .adjustment, { _ in }
    ),
  ]

  @Test("what changes nothing", arguments: idle.indices) func noEffect(_ index: Int) throws {
    let (sentence, source, change) = Self.idle[index]
    #expect(try found([layer(0, 2, source, change)]) == [sentence + " [no-effect]"])
  }

  @Test("silence of what is silent, and layers that others hang on, are fine") func useful() throws
  {
    let guide = try layer(0, 2, .adjustment) { $0.opacity = try Self.keys([(0, 0), (1, 1)]) }
    let mute = try layer(0, 2, Self.clip()) { $0.audio.volume = .constant(0) }
    let parent = try layer(0, 2, .adjustment)
    let child = try layer(0, 2, Self.card(10, 10)) { $0.parent = LayerID(2) }
    let loud = try layer(0, 2, Self.sound) { $0.audio.volume = .constant(0.5) }
    #expect(try found([mute, parent, child, loud, guide]).isEmpty)
  }

  // MARK: Ends, transitions, emptiness

  @Test("long ends and beginnings without pictures and sound") func ends() throws {
    func found(_ end: Double, _ layers: [Layer], _ background: Color? = nil) throws -> [String] {
      try self.found(layers) { ($0.chosenDuration, $0.background) = (t(end), background) }
    }
    let card = try layer(0, 4)
    let sentence =
      "Nothing is shown or heard after 4.000 s, where layer 1 ends; the film goes on to 5000.000 s. "
      + "Times are seconds; give the film a shorter duration, or none. [gap]"
    #expect(try found(5000, [card]) == [sentence])
    #expect(
      try self.found([layer(500, 504)]) == [
        "Nothing is shown or heard until 500.000 s, where layer 1 begins. Times are seconds; let it "
          + "begin earlier. [gap]"
      ])
    #expect(try self.found([layer(30, 34)]).isEmpty)
    #expect(try found(5000, [card], .white) == [sentence])
    #expect(try found(8, [card]).isEmpty)
    #expect(try found(2.9, [layer(0, 1)]).isEmpty)
    #expect(try found(9, [card, layer(0, 9, Self.sound)]).isEmpty)
  }

  private func dissolve(_ name: String, _ from: Int, _ to: Int) -> LayerTransition {
    LayerTransition(name, from: LayerID(from), to: LayerID(to)) { a, _, _, _ in a }
  }

  @Test("a second transition between the same layers") func twoTransitions() throws {
    let layers = try [layer(0, 2), layer(1, 3), layer(2.5, 4)]
    let found = try found(layers) {
      $0.transitions = [dissolve("fade", 1, 2), dissolve("wipe", 1, 2), dissolve("spin", 2, 3)]
    }
    #expect(
      found == [
        "The transition 'wipe' from layer 1 to layer 2 is never visible: 'fade' joins the same layers. "
          + "Keep one of the two. [never-visible]"
      ])
  }

  @Test("a transition shorter than a frame") func shortTransition() throws {
    func found(_ start: Double) throws -> [String] {
      try self.found([layer(0, 1), layer(start, 3)]) { $0.transitions = [dissolve("fade", 1, 2)] }
    }
    #expect(
      try found(0.95) == [
        "The transition 'fade' from layer 1 to layer 2 lasts 0.050 s, less than a frame of 0.100 s. "
          + "Times are seconds; let the layers overlap for longer, or not at all. [flash]"
      ])
    #expect(try found(0.9).isEmpty)
  }

  @Test("pictures without content, and masks beside them") func blank() throws {
    let blank = try layer(0, 2, Self.card(0, 0))
    let letterless = try layer(0, 2, .media(video: .custom(Nothing()), audio: nil))
    #expect(try found([letterless]) == found([blank]))
    #expect(
      try found([blank]) == [
        "Layer 1 is never visible: its picture is empty, as that of a text without letters or of a "
          + "shape without area. [never-visible]"
      ])
    func masked(_ x: Double, _ inverted: Bool = false) throws -> [String] {
      let mask = Image(color: .white).cropped(to: Rect(x: x, y: 0, width: 5, height: 5))
      return try found([
        layer(0, 2, Self.card(64, 36)) { $0.mask = LayerMask(mask, isInverted: inverted) }
      ])
    }
    #expect(
      try masked(70) == [
        "Layer 1 is never visible: its mask lies outside of its picture. [never-visible]"
      ])
    #expect(try masked(60).isEmpty)
    #expect(try masked(70, true).isEmpty)
  }

  @Test("a composition whose background fills its frame hides what is below") func backgrounds()
    throws
  {
    func found(_ background: Color?, _ change: (inout Composition) -> Void = { _ in }) throws
      -> [String]
    {
      var inner = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
      inner.background = background
      inner.add(try layer(0, 2, Self.card(10, 10)))
      change(&inner)
      let top = try LayerSource.composition(inner.lowered(isNested: true))
      return try self.found([layer(0, 2), layer(0, 2, top)])
    }
    #expect(
      try found(.white).map { $0.prefix(48) } == [
        "Layer 1 is never visible: layer 2 above hides it"
      ])
    #expect(try found(nil).isEmpty)
    #expect(try found(Color(1, 1, 1, 0.5)).isEmpty)
    #expect(
      try found(.white) { inner in
        inner[LayerID(1)].compositor = { image, _, _ in image }
      }.isEmpty)
  }

  // MARK: Tracks

  private func tracks(_ change: (inout ComposedTimeline) throws -> Void) throws -> [String] {
    var timeline = Timeline()
    let (video, audio) = (timeline.addTrack(.video), timeline.addTrack(.audio))
    try timeline.updateTrack(video) { try $0.insert(r(0, 2), of: .asset(Fixture.video())) }
    try timeline.updateTrack(audio) { try $0.insert(r(0, 2), of: .custom(Tone())) }
    var film = ComposedTimeline(timeline)
    try change(&film)
    return try Lint.findings(in: film).map(\.description)
  }

  private func instruction(_ change: (inout LayerInstruction) -> Void) throws -> [String] {
    try tracks { film in
      let id = film.timeline.tracks(.video)[0].id
      var layer = LayerInstruction(trackID: id)
      change(&layer)
      var first = VideoInstruction(timeRange: r(0, 1))
      var second = VideoInstruction(timeRange: r(1, 2))
      (first.layerInstructions, second.layerInstructions) = ([layer], [layer])
      film.videoComposition.instructions = [first, second]
    }
  }

  @Test("ramps outside of their instructions") func ramps() throws {
    #expect(
      try instruction { $0.addOpacityRamp(from: 0, to: 1, in: r(500, 1000)) } == [
        "The opacity of track 1 moves from 500.000 s to 1000.000 s, and its instruction lasts from "
          + "0.000 s to 2.000 s. Times are seconds of the film. [no-effect]"
      ])
    #expect(
      try instruction { $0.setTransform(.identity, at: t(3)) }.map { $0.prefix(37) } == [
        "The transform of track 1 is set at 3."
      ])
    #expect(
      try instruction { layer in
        layer.addOpacityRamp(from: 0, to: 1, in: r(1, 2))
        layer.setOpacity(1, at: t(2))
      }.isEmpty)
  }

  @Test("crops that leave nothing, and transforms in percent") func crops() throws {
    func cropped(_ x: Double, _ width: Double) throws -> [String] {
      try instruction { layer in
        layer.setCrop(Rect(x: x, y: 0, width: width, height: 100), at: .zero)
      }
    }
    let sentence =
      "'a.mp4#0' on track 1 is never visible: its crop leaves nothing of it. [never-visible]"
    #expect(try cropped(5000, 10) == [sentence])
    #expect(try cropped(0, 0) == [sentence])
    #expect(try cropped(0, 10).isEmpty)
    #expect(
      try instruction { $0.setTransform(AffineTransform(scaleX: 150, y: 150), at: .zero) } == [
        "The transform of track 1 enlarges 150 times; write 1.5 for 150 %. [units]"
      ])
  }

  @Test("volumes beyond the film's end") func volumes() throws {
    func mixed(_ from: Double, _ to: Double) throws -> [String] {
      try tracks { film in
        var volume = AudioMixParameters(trackID: nil)
        volume.addVolumeRamp(from: 1, to: 0, in: r(from, to))
        film.audioMix = AudioMix(parameters: [volume])
      }
    }
    #expect(
      try mixed(8, 10) == [
        "The volume of the whole mix moves from 8.000 s to 10.000 s, and the film ends at 2.000 s. "
          + "Times are seconds of the film. [no-effect]"
      ])
    #expect(try mixed(1, 3).isEmpty)
  }

  @Test("films whose tracks are all disabled") func disabledTracks() throws {
    #expect(
      try tracks { film in
        for track in film.timeline.tracks {
          try film.timeline.updateTrack(track.id) { $0.isEnabled = false }
        }
      } == [
        "All 2 tracks are disabled, so nothing is shown or heard; set 'enabled' to true. "
          + "[never-visible]"
      ])
  }

  // MARK: Chapters

  @Test("chapters that overlap or begin after the end") func chapters() {
    func found(_ ranges: [TimeRange]) -> [String] {
      Lint.findings(
        in: ranges.enumerated().map { Chapter(range: $1, title: $0 == 1 ? nil : "\($0)") },
        until: t(9)
      ).map(\.description)
    }
    #expect(found([r(0, 3), r(3, 6), r(6, 12)]).isEmpty)
    #expect(
      found([r(4, 9), r(0, 5)]) == [
        "Chapter '0' begins at 4.000 s, before a chapter has ended at 5.000 s. Let each end where the "
          + "next begins. [chapter]"
      ])
    #expect(
      found([r(9, 12), r(12, 13), r(14, 15)]) == [
        "Chapter '0' begins at 9.000 s, and the film ends at 9.000 s. 2 more are like it. Times are "
          + "seconds. [chapter]"
      ])
  }
}
