// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Sound of many kinds, made by the ffmpeg command line.
struct GeneratedSoundTests {
  private static let tone = "-f lavfi -i aevalsrc=0.4*sin(700*t)+0.2*sin(5000*t):s=48000:d=4"

  @Test(
    arguments: [
      "-c:a pcm_s16le a.wav", "-c:a pcm_s24le a.mov", "-c:a flac a.flac", "-c:a flac a.mkv",
      "-c:a aac a.m4a", "-c:a aac a.mkv", "-c:a aac a.ts", "-c:a libmp3lame a.mp3",
      "-c:a libmp3lame a.mkv", "-c:a libopus a.webm", "-c:a libopus a.ogg", "-c:a libvorbis a.ogg",
      "-c:a libvorbis a.webm", "-c:a ac3 a.mp4", "-ar 11025 -c:a pcm_u8 a.wav",
      "-ac 6 -c:a flac a.mka",
      "-ar 22050 -c:a libmp3lame a.avi", "-c:a tta a.tta",
    ])
  func decodesAsTheCommandLine(arguments: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(Self.tone) \(arguments)", in: folder)
    let name = String(arguments.split(separator: " ").last ?? "")
    let isExact = ["pcm", "flac", "vorbis", "tta"].contains { arguments.contains($0) }
    try SoundComparison.expectEqual(folder.file(name), jumpTolerance: isExact ? 0 : 0.02)
  }

  /// The last block is shorter than the others.
  @Test func trueAudioEndsWithItsLastBlock() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(Self.tone) -c:a tta a.tta", in: folder)
    let asset = try Asset.load(path: folder.file("a.tta"), gate: .unrestricted)
    #expect(asset.duration == Time(wholeSeconds: 4))
  }

  /// However a place is reached, its samples are the same: read at once, in blocks, after jumps.
  @Test(arguments: [(44100, 48000), (48000, 44100), (44100, 96000), (11025, 48000), (44101, 48000)])
  func resamplingDoesNotDependOnTheWay(from: Int, to: Int) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i aevalsrc=0.5*sin(1000*t):s=\(from):d=3 -c:a pcm_s16le a.wav", in: folder)
    let track = try #require(
      try Asset.load(path: folder.file("a.wav"), gate: .unrestricted).audio)
    func reader() throws -> AudioReader {
      try AudioReader(track: track, sampleRate: to, layout: .mono, gate: .unrestricted)
    }
    let whole = try reader().read(from: 0, frameCount: 3 * to).channels[0]
    let jumper = try reader()
    for start in [2 * to + 17, 5, to, to + 100, to / 2 + 1] {
      let part = try jumper.read(from: Int64(start), frameCount: 700).channels[0]
      #expect(part == Array(whole[start..<(start + 700)]), "from sample \(start)")
    }
    let middle = whole[(to / 2)..<(2 * to)]
    #expect(abs((middle.max() ?? 0) - 0.5) < 0.01, "the level is kept")
  }

  @Test func monoGoesToBothSidesAtFullLevelAndBack() throws {
    let mono = SampleBuffer(sampleRate: 48000, channels: [[0.25, -0.5, 1]])
    let wide = try AudioConverter(
      fromRate: 48000, fromLayout: .mono, toRate: 48000, toLayout: .stereo
    ).convert(mono)
    #expect(wide.channels == [[0.25, -0.5, 1], [0.25, -0.5, 1]])
    let narrow = try AudioConverter(
      fromRate: 48000, fromLayout: .stereo, toRate: 48000, toLayout: .mono
    ).convert(wide)
    #expect(narrow.channels == mono.channels)
  }

  @Test func gapsAndWhatLiesOutsideAreSilent() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i aevalsrc=0.5:s=48000:d=3 -af aselect='not(between(t,1,2))' -c:a pcm_s16le "
        + "-output_ts_offset 0.5 a.mkv", in: folder)
    let track = try #require(
      try Asset.load(path: folder.file("a.mkv"), gate: .unrestricted).audio)
    let reader = try AudioReader(
      track: track, sampleRate: 48000, layout: .mono, gate: .unrestricted)
    func level(at seconds: Double) throws -> Float {
      try reader.read(from: Int64(seconds * 48000), frameCount: 1).channels[0][0]
    }
    let expected: [(Double, Float)] = [
      (-1, 0), (0.4, 0), (0.6, 0.5), (1.4, 0.5), (1.7, 0), (2.3, 0), (2.6, 0.5), (3.4, 0.5), (9, 0),
    ]
    for (seconds, value) in expected {
      #expect(abs(try level(at: seconds) - value) < 0.001, "at \(seconds) s")
    }
  }
}
