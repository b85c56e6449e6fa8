// SPDX-License-Identifier: MIT

import MoonreelCore

extension MediaIndex {
  /// More packets than a file may have.
  private static let most = 1 << 29

  /// Reads what ``write(to:)`` wrote.
  ///
  /// - Throws: `CacheReader.Damage`.
  convenience init(_ bytes: [UInt8]) throws {
    var reader = CacheReader(bytes, limit: Self.most)
    var streams: [Int: StreamIndex] = [:]
    // holds: a count without a sign.
    for _ in 0..<min(try reader.count(), 1 << 16) {
      streams[try reader.count()] = try StreamIndex(&reader)
    }
    let damage = try reader.optional { try $0.text() }
    let note = try reader.optional { try $0.text() }
    guard reader.isAtEnd else { throw CacheReader.Damage() }
    self.init(streams: streams, damage: damage, stampNote: note)
  }

  /// The whole index in few bytes: about ten a packet.
  var encoded: [UInt8] {
    var writer = CacheWriter()
    writer.put(UInt64(streams.count))
    for (number, stream) in streams.sorted(by: { $0.key < $1.key }) {
      writer.put(UInt64(number))
      stream.write(to: &writer)
    }
    writer.put(damage) { $0.put($1) }
    writer.put(stampNote) { $0.put($1) }
    return writer.bytes
  }
}

extension StreamIndex {
  fileprivate convenience init(_ reader: inout CacheReader) throws {
    let (numerator, denominator) = (try reader.signed(), try reader.signed())
    guard denominator > 0 else { throw CacheReader.Damage() }
    let zero = Time(flicks: try reader.signed())
    let entries = try Self.entries(&reader)
    let times = try reader.series()
    let ordinals = try reader.series().map { try Self.ordinal($0, below: entries.count) }
    let syncPoints = try reader.series().map { try Self.ordinal($0, below: entries.count) }
    guard times.count == ordinals.count, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }),
      zip(syncPoints, syncPoints.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw CacheReader.Damage() }
    let broken = try reader.optional { Time(flicks: try $0.signed()) }
    let sound = try reader.optional { try SoundIndex(&$0, packets: entries.count) }
    self.init(
      entries: entries, timeBase: Rational(numerator, denominator), presentationZero: zero,
      slots: zip(times, ordinals).map { Slot(time: Time(flicks: $0), ordinal: $1) },
      syncPoints: syncPoints, brokenAt: broken, sound: sound)
  }

  fileprivate func write(to writer: inout CacheWriter) {
    writer.put(signed: timeBase.numerator)
    writer.put(signed: timeBase.denominator)
    writer.put(signed: presentationZero.flicks)
    writer.put(series: entries.lazy.map(\.presentation))
    writer.put(series: entries.lazy.map(\.decoding))
    writer.put(series: entries.lazy.map(\.duration))
    writer.put(series: entries.lazy.map(\.position))
    writer.put(series: entries.lazy.map { Int64($0.size) })
    writer.put(series: entries.lazy.map { ($0.isKeyFrame ? 1 : 0) + ($0.isDiscarded ? 2 : 0) })
    writer.put(series: entries.lazy.map(\.shift))
    writer.put(series: slots.lazy.map(\.time.flicks))
    writer.put(series: slots.lazy.map { Int64($0.ordinal) })
    writer.put(series: (entries.isEmpty ? [] : syncPoints).lazy.map { Int64($0) })
    writer.put(brokenAt) { $0.put(signed: $1.flicks) }
    writer.put(sound) { $1.write(to: &$0) }
  }

  private static func entries(_ reader: inout CacheReader) throws -> [PacketEntry] {
    let columns = try (0..<7).map { _ in try reader.series() }
    guard Set(columns.map(\.count)).count == 1 else { throw CacheReader.Damage() }
    return try columns[0].indices.map { row in
      guard let size = Int32(exactly: columns[4][row]) else { throw CacheReader.Damage() }
      return PacketEntry(
        presentation: columns[0][row], decoding: columns[1][row], duration: columns[2][row],
        position: columns[3][row], size: size, isKeyFrame: columns[5][row] & 1 != 0,
        isDiscarded: columns[5][row] & 2 != 0, shift: columns[6][row])
    }
  }

  fileprivate static func ordinal(_ value: Int64, below count: Int) throws -> Int {
    guard (0..<Int64(count)).contains(value) else { throw CacheReader.Damage() }
    return Int(value)
  }
}

extension SoundIndex {
  fileprivate init(_ reader: inout CacheReader, packets: Int) throws {
    let rate = try reader.count()
    let starts = try reader.series()
    let ordinals = try reader.series().map { try StreamIndex.ordinal($0, below: packets) }
    let (heads, tails) = (try reader.series(), try reader.series())
    let limits: ClosedRange<Int64> = 0...1 << 40
    guard (1...1 << 24).contains(rate), starts.count == packets, heads.count == ordinals.count,
      tails.count == ordinals.count, (heads + tails).allSatisfy(limits.contains),
      Set(ordinals).count == ordinals.count
    else { throw CacheReader.Damage() }
    let trims = zip(ordinals, zip(heads, tails)).map { ordinal, trim in
      (ordinal, Trim(start: Int(trim.0), end: Int(trim.1)))
    }
    self.init(
      sampleRate: rate, starts: starts, trims: Dictionary(uniqueKeysWithValues: trims),
      end: try reader.signed())
  }

  fileprivate func write(to writer: inout CacheWriter) {
    let ordered = trims.sorted { $0.key < $1.key }
    writer.put(UInt64(sampleRate))
    writer.put(series: starts)
    writer.put(series: ordered.lazy.map { Int64($0.key) })
    writer.put(series: ordered.lazy.map { Int64($0.value.start) })
    writer.put(series: ordered.lazy.map { Int64($0.value.end) })
    writer.put(signed: end)
  }
}
