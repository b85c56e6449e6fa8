// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What the pictures of a stream of H.264 or HEVC refer to by number: sequence and picture parameter sets.
///
/// Packets of two streams can stand in one track where no number means two things: in H.264 that holds as long as the
/// encoders number their sets differently, since a file's description lists as many as there are. x265 numbers all of
/// its sets 0, so streams of HEVC share a track only where their sets are the same.
struct ParameterSets: Hashable, Sendable {
  /// What a set is and its number.
  struct Key: Hashable, Sendable, Comparable {
    /// The unit's type.
    var type: Int
    var number: Int

    static func < (first: Self, second: Self) -> Bool {
      (first.type, first.number) < (second.type, second.number)
    }
  }

  /// The codec whose sets they are.
  let codec: AVCodecID
  private(set) var units: [Key: [UInt8]] = [:]

  /// Sets of `codec`, none yet.
  init(codec: AVCodecID) { self.codec = codec }

  /// The sets in a stream's description; `nil` for other codecs and where they cannot be read.
  init?(_ parameters: CodecParameters) {
    let source = parameters.parameters.pointee
    guard [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(source.codec_id) else { return nil }
    codec = source.codec_id
    let data = Array(
      UnsafeBufferPointer(start: source.extradata, count: Int(source.extradata_size)))
    guard let found = Self.units(of: data, codec) else { return nil }
    for unit in found { guard add(unit) else { return nil } }
  }

  /// How the units of the stream's packets are told apart.
  static func form(of parameters: CodecParameters) -> CodedUnitForm {
    let source = parameters.parameters.pointee
    // A configuration record begins with 1, a start code with 0.
    let size = source.codec_id == AV_CODEC_ID_H264 ? 4 : 21
    guard source.extradata_size > size, source.extradata[0] == 1 else { return .startCodes }
    return .lengths(Int(source.extradata[size] & 3) + 1)
  }

  /// Whether `unit` is a parameter set of `codec`.
  static func isSet(_ unit: some Collection<UInt8>, _ codec: AVCodecID) -> Bool {
    guard let head = unit.first else { return false }
    return codec == AV_CODEC_ID_H264
      ? [7, 8].contains(head & 31) : [32, 33, 34].contains(head >> 1 & 63)
  }

  /// Whether `unit` of `codec` says where a picture begins, and nothing else.
  static func isDelimiter(_ unit: some Collection<UInt8>, _ codec: AVCodecID) -> Bool {
    guard let head = unit.first else { return false }
    return codec == AV_CODEC_ID_H264 ? head & 31 == 9 : head >> 1 & 63 == 35
  }

  /// Takes `unit` where it is a set; false where its number means something else already, or cannot be read.
  mutating func add(_ unit: [UInt8]) -> Bool {
    guard Self.isSet(unit, codec) else { return true }
    guard let key = key(of: unit) else { return false }
    if let known = units[key] { return known == unit }
    units[key] = unit
    return true
  }

  /// Whether `unit` is one of them.
  func contains(_ unit: ArraySlice<UInt8>) -> Bool { units.values.contains { $0[...] == unit } }

  /// These and `others`; `nil` where a number means two things.
  func joined(with others: Self) -> Self? {
    guard codec == others.codec else { return nil }
    if codec == AV_CODEC_ID_HEVC { return self == others ? self : nil }
    var result = self
    for unit in others.units.values { guard result.add(unit) else { return nil } }
    return result
  }

  /// The least number that no set has.
  var freeNumber: Int {
    let taken = Set(units.keys.map(\.number))
    return (0...).first { !taken.contains($0) } ?? 0
  }

  /// All of them behind start codes: sequences before pictures, those that ask most of a decoder first, since a file
  /// states the first one's profile and level for all.
  var bytes: [UInt8] { ordered.flatMap { CodedUnits.startCode + $0 } }

  /// The sets in the order of ``bytes``.
  var ordered: [[UInt8]] {
    func demand(_ unit: [UInt8]) -> Int {
      codec == AV_CODEC_ID_H264 && unit.count > 3 && unit[0] & 31 == 7
        ? Int(unit[1]) << 8 | Int(unit[3]) : 0
    }
    let rows = units.sorted { first, second in
      let demands = (demand(first.value), demand(second.value))
      if first.key.type == second.key.type, demands.0 != demands.1 { return demands.0 > demands.1 }
      return first.key < second.key
    }
    return rows.map(\.value)
  }

  /// The profile and level that the most demanding sequence states; `nil` in HEVC.
  var profileAndLevel: (profile: Int, level: Int)? {
    units.filter { codec == AV_CODEC_ID_H264 && $0.key.type == 7 && $0.value.count > 3 }
      .map { (Int($0.value[1]), Int($0.value[3])) }.max { $0 < $1 }
  }

  private func key(of unit: [UInt8]) -> Key? {
    guard codec == AV_CODEC_ID_H264 else {
      // Where all have to be the same it is enough to tell them apart.
      let type = Int(unit[0] >> 1 & 63)
      if let known = units.first(where: { $0.value == unit }) { return known.key }
      return Key(type: type, number: units.keys.filter { $0.type == type }.count)
    }
    let type = Int(unit[0] & 31)
    var bits = UnitBits(unit)
    // The head; of a sequence, profile, constraints and level as well.
    _ = bits.bits(type == 7 ? 32 : 8)
    return bits.number().map { Key(type: type, number: $0) }
  }

  /// The units in a description of either form.
  private static func units(of data: [UInt8], _ codec: AVCodecID) -> [[UInt8]]? {
    guard data.first == 1 else {
      return CodedUnits.ranges(in: data, .startCodes).map { $0.map { Array(data[$0]) } }
    }
    var reader = RecordReader(data)
    return codec == AV_CODEC_ID_H264 ? reader.units264() : reader.units265()
  }
}

/// Reads the configuration records of ISO/IEC 14496-15: 5.3.3.1 and 8.3.3.1.
private struct RecordReader {
  private let data: [UInt8]
  private var place = 0

  init(_ data: [UInt8]) { self.data = data }

  mutating func units264() -> [[UInt8]]? {
    place = 5
    guard let sequences = list(count: byte() & 31) else { return nil }
    guard let pictures = list(count: byte()) else { return nil }
    return sequences + pictures
  }

  mutating func units265() -> [[UInt8]]? {
    place = 22
    var units: [[UInt8]] = []
    for _ in 0..<byte() {
      _ = byte()
      guard let found = list(count: byte() << 8 | byte()) else { return nil }
      units += found
    }
    return units
  }

  private mutating func byte() -> Int {
    defer { place += 1 }
    return place < data.count ? Int(data[place]) : 0
  }

  private mutating func list(count: Int) -> [[UInt8]]? {
    var units: [[UInt8]] = []
    for _ in 0..<count {
      let length = byte() << 8 | byte()
      guard length > 0, length <= data.count - place else { return nil }
      units.append(Array(data[place..<place + length]))
      place += length
    }
    return units
  }
}
