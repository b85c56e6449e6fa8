// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Files of many kinds, made by the ffmpeg command line, decoded to the same frames at the same times.
struct GeneratedVideoTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var make: String
    var file: String
    /// How many groups a jump may cost: a picture that is refreshed bit by bit needs the group before.
    var groupsPerJump = 1
    var testDescription: String { name }
  }

  private static let picture = "-f lavfi -i testsrc2=s=160x90:r=25:d=3"

  static let cases: [Case] = [
    Case(name: "long group, B-frames", make: "\(picture) -c:v libx264 -g 250 -bf 3", file: "a.mp4"),
    Case(
      name: "open groups",
      make: "\(picture) -c:v libx264 -bf 3 -x264-params open-gop=1:keyint=20:scenecut=0",
      file: "a.mp4"),
    Case(
      name: "open groups in a transport stream",
      make: "\(picture) -c:v libx264 -bf 3 -x264-params open-gop=1:keyint=20:scenecut=0",
      file: "a.ts"),
    Case(
      name: "open groups of HEVC in Matroska",
      make: "\(picture) -c:v libx265 -x265-params open-gop=1:keyint=20:log-level=none",
      file: "a.mkv"),
    Case(
      name: "intra refresh",
      make: "\(picture) -c:v libx264 -x264-params intra-refresh=1:keyint=20", file: "a.ts",
      groupsPerJump: 4),
    Case(
      name: "MPEG-2 program stream", make: "\(picture) -c:v mpeg2video -bf 2 -g 12", file: "a.mpg"),
    Case(name: "MPEG-4 in AVI", make: "\(picture) -c:v mpeg4 -bf 2 -g 12", file: "a.avi"),
    Case(name: "H.264 in AVI", make: "\(picture) -c:v libx264 -bf 2 -g 12", file: "a.avi"),
    Case(name: "FLV", make: "\(picture) -c:v libx264 -bf 2 -g 12", file: "a.flv"),
    Case(
      name: "VP8 with hidden frames",
      make: "\(picture) -c:v libvpx -auto-alt-ref 1 -g 30 -b:v 300k",
      file: "a.webm"),
    Case(
      name: "fragmented MP4",
      make: "\(picture) -c:v libx264 -bf 2 -g 12 -movflags frag_keyframe+empty_moov", file: "a.mp4"),
    Case(
      name: "12-bit",
      make: "\(picture) -c:v libx265 -pix_fmt yuv422p12 -x265-params log-level=none",
      file: "a.mkv"),
    Case(name: "10-bit 4:4:4", make: "\(picture) -c:v libx264 -pix_fmt yuv444p10", file: "a.mkv"),
    Case(
      name: "QuickTime RLE with alpha", make: "\(picture) -c:v qtrle -pix_fmt argb", file: "a.mov"),
    Case(name: "FFV1", make: "\(picture) -c:v ffv1 -g 5", file: "a.mkv"),
    Case(name: "animated PNG", make: "\(picture) -c:v apng -plays 0", file: "a.apng"),
    Case(name: "GIF", make: "\(picture) -c:v gif", file: "a.gif"),
    Case(name: "Motion JPEG", make: "\(picture) -c:v mjpeg", file: "a.avi"),
    Case(
      name: "a variable rate",
      make:
        "\(picture) -vf select='not(mod(n\\,3))+not(mod(n\\,7))' -fps_mode vfr -c:v libx264 -bf 2",
      file: "a.mp4"),
    Case(
      name: "a negative start, cut away by the edit list",
      make: "\(picture) -c:v libx264 -bf 2 -g 20 -output_ts_offset -1 -avoid_negative_ts disabled",
      file: "a.mp4"),
    Case(
      name: "a late start", make: "\(picture) -c:v libx264 -bf 2 -output_ts_offset 2", file: "a.mp4"
    ),
    Case(
      name: "one pixel",
      make: "-f lavfi -i testsrc=s=16x16:d=0.2 -vf scale=1:1 -c:v ffv1 -pix_fmt yuv420p",
      file: "a.mkv"),
    Case(
      name: "odd size", make: "-f lavfi -i testsrc=s=33x17:d=0.4 -c:v ffv1 -pix_fmt yuv420p",
      file: "a.mkv"),
    Case(
      name: "0.1 frames a second",
      make: "-f lavfi -i testsrc=s=64x48:r=1/10:d=60 -c:v libx264 -bf 0", file: "a.mp4"),
    Case(
      name: "240 frames a second",
      make: "-f lavfi -i testsrc=s=64x48:r=240:d=1 -c:v libx264 -bf 2 -g 60", file: "a.mp4"),
  ]

  @Test(arguments: cases)
  func decodesAsTheCommandLine(_ this: Case) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(this.make) \(this.file)", in: folder)
    let expected = try Reference.frames(folder.file(this.file))
    #expect(!expected.isEmpty)
    let index = try VideoReader.open(folder.file(this.file)).index
    try FrameComparison.expectEqual(
      folder.file(this.file), expected, shift: -index.presentationZero,
      groupsPerJump: this.groupsPerJump)
  }

  /// Bare streams have no times: the frames are the same, evenly apart.
  @Test(arguments: ["-c:v libx264 -bf 2 -g 12 a.h264", "-c:v mpeg2video -bf 2 -g 12 a.m2v"])
  func bareStreamsGiveAllFrames(arguments: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(Self.picture) \(arguments)", in: folder)
    let path = folder.file(String(arguments.split(separator: " ").last ?? ""))
    let expected = try Reference.frames(path)
    let reader = try VideoReader.open(path)
    #expect(reader.index.slots.count == expected.count)
    for order in [Array(expected.indices), [70, 3, 50, 12, 71]] {
      for number in order {
        let frame = try reader.frame(at: reader.index.slots[number].time)
        #expect(frame.buffer.checksum == expected[number].checksum, "frame \(number)")
      }
    }
  }

  /// Files stamped in milliseconds: at the frame times of the even rate each frame is shown once.
  @Test(arguments: [("24", 24, 1), ("30000/1001", 30000, 1001), ("30", 30, 1), ("60", 60, 1)])
  func millisecondStampsLoseNoFrame(text: String, numerator: Int64, denominator: Int64) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc=s=64x48:r=\(text):d=3 -c:v libx264 -g 30 -bf 2 a.mkv", in: folder)
    let reader = try VideoReader.open(folder.file("a.mkv"))
    let rate = try FrameRate(numerator, denominator)
    let count = reader.index.slots.count
    #expect(reader.track.timeBase == Rational(1, 1000))
    #expect(reader.track.video?.nominalFrameRate == rate)
    #expect(reader.track.video?.isVariableFrameRate == false)
    for number in 0..<count {
      let frame = try reader.frame(at: rate.time(ofFrame: Int64(number)))
      #expect(frame.time == reader.index.slots[number].time, "frame \(number) forwards")
    }
    #expect(reader.decodedFrameCount == count)
    for number in (0..<count).reversed() {
      let frame = try reader.frame(before: rate.time(ofFrame: Int64(number + 1)))
      #expect(frame.time == reader.index.slots[number].time, "frame \(number) in reverse")
    }
    // Walking backwards decodes a group once, and keeps it.
    #expect(reader.decodedFrameCount <= 3 * count + 30)
  }

  @Test func beforeTheFirstAndAfterTheLast() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc=s=64x48:r=25:d=1 -c:v libx264 a.mp4", in: folder)
    let reader = try VideoReader.open(folder.file("a.mp4"))
    let last = Time(flicks: Time.flicksPerSecond / 25 * 24)
    #expect(try reader.frame(at: Time(wholeSeconds: -5)).time == .zero)
    #expect(try reader.frame(at: Time(wholeSeconds: 500)).time == last)
    #expect(try reader.frame(before: .zero).time == .zero)
    #expect(reader.track.timeRange == TimeRange(start: .zero, end: Time(wholeSeconds: 1)))
  }
}
