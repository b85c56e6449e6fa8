// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Decoders by name: the same pictures, or a sentence that says why not.
struct DecoderChoiceTests {
  struct Form: CustomTestStringConvertible, Sendable {
    var codec: String
    var make: String
    var file: String
    /// Decoders of libav's and of other libraries.
    var software: [String]
    var testDescription: String { codec }
  }

  static let forms = [
    Form(codec: "h264", make: "-c:v libx264 -g 12 -bf 2", file: "a.mp4", software: ["h264"]),
    Form(
      codec: "hevc", make: "-c:v libx265 -pix_fmt yuv420p10 -x265-params log-level=0:keyint=12",
      file: "a.mp4", software: ["hevc"]),
    Form(
      codec: "vp8", make: "-c:v libvpx -g 12 -b:v 1M", file: "a.webm", software: ["vp8", "libvpx"]),
    Form(
      codec: "vp9", make: "-c:v libvpx-vp9 -g 12 -b:v 1M -deadline realtime", file: "a.webm",
      software: ["vp9", "libvpx-vp9"]),
    Form(
      codec: "av1", make: "-c:v libsvtav1 -preset 12 -g 12 -svtav1-params scd=0", file: "a.mp4",
      software: ["libdav1d", "libaom-av1"]),
    Form(
      codec: "mpeg2video", make: "-c:v mpeg2video -g 12 -q:v 3", file: "a.ts",
      software: ["mpeg2video"]),
    Form(codec: "mjpeg", make: "-c:v mjpeg -q:v 3", file: "a.avi", software: ["mjpeg"]),
  ]

  /// Decoders in hardware and kinds of devices for `codec`, whether libav and the machine have them or not.
  static func hardware(_ codec: String) -> [(name: String, kind: HardwareKind)] {
    let base = codec == "mpeg2video" ? "mpeg2" : codec
    return HardwareKind.allCases.map { ($0.rawValue, $0) }
      + ["qsv", "cuvid", "v4l2m2m"].compactMap { suffix in
        HardwareKind(decoder: "\(base)_\(suffix)").map { ("\(base)_\(suffix)", $0) }
      }
  }

  private func clip(_ form: Form, in folder: TemporaryFolder) throws -> String {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=1 \(form.make) \(form.file)", in: folder)
    return folder.file(form.file)
  }

  /// The check sums of all pictures, and of some out of order.
  private func pictures(_ reader: VideoReader) throws -> [UInt32] {
    let slots = Array(reader.index.slots.indices)
    return try (slots + [20, 3, 19, 0, 24, 11, 12]).map {
      let buffer = try reader.frame(at: reader.index.slots[$0].time).buffer
      #expect(buffer.format == reader.track.video?.format)
      return buffer.checksum
    }
  }

  private func refusal(_ path: String, _ decoder: String) throws -> MoonreelError? {
    do {
      _ = try VideoReader.open(path, options: AssetOptions(videoDecoder: decoder))
      return nil
    } catch let error as MoonreelError {
      return error
    }
  }

  @Test(arguments: forms) func softwareGivesTheSamePictures(_ form: Form) throws {
    let folder = try TemporaryFolder()
    let path = try clip(form, in: folder)
    let usual = try VideoReader.open(path)
    #expect(usual.track.video?.decoder == nil)
    let wanted = try pictures(usual)
    #expect(Set(wanted).count > 20)
    for name in form.software where avcodec_find_decoder_by_name(name) != nil {
      let reader = try VideoReader.open(path, options: AssetOptions(videoDecoder: name))
      #expect(reader.decoder.name == name)
      #expect(reader.track.video?.decoder == name)
      #expect(try pictures(reader) == wanted, "\(name)")
    }
  }

