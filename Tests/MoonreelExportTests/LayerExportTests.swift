// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Compositions of layers over real files, read and written.
@Suite struct LayerExportTests {
  private let rate: FrameRate

  init() throws { rate = try FrameRate(25) }

  private func time(_ frame: Int64) -> Time { rate.time(ofFrame: frame) }

  private func range(_ first: Int64, _ last: Int64) -> TimeRange {
    TimeRange(start: time(first), end: time(last))
  }

  private func composition(_ layers: [Layer]) -> Composition {
    var show = Composition(size: PixelSize(32, 16), frameRate: rate)
    for layer in layers { show.add(layer) }
    return show
  }

  private func layer(_ asset: Asset, _ first: Int64, _ last: Int64) throws -> Layer {
    Layer(
      .media(
        video: .asset(try #require(asset.video)),
        audio: asset.tracks(.audio).first.map { .asset($0) }),
      over: range(first, last))
  }

  private func request(_ show: Composition) throws -> ExportRequest {
    var request = try ExportRequest(show)
    if !request.timeline.tracks(.video).isEmpty { request.preset = try ExportPreset.named("ffv1") }
    return request
  }

  private func clip(_ frames: Int, in workspace: Workspace, _ name: String = "a.mkv") throws
    -> Asset
  {
    try Clips.numbered(workspace.path(name), frames: frames)
    return try Asset.load(path: workspace.path(name), gate: workspace.gate)
  }

  @Test("what an opaque layer hides, and what is invisible, is not decoded") func hidden() throws {
    let workspace = try Workspace()
    let (a, b) = (try clip(25, in: workspace), try clip(25, in: workspace, "b.mkv"))
    func opened(_ change: (inout Composition) -> Void) throws -> Int {
      var show = composition([try layer(a, 0, 25), try layer(b, 0, 25)])
      change(&show)
      let film = try show.lowered()
      let pool = ReaderPool(
        gate: workspace.gate, limits: ReaderPool.Limits(lead: .zero), warnings: nil)
      let reader = CompositionReader(
        timeline: film.timeline, composition: film.videoComposition, audioMix: nil, pool: pool)
      for frame in 1..<25 { _ = try reader.image(at: time(Int64(frame))) }
      return pool.statistics.opened
    }
    #expect(try opened { _ in } == 1)
    #expect(try opened { $0[LayerID(2)].opacity = .constant(0.5) } == 2)
    #expect(try opened { $0[LayerID(2)].opacity = .constant(0) } == 1)
    #expect(try opened { $0[LayerID(2)].blendMode = .multiply } == 2)
    #expect(try opened { $0[LayerID(2)].transform.scaleX = .constant(0.5) } == 2)
  }

  @Test("speed, direction, freeze and remapping show the exact frames") func frames() throws {
    let workspace = try Workspace()
    let asset = try clip(60, in: workspace)
    func grays(_ change: (inout LayerTiming) throws -> Void) throws -> [Int] {
      var layer = try layer(asset, 5, 15)
      try change(&layer.timing)
      let name = "\(Int.random(in: 0..<1_000_000)).mkv"
      return try export(try request(composition([layer])), to: name, in: workspace).grays()
    }
    let gap = [Int](repeating: 16, count: 5)
    #expect(try grays { $0.sourceStart = time(10) } == gap + (30..<40))
    #expect(try grays { $0.speed = Rational(2, 1) } == gap + stride(from: 20, to: 40, by: 2))
    #expect(try grays { $0.isReversed = true } == gap + (20..<30).reversed())
    #expect(try grays { $0.frozenTime = time(33) } == gap + [Int](repeating: 53, count: 10))
    let keys = [
      Keyframe(time: .zero, value: time(40).seconds),
      Keyframe(time: time(5), value: time(30).seconds),
      Keyframe(time: time(10), value: time(35).seconds),
    ]
    let remapped = try grays { $0.remap = .keyframes(try KeyframeAnimation(keys)) }
    #expect(remapped == gap + [60, 58, 56, 54, 52, 50, 51, 52, 53, 54])
  }

  @Test("frame blending shows the mean of what goes by") func frameBlending() throws {
    let workspace = try Workspace()
    let asset = try clip(60, in: workspace)
    func grays(_ layer: Layer, _ change: (inout LayerTiming) throws -> Void) throws -> [Int] {
      var layer = layer
      layer.timing.frameBlending = .mix
      try change(&layer.timing)
      let name = "\(Int.random(in: 0..<1_000_000)).mkv"
      return try export(try request(composition([layer])), to: name, in: workspace).grays()
    }
    // Three frames go by in each: their mean is the one in the middle.
    let fast = try layer(asset, 0, 10)
    #expect(try grays(fast) { $0.speed = Rational(3, 1) } == Array(stride(from: 21, to: 51, by: 3)))
    let back = try grays(fast) { timing in
      (timing.speed, timing.isReversed) = (Rational(3, 1), true)
    }
    #expect(back == stride(from: 48, through: 21, by: -3).map { $0 })
    let keys = [
      Keyframe(time: .zero, value: time(10).seconds),
      Keyframe(time: time(10), value: time(40).seconds),
    ]
    let remapped = try grays(fast) { $0.remap = .keyframes(try KeyframeAnimation(keys)) }
    #expect(remapped == Array(stride(from: 31, to: 61, by: 3)))

    // At half speed every other frame lies between two.
    var twice = try layer(asset, 0, 30)
    twice.timing.speed = Rational(2, 1)
    let inner = try composition([twice]).lowered(isNested: true)
    let slow = Layer(.composition(inner), over: range(0, 20))
    let halved = try grays(slow) { $0.speed = Rational(1, 2) }
    #expect(halved == (20..<39) + [38], "nothing follows the last frame")
    let own = try grays(slow) { _ in }
    #expect(own == Array(stride(from: 20, to: 60, by: 2)), "at its own speed nothing is mixed")
  }

  @Test("a pre-composition is cut, sped up and turned round like a clip") func nested() throws {
    let workspace = try Workspace()
    let asset = try clip(60, in: workspace)
    let inner = try composition([try layer(asset, 0, 40)]).lowered(isNested: true)
    var outer = Layer(.composition(inner), over: range(0, 10))
    outer.timing.sourceStart = time(10)
    outer.timing.speed = Rational(2, 1)
    let found = try export(try request(composition([outer])), to: "n.mkv", in: workspace).grays()
    #expect(found == Array(stride(from: 30, to: 50, by: 2)))
    outer.timing.isReversed = true
    let back = try export(try request(composition([outer])), to: "r.mkv", in: workspace).grays()
    #expect(back.first == 49 && back.last == 31)
  }

  @Test("clicks stay with their flashes through pre-compositions and trims") func sync() throws {
    let workspace = try Workspace()
    try Clips.flashes(workspace.path("f.mkv"), seconds: 4)
    let asset = try Asset.load(path: workspace.path("f.mkv"), gate: workspace.gate)
    var part = try layer(asset, 0, 50)
    part.timing.sourceStart = time(10)
    let inner = try composition([part]).lowered(isNested: true)
    let show = composition([Layer(.composition(inner), over: range(5, 55))])
    let film = try export(try request(show), to: "s.mkv", in: workspace)
    let flashes = try film.grays().enumerated().filter { $0.1 > 200 }.map(\.0)
    #expect(flashes == [20, 45])
    let samples = try film.samples()
    let clicks = samples.indices.filter { abs(samples[$0]) > 0.5 }
    #expect(clicks.count == 2)
    for (flash, click) in zip(flashes, clicks) { #expect(abs(click - flash * 1920) <= 1) }
  }

  @Test("clicks stay with their flashes along a ramp, backwards and around a still")
  func ramp() throws {
    let workspace = try Workspace()
    let generator = try ClickAndFlash(
      interval: Time(seconds: 0.4), frameRate: rate, size: PixelSize(32, 16))
    let source = try Timeline.of(generator.picture, seconds: 11, audio: generator.sound)
    var request = ExportRequest(timeline: source)
    request.preset = try ExportPreset.named("ffv1")
    _ = try export(request, to: "clicks.mkv", in: workspace)
    let asset = try Asset.load(path: workspace.path("clicks.mkv"), gate: workspace.gate)
    // Half to double speed in eight seconds, a second's rest at 10.1 s of the source, then back.
    var layer = try layer(asset, 0, 275)
    layer.timing.remap = .expression { time in
      let t = time.seconds
      return t < 8 ? 0.5 * t + 0.75 * t * t / 8 + 0.1 : t < 9 ? 10.1 : 10.1 - 1.5 * (t - 9)
    }
    var show = composition([layer])
    show.frameRate = try FrameRate(50)
    let film = try export(try self.request(show), to: "ramp.mkv", in: workspace)
    let (grays, samples) = (try film.grays(), try film.samples())
    let flashes = grays.indices.filter { grays[$0] > 120 && ($0 == 0 || grays[$0 - 1] <= 120) }
    let clicks = Self.clicks(samples)
    #expect(flashes.count == 33 && clicks.count == flashes.count)
    for (flash, click) in zip(flashes, clicks) {
      let (shown, heard) = (Double(flash) / 50, Double(click) / 48_000)
      // Backwards, a flash begins with its last frame, one frame of the source before its click.
      let lead = shown > 9 ? 0.04 / 1.5 : 0
      #expect(abs(heard - shown - lead) <= 0.02 + 0.002, "heard at \(heard), seen at \(shown)")
    }
    #expect(samples[Int(8.01 * 48_000)..<Int(8.99 * 48_000)].allSatisfy { $0 == 0 })
  }

  @Test("in varispeed clicks land where the curve says, to two samples")
  func varispeedRamp() throws {
    let workspace = try Workspace()
    let generator = try ClickAndFlash(
      interval: Time(seconds: 0.4), frameRate: rate, size: PixelSize(32, 16))
    var source = Timeline()
    let track = source.addTrack(.audio)
    try source.updateTrack(track) {
      try $0.insert(TimeRange(seconds: 0, 11), of: .custom(generator.sound), at: nil)
    }
    var request = ExportRequest(timeline: source)
    request.output.audioCodec = .pcmFloat
    _ = try export(request, to: "clicks.wav", in: workspace)
    let asset = try Asset.load(path: workspace.path("clicks.wav"), gate: workspace.gate)
    // Half to double speed in eight seconds, then back.
    var layer = Layer(
      .media(video: nil, audio: .asset(try #require(asset.audio))), over: range(0, 350))
    layer.timing.remap = .expression { time in
      let t = time.seconds
      return t < 8 ? 0.5 * t + 0.75 * t * t / 8 + 0.1 : 10.1 - 1.5 * (t - 8)
    }
    var film = try self.request(composition([layer]))
    film.output.audioCodec = .pcmFloat
    film.timePitchAlgorithm = .varispeed
    let clicks = Self.clicks(try export(film, to: "ramp.wav", in: workspace).samples())
    let forward = (1...25).map { number in
      let place = 0.4 * Double(number) - 0.1
      return ((0.25 + 4 * 0.09375 * place).squareRoot() - 0.5) / (2 * 0.09375)
    }
    let back = (3...25).reversed().map { 8 + (10.1 - 0.4 * Double($0)) / 1.5 }
    let expected = (forward + back).filter { $0 < 13.99 }.map { $0 * 48_000 }
    #expect(clicks.count == expected.count, "\(clicks.count) of \(expected.count)")
    for (click, place) in zip(clicks, expected) {
      #expect(abs(Double(click) - place) <= 2, "\(click) for \(place)")
    }
  }

  /// Where clicks are loudest, those nearer than 50 ms to another being one.
  private static func clicks(_ samples: [Float]) -> [Int] {
    var found: [Int] = []
    for (index, value) in samples.enumerated() where abs(value) > 0.12 {
      guard let last = found.last, index - last < 2400 else {
        found.append(index)
        continue
      }
      if abs(value) > abs(samples[last]) { found[found.count - 1] = index }
    }
    return found
  }

  @Test("the same pictures for any number of threads", arguments: [2, 7])
  func threads(_ count: Int) throws {
    let workspace = try Workspace()
    let asset = try clip(20, in: workspace)
    var turned = try layer(asset, 0, 10)
    turned.transform.rotation = .keyframes(
      try KeyframeAnimation([
        Keyframe(time: .zero, value: 0.0),
        Keyframe(time: time(10), value: 90, timing: .eased(.elastic, .out)),
      ]))
    var show = composition([try layer(asset, 0, 10), turned])
    show.motionBlur = try MotionBlur(sampleCount: 4)
    var request = try request(show)
    request.renderThreadCount = 1
    let one = try export(request, to: "one.mkv", in: workspace).pictures()
    request.renderThreadCount = count
    #expect(try export(request, to: "more.mkv", in: workspace).pictures() == one)
  }

  @Test("the sound of a layer follows its volume, fades and speed") func sound() throws {
    let workspace = try Workspace()
    let tone = ToneSource(
      frequency: 500, gain: 0.8, waveform: .sine, duration: Time(wholeSeconds: 8))
    var layer = Layer(.media(video: nil, audio: .custom(tone)), over: range(25, 75))
    layer.audio.volume = .constant(0.5)
    layer.audio.fadeOut = time(25)
    layer.timing.speed = Rational(2, 1)
    let film = try export(try request(composition([layer])), to: "t.flac", in: workspace)
    let samples = try film.samples()
    #expect(abs(samples.count - 144_000) <= 1)
    func level(_ from: Double) -> Float {
      let first = Int(from * 48_000)
      let part = samples[first..<first + 4800]
      return (part.reduce(0) { $0 + $1 * $1 } / 4800).squareRoot() * Float(2).squareRoot()
    }
    #expect(samples[..<47_000].allSatisfy { abs($0) < 1e-4 })
    #expect(abs(level(1.5) - 0.4) < 0.02)
    #expect(abs(level(2.45) - 0.2) < 0.02)
    // The pitch is kept: 500 periods a second.
    let steady = samples[72_000..<81_600]
    let rises = zip(steady, steady.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(rises - 100) <= 2)
  }
}
