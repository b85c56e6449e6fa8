// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Frame counts, durations and the offset of sound against pictures.
@Suite("Timing of written files") struct TimingTests {
  private let folder = TestFolder()
  private static let size = PixelSize(64, 64)

  struct RateCase: CustomTestStringConvertible, Sendable {
    var container: Container
    var rate: (Int64, Int64)
    var frames: Int
    var testDescription: String { "\(container.rawValue) \(rate.0)/\(rate.1) \(frames)" }
  }

  static let rates: [RateCase] = usualRates + broadcastRates

  private static let broadcastRates: [RateCase] = [Container.ts, .mpg, .mxf, .avi].flatMap {
    container in
    [(24000, 1001), (25, 1), (30000, 1001), (60, 1)].map { (rate: (Int64, Int64)) in
      RateCase(container: container, rate: rate, frames: 31)
    }
  }

  private static let usualRates: [RateCase] =
    [Container.mp4, .mkv].flatMap { container in
      [(1, 10), (24, 1), (24000, 1001), (25, 1), (30000, 1001), (60000, 1001), (240, 1)].map {
        RateCase(container: container, rate: $0, frames: $0.0 == 1 ? 3 : 61)
      } + [RateCase(container: container, rate: (30, 1), frames: 1)]
    } + [
      RateCase(container: .mov, rate: (30000, 1001), frames: 40),
      RateCase(container: .webm, rate: (24000, 1001), frames: 20),
    ]

