// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Music that counts how many samples were asked of it.
private final class CountedMusic: Source {
  let count = Locked(0)
  let music: MusicSource
  var mediaType: MediaType { .audio }
  var duration: Time? { nil }
  var naturalSize: PixelSize { PixelSize(0, 0) }

  init(gain: Double) { music = MusicSource(seed: 5, gain: gain) }

  func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    count.withLock { $0 += frameCount }
    return try music.samples(from: start, frameCount: frameCount, sampleRate: sampleRate)
  }
}

/// Layers that are brought to a loudness.
@Suite struct ClipLoudnessTests {
  private func layer(
    _ source: any Source, _ from: Double, _ to: Double, _ target: LoudnessTarget?
  ) throws -> Layer {
    var layer = Layer(
      .media(video: nil, audio: .custom(source)), over: try TimeRange(seconds: from, to))
    layer.audio.loudness = target
    return layer
  }

  private func levels(_ layers: [Layer]) throws -> SoundLevels {
    var show = Composition(size: PixelSize(32, 16), frameRate: try FrameRate(25))
    for layer in layers { show.add(layer) }
    let request = try ExportRequest(show)
    return try #require(try request.soundLevels(gate: .unrestricted))
  }

  @Test("a layer comes to its loudness, however loud its source", arguments: [0.05, 0.2, 1.0])
  func reached(_ gain: Double) throws {
    let source = MusicSource(seed: 5, gain: gain)
    let found = try levels([layer(source, 0, 6, LoudnessTarget(.broadcast))]).loudness
    #expect(abs(found.integrated + 23) < 0.05, "\(found)")
  }

  @Test("volume and fades come after it") func volume() throws {
    var quiet = try layer(MusicSource(seed: 5), 0, 6, LoudnessTarget(.broadcast))
    quiet.audio.volume = .constant(0.5)
    let found = try levels([quiet]).loudness
    #expect(abs(found.integrated + 29.02) < 0.05, "\(found)")
  }

  @Test("nothing is limited, but a peak that is given lowers the gain") func peaks() throws {
    let target = try LoudnessTarget(integrated: -6)
    let source = MusicSource(seed: 5)
    let loud = try levels([layer(source, 0, 6, target)])
    #expect(abs(loud.loudness.integrated + 6) < 0.05 && loud.loudness.truePeak > 0)
    let held = try LoudnessTarget(integrated: -6, truePeak: -1)
    let kept = try levels([layer(source, 0, 6, held)])
    #expect(abs(kept.loudness.truePeak + 1) < 0.01 && kept.loudness.integrated < -7)
  }

  @Test("silence stays silence") func silence() throws {
    let found = try levels([layer(MusicSource(gain: 0), 0, 2, LoudnessTarget(.podcast))])
    #expect(found.loudness.isSilent)
  }

  @Test("a clip is measured once, however often the film is mixed") func once() throws {
    let source = CountedMusic(gain: 0.3)
    var show = Composition(size: PixelSize(32, 16), frameRate: try FrameRate(25))
    show.add(try layer(source, 0, 2, LoudnessTarget(.broadcast)))
    let request = try ExportRequest(show)
    _ = try request.soundLevels(gate: .unrestricted)
    #expect(source.count.withLock { $0 / 96_000 } == 2)
    _ = try request.soundLevels(gate: .unrestricted)
    #expect(source.count.withLock { $0 / 96_000 } == 3)
  }

  @Test("layers that play the same stretch of a file share what was measured") func shared() throws
  {
    let workspace = try Workspace()
    try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=3:r=48000", workspace.path("tone.wav")])
    let audio = try #require(
      try Asset.load(path: workspace.path("tone.wav"), gate: workspace.gate).audio)
    var show = Composition(size: PixelSize(32, 16), frameRate: try FrameRate(25))
    for (from, target) in [(0.0, -20.0), (4, -20), (8, -30)] {
      var layer = Layer(
        .media(video: nil, audio: .asset(audio)), over: try TimeRange(seconds: from, from + 3))
      layer.audio.loudness = try LoudnessTarget(integrated: target)
      show.add(layer)
    }
    let parameters = try #require(try ExportRequest(show).audioMix).parameters
    #expect(parameters[0].loudness === parameters[1].loudness)
    #expect(parameters[0].loudness !== parameters[2].loudness)
  }
}
