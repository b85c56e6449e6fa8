// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Frames that nobody asks for and no other leans on are not decoded; those asked for stay the same
/// (which `FrameComparison` expects of every format too).
struct FrameDroppingTests {
  private static let count = 100

  /// A hundred frames, of which every second one is shown between two others and leaned on by none.
  private func clip(_ codec: String, _ folder: borrowing TemporaryFolder, file: String = "a.mp4")
    throws
    -> String
  {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x90:r=25:d=4 -c:v \(codec) \(file)", in: folder)
    return folder.file(file)
  }

  private static let everySecond =
    "libx264 -g 250 -bf 3 -b_strategy 0 -x264-params scenecut=0:b-pyramid=normal"

  private func read(_ reader: VideoReader, by step: Int, hints: Bool = true) throws -> [UInt32] {
    let slots = reader.index.slots
    return try stride(from: 0, to: slots.count, by: step).map { number in
      let next = hints && number + step < slots.count ? slots[number + step].time : nil
      return try reader.frame(at: slots[number].time, next: next).buffer.checksum
    }
  }

  @Test("at double speed half of the frames are decoded, and all that are shown are the same")
  func doubleSpeed() throws {
    let folder = try TemporaryFolder()
    let path = try clip(Self.everySecond, folder)
    let whole = try VideoReader.open(path)
    let all = try read(whole, by: 1)
    #expect(whole.decodedFrameCount == Self.count)
    let reader = try VideoReader.open(path)
    let seconds = try read(reader, by: 2)
    #expect(seconds == stride(from: 0, to: Self.count, by: 2).map { all[$0] })
    #expect((Self.count / 2...Self.count / 2 + 3).contains(reader.decodedFrameCount))
    let unknown = try VideoReader.open(path)
    #expect(try read(unknown, by: 2, hints: false) == seconds)
    #expect(unknown.decodedFrameCount <= Self.count)
  }

  @Test("B-frames of MPEG-2 are passed over") func mpeg2() throws {
    let folder = try TemporaryFolder()
    let path = try clip(
      "mpeg2video -bf 2 -b_strategy 0 -sc_threshold 1000000000 -g 24", folder, file: "a.mpg")
    let all = try read(try VideoReader.open(path), by: 1)
    let reader = try VideoReader.open(path)
    #expect(try read(reader, by: 3) == stride(from: 0, to: all.count, by: 3).map { all[$0] })
    #expect(reader.decodedFrameCount <= Self.count * 2 / 3)
  }

  @Test("a jump passes over what nothing leans on") func jump() throws {
    let folder = try TemporaryFolder()
    let path = try clip(Self.everySecond, folder)
    let all = try read(try VideoReader.open(path), by: 1)
    let reader = try VideoReader.open(path)
    let frame = try reader.frame(at: reader.index.slots[80].time)
    #expect(frame.buffer.checksum == all[80])
    #expect(reader.decodedFrameCount <= 80 / 2 + 8)
    // Also back, where it is too far for a walk.
    let before = reader.decodedFrameCount
    #expect(try reader.frame(at: reader.index.slots[41].time).buffer.checksum == all[41])
    #expect(reader.decodedFrameCount - before <= 42 / 2 + 8)
  }

  @Test("whoever asks for something else than announced gets it") func wrongHints() throws {
    let folder = try TemporaryFolder()
    let path = try clip(Self.everySecond, folder)
    let all = try read(try VideoReader.open(path), by: 1)
    let reader = try VideoReader.open(path)
    let slots = reader.index.slots
    var number = 0
    for turn in 0..<80 {
      let announced = min(slots.count - 1, number + turn * 7 % 9)
      let frame = try reader.frame(at: slots[number].time, next: slots[announced].time)
      #expect(frame.buffer.checksum == all[number], "frame \(number)")
      number = (number + turn * 5 % 6 + slots.count - 1) % slots.count
    }
  }

  @Test("walking backwards decodes a group once, as before") func backwards() throws {
    let folder = try TemporaryFolder()
    let path = try clip(Self.everySecond, folder)
    let all = try read(try VideoReader.open(path), by: 1)
    let reader = try VideoReader.open(path)
    let slots = reader.index.slots
    for number in stride(from: slots.count - 1, through: 1, by: -2) {
      #expect(try reader.frame(before: slots[number].time).buffer.checksum == all[number - 1])
    }
    #expect(reader.decodedFrameCount <= 3 * Self.count)
  }

  @Test("with frames decoded on several threads the same frames come") func threads() throws {
    let folder = try TemporaryFolder()
    let path = try clip(Self.everySecond, folder)
    let all = try read(try VideoReader.open(path), by: 1)
    for count in [1, 2, 7] {
      let reader = try VideoReader.open(path, threadCount: count)
      #expect(try read(reader, by: 2) == stride(from: 0, to: all.count, by: 2).map { all[$0] })
    }
  }
}
