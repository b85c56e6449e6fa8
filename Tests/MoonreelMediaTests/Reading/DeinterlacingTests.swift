// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Frames of two fields.
struct DeinterlacingTests {
  /// Fifty moments a second woven into frames of two fields.
  private static let woven = "-f lavfi -i testsrc2=s=160x96:r=50:d=2 -vf tinterlace=interleave_top"

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var make: String
    var file: String
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "MPEG-2", make: "\(woven) -c:v mpeg2video -flags +ildct+ilme -q:v 2 -g 10", file: "a.ts"
    ),
    Case(
      name: "H.264 with B-frames",
      make: "\(woven) -c:v libx264 -flags +ildct+ilme -bf 2 -g 12 -x264-params tff=1", file: "a.mp4"
    ),
    Case(
      name: "bottom field first",
      make:
        "-f lavfi -i testsrc2=s=160x96:r=50:d=2 -vf tinterlace=interleave_bottom,setfield=bff -c:v mpeg2video -flags +ildct+ilme -top 0 -q:v 2",
      file: "a.mpg"),
  ]

  @Test(arguments: cases) func framesAreThoseOfALinearRun(_ test: Case) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(test.make) \(test.file)", in: folder)
    let path = folder.file(test.file)
    let wanted = try Reference.frames(
      path, output: ["-vf", "bwdif=mode=send_frame:parity=auto:deint=all"])
    let plain = try Reference.frames(path)
    let reader = try VideoReader.open(path)
    #expect(wanted.count == plain.count && reader.index.slots.count == plain.count)
    for slot in wanted.indices { expect(reader, slot, wanted) }
    #expect(reader.decodedFrameCount <= reader.index.entries.count, "each packet decoded once")
    for slot in [30, 3, 29, 0, 49, 48, 11, 10, 12, 12] where slot < wanted.count {
      expect(reader, slot, wanted)
    }
    #expect(zip(wanted, plain).contains { $0.checksum != $1.checksum })
  }

  private func expect(_ reader: VideoReader, _ slot: Int, _ wanted: [ReferenceFrame]) {
    let time = reader.index.slots[slot].time
    let found = try? reader.frame(at: time).buffer.checksum
    #expect(found == wanted[slot].checksum, "frame \(slot)")
  }

  /// Formats whose planes or words are shared, and planar ones of the same samples.
  static let twins = [
    ("yuyv422", "yuv422p"), ("nv12", "yuv420p"), ("rgb24", "gbrp"), ("nv21", "yuv420p"),
    ("yuv422p10be", "yuv422p10le"), ("rgb48be", "gbrp16le"),
  ]

  @Test(arguments: twins) func sharedPlanesAreDeinterlacedLikePlainOnes(
    _ shared: String, _ plain: String
  ) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.woven) -frames:v 4 -c:v rawvideo -pix_fmt \(plain) plain.nut", in: folder)
    try FFmpegCommand.make(
      "-i plain.nut -c:v rawvideo -sws_flags accurate_rnd+bitexact -pix_fmt \(shared) shared.nut",
      in: folder)
    let readers = try ["shared.nut", "plain.nut"].map {
      try VideoReader.open(folder.file($0), options: AssetOptions(deinterlacing: .always))
    }
    #expect(readers[0].track.video?.pixelFormatName == shared)
    for slot in 0..<4 {
      let found = try readers.map { try $0.frame(at: $0.index.slots[slot].time).buffer.checksum }
      #expect(found[0] == found[1], "frame \(slot)")
    }
  }

  @Test func itIsSaidAndCanBeTurnedOff() throws {
    let folder = try TemporaryFolder()
    let test = Self.cases[0]
    try FFmpegCommand.make("\(test.make) \(test.file)", in: folder)
    let path = folder.file(test.file)
    let asset = try Asset.load(path: path, gate: .unrestricted)
    #expect(asset.video?.video?.fieldOrder == .topFirst)
    let reader = try VideoReader.open(path, options: AssetOptions(deinterlacing: .never))
    for (slot, frame) in try Reference.frames(path).enumerated() {
      let found = try reader.frame(at: reader.index.slots[slot].time)
      #expect(found.buffer.checksum == frame.checksum, "frame \(slot)")
    }
  }

  @Test func progressiveFramesAreLeftAloneUnlessForced() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v ffv1 -pix_fmt yuv420p a.mkv", in: folder)
    let path = folder.file("a.mkv")
    #expect(try Asset.load(path: path, gate: .unrestricted).video?.video?.fieldOrder == nil)
    try FrameComparison.expectEqual(path, try Reference.frames(path), jumps: 4)
    let forced = try VideoReader.open(path, options: AssetOptions(deinterlacing: .always))
    let wanted = try Reference.frames(
      path, output: ["-vf", "bwdif=mode=send_frame:parity=tff:deint=all"])
    for slot in [0, 5, 9, 2] { expect(forced, slot, wanted) }
  }

  @Test func whatStandsStillKeepsEveryRow() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc=s=64x48:r=25:d=0.2,loop=5:1:0 -vf setfield=tff -c:v ffv1 -pix_fmt yuv420p -flags +ilme a.mkv",
      in: folder)
    let path = folder.file("a.mkv")
    let raw = try VideoReader.open(path, options: AssetOptions(deinterlacing: .never))
    let clean = try VideoReader.open(path, options: AssetOptions(deinterlacing: .always))
    let time = try Time(seconds: 0.08)
    let (first, second) = (try raw.frame(at: time).buffer, try clean.frame(at: time).buffer)
    var different = 0
    for y in 2..<46 {
      for x in 0..<64 {
        let place = y * first.planes[0].strideBytes + x
        let other = y * second.planes[0].strideBytes + x
        let a = first.planes[0].base.load(fromByteOffset: place, as: UInt8.self)
        let b = second.planes[0].base.load(fromByteOffset: other, as: UInt8.self)
        different += a == b ? 0 : 1
      }
    }
    #expect(different < 64 * 44 / 20, "\(different) samples of a still picture changed")
  }
}
