// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Channels of the film made of those of the source.
@Suite struct ChannelMatrixTests {
  /// Six tones, one a channel of 5.1.
  private func tones(in workspace: Workspace, rate: Int = 48_000) throws -> String {
    let path = workspace.path("six.flac")
    let tones = (0..<6).map { "0.1*sin(2*PI*\(200 + 110 * $0)*t)" }.joined(separator: "|")
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "aevalsrc=exprs='\(tones)':c=5.1:s=\(rate):d=0.5"]
        + ["-c:a", "flac", path])
    return path
  }

  private func heard(
    _ source: SegmentSource, _ matrix: [[Double]]?, _ layout: ChannelLayout, rate: Int = 48_000,
    _ workspace: Workspace, block: Int = 4096
  ) throws -> [[Float]] {
    let range = try TimeRange(seconds: 0, 0.5)
    let (timeline, track) = try SoundOfFilm.timeline([
      Segment(source: source, mapping: TimeMapping(source: range, target: range))
    ])
    var parameters = AudioMixParameters(trackID: track)
    parameters.inputMatrix = matrix
    return try SoundOfFilm.mixed(
      timeline, AudioMix(parameters: [parameters]), rate: rate, layout: layout,
      gate: workspace.gate, block: block)
  }

  private func asset(_ path: String, _ workspace: Workspace) throws -> SegmentSource {
    .asset(try #require(try Asset.load(path: path, gate: workspace.gate).audio))
  }

  /// `matrix` in the words of ffmpeg's `pan`.
  private func pan(_ name: String, _ matrix: [[Double]]) -> String {
    let rows = matrix.enumerated().map { row, gains in
      let terms = gains.enumerated().filter { $0.element != 0 }
      return "c\(row)="
        + (terms.isEmpty
          ? "0*c0" : terms.map { "\($0.element)*c\($0.offset)" }.joined(separator: "+"))
    }
    return "aformat=sample_fmts=fltp,pan=\(name)|" + rows.joined(separator: "|")
  }

  private func pick(_ channel: Int) -> [Double] { (0..<6).map { $0 == channel ? 1 : 0 } }

  @Test("each channel of 5.1 into stereo and mono, as ffmpeg's pan") func picked() throws {
    let workspace = try Workspace()
    let path = try tones(in: workspace)
    for channel in 0..<6 {
      for (name, layout) in [("stereo", ChannelLayout.stereo), ("mono", .mono)] {
        let matrix = [[Double]](repeating: pick(channel), count: layout.count)
        let found = try heard(asset(path, workspace), matrix, layout, workspace)
        let expected = try SoundOfFilm.ffmpeg(
          ["-i", path, "-af", pan(name, matrix)], channelCount: layout.count)
        #expect(SoundOfFilm.difference(found, expected) < 1e-6, "\(channel) into \(name)")
        #expect((found[0].map(abs).max() ?? 0) > 0.099)
      }
    }
  }

  @Test("gains between all layouts, as ffmpeg's pan") func mixedAsPan() throws {
    let workspace = try Workspace()
    let path = try tones(in: workspace)
    for (name, layout) in ChannelLayout.named {
      let matrix = (0..<layout.count).map { row -> [Double] in
        (0..<6).map { column -> Double in
          let number = (column * 7 + row * 3) % 11 - 5
          return Double(number) / 8
        }
      }
      let found = try heard(asset(path, workspace), matrix, layout, workspace)
      let expected = try SoundOfFilm.ffmpeg(
        ["-i", path, "-af", pan(name, matrix)], channelCount: layout.count)
      #expect(SoundOfFilm.difference(found, expected) < 1e-6, "\(name)")
      #expect(try heard(asset(path, workspace), matrix, layout, workspace, block: 333) == found)
    }
  }

  @Test("stereo spread over 7.1") func spread() throws {
    let workspace = try Workspace()
    let path = workspace.path("two.wav")
    try Tool.ffmpeg(
      [
        "-f", "lavfi", "-i",
        "aevalsrc=exprs='0.2*sin(900*t)|0.2*sin(1500*t)':c=stereo:s=48000:d=0.5",
      ]
        + ["-c:a", "pcm_f32le", path])
    let matrix = [
      [1, 0], [0, 1], [0.5, 0.5], [0.1, 0.1], [0.7, -0.2], [-0.2, 0.7], [0.4, 0], [0, 0.4],
    ]
    let found = try heard(asset(path, workspace), matrix, .surround71, workspace)
    let expected = try SoundOfFilm.ffmpeg(
      ["-i", path, "-af", pan("7.1", matrix)], channelCount: 8)
    #expect(SoundOfFilm.difference(found, expected) < 1e-6)
  }

  @Test("at another rate, too") func resampled() throws {
    let workspace = try Workspace()
    let path = try tones(in: workspace, rate: 44_100)
    let all = try heard(asset(path, workspace), nil, .surround51, workspace)
    let found = try heard(asset(path, workspace), [pick(2), pick(5)], .stereo, workspace)
    #expect(SoundOfFilm.difference(found, [all[2], all[5]]) < 1e-6)
  }

  @Test("what a matrix leaves out is silent") func short() throws {
    let workspace = try Workspace()
    let path = try tones(in: workspace)
    let found = try heard(asset(path, workspace), [[0, 0, 1]], .stereo, workspace)
    #expect(found[1].allSatisfy { $0 == 0 } && found[0].contains { $0 != 0 })
    // Channels that there are not, and rows for which there is no channel.
    let many = [[Double]](repeating: [Double](repeating: 1, count: 20), count: 20)
    #expect(try heard(asset(path, workspace), many, .mono, workspace)[0].contains { $0 != 0 })
  }

  @Test("sources in code have left and right, nested timelines the film's channels")
  func otherSources() throws {
    let workspace = try Workspace()
    let noise = SegmentSource.custom(NoiseSource(seed: 3))
    let plain = try heard(noise, nil, .stereo, workspace)
    #expect(try heard(noise, [[0, 1], [1, 0]], .stereo, workspace) == [plain[1], plain[0]])
    #expect(try heard(noise, [[0, 1]], .mono, workspace) == [plain[1]])
    let range = try TimeRange(seconds: 0, 0.5)
    let nested = SegmentSource.timeline(
      try SoundOfFilm.timeline([
        Segment(source: noise, mapping: TimeMapping(source: range, target: range))
      ]).0)
    #expect(try heard(nested, [[0, 1], [1, 0]], .stereo, workspace) == [plain[1], plain[0]])
  }

  @Test("a layer's matrix") func layers() throws {
    let workspace = try Workspace()
    let path = try tones(in: workspace)
    var layer = Layer(
      .media(video: nil, audio: try asset(path, workspace)), over: try TimeRange(seconds: 0, 0.5))
    layer.audio.channelMatrix = [pick(2), pick(2)]
    var show = Composition(size: PixelSize(16, 16), frameRate: try FrameRate(25))
    show.add(layer)
    let film = try show.lowered()
    let found = try SoundOfFilm.mixed(film.timeline, film.audioMix, gate: workspace.gate)
    let expected = try heard(asset(path, workspace), [pick(2), pick(2)], .stereo, workspace)
    #expect(found == expected)
  }

  /// The rates and layouts that WAV files are written with.
  static let shapes = [8000, 22_050, 44_100, 48_000, 96_000, 192_000].flatMap { rate in
    ChannelLayout.named.map { (rate: rate, name: $0.name, layout: $0.layout) }
  }

  @Test("a WAV file of every rate and layout holds the mix", arguments: shapes)
  func written(rate: Int, name: String, layout: ChannelLayout) throws {
    let workspace = try Workspace()
    let path = try tones(in: workspace)
    let range = try TimeRange(seconds: 0, 0.5)
    let (timeline, _) = try SoundOfFilm.timeline([
      Segment(
        source: try asset(path, workspace), mapping: TimeMapping(source: range, target: range))
    ])
    var request = ExportRequest(timeline: timeline)
    (request.output.sampleRate, request.output.channelLayout) = (rate, layout)
    request.output.audioCodec = .pcmFloat
    let file = workspace.path("film.wav")
    _ = try ExportSession(request, outputPath: file, gate: workspace.gate).run()
    let words = String(
      decoding: try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=sample_rate,channels,channel_layout"]
          + ["-of", "default=nw=1:nk=1", file]), as: UTF8.self
    ).split(separator: "\n")
    #expect(words == ["\(rate)", "\(layout.count)", "\(name)"])
    let expected = try SoundOfFilm.mixed(
      timeline, rate: rate, layout: layout, gate: workspace.gate)
    let found = try SoundOfFilm.ffmpeg(["-i", file], channelCount: layout.count)
    #expect(SoundOfFilm.difference(found, expected) == 0)
    // The tones that come through are as loud as ffmpeg's matrix has them.
    guard rate == 48_000 else { return }
    let reference = try SoundOfFilm.ffmpeg(
      ["-i", path, "-af", "aformat=sample_fmts=fltp:channel_layouts=\(name)"],
      channelCount: layout.count)
    #expect(SoundOfFilm.difference(found, reference) < 1e-6)
  }
}
