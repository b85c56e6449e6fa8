// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Cuts in the sound of files: those that are heard do not click, and those that are not change nothing.
@Suite struct DeclickFileTests {
  private static let speech = "media/speech-female-48k.wav"
  private static let declick = Time(flicks: Time.flicksPerSecond / 200)

  /// Numbers that are the same in every run.
  private struct Dice {
    var state: UInt64

    mutating func time(_ range: Range<Time>) -> Time {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let length = (range.upperBound - range.lowerBound).flicks
      return range.lowerBound + Time(flicks: Int64(state >> 24) % length)
    }
  }

  /// Six seconds of speech, where it is there, or of a wavering tone with noise, in a file of its own.
  private func sound(_ name: String, _ codec: [String], _ workspace: Workspace) throws -> AssetTrack
  {
    let path = workspace.path(name)
    let shared = Workspace.sharedFolder + "/" + Self.speech
    let input =
      Workspace.hasShared(Self.speech)
      ? ["-i", shared]
      : ["-f", "lavfi", "-i", "aevalsrc=0.3*sin(900*t*(1+0.1*sin(9*t)))+0.1*random(0):s=48000:d=6"]
    try Tool.ffmpeg(input + ["-t", "6", "-ac", "2"] + codec + [path])
    return try #require(try Asset.load(path: path, gate: workspace.gate).audio)
  }

  /// The times from `start` to `end`, both included, with `count` others between them.
  private func cuts(_ count: Int, _ start: Time, _ end: Time, seed: UInt64) -> [Time] {
    var dice = Dice(state: seed)
    var times: Set<Time> = [start, end]
    while times.count < count + 2 { times.insert(dice.time(start..<end)) }
    return times.sorted()
  }

  private func segment(_ track: AssetTrack, _ range: TimeRange) -> Segment {
    Segment(source: .asset(track), mapping: TimeMapping(source: range, target: range))
  }

  private func mixed(_ segments: [Segment], declick: Time, _ workspace: Workspace) throws
    -> [[Float]]
  {
    let (timeline, track) = try SoundOfFilm.timeline(segments)
    var parameters = AudioMixParameters(trackID: track)
    parameters.declick = declick
    return try SoundOfFilm.mixed(
      timeline, AudioMix(parameters: [parameters]), gate: workspace.gate)
  }

  private func mixed(_ layers: [Layer], _ workspace: Workspace) throws -> [[Float]] {
    var show = Composition(size: PixelSize(16, 16), frameRate: try FrameRate(25))
    for layer in layers { show.add(layer) }
    let film = try show.lowered()
    return try SoundOfFilm.mixed(film.timeline, film.audioMix, gate: workspace.gate)
  }

  private func layer(_ source: SegmentSource, _ range: TimeRange) -> Layer {
    layer(.media(video: nil, audio: source), range)
  }

  private func layer(_ source: LayerSource, _ range: TimeRange) -> Layer {
    var timing = LayerTiming()
    timing.sourceStart = range.start
    var layer = Layer(source, over: range, timing: timing)
    layer.audio.declick = Self.declick
    return layer
  }

  static let files = [("a.m4a", ["-c:a", "aac"]), ("a.flac", ["-c:a", "flac"])]

