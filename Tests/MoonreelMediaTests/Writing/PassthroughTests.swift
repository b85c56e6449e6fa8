// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Packets copied from files into files.
@Suite("Passthrough") struct PassthroughTests {
  private let folder = TestFolder()
  private static let size = PixelSize(64, 48)

  /// A clip of 50 frames at 25 a second with a key frame every 10 and B-frames between, and 2 s of
  /// tone.
  private func makeClip(_ name: String) throws -> (AssetTrack, AssetTrack) {
    var video = VideoEncoding(codec: .h264, size: Self.size, frameRate: try FrameRate(25))
    video.options = [
      "g": "10", "bf": "2", "sc_threshold": "0", "x264-params": "open-gop=0:b-adapt=0",
    ]
    // Noise substitution would make the decoder's random numbers audible: no two runs would be equal.
    let sound = AudioEncoding(codec: .aac, options: ["aac_pns": "0"])
    let writer = try MediaWriter(
      path: folder.file(name),
      settings: OutputSettings(container: .mp4, video: video, audio: sound),
      gate: .unrestricted)
    for index in 0..<50 {
      try writer.append(
        TestPictures.frame(index, format: .yuv420(), size: Self.size), at: Int64(index))
      try writer.append(TestPictures.tone(index * 1920, 1920, rate: 48_000, channels: 2))
    }
    _ = try writer.finish()
    let asset = try Asset.load(path: folder.file(name), gate: .unrestricted)
    return (try #require(asset.video), try #require(asset.audio))
  }

  private func copy(
    _ ranges: [TimeRange], _ tracks: (AssetTrack, AssetTrack), to name: String,
    _ container: Container
  ) throws -> OutputSummary {
    let video = try PacketReader(track: tracks.0, gate: .unrestricted)
    let audio = try PacketReader(track: tracks.1, gate: .unrestricted)
    let writer = try PassthroughWriter(
      path: folder.file(name), container: container,
      tracks: [(tracks.0, video.parameters), (tracks.1, audio.parameters)], gate: .unrestricted)
    let cuts = { (reader: PacketReader) in
      ranges.map { reader.cut($0, canHide: writer.canHide, isFirst: $0 == ranges[0]) }
    }
    writer.expect(cuts(video), on: 0)
    writer.expect(cuts(audio), on: 1)
    var time = Time.zero
    for range in ranges {
      try writer.append(range, of: video, to: 0, at: time)
      try writer.append(range, of: audio, to: 1, at: time)
      time = time + range.duration
    }
    return try writer.finish()
  }

  @Test(
    "segments cut at key frames are joined to the very same pictures",
    arguments: [
      Container.mp4, .mov,
    ])
  func joined(_ container: Container) throws {
    let tracks = try makeClip("clip.mp4")
    let ranges = [
      try TimeRange(seconds: 0.4, 0.8), try TimeRange(seconds: 1.2, 2),
      try TimeRange(seconds: 0, 0.4),
    ]
    let name = "out.\(container.rawValue)"
    let summary = try copy(ranges, tracks, to: name, container)
    #expect(summary.frames == 40)
    #expect(summary.duration == Time(wholeSeconds: 8).multiplied(by: 1, dividedBy: 5))
    let found = try TestShell.stream(folder.file(name), "v")
    #expect(found["nb_frames"] == "40" && found["nb_read_frames"] == "40")
    #expect(abs((Double(found["duration"] ?? "") ?? 0) - 1.6) < 1e-4)
    let bytes = Self.size.width * Self.size.height * 3 / 2
    let source = [UInt8](try TestShell.pictures(folder.file("clip.mp4"), "yuv420p"))
    let frames = Array(10..<20) + Array(30..<50) + Array(0..<10)
    let expected = frames.flatMap { source[$0 * bytes..<($0 + 1) * bytes] }
    #expect([UInt8](try TestShell.pictures(folder.file(name), "yuv420p")) == expected)
    let sound = try TestShell.stream(folder.file(name), "a")
    #expect(abs((Double(sound["start_time"] ?? "") ?? 1)) < 1e-3)
    #expect(abs((Double(sound["duration"] ?? "") ?? 0) - 1.6) < 1e-3)
  }

  @Test("a whole clip is copied sample for sample")
  func whole() throws {
    let tracks = try makeClip("clip.mp4")
    _ = try copy([try TimeRange(seconds: 0, 2)], tracks, to: "out.mp4", .mp4)
    let (a, b) = (
      try TestShell.samples(folder.file("clip.mp4")), try TestShell.samples(folder.file("out.mp4"))
    )
    #expect(a == b)
  }

  @Test(
    "where nothing can be hidden, cuts within groups are refused, and nothing is left",
    arguments: [(0.52, 0.8), (0.4, 0.6)])
  func refused(_ from: Double, _ to: Double) throws {
    let tracks = try makeClip("clip.mp4")
    let error = #expect(throws: MoonreelError.self) {
      _ = try copy([try TimeRange(seconds: from, to)], tracks, to: "out.mkv", .mkv)
    }
    #expect(error?.message.contains("key frame") == true, "\(error?.message ?? "")")
    #expect(folder.names == ["clip.mp4"])
  }

