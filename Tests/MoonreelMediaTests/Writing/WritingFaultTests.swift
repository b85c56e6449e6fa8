// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What cannot be written is answered with one sentence, and the old file stays.
@Suite("Faults of writing") struct WritingFaultTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var code: MoonreelError.Code
    var says: String
    var settings: @Sendable () throws -> OutputSettings
    var testDescription: String { name }
  }

  private static func video(
    _ codec: VideoCodec = .h264, _ size: PixelSize = PixelSize(64, 64), fps: Double = 25,
    in container: Container = .mp4, _ change: (inout VideoEncoding) -> Void = { _ in }
  ) throws -> OutputSettings {
    var encoding = VideoEncoding(codec: codec, size: size, frameRate: try FrameRate(fps))
    change(&encoding)
    return OutputSettings(container: container, video: encoding)
  }

  private static func audio(
    _ codec: AudioCodec, in container: Container, _ change: (inout AudioEncoding) -> Void = { _ in }
  ) -> OutputSettings {
    var encoding = AudioEncoding(codec: codec)
    change(&encoding)
    return OutputSettings(container: container, audio: encoding)
  }

  static let cases: [Case] = [
    Case(name: "misspelt option", code: .encodingFailed, says: "Did you mean 'preset'?") {
      try video { $0.options = ["presett": "slow"] }
    },
    Case(name: "option of another kind", code: .encodingFailed, says: "no option 'zzzzzzzz'.") {
      try video { $0.options = ["zzzzzzzz": "1"] }
    },
    Case(name: "word for a number", code: .encodingFailed, says: "takes a number from 0 to 63") {
      try video { $0.options = ["crf": "good"] }
    },
    Case(name: "value out of range", code: .encodingFailed, says: "Cannot set the option 'bf'") {
      try video { $0.options = ["bf": "99999999999"] }
    },
    Case(name: "word that is none of the choices", code: .encodingFailed, says: "one of ultrafast")
    {
      try video { $0.options = ["preset": "quick"] }
    },
    Case(
      name: "option that follows from the settings", code: .encodingFailed, says: "own settings"
    ) {
      try video { $0.options = ["video_size": "8x8"] }
    },
    Case(name: "misspelt sound option", code: .encodingFailed, says: "Did you mean 'application'?")
    {
      audio(.opus, in: .opus) { $0.options = ["aplication": "audio"] }
    },
    Case(name: "flac bits", code: .encodingFailed, says: "16 or 24") {
      audio(.flac, in: .flac) { $0.options = ["bits": "20"] }
    },
    Case(
      name: "codec not in container", code: .encodingFailed,
      says: "use vp9, av1, vp8; or write .mp4"
    ) {
      try video(in: .webm)
    },
    Case(
      name: "sound codec not in container", code: .encodingFailed,
      says: "webm file cannot hold aac"
    ) {
      audio(.aac, in: .webm)
    },
    Case(name: "pictures in a sound file", code: .encodingFailed, says: "holds no pictures") {
      try video(in: .wav)
    },
    Case(name: "neither", code: .encodingFailed, says: "neither pictures nor sound") {
      OutputSettings(container: .mp4)
    },
    Case(name: "odd size", code: .encodingFailed, says: "use 66x66, or a 4:4:4") {
      try video(.h264, PixelSize(65, 65))
    },
    Case(name: "one pixel", code: .encodingFailed, says: "use 2x2") {
      try video(.h264, PixelSize(1, 1))
    },
    Case(name: "too small for HEVC", code: .encodingFailed, says: "at least 16 pixels") {
      try video(.hevc, PixelSize(8, 8))
    },
    Case(name: "no size", code: .encodingFailed, says: "1 to 65535") {
      try video(.vp9, PixelSize(0, 8), in: .webm)
    },
    Case(
      name: "pixel format", code: .encodingFailed, says: "does not take the pixel format rgba"
    ) {
      try video { $0.format = .rgba }
    },
    Case(name: "quality", code: .encodingFailed, says: "between 0 and 1") {
      try video { $0.quality = 20 }
    },
    Case(name: "quality that is no number", code: .encodingFailed, says: "between 0 and 1") {
      try video { $0.quality = .nan }
    },
    Case(name: "bit rate of ProRes", code: .encodingFailed, says: "takes no bit rate") {
      try video(.prores422, in: .mov) { $0.bitRate = 1_000_000 }
    },
    Case(name: "negative bit rate", code: .encodingFailed, says: "positive bit rate") {
      try video { $0.bitRate = -1 }
    },
    Case(name: "bit rate of FLAC", code: .encodingFailed, says: "lossless") {
      audio(.flac, in: .flac) { $0.bitRate = 128_000 }
    },
    Case(name: "rate of GIF", code: .encodingFailed, says: "at most 50") {
      try video(.gif, fps: 60, in: .gif)
    },
    Case(name: "sample rate", code: .encodingFailed, says: "nearest rate it takes is 48000 Hz") {
      audio(.opus, in: .opus) { $0.sampleRate = 44_100 }
    },
    Case(name: "six channels in MP3", code: .encodingFailed, says: "mix them down") {
      audio(.mp3, in: .mp3) { $0.layout = .surround51 }
    },
    Case(name: "nonsense channels", code: .encodingFailed, says: "no such layout") {
      audio(.aac, in: .m4a) { $0.layout = ChannelLayout(channels: ["XX"]) }
    },
    Case(name: "threads", code: .encodingFailed, says: "from 1 to 64") {
      try video { $0.threadCount = 0 }
    },
    Case(name: "limit", code: .encodingFailed, says: "positive limit") {
      var settings = try video()
      settings.fileLengthLimit = 0
      return settings
    },
    Case(name: "limit below the header", code: .limitExceeded, says: "Raise the limit") {
      var settings = try video()
      settings.fileLengthLimit = 100
      return settings
    },
  ]

  @Test("settings that cannot be are refused in a sentence", arguments: cases)
  func refused(_ test: Case) throws {
    let folder = TestFolder()
    let path = folder.file("out.bin")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: MoonreelError.self) {
      _ = try MediaWriter(path: path, settings: try test.settings(), gate: .unrestricted)
    }
    #expect(error?.code == test.code)
    #expect(error?.message.contains(test.says) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix(".") == true || error?.message.hasSuffix("?") == true)
    #expect(folder.names == ["out.bin"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("old".utf8))
  }

  @Test("an unknown ending names no container")
  func unknownExtension() {
    #expect(Container(pathExtension: "wmv") == nil)
    #expect(Container(pathExtension: "") == nil)
    #expect(Container(pathExtension: "MP4") == .mp4)
    for container in Container.allCases {
      for name in container.pathExtensions { #expect(Container(pathExtension: name) == container) }
    }
  }

  @Test("a full device ends the writing with its reason, in every container that needs no seeking")
  func fullDevice() throws {
    for container in [Container.mp4, .mov, .mkv, .webm, .gif] {
      let codec = EncoderCatalogue.videoCodecs(in: container)[0]
      let settings = try Self.video(codec, in: container)
      let error = #expect(throws: MoonreelError.self) {
        let writer = try MediaWriter(path: "/dev/full", settings: settings, gate: .unrestricted)
        for index in 0..<3 {
          try writer.append(
            TestPictures.frame(
              index, format: codec == .gif ? .rgba : .yuv420(), size: PixelSize(64, 64),
              color: codec.defaultColor), at: Int64(index))
        }
        _ = try writer.finish()
      }
      #expect(error?.code == .fileAccess, "\(container)")
      #expect(error?.message.contains("no space is left") == true, "\(container): \(error!)")
    }
  }

  @Test(
    "a full disk leaves the old file", .enabled(if: SmallDisk.isPossible, "tmpfs can be mounted"))
  func fullDisk() throws {
    let disk = try #require(SmallDisk(bytes: 256 << 10))
    let path = disk.path + "/out.mkv"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let size = PixelSize(320, 240)
    let settings = try Self.video(.ffv1, size, in: .mkv)
    let error = #expect(throws: MoonreelError.self) {
      let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
      for index in 0..<60 {
        try writer.append(
          TestPictures.frame(index, format: .yuv420(), size: size), at: Int64(index))
      }
      _ = try writer.finish()
    }
    #expect(error?.message.contains("no space is left") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["out.mkv"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("old".utf8))
  }

  @Test("frames that do not fit are refused")
  func misfits() throws {
    let folder = TestFolder()
    func writer() throws -> MediaWriter {
      try MediaWriter(
        path: folder.file("a.mp4"), settings: try Self.video(), gate: .unrestricted)
    }
    let fitting = TestPictures.frame(0, format: .yuv420(), size: PixelSize(64, 64))
    let wide = TestPictures.frame(0, format: .yuv420(), size: PixelSize(66, 64))
    #expect(throws: MoonreelError.self) { try writer().append(wide, at: 0) }
    #expect(throws: MoonreelError.self) { try writer().append(fitting, at: 1) }
    #expect(throws: MoonreelError.self) {
      try writer().append(SampleBuffer(sampleRate: 48_000, channelCount: 2, frameCount: 1))
    }
    #expect(throws: MoonreelError.self) { _ = try writer().finish() }
    #expect(folder.names.isEmpty)
  }

  @Test("a writer that failed or was cancelled says so again and leaves nothing")
  func afterwards() throws {
    let folder = TestFolder()
    let writer = try MediaWriter(
      path: folder.file("a.mp4"), settings: try Self.video(), gate: .unrestricted)
    let frame = TestPictures.frame(0, format: .yuv420(), size: PixelSize(64, 64))
    try writer.append(frame, at: 0)
    writer.cancel()
    #expect(folder.names.isEmpty)
    let error = #expect(throws: MoonreelError.self) { try writer.append(frame, at: 1) }
    #expect(error?.code == .cancelled)
    #expect(throws: MoonreelError.self) { _ = try writer.finish() }
    #expect(folder.names.isEmpty)
  }
}

/// A small file system in memory, unmounted with the value.
final class SmallDisk {
  let path: String

  static let isPossible: Bool = SmallDisk(bytes: 65_536) != nil

  init?(bytes: Int) {
    path = NSTemporaryDirectory() + "moonreel-disk-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["mount", "-t", "tmpfs", "-o", "size=\(bytes)", "none", path]
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    let ran: Void? = try? process.run()
    if ran != nil { process.waitUntilExit() }
    guard ran != nil, process.terminationStatus == 0 else {
      try? FileManager.default.removeItem(atPath: path)
      return nil
    }
  }

  deinit {
    _ = try? TestShell.output("umount", [path])
    try? FileManager.default.removeItem(atPath: path)
  }
}