  @Test("frame n is at n periods, the count and the duration are exact", arguments: rates)
  func rate(_ test: RateCase) throws {
    let path = folder.file("a.\(test.container.rawValue)")
    let rate = try FrameRate(test.rate.0, test.rate.1)
    let codec = EncoderCatalogue.videoCodecs(in: test.container)[0]
    let video = VideoEncoding(codec: codec, size: Self.size, frameRate: rate)
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: test.container, video: video),
      gate: .unrestricted)
    for index in 0..<test.frames {
      try writer.append(
        TestPictures.frame(index, format: .yuv420(), size: Self.size), at: Int64(index))
    }
    let summary = try writer.finish()
    #expect(summary.duration == rate.time(ofFrame: Int64(test.frames)))
    let found = try TestShell.stream(path, "v")
    #expect(found["nb_read_frames"] == "\(test.frames)")
    let isExact = test.container.traits.isMPEG4 || test.container == .mxf || test.container == .avi
    let stamps = test.container == .mpg ? 4e-5 : 1.2e-5
    let tolerance = isExact ? 2e-6 : test.container.startsLate ? stamps : 1.01e-3
    let length = Double(try TestShell.format(path)["duration"] ?? "") ?? 0
    // Small pictures share the packets of a program stream, of which each has one stamp.
    let shared = test.container == .mpg ? rate.time(ofFrame: 4).seconds : 0
    #expect(abs(length - rate.time(ofFrame: Int64(test.frames)).seconds) <= tolerance + shared)
    let times = try frameTimes(path).map { $0 - test.container.firstTime }
    #expect(test.container == .mpg ? times.count > 10 : times.count == test.frames)
    for (place, time) in times.enumerated() {
      let counted = Int((time * rate.framesPerSecond.doubleValue).rounded())
      let index = test.container == .mpg ? max(counted, place) : place
      #expect(abs(time - rate.time(ofFrame: Int64(index)).seconds) <= tolerance, "frame \(index)")
    }
    if test.container.traits.isMPEG4, test.frames > 1 {
      let reduced = rate.framesPerSecond
      #expect(found["avg_frame_rate"] == "\(reduced.numerator)/\(reduced.denominator)")
    }
  }

  /// x265 gives films that are not longer than its reordering no decoding times.
  @Test("HEVC films of a few frames have decoding times", arguments: 1...4, [Container.mp4, .mov])
  func shortFilms(_ frames: Int, _ container: Container) throws {
    let path = folder.file("a\(container.ending)")
    let video = VideoEncoding(codec: .hevc, size: Self.size, frameRate: try FrameRate(25))
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: container, video: video), gate: .unrestricted)
    for index in 0..<frames {
      let picture = TestPictures.frame(index, format: .yuv420(), size: Self.size)
      try writer.append(picture, at: Int64(index))
    }
    _ = try writer.finish()
    let data = try TestShell.output(
      "ffprobe", ["-v", "error", "-show_entries", "packet=dts_time", "-of", "csv=p=0", path])
    let times = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
      Double($0.split(separator: ",")[0])
    }
    #expect(times.count == frames)
    let ahead = frames > 2 ? 2 : 0
    for (place, time) in times.enumerated() {
      #expect(abs(time - Double(place - ahead) / 25) < 1e-6)
    }
    #expect(try frameTimes(path).count == frames)
  }

  private func frameTimes(_ path: String) throws -> [Double] {
    let data = try TestShell.output(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of",
        "csv=p=0",
        path,
      ])
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
      Double($0.split(separator: ",")[0])
    }
  }

  struct SyncCase: CustomTestStringConvertible, Sendable {
    var container: Container
    var video: VideoCodec
    var audio: AudioCodec
    /// How far the click may be from its sample.
    var tolerance: Int
    var testDescription: String {
      "\(container.rawValue)+\(video.rawValue)+\(audio.rawValue)"
    }
  }

  static let syncs: [SyncCase] = [
    SyncCase(container: .mov, video: .h264, audio: .pcm16, tolerance: 0),
    SyncCase(container: .mov, video: .prores422, audio: .pcm24, tolerance: 0),
    SyncCase(container: .mkv, video: .ffv1, audio: .flac, tolerance: 0),
    SyncCase(container: .mkv, video: .h264, audio: .opus, tolerance: 1),
    SyncCase(container: .mkv, video: .h264, audio: .aac, tolerance: 1),
    SyncCase(container: .mkv, video: .hevc, audio: .mp3, tolerance: 1),
    SyncCase(container: .mkv, video: .vp9, audio: .ac3, tolerance: 1),
    SyncCase(container: .mkv, video: .mpeg2, audio: .mp2, tolerance: 1),
    SyncCase(container: .mp4, video: .h264, audio: .aac, tolerance: 1),
    SyncCase(container: .mp4, video: .hevc, audio: .flac, tolerance: 0),
    SyncCase(container: .mp4, video: .h264, audio: .opus, tolerance: 1),
    SyncCase(container: .webm, video: .vp9, audio: .opus, tolerance: 1),
    SyncCase(container: .webm, video: .vp8, audio: .opus, tolerance: 1),
    SyncCase(container: .mov, video: .mpeg2, audio: .ac3, tolerance: 1),
    SyncCase(container: .mp4, video: .h264, audio: .ac3, tolerance: 1),
    SyncCase(container: .ts, video: .h264, audio: .aac, tolerance: 1),
    SyncCase(container: .ts, video: .hevc, audio: .ac3, tolerance: 1),
    SyncCase(container: .ts, video: .mpeg2, audio: .mp2, tolerance: 1),
    SyncCase(container: .ts, video: .h264, audio: .mp3, tolerance: 1),
    SyncCase(container: .mpg, video: .mpeg2, audio: .mp2, tolerance: 1),
    SyncCase(container: .mpg, video: .mpeg2, audio: .ac3, tolerance: 1),
    SyncCase(container: .mxf, video: .mpeg2, audio: .pcm24, tolerance: 0),
    SyncCase(container: .avi, video: .jpeg, audio: .pcm16, tolerance: 0),
  ]

  @Test("a click and a flash at the same time stay together", arguments: syncs)
  func clickAndFlash(_ test: SyncCase) throws {
    let path = folder.file("a.\(test.container.rawValue)")
    let (rate, flashes) = (25, [10, 33])
    let video = VideoEncoding(
      codec: test.video, size: Self.size, frameRate: try FrameRate(Int64(rate)))
    let writer = try MediaWriter(
      path: path,
      settings: OutputSettings(
        container: test.container, video: video, audio: AudioEncoding(codec: test.audio)),
      gate: .unrestricted)
    for index in 0..<50 {
      let frame = TestPictures.flat(
        flashes.contains(index) ? 220 : 20, format: .yuv420(), size: Self.size)
      try writer.append(try inFormat(frame, video.format), at: Int64(index))
      try writer.append(click(flashes.contains(index), samples: 48_000 / rate))
    }
    _ = try writer.finish()
    let bright = try brightFrames(path)
    #expect(bright == flashes)
    let first = try frameTimes(path).first ?? -1
    #expect(abs(first - test.container.firstTime) < 1e-5)
    var samples = try TestShell.samples(path)
    // Where a file has no place for priming, it sounds before the first picture.
    if test.container.startsLate {
      let start = Double(try TestShell.stream(path, "a")["start_time"] ?? "") ?? 0
      samples.removeFirst(2 * Int(((first - start) * 48_000).rounded()))
    }
    if test.container.keepsPriming(of: test.audio) { samples.removeFirst(256 * 2) }
    let left = stride(from: 0, to: samples.count, by: 2).map { abs(samples[$0]) }
    for flash in flashes {
      let place = flash * 48_000 / rate
      let window = max(0, place - 400)..<min(left.count, place + 400)
      let loudest = window.max { left[$0] < left[$1] } ?? 0
      #expect(abs(loudest - place) <= test.tolerance, "click at \(loudest), not \(place)")
    }
  }

  /// A single sample of nearly full scale where `isLoud`, then silence.
  private func click(_ isLoud: Bool, samples: Int) -> SampleBuffer {
    var plane = [Float](repeating: 0, count: samples)
    if isLoud { plane[0] = 0.9 }
    return SampleBuffer(sampleRate: 48_000, channels: [plane, plane])
  }

  /// The same flat picture in another 4:2:x format.
  private func inFormat(_ frame: FrameBuffer, _ format: PixelFormat) throws -> FrameBuffer {
    guard format.bitDepth > 8 else { return frame }
    let value = frame.planes[0].base.load(as: UInt8.self)
    return FrameBuffer(format: format, size: frame.size, color: frame.color) { planes in
      for (index, plane) in planes.enumerated() {
        let word = UInt16(index == 0 ? value : 128) << UInt16(format.bitDepth - 8)
        for place in stride(from: 0, to: plane.size.height * plane.strideBytes, by: 2) {
          plane.base.storeBytes(of: word, toByteOffset: place, as: UInt16.self)
        }
      }
    }
  }

  private func brightFrames(_ path: String) throws -> [Int] {
    let data = [UInt8](try TestShell.pictures(path, "gray"))
    let bytes = Self.size.width * Self.size.height
    return (0..<data.count / bytes).filter { data[$0 * bytes + bytes / 2] > 128 }
  }

  @Test(
    "sound of any length, rate and number of channels comes back whole",
    arguments: [
      (Container.wav, AudioCodec.pcm16, 44_100, 1), (.wav, .pcm24, 96_000, 2),
      (.wav, .pcmFloat, 8000, 6), (.flac, .flac, 44_100, 6), (.flac, .flac, 11_025, 1),
      (.opus, .opus, 48_000, 6), (.opus, .opus, 48_000, 1), (.ogg, .opus, 24_000, 2),
      (.mp3, .mp3, 44_100, 1), (.mp3, .mp3, 48_000, 2), (.mkv, .flac, 48_000, 6),
      (.ogg, .flac, 48_000, 2),
    ])
  func soundLengths(_ container: Container, _ codec: AudioCodec, _ rate: Int, _ channels: Int)
    throws
  {
    // One sample in MP3 decodes to 47: the tag that tells the padding cannot tell so much of it.
    for count in [codec == .mp3 ? 500 : 1, 1000, 12_345] {
      let path = folder.file("a.\(container.pathExtensions[0])")
      let layouts: [Int: ChannelLayout] = [1: .mono, 2: .stereo, 6: .surround51]
      var settings = OutputSettings(container: container)
      settings.audio = AudioEncoding(codec: codec, sampleRate: rate, layout: layouts[channels]!)
      let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
      var start = 0
      while start < count {
        let part = min(777, count - start)
        try writer.append(TestPictures.tone(start, part, rate: rate, channels: channels))
        start += part
      }
      let summary = try writer.finish()
      #expect(summary.samples == Int64(count))
      let decoded = try TestShell.samples(path)
      // libopus decodes at 48 kHz whatever went in.
      let expected = codec == .opus ? count * 48_000 / rate : count
      #expect(decoded.count == expected * channels, "\(count) samples")
      let found = try TestShell.stream(path, "a")
      #expect(found["channels"] == "\(channels)")
    }
  }

  @Test("integers saturate and the peak is told", arguments: [AudioCodec.pcm16, .pcm24, .pcmFloat])
  func saturation(_ codec: AudioCodec) throws {
    let path = folder.file("a.wav")
    let settings = OutputSettings(
      container: .wav, audio: AudioEncoding(codec: codec, layout: .mono))
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    let plane: [Float] = [0, 0.5, 1, 1.5, -1, -2.5, .nan, .infinity]
    try writer.append(SampleBuffer(sampleRate: 48_000, channels: [plane]))
    let summary = try writer.finish()
    let found = try TestShell.samples(path)
    if codec == .pcmFloat {
      #expect(summary.clippedSamples == 0)
      #expect(Array(found[0..<6]) == [0, 0.5, 1, 1.5, -1, -2.5])
    } else {
      #expect(summary.clippedSamples == 3)
      let top: Float = codec == .pcm16 ? 32767 / 32768 : 8_388_607 / 8_388_608
      #expect(Array(found[0..<6]) == [0, 0.5, top, top, -1, -1])
    }
    #expect(found[6] == 0)
    #expect(summary.peak == .infinity)
  }
}
