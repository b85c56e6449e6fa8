// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// A span as bytes on the disk:
///
///     magic | length of all | length and check sum of the table | table | extradata | packets | side data
///
/// The table says whose span it is, and has the size and the check sum of every part that follows. So a file that was cut
/// short, exchanged or changed in any bit is noticed.
extension EncodedSpan {
  private static let magic: [UInt8] = Array("moonreel span 1\n".utf8)
  /// Magic, then three numbers of eight bytes.
  static let headLength = magic.count + 24
  /// More numbers than a table may have.
  private static let most = 1 << 26

  /// What ``init(_:of:)`` reads.
  func encoded(as identity: Digest) -> [UInt8] {
    var table = CacheWriter()
    table.put(identity.description)
    table.put(UInt64(extradata.count))
    table.put(UInt64(Checksum.of(extradata)))
    let raw = packets.map(\.storage.packet)
    table.put(series: packets.map(\.frame))
    table.put(series: packets.map { Int64($0.byteCount) })
    table.put(series: raw.map { Int64($0.pointee.flags) })
    table.put(series: raw.map { Int64(Checksum.of($0.bytes)) })
    let extras = raw.indices.flatMap { place in raw[place].sideData.map { (place, $0) } }
    table.put(series: extras.map { Int64($0.0) })
    table.put(series: extras.map { Int64($0.1.type.rawValue) })
    table.put(series: extras.map { Int64($0.1.bytes.count) })
    table.put(series: extras.map { Int64(Checksum.of($0.1.bytes)) })
    let length =
      Self.headLength + table.bytes.count + extradata.count + byteCount
      + extras.reduce(0) { $0 + $1.1.bytes.count }
    var bytes = Self.magic
    bytes.reserveCapacity(length)
    for number in [length, table.bytes.count, Int(Checksum.of(table.bytes))] {
      withUnsafeBytes(of: UInt64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes += table.bytes
    bytes += extradata
    for packet in raw { bytes.append(contentsOf: packet.bytes) }
    for (_, extra) in extras { bytes.append(contentsOf: extra.bytes) }
    return bytes
  }

  /// The length of the file whose first bytes are `head`; `nil` where it is no span's.
  static func length(_ head: [UInt8]) -> Int64? {
    guard head.count == headLength, head.starts(with: magic) else { return nil }
    return Int64(exactly: number(head, 0))
  }

  private static func number(_ head: [UInt8], _ index: Int) -> UInt64 {
    let place = magic.count + 8 * index
    return head[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The span `identity` that `bytes` hold.
  ///
  /// - Throws: `CacheReader.Damage` or ``Flaw`` where they hold anything else.
  convenience init(_ bytes: [UInt8], of identity: Digest) throws {
    let head = Array(bytes.prefix(Self.headLength))
    guard Self.length(head) == Int64(bytes.count),
      let tableLength = Int(exactly: Self.number(head, 1)),
      tableLength <= bytes.count - Self.headLength
    else { throw CacheReader.Damage() }
    let table = Array(bytes[Self.headLength..<Self.headLength + tableLength])
    guard UInt64(Checksum.of(table)) == Self.number(head, 2) else { throw CacheReader.Damage() }
    var reader = CacheReader(table, limit: Self.most)
    guard try reader.text() == identity.description else { throw CacheReader.Damage() }
    var parts = Parts(bytes, from: Self.headLength + tableLength)
    let extradata = try parts.next(Int64(reader.count()), Int64(reader.count()))
    let (frames, sizes) = (try reader.series(), try reader.series())
    let (flags, sums) = (try reader.series(), try reader.series())
    guard Set([frames.count, sizes.count, flags.count, sums.count]).count == 1 else {
      throw CacheReader.Damage()
    }
    let packets = try frames.indices.map { place in
      let packet = SpanPacket(
        storage: try PacketStorage(try parts.next(sizes[place], sums[place])), frame: frames[place])
      packet.storage.packet.pointee.flags = Int32(truncatingIfNeeded: flags[place])
      return packet
    }
    let (owners, types) = (try reader.series(), try reader.series())
    for (index, (size, sum)) in zip(try reader.series(), try reader.series()).enumerated() {
      guard index < min(owners.count, types.count), packets.indices.contains(Int(owners[index]))
      else { throw CacheReader.Damage() }
      try packets[Int(owners[index])].storage.packet.add(
        SideData(
          type: AVPacketSideDataType(UInt32(truncatingIfNeeded: types[index])),
          bytes: Array(try parts.next(size, sum))))
    }
    guard reader.isAtEnd, parts.isAtEnd else { throw CacheReader.Damage() }
    try self.init(packets, extradata: Array(extradata))
  }
}

/// The parts that follow a table, one after the other.
private struct Parts {
  private let bytes: [UInt8]
  private var place: Int

  init(_ bytes: [UInt8], from place: Int) { (self.bytes, self.place) = (bytes, place) }

  var isAtEnd: Bool { place == bytes.count }

  /// The next `count` bytes, whose check sum is `sum`.
  mutating func next(_ count: Int64, _ sum: Int64) throws -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else { throw CacheReader.Damage() }
    let part = bytes[place..<place + Int(count)]
    place += Int(count)
    guard Int64(Checksum.of(part)) == sum else { throw CacheReader.Damage() }
    return part
  }
}

/// What travels beside a packet's bytes, such as the alpha of VP9.
struct SideData {
  var type: AVPacketSideDataType
  var bytes: [UInt8]
}

extension PacketStorage {
  /// A packet of `bytes`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) without memory.
  convenience init(_ bytes: ArraySlice<UInt8>) throws {
    self.init()
    guard av_new_packet(packet, Int32(clamping: bytes.count)) >= 0 else { throw Self.noMemory }
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress {
        UnsafeMutableRawPointer(packet.pointee.data).copyMemory(from: base, byteCount: source.count)
      }
    }
  }

  static let noMemory = MoonreelError(.limitExceeded, "Cannot hold a coded picture: out of memory.")
}

extension UnsafeMutablePointer<AVPacket> {
  /// The packet's bytes, which stay its own.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointee.data, count: Int(pointee.size))
  }

  /// All that travels beside it.
  var sideData: [SideData] {
    (0..<Int(pointee.side_data_elems)).map { index in
      let entry = pointee.side_data[index]
      return SideData(
        type: entry.type, bytes: Array(UnsafeBufferPointer(start: entry.data, count: entry.size)))
    }
  }

  /// Puts `data` beside it.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) without memory.
  func add(_ data: SideData) throws {
    guard let target = av_packet_new_side_data(self, data.type, data.bytes.count) else {
      throw PacketStorage.noMemory
    }
    for (index, byte) in data.bytes.enumerated() { target[index] = byte }
  }
}
