// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Compares a reader with a linear decode.
enum FrameComparison {
  /// Reads the file forwards, then at many places out of order, then every second and third frame, and
  /// expects the frames in `expected`; forwards every packet is decoded once.
  static func expectEqual(
    _ path: String, _ expected: [ReferenceFrame], jumps: Int = 12, shift: Time = .zero,
    groupsPerJump: Int = 1
  ) throws {
    let reader = try VideoReader.open(path)
    #expect(reader.index.slots.count == expected.count, "frames in '\(path)'")
    for frame in expected { try expect(reader, frame, shift: shift) }
    #expect(reader.decodedFrameCount <= reader.index.entries.count, "each packet decoded once")
    var state: UInt64 = 42
    for _ in 0..<jumps {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      guard let frame = expected.isEmpty ? nil : expected[Int(state >> 33) % expected.count] else {
        return
      }
      let before = reader.decodedFrameCount
      try expect(reader, frame, shift: shift)
      let cost = reader.decodedFrameCount - before
      #expect(
        cost <= reader.jumpLimit * groupsPerJump, "packets decoded for one jump to \(frame.time)")
    }
    for step in 2...3 {
      let reader = try VideoReader.open(path)
      for place in stride(from: step / 2, to: expected.count, by: step) {
        let next = place + step < expected.count ? expected[place + step].time + shift : nil
        try expect(reader, expected[place], shift: shift, next: next)
      }
      #expect(reader.decodedFrameCount <= reader.index.entries.count, "each packet decoded once")
    }
  }

  private static func expect(
    _ reader: VideoReader, _ frame: ReferenceFrame, shift: Time, next: Time? = nil
  ) throws {
    let found = try reader.frame(at: frame.time + shift, next: next)
    let isClose = abs((found.time - frame.time - shift).flicks) <= 1
    guard isClose, found.buffer.checksum == frame.checksum else {
      Issue.record(
        "at \(frame.time): a frame of \(found.time), same time: \(isClose), or other pixels")
      return
    }
  }
}

extension VideoReader {
  /// The most packets that one jump may cost: the longest stretch between two sync points, and what
  /// the decoder holds back.
  var jumpLimit: Int {
    let ends = index.syncPoints.dropFirst() + [index.entries.count]
    let longest = zip(index.syncPoints, ends).map { $1 - $0 }.max() ?? 0
    return longest + 24
  }
}
