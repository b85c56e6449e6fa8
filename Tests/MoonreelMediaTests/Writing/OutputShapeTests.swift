// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Indexes, fragments, tags, chapters, limits, sequences.
@Suite("Shapes of output") struct OutputShapeTests {
  private let folder = TestFolder()
  private static let size = PixelSize(64, 48)

  private func settings(
    _ container: Container = .mp4, _ video: VideoCodec? = .h264, _ audio: AudioCodec? = nil
  ) throws -> OutputSettings {
    let rate = try FrameRate(25)
    return OutputSettings(
      container: container,
      video: video.map { VideoEncoding(codec: $0, size: Self.size, frameRate: rate) },
      audio: audio.map { AudioEncoding(codec: $0) })
  }

  /// Writes `frames` pictures (and as much sound).
  @discardableResult private func write(
    _ settings: OutputSettings, to path: String, frames: Int, warnings: WarningLog? = nil
  ) throws -> OutputSummary {
    let writer = try MediaWriter(
      path: path, settings: settings, gate: .unrestricted, warnings: warnings)
    for index in 0..<frames {
      if let video = settings.video {
        try writer.append(
          TestPictures.frame(
            index, format: video.codec == .gif ? .rgba : video.format, size: video.size,
            color: video.color), at: Int64(index))
      }
      if settings.audio != nil {
        try writer.append(TestPictures.tone(index * 1920, 1920, rate: 48_000, channels: 2))
      }
    }
    return try writer.finish()
  }

  @Test("the index comes first where asked for", arguments: [true, false])
  func fastStart(_ indexFirst: Bool) throws {
    var settings = try settings(.mp4, .h264, .aac)
    settings.optimizeForNetwork = indexFirst
    try write(settings, to: folder.file("a.mp4"), frames: 20)
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4")))
    let index = try #require(data.range(of: Data("moov".utf8))).lowerBound
    let media = try #require(data.range(of: Data("mdat".utf8))).lowerBound
    #expect((index < media) == indexFirst)
    #expect(try TestShell.stream(folder.file("a.mp4"), "v")["nb_read_frames"] == "20")
  }

