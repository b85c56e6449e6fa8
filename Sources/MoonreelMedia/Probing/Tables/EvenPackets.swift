// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Packets of one size that follow each other: sound without compression in a file of its own (WAV, AIFF, CAF …),
/// which libav cuts so, and an OP-Atom file whose index table states one size. The first and the last ones say where
/// all of them lie.
struct EvenPackets {
  private let format: FormatContext
  private var stream: UnsafeMutablePointer<AVStream> { format.stream(0) }

  /// How many packets are read at the beginning, and how many bytes, or at least packets, at the end.
  private static let (head, tail, last): (Int, Int64, Int64) = (8, 1 << 17, 3)
  private static let most = 50_000_000

  /// Whether the file that `format` has open may be such sound, and is long enough to be worth it.
  static func isLikely(_ format: FormatContext) -> Bool {
    guard format.streamCount == 1, let size = format.byteCount, size > 1 << 20 else { return false }
    let parameters = format.stream(0).pointee.codecpar.pointee
    return parameters.codec_type == AVMEDIA_TYPE_AUDIO && parameters.block_align > 0
      && PacketDurationMeter.isRaw(parameters.codec_id)
  }

  /// The file that `format` has open at its beginning.
  init(_ format: FormatContext) { self.format = format }

  /// The packets; `nil` where they are not of one size, or do not follow each other.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  func proven() throws -> [Int: PacketScan.Gathering]? {
    guard format.streamCount == 1 else { return nil }
    let read = try PacketScan.gather(format, atMost: Self.head) { _ in false }
    guard let head = read[0], let first = head.entries.first,
      head.entries.count == Self.head, first.size > 0, head.trims.isEmpty
    else { return nil }
    // Pictures have none.
    let samples = head.counts.first
    let step = head.entries[1].presentation &- first.presentation
    func entry(_ number: Int64) -> PacketEntry {
      var entry = first
      entry.presentation &+= number &* step
      if entry.decoding != MR_NO_TIME { entry.decoding &+= number &* step }
      entry.position &+= number &* Int64(first.size)
      return entry
    }
    guard head.entries.enumerated().allSatisfy({ $1 == entry(Int64($0)) }),
      head.counts.allSatisfy({ $0 == samples }), let size = format.byteCount
    else { return nil }
    let tail = max(Self.tail, Self.last * Int64(first.size))
    let target = (size - tail - first.position) / Int64(first.size)
    guard target > Self.head, target < Self.most else { return nil }
    let stamp = entry(target).presentation
    guard avformat_seek_file(format.context, 0, stamp, stamp, stamp, 0) >= 0 else { return nil }
    let rest = try PacketScan.gather(format, atMost: .max) { _ in false }
    guard let end = rest[0], end.trims.isEmpty else { return nil }
    let result = PacketScan.Gathering(stream)
    result.reserve(Int(target) + end.entries.count)
    // holds: the guard wants more than there are in the head.
    for number in 0..<target {
      result.entries.append(entry(number))
      if let samples { result.counts.append(samples) }
    }
    result.counts += end.counts
    for (number, found) in end.entries.enumerated() {
      // Only the last one may be shorter.
      let isLast = number == end.entries.count - 1
      let expected = entry(target + Int64(number))
      let isExpected = isLast ? found.position == expected.position : found == expected
      guard isExpected, found.presentation == expected.presentation else { return nil }
      result.entries.append(found)
    }
    return end.entries.isEmpty ? nil : [0: result]
  }
}
