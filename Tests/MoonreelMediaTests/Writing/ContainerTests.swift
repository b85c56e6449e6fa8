// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Every container with every codec it can hold: written, then judged by ffprobe and by decoding.
@Suite("Containers and codecs") struct ContainerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var container: Container
    var video: VideoCodec?
    var audio: AudioCodec?
    var format: PixelFormat?
    var testDescription: String {
      let parts = [container.rawValue, video?.rawValue, audio?.rawValue].compactMap { $0 }
      return parts.joined(separator: "+") + (format?.hasAlpha == true ? "+alpha" : "")
        + (format.map { $0.bitDepth > 8 ? "+\($0.bitDepth)" : "" } ?? "")
    }
  }

  static let cases: [Case] =
    Container.allCases.flatMap { container -> [Case] in
      guard !container.holdsOnePicture else { return [] }
      let videos = EncoderCatalogue.videoCodecs(in: container).filter(EncoderCatalogue.isAvailable)
      let audios = EncoderCatalogue.audioCodecs(in: container).filter(EncoderCatalogue.isAvailable)
      if videos.isEmpty { return audios.map { Case(container: container, audio: $0) } }
      let pictures = videos.map { video in
        Case(
          container: container, video: video,
          audio: EncoderCatalogue.defaultAudioCodec(in: container, with: video))
      }
      return pictures
        + audios.dropFirst().map { Case(container: container, video: videos[0], audio: $0) }
    } + [
      Case(container: .webm, video: .vp9, audio: .opus, format: .yuv420(alpha: true)),
      Case(container: .mov, video: .prores4444, audio: .pcm24, format: .yuv444(10, alpha: true)),
      Case(container: .mkv, video: .ffv1, audio: .flac, format: .yuv422(10)),
      Case(container: .mp4, video: .h264, audio: .aac, format: .yuv420(10)),
      Case(container: .mp4, video: .hevc, audio: .aac, format: .yuv420(10)),
      Case(container: .mov, video: .png, audio: .pcm16, format: .rgba),
    ]

  @Test("is exact in frames, rate, duration, format and tags", arguments: cases)
  func roundTrip(_ test: Case) throws {
    let folder = TestFolder()
    let path = folder.file("out.\(test.container.pathExtensions[0])")
    let size = test.video?.testSize ?? PixelSize(128, 96)
    let rate = try FrameRate(test.container == .gif ? 25 : 30)
    let frames = size.width > 256 ? 4 : 40
    let sampleRate = 48_000
    let samples = test.audio == nil ? 0 : Int(Double(frames) * 1600)
    var settings = OutputSettings(container: test.container)
    settings.video = test.video.map {
      VideoEncoding(codec: $0, size: size, frameRate: rate, format: test.format)
    }
    settings.audio = test.audio.map { AudioEncoding(codec: $0, sampleRate: sampleRate) }
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    var pictures: [[UInt8]] = []
    if let video = settings.video {
      for index in 0..<frames {
        let format = video.codec == .gif ? .rgba : video.format
        let frame = TestPictures.frame(
          index, format: format, size: size, color: video.color,
          isOpaque: video.codec == .gif)
        pictures.append(TestPictures.bytes(frame))
        try writer.append(frame, at: Int64(index))
        if settings.audio != nil {
          try writer.append(TestPictures.tone(index * 1600, 1600, rate: sampleRate, channels: 2))
        }
      }
    } else {
      try writer.append(TestPictures.tone(0, samples, rate: sampleRate, channels: 2))
    }
    let summary = try writer.finish()
    #expect(folder.names == ["out.\(test.container.pathExtensions[0])"])
    #expect(
      summary.bytes == (try FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int64)
    if let video = settings.video {
      #expect(summary.frames == Int64(frames))
      try checkVideo(path, test.container, video, frames: frames, pictures: pictures)
    }
    if let audio = settings.audio {
      #expect(summary.samples == Int64(samples))
      try checkAudio(path, test.container, audio, samples: samples)
    }
  }

  private func checkVideo(
    _ path: String, _ container: Container, _ video: VideoEncoding, frames: Int, pictures: [[UInt8]]
  ) throws {
    let number = try TestShell.longestPictureStream(path)
    let found = try TestShell.stream(path, "v", number: number)
    #expect(found["nb_read_frames"] == "\(frames)")
    #expect(found["width"] == "\(video.size.width)")
    #expect(found["height"] == "\(video.size.height)")
    // libav counts APNG's times in 1/100,000 s, and gives no first one.
    if container != .apng {
      #expect(found["r_frame_rate"] == "\(video.frameRate.framesPerSecond.numerator)/1")
    }
    let codec = [
      "prores422": "prores", "prores4444": "prores", "jpeg": "mjpeg", "dnxhr": "dnxhd",
      "mpeg2": "mpeg2video",
    ]
    #expect(found["codec_name"] == codec[video.codec.rawValue] ?? video.codec.rawValue)
    if found["nb_frames"] != "N/A" { #expect(found["nb_frames"] == "\(frames)") }
    if video.codec == .hevc, path.hasSuffix("mp4") { #expect(found["codec_tag_string"] == "hvc1") }
    let start = Double(found["start_time"] ?? "") ?? (container == .apng ? 0 : -1)
    #expect(abs(start - container.firstTime) < 0.0011)
    checkTags(found, video)
    try checkPictures(path, number, video, pictures)
  }

  private func checkTags(_ found: [String: String], _ video: VideoEncoding) {
    switch video.codec {
    case .gif, .png, .apng: return
    case .jpeg: #expect(found["color_range"] == "pc")
    default:
      // Neither MOV nor ProRes notes a range: FFmpeg 5 says what ProRes has by definition, 7 says nothing.
      let isProRes = video.codec == .prores422 || video.codec == .prores4444
      #expect(found["color_range"] == "tv" || isProRes && found["color_range"] == "unknown")
      #expect(found["color_space"] == "bt709")
      #expect(found["color_primaries"] == "bt709")
      #expect(found["color_transfer"] == "bt709")
    }
  }

  private func checkPictures(
    _ path: String, _ number: Int, _ video: VideoEncoding, _ pictures: [[UInt8]]
  ) throws {
    let format = video.codec == .gif ? .rgba : video.format
    let name = (video.codec == .jpeg ? "yuvj444p" : ffmpegName(format))
    let decoder = video.codec == .vp9 && format.hasAlpha ? "libvpx-vp9" : nil
    let decoded = [UInt8](try TestShell.pictures(path, name, number: number, decoder: decoder))
    let size = pictures[0].count
    #expect(decoded.count == size * pictures.count)
    guard decoded.count == size * pictures.count else { return }
    for (index, expected) in pictures.enumerated() {
      let psnr = TestPictures.psnr(
        Array(decoded[index * size..<(index + 1) * size]), expected, bitDepth: format.bitDepth)
      if video.codec.isLossless {
        #expect(psnr == .infinity, "frame \(index)")
      } else {
        #expect(psnr > (video.codec == .gif ? 30 : 35), "frame \(index)")
      }
    }
  }

  private func checkAudio(
    _ path: String, _ container: Container, _ audio: AudioEncoding, samples: Int
  ) throws {
    let found = try TestShell.stream(path, "a")
    #expect(found["sample_rate"] == "\(audio.sampleRate)")
    #expect(found["channels"] == "2")
    var decoded = try TestShell.samples(path)
    // What sounds before the pictures begin is the encoder's priming; the last packet is whole.
    if container.startsLate {
      let priming = Int(
        (-(Double(found["start_time"] ?? "") ?? 0) + container.firstTime) * 48_000 + 0.5)
      #expect((0...1105).contains(priming))
      decoded.removeFirst(min(priming * 2, decoded.count))
      #expect((samples...samples + 1536 + 1152).contains(decoded.count / 2))
    }
    // libav's own reader of MPEG-4 does not drop what an encoder appended after the end; the
    // track's stated duration says it.
    if container.traits.isMPEG4, !audio.codec.isLossless {
      #expect(decoded.count >= samples * 2)
      let seconds = Double(found["duration"] ?? "") ?? 0
      // libav leaves no priming of AC-3 out of what it says: our own reader does.
      let own =
        try Asset.load(path: path, gate: .unrestricted).audio?.timeRange.duration.seconds ?? 0
      let found = audio.codec == .ac3 ? own : seconds
      #expect(abs(found * Double(audio.sampleRate) - Double(samples)) < 1)
    } else if container.keepsPriming(of: audio.codec) {
      decoded.removeFirst(256 * 2)
      #expect((samples..<samples + 1536).contains(decoded.count / 2))
    } else if !container.startsLate {
      #expect(decoded.count == samples * 2)
    }
    let tone = TestPictures.tone(0, samples, rate: audio.sampleRate, channels: 1).channels[0]
    let pairs = zip(stride(from: 0, to: decoded.count, by: 2).map { decoded[$0] }, tone)
    let worst = pairs.map { abs($0 - $1) }.max() ?? 1
    // Half a step; dither adds up to another.
    let step: Float = audio.codec == .pcm16 ? 3 / 65536 : 1 / 16_777_216
    #expect(worst <= (audio.codec.isLossless ? step * 1.01 : 0.1))
  }
}

extension VideoCodec {
  /// The smallest size that tests write; DNxHD and DNxHR have none as small as others.
  var testSize: PixelSize {
    switch self {
    case .dnxhd: PixelSize(960, 720)
    case .dnxhr: PixelSize(256, 120)
    default: PixelSize(128, 96)
    }
  }
}

extension Container {
  /// Whether its times begin well after zero, so that priming has a place.
  var startsLate: Bool {
    if case .none = traits.delay { false } else { true }
  }

  /// Whether ffmpeg plays the priming of `codec` before zero, by the stamps, and its filling at the end.
  func keepsPriming(of codec: AudioCodec) -> Bool { self == .mkv && codec == .ac3 }

  /// When the first picture is shown on the file's own clock.
  var firstTime: Double { self == .ts ? 1.4 : self == .mpg ? 1 : 0 }
}