  @Test("a thousand splits of a file change nothing, on a track or as layers", arguments: files)
  func splits(name: String, codec: [String]) throws {
    let workspace = try Workspace()
    let track = try sound(name, codec, workspace)
    let end = try Time(seconds: 5.5)
    let whole = try mixed(
      [segment(track, TimeRange(start: .zero, end: end))], declick: Self.declick, workspace)
    // 900 in one film, and ten films with ten each.
    let times = cuts(900, .zero, end, seed: 5)
    let pieces = zip(times, times.dropFirst()).map { TimeRange(start: $0, end: $1) }
    #expect(
      try mixed(pieces.map { segment(track, $0) }, declick: Self.declick, workspace) == whole)
    #expect(try mixed(pieces.map { layer(.asset(track), $0) }, workspace) == whole)
    for seed in 0..<10 as Range<UInt64> {
      let times = cuts(10, .zero, end, seed: 100 + seed)
      let pieces = zip(times, times.dropFirst()).map { TimeRange(start: $0, end: $1) }
      #expect(
        try mixed(pieces.shuffledLike(seed).map { layer(.asset(track), $0) }, workspace) == whole)
    }
  }

  @Test("layers of generators and of one composition, too") func otherSources() throws {
    let workspace = try Workspace()
    var inner = Composition(size: PixelSize(16, 16), frameRate: try FrameRate(25))
    inner.add(layer(.custom(NoiseSource(seed: 5)), try TimeRange(seconds: 0, 3)))
    let nested = LayerSource.composition(try inner.lowered())
    let whole = try TimeRange(seconds: 0, 2)
    let cut = [try TimeRange(seconds: 0, 0.7), try TimeRange(seconds: 0.7, 2)]
    for source in [
      .media(video: nil, audio: .custom(ToneSource(frequency: 99))), nested,
      .media(video: nil, audio: .timeline(try inner.lowered().timeline)),
    ] as [LayerSource] {
      let plain = try mixed([layer(source, whole)], workspace)
      #expect(try mixed(cut.map { layer(source, $0) }, workspace) == plain)
      #expect(plain[0][0] == 0 && plain[0].contains { abs($0) > 0.1 })
    }
  }

  /// What makes the sound on either side of a cut another one.
  static let changes: [@Sendable (inout LayerAudio) -> Void] = [
    { $0.volume = .constant(0.5) }, { $0.decibels = .constant(-3) }, { $0.pan = .constant(1) },
    { $0.balance = .constant(1) }, { $0.isInverted = true }, { $0.declick = Time(flicks: 9) },
    { $0.fadeIn = Time(wholeSeconds: 1) }, { $0.channelMatrix = [[0, 1], [1, 0]] },
    { $0.loudness = LoudnessTarget(.podcast) },
  ]

  @Test("where the sound changes at the cut it swells", arguments: changes.indices)
  func otherSounds(index: Int) throws {
    let workspace = try Workspace()
    let tone = SegmentSource.custom(ToneSource(frequency: 99))
    var layers = [
      layer(tone, try TimeRange(seconds: 0, 1)), layer(tone, try TimeRange(seconds: 1, 2)),
    ]
    Self.changes[index](&layers[1].audio)
    let found = try mixed(layers, workspace)
    // Half a declick before the cut the first has half of its level.
    let plain = try mixed([layer(tone, try TimeRange(seconds: 0, 2))], workspace)
    #expect(abs(found[0][47_880] - plain[0][47_880] / 2) < 1e-6)
  }

  @Test("a thousand cuts of real sound do not click") func cutsAreSmooth() throws {
    let workspace = try Workspace()
    let track = try sound("a.wav", ["-c:a", "pcm_f32le"], workspace)
    var dice = Dice(state: 8)
    var (segments, at, edges) = ([Segment](), Time.zero, [Int]())
    for _ in 0..<1000 {
      let length = dice.time(
        Time(flicks: Time.flicksPerSecond / 50)..<Time(flicks: Time.flicksPerSecond / 10))
      let from = dice.time(.zero..<Time(wholeSeconds: 5))
      segments.append(
        Segment(
          source: .asset(track),
          mapping: TimeMapping(
            source: TimeRange(start: from, duration: length),
            target: TimeRange(start: at, duration: length))))
      at = at + length
      edges.append(Int(at.value(timescale: 48_000)))
    }
    /// How far the samples at the cuts lie off the lines through their neighbours, at most.
    func roughest(_ samples: [Float]) -> Float {
      let places = edges.dropLast().flatMap { [$0 - 1, $0] }
      let bends = places.map { index -> Float in
        let middle = (samples[index - 1] + samples[index + 1]) / 2
        return 2 * abs(samples[index] - middle)
      }
      return bends.max() ?? 0
    }
    let hard = try mixed(segments, declick: .zero, workspace)
    let soft = try mixed(segments, declick: Self.declick, workspace)
    // Within two samples of a cut the gain is below 2/240; three terms, one of them twice.
    let loudest = hard[0].map(abs).max() ?? 0
    #expect(roughest(soft[0]) <= loudest * 4 * 2.5 / 240)
    #expect(roughest(hard[0]) > loudest * 0.3)
  }
}

extension Array {
  /// The elements in another order, the same for the same number.
  fileprivate func shuffledLike(_ number: UInt64) -> [Element] {
    var state = number &+ 1
    return map { element in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (element, state)
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
