// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What is there of a file of a server.
struct LoadedRangeTests {
  private func gate() -> FileGate { FileGate(folders: [], hosts: ["127.0.0.1"]) }

  /// 75 pictures of 115200 bytes each: three blocks, with the index at the end.
  private func movie(_ folder: TemporaryFolder) throws {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=3 -pix_fmt uyvy422 -c:v rawvideo a.mov", in: folder)
  }

  private func time(_ frame: Int64) -> Time {
    Time(flicks: Time.flicksPerSecond / 25 * frame)
  }

  @Test func whatIsKeptIsTold() throws {
    let folder = try TemporaryFolder()
    try movie(folder)
    let server = try FaultyServer(of: folder)
    let gate = gate()
    let asset = try Asset.load(path: server.address("/a.mov"), gate: gate)
    let track = try #require(asset.video)
    let before = server.requests.count
    let missing = { track.timeRange.excluding(track.loadedRanges(gate: $0)) }
    let middle = TimeRange(start: time(36), end: time(73))
    #expect(missing(gate) == [middle], "the first block is there, and that of the index")
    #expect(server.requests.count == before, "no server is asked")
    _ = try VideoReader(track: track, gate: gate).frame(at: time(40))
    #expect(missing(gate) == [])
    #expect(missing(self.gate()) == [track.timeRange], "a run that has opened nothing")
  }

  @Test func aFileOfThisMachineIsThere() throws {
    let folder = try TemporaryFolder()
    try movie(folder)
    let track = try #require(
      try Asset.load(path: folder.file("a.mov"), gate: .unrestricted).video)
    #expect(track.loadedRanges(gate: .unrestricted) == [.all])
  }

  /// Bytes of which some are there.
  private final class Pieces: RemoteBytes {
    let count: Int64 = 320
    let identity = SHA256.digest(of: [])
    let keptRanges: [Range<Int64>] = [0..<48, 64..<128, 160..<320]

    func read(
      at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reader: RemoteReader
    ) throws -> Int { 0 }
  }

  @Test func partsAndSumsKnowWhatIsThere() {
    let part = RemotePart(Pieces(), 32..<100)
    #expect(part.keptRanges == [0..<16, 32..<68])
    let sum = JoinedBytes([PlainBytes([1, 2]), part, PlainBytes([]), Pieces()])
    #expect(sum.keptRanges == [0..<18, 34..<118, 134..<198, 230..<390])
  }

  /// Two groups of three pictures, the second of which is decoded last, at ten bytes each.
  private func index() -> StreamIndex {
    let stamps: [Int64] = [0, 2, 1, 3, 5, 4]
    let entries = stamps.enumerated().map { number, stamp in
      PacketEntry(
        presentation: stamp, decoding: Int64(number), duration: 1, position: Int64(number) * 10,
        size: 10, isKeyFrame: number % 3 == 0, isDiscarded: false)
    }
    let slots = stamps.indices.sorted { stamps[$0] < stamps[$1] }.map {
      StreamIndex.Slot(time: Time(wholeSeconds: stamps[$0]), ordinal: $0)
    }
    return StreamIndex(
      entries: entries, timeBase: Rational(1, 1), presentationZero: .zero, slots: slots,
      syncPoints: [0, 3], brokenAt: nil)
  }

  private static let cases: [(kept: [Range<Int64>], seconds: [Range<Int64>])] = [
    ([], []), ([0..<10], [0..<1]), ([0..<20], [0..<1, 2..<3]), ([0..<30], [0..<3]),
    ([10..<30], []), ([0..<9], []), ([30..<60], [3..<1000]),
    ([0..<15, 15..<60], [0..<1, 3..<1000]),
    ([0..<10, 30..<40], [0..<1, 3..<4]),
  ]

  @Test(arguments: cases)
  func aPictureIsThereWithAllThatItNeeds(kept: [Range<Int64>], seconds: [Range<Int64>]) {
    let looked = TimeRange(start: .zero, end: Time(wholeSeconds: 1000))
    let found = index().loadedRanges(kept).map { $0.intersection(looked) }.map { range in
      Int64(range.start.seconds)..<Int64(range.end.seconds)
    }
    #expect(found == seconds)
  }
}