  @Test(
    "a pipe gets a file that plays", arguments: [Container.mp4, .mov, .mkv, .webm, .wav, .flac])
  func pipe(_ container: Container) throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let got = folder.file("got.\(container.rawValue)")
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "cat '\(pipe)' > '\(got)'"]
    try reader.run()
    let video = EncoderCatalogue.videoCodecs(in: container).first
    let audio = EncoderCatalogue.audioCodecs(in: container).first
    let summary = try write(try settings(container, video, audio), to: pipe, frames: 30)
    reader.waitUntilExit()
    #expect(
      summary.bytes == (try FileManager.default.attributesOfItem(atPath: got)[.size]) as? Int64)
    if video != nil { #expect(try TestShell.stream(got, "v")["nb_read_frames"] == "30") }
    let samples = try TestShell.samples(got).count / 2
    #expect(samples >= 57_600 && samples < 57_600 + 2048)
  }

  @Test("tags and chapters arrive", arguments: [Container.mp4, .mov, .mkv, .webm])
  func tags(_ container: Container) throws {
    let video: VideoCodec = container == .webm ? .vp9 : .h264
    var settings = try settings(container, video)
    settings.metadata = ["title": "Moon & reel", "artist": "Ünïcödé", "comment": "a\nb"]
    settings.chapters = [
      Chapter(range: try TimeRange(seconds: 0, 0.5), title: "One"),
      Chapter(range: try TimeRange(seconds: 0.5, 1), title: "Two"),
    ]
    let path = folder.file("a.\(container.rawValue)")
    try write(settings, to: path, frames: 25)
    let found = try TestShell.format(path)
    #expect(found["TAG:title"] ?? found["TAG:TITLE"] == "Moon & reel")
    #expect(found["TAG:artist"] ?? found["TAG:ARTIST"] == "Ünïcödé")
    let chapters = String(
      decoding: try TestShell.output(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "chapter=start_time,end_time:chapter_tags=title", "-of",
          "csv=p=0", path,
        ]), as: UTF8.self)
    #expect(
      chapters.split(separator: "\n").map(String.init) == [
        "0.000000,0.500000,One", "0.500000,1.000000,Two",
      ])
    #expect(try Asset.load(path: path, gate: .unrestricted).chapters == settings.chapters)
    #expect(try TestShell.stream(path, "v")["nb_read_frames"] == "25")
  }

  /// How long each frame of an animation stays, in its packets' own words, in seconds.
  private func delays(_ path: String) throws -> [Double] {
    let data = try TestShell.output(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=duration_time", "-of",
        "csv=p=0", path,
      ])
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
      Double($0.filter { $0.isNumber || $0 == "." })
    }
  }

  @Test(
    "the last frame of an animation stays as long as it is to, and all together as long as the film",
    arguments: [Container.gif, .apng], [7, 10, 12, 15, 24, 25, 30, 50])
  func lastDelay(_ container: Container, _ rate: Int64) throws {
    let codec: VideoCodec = container == .gif ? .gif : .apng
    for frames in 1...9 where container == .gif || frames > 1 {
      var settings = try settings(container, codec)
      settings.video?.frameRate = try FrameRate(rate)
      let path = folder.file("a.\(container.rawValue)")
      try write(settings, to: path, frames: frames)
      let found = try delays(path)
      #expect(found.count == frames)
      let exact = Double(frames) / Double(rate)
      let unit = container == .gif ? 0.01 : 0.000_001
      let sum = (exact / unit).rounded() * unit
      #expect(abs(found.reduce(0, +) - sum) < 0.000_1, "\(frames) frames: \(found)")
    }
  }

  @Test("the last frame has its own time where frames are shown at times of their own")
  func lastDelayOfSchedule() throws {
    let times = try [0, 0.1, 0.3].map { try Time(seconds: $0) }
    for (container, codec) in [(Container.gif, VideoCodec.gif), (.apng, .apng)] {
      var settings = try settings(container, codec)
      settings.video?.schedule = try FrameSchedule(times, end: Time(seconds: 0.75))
      let path = folder.file("b.\(container.rawValue)")
      try write(settings, to: path, frames: 3)
      #expect(try delays(path) == [0.1, 0.2, 0.45])
    }
  }

  @Test("tags without a place are warned of")
  func strayTags() throws {
    var settings = try settings()
    settings.metadata = ["title": "x", "mood": "blue"]
    let warnings = WarningLog()
    try write(settings, to: folder.file("a.mp4"), frames: 2, warnings: warnings)
    #expect(
      warnings.all.map(\.message) == ["A mp4 file has no place for the tag 'mood': left out."])
  }

  struct LimitCase: CustomTestStringConvertible, Sendable {
    var container: Container
    var video: VideoCodec?
    var audio: AudioCodec?
    var limit: Int64
    var testDescription: String { "\(container.rawValue) \(audio?.rawValue ?? "") \(limit)" }
  }

  static let limits: [LimitCase] = [
    LimitCase(container: .mp4, video: .h264, audio: .aac, limit: 40_000),
    LimitCase(container: .mov, video: .prores422, audio: .pcm24, limit: 300_000),
    LimitCase(container: .mkv, video: .ffv1, audio: .flac, limit: 150_000),
    LimitCase(container: .webm, video: .vp9, audio: .opus, limit: 30_000),
    LimitCase(container: .mp4, video: .hevc, audio: nil, limit: 12_000),
    LimitCase(container: .wav, video: nil, audio: .pcm16, limit: 100_000),
    LimitCase(container: .m4a, video: nil, audio: .aac, limit: 20_000),
    LimitCase(container: .gif, video: .gif, audio: nil, limit: 60_000),
  ]

  @Test("a length limit cuts pictures and sound at one time", arguments: limits)
  func lengthLimit(_ test: LimitCase) throws {
    let path = folder.file("a.\(test.container.rawValue)")
    var settings = try settings(test.container, test.video, test.audio)
    settings.fileLengthLimit = test.limit
    let frames = 100
    let summary = try write(settings, to: path, frames: frames)
    #expect(summary.reachedLengthLimit)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64
    #expect(summary.bytes == size)
    #expect(summary.bytes <= test.limit)
    #expect(summary.bytes > test.limit / 2, "the limit is made use of")
    if test.video != nil {
      #expect(summary.frames > 0 && summary.frames < frames)
      #expect(try TestShell.stream(path, "v")["nb_read_frames"] == "\(summary.frames)")
      let pictures = try TestShell.pictures(path, "gray").count
      #expect(pictures == Int(summary.frames) * Self.size.width * Self.size.height)
    }
    guard let audio = test.audio else { return }
    if test.video != nil { #expect(summary.samples == summary.frames * 1920) }
    let decoded = try TestShell.samples(path).count / 2
    if audio.traits.bytesPerSample != nil || audio == .opus {
      #expect(decoded == Int(summary.samples))
    } else {
      #expect(decoded >= Int(summary.samples) && decoded < Int(summary.samples) + 8192)
    }
  }

  @Test("a limit that is not reached changes nothing")
  func roomyLimit() throws {
    let plain = try write(try settings(.mp4, .h264, .aac), to: folder.file("a.mp4"), frames: 30)
    var settings = try settings(.mp4, .h264, .aac)
    settings.fileLengthLimit = 10_000_000
    let limited = try write(settings, to: folder.file("b.mp4"), frames: 30)
    #expect(!limited.reachedLengthLimit)
    #expect(limited.frames == 30 && limited.samples == plain.samples)
    let (a, b) = (
      try TestShell.stream(folder.file("a.mp4"), "v"),
      try TestShell.stream(folder.file("b.mp4"), "v")
    )
    #expect(a["nb_frames"] == "30" && b["nb_frames"] == "30")
    #expect(a["duration"] == b["duration"])
  }

  @Test("a limit below the first picture is an error and leaves nothing")
  func tinyLimit() throws {
    var settings = try settings(.mov, .prores4444)
    settings.fileLengthLimit = 5200
    let error = #expect(throws: MoonreelError.self) {
      try write(settings, to: folder.file("a.mov"), frames: 5)
    }
    #expect(error?.code == .limitExceeded)
    #expect(folder.names.isEmpty)
  }

  @Test("numbered pictures go into a pattern, a folder that exists or one that does not")
  func sequences() throws {
    let settings = try settings(.png, .png)
    let made = folder.file("made")
    try write(settings, to: made + "/", frames: 3)
    #expect(try list(made) == ["frame_0001.png", "frame_0002.png", "frame_0003.png"])
    try write(settings, to: made + "/shot%02d.png", frames: 2)
    #expect(try list(made).count == 5)
    let warnings = WarningLog()
    let summary = try write(settings, to: made, frames: 1, warnings: warnings)
    #expect(try list(made).count == 5)
    #expect(warnings.all.count == 1)
    #expect(summary.path.hasSuffix("made/frame_%04d.png"))
    #expect(folder.names == ["made"])
    let decoded = [UInt8](try TestShell.pictures(made + "/shot02.png", "rgb24"))
    let expected = TestPictures.frame(1, format: .rgb24, size: Self.size, color: .srgb)
    #expect(decoded == TestPictures.bytes(expected))
  }

  @Test("an abandoned sequence leaves nothing")
  func abandonedSequence() throws {
    let writer = try MediaWriter(
      path: folder.file("made/"), settings: try settings(.png, .png), gate: .unrestricted)
    try writer.append(
      TestPictures.frame(0, format: .rgb24, size: Self.size, color: .srgb), at: 0)
    writer.cancel()
    #expect(folder.names.isEmpty)
  }

  @Test("one picture goes into one file, a second is an error")
  func singlePicture() throws {
    try write(try settings(.jpeg, .jpeg), to: folder.file("a.jpg"), frames: 1)
    #expect(try TestShell.stream(folder.file("a.jpg"), "v")["codec_name"] == "mjpeg")
    let error = #expect(throws: MoonreelError.self) {
      try write(try settings(.png, .png), to: folder.file("a.png"), frames: 2)
    }
    #expect(error?.message.contains("a_%04d.png") == true)
    #expect(folder.names == ["a.jpg"])
  }

  @Test("16-bit PNG keeps every bit")
  func deepPNG() throws {
    var settings = try settings(.png, .png)
    settings.video?.format = .rgba64
    try write(settings, to: folder.file("a.png"), frames: 1)
    let decoded = [UInt8](try TestShell.pictures(folder.file("a.png"), "rgba64le"))
    let expected = TestPictures.frame(0, format: .rgba64, size: Self.size, color: .srgb)
    #expect(decoded == TestPictures.bytes(expected))
  }

  private func list(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
