// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// Pictures of which nothing is known but their size.
private struct Card: Source {
  var mediaType: MediaType { .video }
  var duration: Time? { t(10) }
  var naturalSize: PixelSize { PixelSize(64, 36) }
}

/// Draws a stack as it is.
private struct PlainCompositor: LayerStackCompositor {
  func image(for stack: LayerPictures, at context: FrameContext) throws -> Image { .empty }
}

@Suite struct LintTests {
  private typealias Change = @Sendable (inout Layer) throws -> Void

  /// A composition of 64x36 pixels at ten frames a second.
  private func show(_ layers: [Layer]) throws -> Composition {
    var composition = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    for layer in layers { composition.add(layer) }
    return composition
  }

  private func layer(
    _ name: String, _ from: Double, _ to: Double,
    _ source: LayerSource = .image(Image(color: .white)),
    line: Int? = nil, _ change: (inout Layer) throws -> Void = { _ in }
  ) throws -> Layer {
    var layer = Layer(source, over: r(from, to))
    (layer.name, layer.place) = (name, line.map { "film.lua:\($0)" })
    try change(&layer)
    return layer
  }

  private func clip(sounds: Bool = false) -> LayerSource {
    .media(
      video: .asset(Fixture.video(size: PixelSize(64, 36))), audio: sounds ? .custom(Tone()) : nil)
  }

  private func card(_ width: Double, _ height: Double) -> LayerSource {
    .image(Image(color: .white).cropped(to: Rect(x: 0, y: 0, width: width, height: height)))
  }

  private func found(_ composition: Composition) throws -> [Finding] {
    try Lint.findings(in: composition.lowered())
  }

  private func messages(_ rule: Finding.Rule, _ layers: [Layer]) throws -> [String] {
    try found(show(layers)).filter { $0.rule == rule }.map(\.message)
  }

  private func keys(_ values: [(Double, Double)], _ timing: TimingFunction = .linear) throws
    -> Animated<Double>
  {
    .keyframes(
      try KeyframeAnimation(
        values.map { Keyframe(time: t($0.0), value: $0.1, timing: timing) }))
  }

  // MARK: Gaps

