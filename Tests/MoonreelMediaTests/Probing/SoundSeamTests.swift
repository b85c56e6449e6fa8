// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Stamps find sound, the decoder's counts place it: a gap is a step that stamps cannot explain.
struct SoundSeamTests {
  private static let rate = 44_100

  /// The index of `count` packets of 1024 samples whose stamps are `stamp(number)` seconds.
  private func index(
    _ count: Int, tolerance: Int64? = 441, stamp: (Int) -> Double?
  ) -> SoundIndex {
    let packets = (0..<count).map { number in
      SoundIndex.Packet(
        stamp: stamp(number).map { Int64(($0 * Double(Self.rate)).rounded()) }, count: 1024)
    }
    return SoundIndex(packets: packets, sampleRate: Self.rate, trims: [:], tolerance: tolerance)
  }

  /// The samples of silence that `index` has between its packets.
  private func gaps(_ index: SoundIndex) -> [Int64] {
    zip(index.starts, index.starts.dropFirst()).map { $1 - $0 - 1024 }.filter { $0 != 0 }
  }

  private static func ideal(_ number: Int) -> Double { Double(number) * 1024 / 44_100 }

  @Test func roundedStampsLeaveNoGaps() {
    for unit in [0.001, 0.01, 1.0 / 90_000] {
      let rounded = index(4000) { (Self.ideal($0) / unit).rounded(.down) * unit }
      #expect(gaps(rounded) == [], "unit \(unit)")
    }
  }

  /// A recorder's clock that runs half a percent fast: 0.3 s in a minute, and never a gap.
  @Test(arguments: [1.0045, 0.9955, 1.00005]) func clocksThatDriftLeaveNoGaps(speed: Double) {
    let drifting = index(3000) { (Self.ideal($0) * speed * 1000).rounded(.down) / 1000 }
    #expect(gaps(drifting) == [])
  }

  @Test func tremblingStampsLeaveNoGaps() {
    let trembling = index(2000) { Self.ideal($0) + [0.0, 0.009, -0.008, 0.004][$0 % 4] }
    #expect(gaps(trembling) == [])
  }

  /// Only the first packet of each block is stamped, or all have its stamp.
  @Test func blocksOfPacketsLeaveNoGaps() {
    #expect(gaps(index(800) { $0 % 10 == 0 ? Self.ideal($0) : nil }) == [])
    #expect(gaps(index(800) { Self.ideal($0 / 10 * 10) }) == [])
  }

  /// One lost packet, and a pause of a second, in stamps of a millisecond.
  @Test(arguments: [0.023, 1.0]) func realGapsStay(length: Double) {
    let broken = index(600) { number in
      let time = Self.ideal(number) + (number >= 300 ? length : 0)
      return (time * 1000).rounded(.down) / 1000
    }
    #expect(gaps(broken).count == 1)
    #expect(abs(gaps(broken)[0] - Int64(length * 44_100)) <= 90, "\(gaps(broken))")
  }

  @Test func stampsThatAreMadeUpAreNotAsked() {
    #expect(gaps(index(300, tolerance: nil) { Double($0) }) == [])
  }

  /// Padding may fill more than the last packet (LAME's does).
  @Test func paddingMayBeLongerThanAPacket() {
    let packets = (0..<10).map { SoundIndex.Packet(stamp: Int64($0 * 1152), count: 1152) }
    let trims = [8: SoundIndex.Trim(start: 0, end: 303), 9: SoundIndex.Trim(start: 0, end: 1152)]
    let index = SoundIndex(packets: packets, sampleRate: 44_100, trims: trims, tolerance: nil)
    #expect(index.end == 10 * 1152 - 1152 - 303)
  }
}
