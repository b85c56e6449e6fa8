// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Streams that begin in the middle of a group of pictures, and streams with holes: every picture that ffmpeg
/// shows is shown at its time, and no packet is decoded over and over again.
struct MidGroupTests {
  /// The bytes of a clip of ten seconds with long groups.
  private func clip(_ options: String, _ name: String, in folder: TemporaryFolder) throws -> Data {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x90:r=25:d=10 \(options) \(name)", in: folder)
    return try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
  }

  /// Expects `path` to show each frame of ffmpeg's at its time, in one linear read that decodes no packet more
  /// than twice.
  private func expectFFmpegsFrames(
    _ path: String, _ policy: DamagePolicy, least: Int, warns: Bool?
  ) throws {
    let log = WarningLog()
    let options = AssetOptions(damagePolicy: policy)
    let asset = try Asset.load(path: path, options: options, gate: .unrestricted, warnings: log)
    // What libav makes up for lost parts depends on its number of threads.
    let reader = try VideoReader(
      track: try #require(asset.video), gate: .unrestricted, threadCount: 1, warnings: log)
    var shown: [Time: UInt32] = [:]
    for slot in reader.index.slots {
      let frame = try reader.frame(at: slot.time)
      shown[frame.time] = frame.buffer.checksum
    }
    let expected = try Reference.frames(path, input: ["-threads", "1"])
    let zero = reader.index.presentationZero
    #expect(expected.count >= least, "\(path): ffmpeg shows \(expected.count)")
    let missing = expected.filter { shown[$0.time - zero] != $0.checksum }
    #expect(missing.isEmpty, "\(path): \(missing.count) of \(expected.count) frames are others")
    #expect(reader.decodedFrameCount <= 2 * reader.index.entries.count, "decoded twice at most")
    #expect(
      warns == nil || log.all.isEmpty == (warns == false), "\(path): \(log.all.map(\.message))")
  }

  @Test(
    arguments: [
      ("-c:v libx264 -g 100 -bf 2", "a.ts"), ("-c:v mpeg2video -g 60 -bf 2", "a.ts"),
      ("-c:v mpeg2video -g 60", "a.mpg"),
      ("-c:v libx265 -x265-params keyint=100:log-level=0", "a.ts"),
    ], [DamagePolicy.fail, .conceal])
  func aStreamMayBeginInTheMiddle(form: (String, String), policy: DamagePolicy) throws {
    let folder = try TemporaryFolder()
    let whole = try clip(form.0, form.1, in: folder)
    let path = folder.file("cut-" + form.1)
    // Transport packets have 188 bytes.
    try whole.dropFirst(whole.count / 5 / 188 * 188).write(to: URL(fileURLWithPath: path))
    try expectFFmpegsFrames(path, policy, least: 100, warns: nil)
    // A still near the beginning costs no more than what leads to the first picture.
    let reader = try VideoReader.open(path)
    _ = try reader.frame(at: Time(flicks: Time.flicksPerSecond / 2))
    #expect(reader.decodedFrameCount <= 120, "\(reader.decodedFrameCount) decoded for one still")
  }

  @Test(arguments: [
    ("-c:v mpeg4 -g 50 -bf 2", "a.avi"), ("-c:v libx264 -g 50", "a.mp4"),
    ("-c:v libx264 -g 50", "a.mkv"),
  ])
  func holesAreConcealed(form: (String, String)) throws {
    let folder = try TemporaryFolder()
    var bytes = try clip(form.0, form.1, in: folder)
    let entries = try VideoReader.open(folder.file(form.1)).index.entries
    for number in stride(from: 13, to: entries.count - 20, by: 31) {
      let entry = entries[number]
      let start = Int(entry.position) + (form.1.hasSuffix("avi") ? 8 : 0)
      let size = min(Int(entry.size) / 2, 400)
      bytes.replaceSubrange((start + 16)..<(start + 16 + size), with: Data(count: size))
    }
    let path = folder.file("holes-" + form.1)
    try bytes.write(to: URL(fileURLWithPath: path))
    // MPEG-4's decoder conceals without a word.
    let isSilent = form.0.contains("mpeg4")
    try expectFFmpegsFrames(path, .conceal, least: 200, warns: isSilent ? nil : true)
  }

  /// What a cut leaves of the last picture is no damage.
  @Test(arguments: [DamagePolicy.fail, .conceal]) func aStreamMayEndInTheMiddle(
    policy: DamagePolicy
  ) throws {
    let folder = try TemporaryFolder()
    let whole = try clip("-c:v libx264 -g 50", "a.ts", in: folder)
    let path = folder.file("cut.ts")
    try whole.dropLast(188 * 40 + 100).write(to: URL(fileURLWithPath: path))
    let reader = try VideoReader.open(path, options: AssetOptions(damagePolicy: policy))
    for slot in reader.index.slots { _ = try reader.frame(at: slot.time) }
    #expect(reader.index.slots.count > 150)
  }

  /// What the pictures are like is said only with the next key frame, twelve seconds into the stream.
  @Test func theFirstKeyFrameMayComeLate() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=30 -c:v libx264 -g 400 -sc_threshold 0 -b:v 6M "
        + "-maxrate 6M -bufsize 1M -x264-params nal-hrd=cbr a.ts", in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.ts")))
    let path = folder.file("cut.ts")
    try whole.dropFirst(whole.count / 8 / 188 * 188).write(to: URL(fileURLWithPath: path))
    try expectFFmpegsFrames(path, .conceal, least: 200, warns: true)
  }
}