  @Test("cuts anywhere show their frames and nothing else", arguments: [Container.mp4, .mov])
  func anywhere(_ container: Container) throws {
    let tracks = try makeClip("clip.mp4")
    let cuts = [(0, 17), (13, 14), (22, 39), (5, 10)]
    let ranges = try cuts.map { try TimeRange(seconds: Double($0) / 25, Double($1) / 25) }
    let name = "out.\(container.rawValue)"
    let summary = try copy(ranges, tracks, to: name, container)
    #expect(summary.frames == 40)
    let found = try TestShell.stream(folder.file(name), "v")
    #expect(found["nb_read_frames"] == "40")
    #expect(abs((Double(found["duration"] ?? "") ?? 0) - 1.6) < 1e-6)
    let bytes = Self.size.width * Self.size.height * 3 / 2
    let source = [UInt8](try TestShell.pictures(folder.file("clip.mp4"), "yuv420p"))
    let expected = cuts.flatMap { source[$0 * bytes..<$1 * bytes] }
    #expect([UInt8](try TestShell.pictures(folder.file(name), "yuv420p")) == expected)
    // Our own reader finds the same frames at the same times.
    let video = try #require(try Asset.load(path: folder.file(name), gate: .unrestricted).video)
    let reader = try VideoReader(track: video, gate: .unrestricted)
    let rate = try FrameRate(25)
    #expect(video.timeRange == TimeRange(start: .zero, end: rate.time(ofFrame: 40)))
    for frame in 0..<40 {
      #expect(
        try reader.frame(at: rate.time(ofFrame: Int64(frame))).time
          == rate.time(ofFrame: Int64(frame)))
    }
  }

  @Test("sound cut within packets begins and ends at the sample, its decoder warm")
  func soundWithin() throws {
    let tracks = try makeClip("clip.mp4")
    _ = try copy([try TimeRange(seconds: 0.52, 1.72)], tracks, to: "out.mp4", .mp4)
    let source = try TestShell.samples(folder.file("clip.mp4"))
    let cut = try TestShell.samples(folder.file("out.mp4"))
    let channels = source.count / 96_000  // interleaved, two seconds
    let expected = Array(source[24_960 * channels..<82_560 * channels])
    #expect(Array(cut.prefix(expected.count)) == expected)
    // libav decodes the last packet whole; the file says where it ends.
    #expect(cut.count - expected.count < 1024 * channels)
    let found = try TestShell.stream(folder.file("out.mp4"), "a")
    #expect(abs((Double(found["duration"] ?? "") ?? 0) - 1.2) < 1e-6)
  }

  @Test("a codec that the container cannot hold is refused")
  func unfit() throws {
    let tracks = try makeClip("clip.mp4")
    let error = #expect(throws: MoonreelError.self) {
      _ = try copy([try TimeRange(seconds: 0, 1)], tracks, to: "out.webm", .webm)
    }
    #expect(error?.code == .encodingFailed)
  }
}