  @Test(arguments: forms) func hardwareGivesTheSamePicturesOrIsMissed(_ form: Form) throws {
    let folder = try TemporaryFolder()
    let path = try clip(form, in: folder)
    let names = DecoderCatalogue(
      of: try #require(avcodec_descriptor_get_by_name(form.codec)).pointee.id
    )
    .names
    for (name, kind) in Self.hardware(form.codec) {
      guard let error = try refusal(path, name) else {
        // What these standards decode to is defined to the bit, but for Motion JPEG and MPEG-2.
        let reader = try VideoReader.open(path, options: AssetOptions(videoDecoder: name))
        let wanted = try pictures(try VideoReader.open(path))
        let isExact = !["mjpeg", "mpeg2video"].contains(form.codec)
        #expect(try pictures(reader) == wanted || !isExact, "\(name)")
        continue
      }
      #expect(error.code == .unsupportedFormat)
      if !names.contains(name) {
        let lack =
          HardwareKind(rawValue: name) == nil
          ? "Cannot decode '\(path)': this build of libav has no decoder '\(name)'. For \(form.codec) it has "
          : "Cannot decode '\(path)' with \(name): this build of libav decodes no \(form.codec) with it. For "
        #expect(error.message.hasPrefix(lack), "\(error.message)")
      } else if !error.message.contains("does not take such pictures") {
        // The device is there in that case, and its driver has not this codec.
        #expect(
          error.message
            == "Cannot decode '\(path)' with \(name): \(kind.lack). Leave 'video_decoder' out to "
            + "decode in software.")
        #expect(error.cause?.isEmpty == false)
      }
    }
  }

  @Test func eachKindSaysWhatIsMissing() {
    for kind in HardwareKind.allCases {
      let error = HardwareWork.decoding(path: "a.mp4", decoder: "x").lacks(kind, cause: "c")
      #expect(
        error.message.hasPrefix(
          "Cannot decode 'a.mp4' with x: \(kind.lack). Leave 'video_decoder' out"))
    }
    #expect(HardwareKind.v4l2m2m.lack.contains("/dev/video*"))
    #expect(HardwareKind.vdpau.lack.contains("DISPLAY") || getenv("DISPLAY") != nil)
    #expect(HardwareKind.vulkan.lack.contains("ulkan"))
    #expect(HardwareKind(decoder: "h264_cuvid") == .cuda)
    #expect(HardwareKind(decoder: "hevc_v4l2m2m") == .v4l2m2m)
    #expect(HardwareKind(decoder: "libdav1d") == nil)
    #expect(HardwareKind(encoder: "h264_v4l2m2m") == nil)
  }

  @Test func wrongNamesAreRefusedWithWhatThereIs() throws {
    let folder = try TemporaryFolder()
    let path = try clip(Self.forms[0], in: folder)
    let unknown = try #require(try refusal(path, "h246"))
    #expect(
      unknown.message.hasPrefix(
        "Cannot decode '\(path)': this build of libav has no decoder 'h246'. For h264 it has h264"))
    #expect(unknown.message.hasSuffix("Did you mean 'h264'?"), "\(unknown.message)")
    let other = try #require(try refusal(path, "libdav1d"))
    #expect(
      other.message.hasPrefix(
        "Cannot decode '\(path)' with libdav1d: it decodes av1, and the file's pictures are h264. For h264 it has "
      ))
    #expect(try refusal(path, "").map { $0.message.contains("no decoder ''") } == true)
    #expect(try refusal(path, "aac")?.message.contains("no decoder 'aac'") == true, "sound is none")
    #expect(try refusal(path, "svg")?.message.contains("no decoder 'svg'") == true)
    try FFmpegCommand.make("-f lavfi -i sine=d=1 s.wav", in: folder)
    let sound = #expect(throws: MoonreelError.self) {
      try Asset.load(
        path: folder.file("s.wav"), options: AssetOptions(videoDecoder: "h264"), gate: .unrestricted
      )
    }
    #expect(sound?.message.contains("it has no pictures") == true)
  }

  /// libav's own decoder of AV1 takes no stream without hardware: an error, not a damaged file and no other decoder.
  @Test func aDecoderThatTakesNoPictureIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = try clip(try #require(Self.forms.first { $0.codec == "av1" }), in: folder)
    guard avcodec_find_decoder_by_name("av1") != nil else { return }
    for policy in DamagePolicy.allCases {
      let error = #expect(throws: MoonreelError.self) {
        try VideoReader.open(
          path, options: AssetOptions(damagePolicy: policy, videoDecoder: "av1"))
      }
      #expect(error?.code == .unsupportedFormat)
      #expect(
        error?.message
          == "Cannot decode '\(path)' with av1: it does not take such pictures. Leave 'video_decoder' "
          + "out.")
    }
  }

  /// libav's own decoder of VP9 would leave alpha out without a word.
  @Test func alphaIsNotLost() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x64:r=25:d=0.4,format=yuva420p -c:v libvpx-vp9 -deadline realtime a.webm",
      in: folder)
    let path = folder.file("a.webm")
    let usual = try VideoReader.open(path)
    #expect(usual.track.video?.hasAlpha == true)
    #expect(try refusal(path, "vp9")?.message.contains("leaves out the alpha") == true)
    let named = try VideoReader.open(path, options: AssetOptions(videoDecoder: "libvpx-vp9"))
    let time = Time(flicks: Time.flicksPerSecond / 5)
    #expect(try named.frame(at: time).buffer.checksum == usual.frame(at: time).buffer.checksum)
  }

  @Test func picturesThatMoonreelReadsItselfHaveNoChoice() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x64:r=10:d=0.5 -c:v libwebp_anim a.webp", in: folder)
    let error = try #require(try refusal(folder.file("a.webp"), "webp"))
    #expect(error.message.contains("have no choice of decoders"), "\(error.message)")
  }

  /// What is found out about a file does not depend on the decoder.
  @Test func theDescriptionIsTheSame() throws {
    let folder = try TemporaryFolder()
    let path = try clip(try #require(Self.forms.first { $0.codec == "vp9" }), in: folder)
    let usual = try Asset.load(path: path, gate: .unrestricted)
    var named = try Asset.load(
      path: path, options: AssetOptions(videoDecoder: "libvpx-vp9"), gate: .unrestricted)
    #expect(named != usual)
    for index in named.tracks.indices { named.tracks[index].video?.decoder = nil }
    #expect(named == usual)
  }

  /// `picture`, as hardware leaves it: the colours interleaved, words filled from above.
  private func interleaved(_ picture: FrameBuffer, as pixels: AVPixelFormat) throws -> NativeFrame {
    let native = try NativeFrame(pixels: pixels, size: picture.size)
    let isWide = picture.format.bitDepth > 8
    for (number, plane) in picture.planes.enumerated() {
      let base = try #require(mr_frame_plane(native.frame, number == 0 ? 0 : 1))
      let stride = Int(mr_frame_stride(native.frame, number == 0 ? 0 : 1))
      for y in 0..<plane.size.height {
        let (from, to) = (
          plane.base + y * plane.strideBytes, UnsafeMutableRawPointer(base) + y * stride
        )
        for x in 0..<plane.size.width {
          let place = number == 0 ? x : 2 * x + number - 1
          if isWide {
            let value = from.load(fromByteOffset: 2 * x, as: UInt16.self)
            let shift = 16 - picture.format.bitDepth
            to.storeBytes(of: value << shift, toByteOffset: 2 * place, as: UInt16.self)
          } else {
            to.storeBytes(
              of: from.load(fromByteOffset: x, as: UInt8.self), toByteOffset: place, as: UInt8.self)
          }
        }
      }
    }
    return native
  }

  /// The numbers are those of the planes that software gives.
  @Test(arguments: [
    (AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12), (AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_P010LE),
    (AV_PIX_FMT_YUV422P, AV_PIX_FMT_NV16), (AV_PIX_FMT_YUV444P, AV_PIX_FMT_NV24),
  ])
  func interleavedFramesBecomePlanes(planar: AVPixelFormat, semiplanar: AVPixelFormat) throws {
    let folder = try TemporaryFolder()
    let pixels = String(cString: av_get_pix_fmt_name(planar))
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=98x54:r=25:d=0.2 -pix_fmt \(pixels) -c:v ffv1 p.mkv", in: folder)
    let reader = try VideoReader.open(folder.file("p.mkv"))
    var video = try #require(reader.track.video)
    #expect(video.pixelFormatName == pixels)
    for slot in 0..<3 {
      let wanted = try reader.frame(at: reader.index.slots[slot].time).buffer
      let native = try interleaved(wanted, as: semiplanar)
      func picture() throws -> FrameBuffer {
        try FrameMaker(track: video, isComputerPicture: false, override: nil).picture(native)
      }
      video.decoder = "x"
      #expect(try picture().format == wanted.format)
      #expect(try picture().checksum == wanted.checksum)
      video.decoder = nil
      #expect(try picture().format.packing == .semiplanar, "as it is, where nobody asked")
    }
  }
}