  @Test("a gap names both neighbours, its time and the later layer's line") func gap() throws {
    let found = try found(show([layer("a", 0, 1, line: 3), layer("b", 2, 3, line: 4)]))
    #expect(found.map(\.rule) == [.gap])
    #expect(found.first?.timeRange == r(1, 2))
    #expect(
      found.first?.description
        == "film.lua:4: Nothing is shown from 1.000 s to 2.000 s, between layer 'a' and layer 'b'; "
        + "close the gap, or give the film a background that is not black. [gap]")
  }

  @Test("no gap: back to back, covered by a third, before the first, after the last, or meant")
  func noGap() throws {
    #expect(try messages(.gap, [layer("a", 1, 2), layer("b", 2, 3)]).isEmpty)
    #expect(
      try messages(.gap, [layer("a", 0, 1), layer("b", 2, 3), layer("c", 0.5, 2.5)]).isEmpty)
    var meant = try show([layer("a", 0, 1), layer("b", 2, 3)])
    meant.background = Color(0.1, 0.1, 0.1)
    #expect(try found(meant).isEmpty)
    meant.background = .black
    #expect(try found(meant).count == 1)
    var ends = try show([layer("a", 1, 2)])
    ends.chosenDuration = t(4)
    #expect(try found(ends).isEmpty)
  }

  @Test("an adjustment layer, a matte and a layer that is off do not close a gap")
  func gapsUnderWhatShowsNothing() throws {
    var layers = try [
      layer("a", 0, 1), layer("b", 2, 3), layer("grade", 0, 3, .adjustment),
      layer("off", 0, 3) { $0.isEnabled = false }, layer("matte", 0, 3),
    ]
    layers[1].matte = LayerMatte(LayerID(5))
    #expect(try messages(.gap, layers).count == 1)
  }

  @Test("what a compositor draws is not known") func compositors() throws {
    var drawn = try show([layer("a", 0, 1), layer("b", 2, 3)])
    drawn.compositor = PlainCompositor()
    #expect(try found(drawn).isEmpty)
  }

  // MARK: Flashes

  @Test("one frame between two cuts is a flash, of nothing or of what lies below") func flash()
    throws
  {
    let cuts = try [layer("a", 0, 1), layer("b", 1.1, 2, line: 9)]
    let found = try found(show(cuts))
    #expect(found.map(\.rule) == [.flash])
    #expect(found.first?.place == "film.lua:9")
    #expect(
      found.first?.message
        == "For one frame, at 1.000 s, nothing is shown: layer 'a' ends at 1.000 s, layer 'b' "
        + "begins at 1.100 s. Let the one begin where the other ends.")
    let below = try layer("wall", 0, 2) { $0.level = -1 }
    #expect(
      try messages(.flash, cuts + [below]).first?.contains("layer 'wall' shows through") == true)
  }

  @Test("no flash: less than a frame, two frames, something above, or a frame without neighbours")
  func noFlash() throws {
    #expect(try messages(.flash, [layer("a", 0, 1), layer("b", 1.09, 2)]).count == 1)
    #expect(try messages(.flash, [layer("a", 0, 1.01), layer("b", 1.09, 2)]).isEmpty)
    #expect(try messages(.flash, [layer("a", 0, 1), layer("b", 1.2, 2)]).isEmpty)
    let above = try [layer("a", 0, 1), layer("c", 0.5, 3), layer("b", 1.1, 2)]
    #expect(try messages(.flash, above).isEmpty)
    #expect(try messages(.flash, [layer("a", 0, 0.1), layer("b", 0.3, 2)]).isEmpty)
  }

  @Test("a single frame between two shots is a flash") func singleFrame() throws {
    let cut = try [layer("a", 0, 1), layer("x", 1, 1.1), layer("b", 1.1, 2)]
    #expect(
      try messages(.flash, cut) == [
        "Layer 'x' is on screen for one frame only, at 1.000 s, between layer 'a' and layer 'b'. "
          + "Give it more time, or leave it out."
      ])
    let stopMotion = try (0..<10).map { try layer("\($0)", Double($0) / 10, Double($0 + 1) / 10) }
    #expect(try messages(.flash, stopMotion).isEmpty)
  }

  // MARK: Never visible

  private static let unseen: [(String, Change)] = [
    ("its opacity is 0 all the time.", { $0.opacity = .constant(0) }),
    (
      "its opacity is 0 all the time.",
      {
        $0.opacity = .keyframes(
          try KeyframeAnimation([Keyframe(time: t(0), value: 0.0), Keyframe(time: t(1), value: 0)]))
      }
    ),
    ("its scale or its crop leaves nothing of it.", { $0.transform.scaleX = .constant(0) }),
    (
      "its scale or its crop leaves nothing of it.",
      { $0.crop = .constant(RelativeRect(Rect(x: 10, y: 10, width: 0, height: 0))) }
    ),
    (
      "it lies outside of the frame all the time, at first from (95, 13) to (105, 23) in a frame of "
        + "64x36.",
      {
        $0.fit = .none; $0.transform.x = .constant(RelativeLength(pixels: 100))
      }
    ),
    ("it begins at 9.000 s, and the composition ends at 3.000 s.", { $0.timeRange = r(9, 10) }),
    ("it ends at -1.000 s, before the composition begins.", { $0.timeRange = r(-2, -1) }),
    ("it lasts from 1.010 s to 1.090 s, between two frames.", { $0.timeRange = r(1.01, 1.09) }),
  ]

  @Test(arguments: unseen.indices) func neverVisible(_ index: Int) throws {
    let (reason, change) = Self.unseen[index]
    var composition = try show([layer("a", 0, 3, card(10, 10), line: 5, change)])
    composition.chosenDuration = t(3)
    let found = try found(composition)
    #expect(
      found.map(\.description) == [
        "film.lua:5: Layer 'a' is never visible: \(reason) [never-visible]"
      ])
  }

  private static let seen: [(String, Change)] = [
    ("as it is", { _ in }),
    (
      "it fades in",
      {
        $0.opacity = .keyframes(
          try KeyframeAnimation([Keyframe(time: t(0), value: 0.0), Keyframe(time: t(1), value: 1)]))
      }
    ),
    (
      "it flies in",
      { layer in
        let keys = [-100.0, 30].enumerated().map {
          Keyframe(time: t(Double($0.offset)), value: RelativeLength(pixels: $0.element))
        }
        layer.transform.x = .keyframes(try KeyframeAnimation(keys))
      }
    ),
    (
      "an effect may reach into the frame",
      { layer in
        layer.transform.x = .constant(RelativeLength(pixels: 100))
        layer.effects = [LayerEffect("glow") { image, _, _ in image }]
      }
    ),
    ("it is off on purpose", { layer in (layer.opacity, layer.isEnabled) = (.constant(0), false) }),
  ]

  @Test(arguments: seen.indices) func visible(_ index: Int) throws {
    let (why, change) = Self.seen[index]
    #expect(try messages(.neverVisible, [layer("a", 0, 3, card(10, 10), change)]).isEmpty, "\(why)")
  }

  @Test func parentsMayBeInvisible() throws {
    let null = try layer("null", 0, 2) { $0.opacity = .constant(0) }
    let child = try layer("child", 0, 2) { $0.parent = LayerID(1) }
    #expect(try messages(.neverVisible, [null, child]).isEmpty)
  }

  @Test("a layer under opaque ones for all of its time") func covered() throws {
    let low = try layer("low", 0.5, 1.5, line: 2)
    let one = try [low, layer("top", 0, 2, clip())]
    #expect(
      try messages(.neverVisible, one) == [
        "Layer 'low' is never visible: layer 'top' above hides it all the time. Give it a higher "
          + "level, or leave it out."
      ])
    let two = try [low, layer("a", 0, 1, clip()), layer("b", 1, 2, clip())]
    #expect(
      try messages(.neverVisible, two).first?.contains("layer 'a', layer 'b' above hide") == true)
    #expect(try messages(.neverVisible, [low, layer("a", 0, 1, clip())]).isEmpty)
  }

  @Test("what may let something through hides nothing", arguments: 0..<8)
  func notCovered(_ number: Int) throws {
    let changes: [(inout Layer) throws -> Void] = [
      { $0.opacity = .constant(0.99) }, { $0.blendMode = .multiply },
      { $0.transform.scaleX = .constant(0.9) }, { $0.transform.rotation = .constant(1) },
      { $0.effects = [LayerEffect("wipe") { image, _, _ in image }] },
      { $0.mask = LayerMask(Image(color: .white)) }, { $0.level = -1 },
      { $0.source = .media(video: .custom(Card()), audio: nil) },
    ]
    let top = try layer("top", 0, 2, clip(), changes[number])
    #expect(
      try messages(.neverVisible, [layer("low", 0, 2), top]).allSatisfy {
        !$0.hasPrefix("Layer 'low'")
      })
  }

  @Test("a transition shows both of its layers") func transitions() throws {
    var composition = try show([
      layer("a", 0, 2, clip()), layer("b", 1, 3, clip()),
      layer("low", 1, 2) {
        $0.level = -1
      },
    ])
    #expect(try found(composition).count == 1)
    composition.transitions = [
      LayerTransition("dissolve", from: LayerID(1), to: LayerID(2)) { a, _, _, _ in a }
    ]
    #expect(try found(composition).isEmpty)
  }

  @Test("solo layers are told once") func solo() throws {
    let layers = try [
      layer("a", 0, 1), layer("b", 0, 1), layer("c", 0, 1, line: 7) { $0.isSolo = true },
    ]
    let found = try found(show(layers))
    #expect(
      found.map(\.description) == [
        "film.lua:7: Layer 'c' is solo, so layer 'a' and 1 more take no part. Take 'solo' away when "
          + "you are done. [never-visible]"
      ])
  }

  // MARK: Sources, ranges, volumes

  @Test("remapping beyond the source's ends holds a frame") func sourceRange() throws {
    func remapped(_ values: [(Double, Double)]) throws -> [Finding] {
      let timing = try keys(values)
      return try self.found(show([layer("a", 0, 2, clip(), line: 4) { $0.timing.remap = timing }]))
    }
    let found = try remapped([(0, 9), (2, 13)])
    #expect(
      found.map(\.description) == [
        "film.lua:4: Layer 'a' asks for 12.800 s of 'a.mp4#0', which ends at 10.000 s: from 0.600 s to "
          + "1.900 s its last frame stands still. Keep 'time_remap' inside it. [source-range]"
      ])
    #expect(try remapped([(0, 0), (2, 10)]).isEmpty)
  }

  @Test("an easing that overshoots leaves the range of an opacity") func outOfRange() throws {
    func faded(_ timing: TimingFunction) throws -> [String] {
      let opacity = try keys([(0, 0), (1, 1)], timing)
      return try messages(.outOfRange, [layer("a", 0, 2) { $0.opacity = opacity }])
    }
    #expect(
      try faded(.eased(.back, .out)) == [
        "'opacity' of layer 'a' reaches 1.099 at 0.600 s, above 1, where it is held. Use an easing that "
          + "does not overshoot, or other values."
      ])
    #expect(try faded(.eased(.cubic, .inOut)).isEmpty)
  }

  @Test func volumesBelowNothingAndParametersOutOfTheirRange() throws {
    let swing = try keys([(0, 0), (1, 1)], .eased(.back, .in))
    let quiet = try layer("a", 0, 2, clip(sounds: true)) { $0.audio.volume = swing }
    #expect(
      try messages(.outOfRange, [quiet]).first?.hasPrefix("'volume' of layer 'a' reaches -0.099")
        == true)
    func glow(_ range: ClosedRange<Double>?) throws -> [String] {
      var effect = LayerEffect("glow", parameters: ["amount": .constant(.number(3))]) {
        image, _, _ in
        image
      }
      effect.parameterRanges["amount"] = range
      return try messages(.outOfRange, [layer("a", 0, 2) { $0.effects = [effect] }])
    }
    #expect(
      try glow(0...1).first?.hasPrefix("'glow.amount' of layer 'a' reaches 3 at 0.000 s") == true)
    #expect(try glow(0...3).isEmpty)
    #expect(try glow(nil).isEmpty)
  }

  @Test("volumes above 1, of layers and of tracks") func volumes() throws {
    let loud = try layer("music", 0, 2, clip(sounds: true), line: 6) {
      $0.audio.volume = .constant(1.5)
    }
    #expect(
      try found(show([loud])).map(\.description) == [
        "film.lua:6: Layer 'music' plays at up to 1.5 times its volume: sound that is near full scale "
          + "will clip. Measure the mix with --audio, or stay at 1 and below. [clipping]"
      ])
    let mute = try layer("music", 0, 2, clip()) { $0.audio.volume = .constant(1.5) }
    #expect(try messages(.clipping, [mute]).isEmpty)
  }

  @Test func aMeasuredPeakIsToldWithTheLoudestLayer() throws {
    let layers = try [
      layer("a", 0, 2, clip(sounds: true), line: 1),
      layer("b", 0, 2, clip(sounds: true), line: 2) { $0.audio.volume = .constant(3) },
      layer("c", 2, 3, clip(sounds: true), line: 3) { $0.audio.volume = .constant(9) },
    ]
    let film = try show(layers).lowered()
    #expect(Lint.clipping(peak: 1, at: t(1), in: film) == nil)
    #expect(
      Lint.clipping(peak: 2, at: t(1), in: film)?.description
        == "film.lua:2: The sound exceeds full scale by 6.1 dB at 1.000 s; integer formats cut it off there. "
        + "Play it at 0.5 times its volume, or less. [clipping]")
  }

  // MARK: Nesting and tracks

  @Test("compositions inside are looked at, once, and their gaps let through what lies below")
  func nesting() throws {
    var inner = try show([
      layer("a", 0, 1), layer("b", 2, 3), layer("x", 0, 3) { $0.opacity = .constant(0) },
    ])
    inner[LayerID(3)].place = "film.lua:8"
    let source = LayerSource.composition(try inner.lowered(isNested: true))
    let found = try found(show([layer("intro", 0, 3, source), layer("outro", 3, 6, source)]))
    #expect(
      found.map(\.description) == [
        "film.lua:8: Layer 'x' is never visible: its opacity is 0 all the time. (inside layer "
          + "'intro') [never-visible]"
      ])
  }

  @Test("tracks have gaps and flashes too, at the line of the insertion") func tracks() throws {
    func film(_ starts: [Double], _ change: (inout ComposedTimeline) -> Void = { _ in }) throws
      -> [Finding]
    {
      var timeline = Timeline()
      timeline.frameRate = try FrameRate(10)
      let track = timeline.addTrack(.video)
      for (index, start) in starts.enumerated() {
        try timeline.updateTrack(track) {
          try $0.insert(
            r(0, 1), of: .asset(Fixture.video()), at: t(start), place: "film.lua:\(index + 1)")
        }
      }
      var film = ComposedTimeline(timeline)
      change(&film)
      return try Lint.findings(in: film)
    }
    #expect(try film([0, 1]).isEmpty)
    #expect(
      try film([0, 2]).map(\.description) == [
        "film.lua:2: Nothing is shown from 1.000 s to 2.000 s, between 'a.mp4#0' on track 1 and "
          + "'a.mp4#0' on track 1; close the gap, or give the film a background that is not black. [gap]"
      ])
    #expect(try film([0, 1.1]).map(\.rule) == [.flash])
    #expect(
      try film([0, 2]) { film in
        for index in film.videoComposition.instructions.indices {
          film.videoComposition.instructions[index].backgroundColor = .white
        }
      }.isEmpty)
  }

  private func stacked(
    _ lower: TimeRange, _ upper: [AssetTrack], _ change: (inout ComposedTimeline) -> Void = { _ in }
  ) throws -> [String] {
    var timeline = Timeline()
    let (low, high) = (timeline.addTrack(.video), timeline.addTrack(.video))
    try timeline.updateTrack(low) {
      try $0.insert(lower, of: .asset(Fixture.video()), place: "film.lua:1")
    }
    for source in upper {
      try timeline.updateTrack(high) { try $0.insert(r(0, 1), of: .asset(source)) }
    }
    var film = ComposedTimeline(timeline)
    change(&film)
    return try Lint.findings(in: film).map(\.description)
  }

  @Test("segments under others of the frame's size, or in no instruction") func hiddenSegments()
    throws
  {
    let (a, b) = (Fixture.video("b.mp4"), Fixture.video("c.mp4"))
    let hidden = "film.lua:1: 'a.mp4#0' on track 1 is never visible: "
    #expect(
      try stacked(r(0, 2), [a, b]) == [
        hidden + "'c.mp4#0' on track 2 above hides it. [never-visible]"
      ])
    #expect(try stacked(r(0, 3), [a, b]).isEmpty)
    #expect(try stacked(r(0, 2), [a, Fixture.video(size: PixelSize(1000, 1080))]).isEmpty)
    #expect(
      try stacked(r(0, 1), [a]) { film in
        for index in film.videoComposition.instructions.indices {
          film.videoComposition.instructions[index].layerInstructions.removeLast()
        }
      } == [hidden + "no instruction names its track while it is there. [never-visible]"])
  }

  @Test("opacities of instructions: nothing below 1 hides, and 0 shows nothing")
  func opacities() throws {
    func faded(_ layer: Int, _ start: Double, _ end: Double) throws -> [String] {
      try stacked(r(0, 1), [Fixture.video("b.mp4")]) { film in
        film.videoComposition.instructions[0].layerInstructions[layer]
          .addOpacityRamp(from: start, to: end, in: r(0, 1))
      }
    }
    #expect(try faded(0, 1, 1).count == 1)
    #expect(try faded(0, 1, 0.5).isEmpty)
    #expect(
      try faded(0, 0, 0).first?.contains("'b.mp4#0' on track 2 is never visible: its opacity is 0")
        == true)
  }

  @Test func loudMixesOfTracks() throws {
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    try timeline.updateTrack(track) {
      try $0.insert(r(0, 4), of: .asset(Fixture.other(.audio)), place: "film.lua:3")
    }
    var film = ComposedTimeline(timeline)
    var volume = AudioMixParameters(trackID: track)
    volume.addVolumeRamp(from: 0, to: 4, in: r(1, 2))
    film.audioMix = AudioMix(parameters: [volume])
    let found = try Lint.findings(in: film)
    #expect(found.map(\.rule) == [.clipping])
    #expect(found.first?.place == "film.lua:3")
    #expect(found.first?.message.hasPrefix("Track 1 plays at up to 4.0 times its volume") == true)
  }

  @Test("places are parted from messages") func places() {
    #expect(ScriptPlace("a:b.lua:12")?.file == "a:b.lua" && ScriptPlace("a:b.lua:12")?.line == 12)
    #expect(ScriptPlace("promo.lua") == nil && ScriptPlace(":3") == nil)
    let parts = ScriptPlace.parts(of: "promo.lua:4: bad 'x': no")
    #expect(parts.place?.line == 4 && parts.sentence == "bad 'x': no")
    #expect(ScriptPlace.parts(of: "Cannot open 'x': no").place == nil)
  }
}
