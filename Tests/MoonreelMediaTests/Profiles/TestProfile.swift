// SPDX-License-Identifier: MIT

import Foundation

/// A colour space of R'G'B' or gray as the tests know it: what it makes of numbers, and its ICC profile, written byte by
/// byte.
struct TestProfile: CustomStringConvertible, Sendable {
  var name: String
  /// x and y of red, green and blue, with D65's white; `nil` for gray.
  var primaries: [Double]?
  /// Light is the signal to the power of it; `nil`: sRGB's curve.
  var exponent: Double?

  var description: String { name }

  static let sRGB = TestProfile(
    name: "sRGB", primaries: [0.64, 0.33, 0.30, 0.60, 0.15, 0.06], exponent: nil)
  static let displayP3 = TestProfile(
    name: "Display P3", primaries: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06], exponent: nil)
  /// Red and green change places.
  static let swapped = TestProfile(
    name: "swapped", primaries: [0.30, 0.60, 0.64, 0.33, 0.15, 0.06], exponent: nil)
  static let adobe = TestProfile(
    name: "Adobe RGB (1998)", primaries: [0.64, 0.33, 0.21, 0.71, 0.15, 0.06],
    exponent: 563.0 / 256)
  static let linear = TestProfile(name: "linear", primaries: sRGB.primaries, exponent: 1)
  static let gray18 = TestProfile(name: "gray 1.8", primaries: nil, exponent: 461.0 / 256)

  static let ofColors = [sRGB, displayP3, swapped, adobe, linear]

  // MARK: What it makes of numbers

  /// `signal`, 0…1 each, in sRGB, limited to what it holds.
  func inSRGB(_ signal: [Double]) -> [Double] {
    let light = signal.map { value in
      exponent.map { Foundation.pow(value, $0) } ?? Self.decode(value)
    }
    guard let primaries else { return light.map(Self.encode) }
    let source = Self.toXYZ(primaries)
    let target = Self.inverse(Self.toXYZ(Self.sRGB.primaries ?? []))
    return Self.apply(target, Self.apply(source, light)).map { Self.encode($0) }
  }

  static func decode(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : Foundation.pow((signal + 0.055) / 1.055, 2.4)
  }

  static func encode(_ light: Double) -> Double {
    let light = min(1, max(0, light))
    return light <= 0.0031308 ? light * 12.92 : 1.055 * Foundation.pow(light, 1 / 2.4) - 0.055
  }

  static let d65 = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
  private static let d50 = [0.9642, 1, 0.8249]

  /// SMPTE RP 177.
  private static func toXYZ(_ points: [Double]) -> [[Double]] {
    let columns = (0..<3).map { number -> [Double] in
      let (x, y) = (points[2 * number], points[2 * number + 1])
      return [x, y, 1 - x - y]
    }
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let scale = apply(inverse(rows), d65)
    return rows.map { row in zip(row, scale).map { $0 * $1 } }
  }

  static func apply(_ rows: [[Double]], _ vector: [Double]) -> [Double] {
    rows.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ r: Int, _ c: Int) -> Double {
      let (a, b) = ((r + 1) % 3, (r + 2) % 3)
      let (p, q) = ((c + 1) % 3, (c + 2) % 3)
      return m[a][p] * m[b][q] - m[a][q] * m[b][p]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
    return (0..<3).map { r in (0..<3).map { c in minor(c, r) / determinant } }
  }

  /// Bradford's way from D65 to D50 (ISO 15076-1, annex E).
  private static let adaptation: [[Double]] = {
    let cone = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (from, to) = (apply(cone, d65), apply(cone, d50))
    let scaled = (0..<3).map { row in cone[row].map { $0 * to[row] / from[row] } }
    let columns = (0..<3).map { column in apply(inverse(cone), scaled.map { $0[column] }) }
    return (0..<3).map { row in columns.map { $0[row] } }
  }()

  /// From X, Y, Z under D50 to linear R'G'B' of `primaries`.
  static func fromD50(_ primaries: [Double], _ xyz: [Double]) -> [Double] {
    apply(inverse(toXYZ(primaries)), apply(inverse(adaptation), xyz))
  }

  // MARK: Its profile

  /// The ICC profile (version 2.4 with a curve of version 4 where it is sRGB's).
  var bytes: [UInt8] {
    var curve = Self.letters("curv") + Self.number(0) + Self.number(1)
    if let exponent {
      curve += [UInt8(Int(exponent * 256) >> 8), UInt8(Int(exponent * 256) & 255), 0, 0]
    } else {
      let numbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      curve = Self.letters("para") + Self.number(0) + [0, 3, 0, 0]
      curve += numbers.flatMap(Self.fixed)
    }
    guard let primaries else {
      return Self.profile("mntr", "GRAY", "XYZ ", [("desc", nameTag), ("kTRC", curve)])
    }
    let rows = Self.toXYZ(primaries)
    let columns = (0..<3).map { column in Self.apply(Self.adaptation, rows.map { $0[column] }) }
    let points = zip(["rXYZ", "gXYZ", "bXYZ"], columns).map { ($0, Self.xyz($1)) }
    return Self.profile(
      "mntr", "RGB ", "XYZ ",
      [("desc", nameTag)] + points + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
  }

  private var nameTag: [UInt8] { Self.nameTag(name) }

  /// The name in version 2's form.
  static func nameTag(_ name: String) -> [UInt8] {
    letters("desc") + number(0) + number(name.utf8.count + 1) + Array(name.utf8) + [0]
      + [UInt8](repeating: 0, count: 78)
  }

  /// A profile of `tags`.
  static func profile(
    _ kind: String, _ space: String, _ connection: String, _ tags: [(String, [UInt8])]
  ) -> [UInt8] {
    let all = tags + [("wtpt", xyz(d50))]
    var (table, data) = (number(all.count), [UInt8]())
    for (name, value) in all {
      table += letters(name) + number(128 + 4 + 12 * all.count + data.count) + number(value.count)
      data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    var head = number(128 + table.count + data.count) + number(0) + [4, 0x20, 0, 0]
    head += letters(kind) + letters(space) + letters(connection)
    head += [7, 0xE4, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + letters("acsp")
    head += [UInt8](repeating: 0, count: 28) + d50.flatMap(fixed)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }

  static func xyz(_ values: [Double]) -> [UInt8] {
    letters("XYZ ") + number(0) + values.flatMap(fixed)
  }
  static func letters(_ text: String) -> [UInt8] { Array(text.utf8) }
  static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
  static func number(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// A profile of CMYK by a table of its corners (`mft1`), between which it is linear.
enum TestInk {
  /// L from 0 to 255 and a and b about 128 of the corner with these inks: C, M, Y and K are 0 or 1.
  static func corner(_ ink: [Int]) -> [UInt8] {
    guard ink[3] == 0 else { return [0, 128, 128] }
    return [
      UInt8(255 - 60 * ink[0] - 90 * ink[1] - 20 * ink[2]),
      UInt8(128 - 40 * ink[0] + 60 * ink[1] - 10 * ink[2]),
      UInt8(128 - 30 * ink[0] + 70 * ink[2]),
    ]
  }

  /// The ICC profile.
  static var bytes: [UInt8] {
    var table = TestProfile.letters("mft1") + TestProfile.number(0) + [4, 3, 2, 0]
    table += [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { TestProfile.fixed($0) }
    table += (0..<4).flatMap { _ in (0...255).map { UInt8($0) } }
    table += (0..<16).flatMap { corner([$0 >> 3 & 1, $0 >> 2 & 1, $0 >> 1 & 1, $0 & 1]) }
    table += (0..<3).flatMap { _ in (0...255).map { UInt8($0) } }
    return TestProfile.profile(
      "prtr", "CMYK", "Lab ", [("desc", TestProfile.nameTag("Test ink")), ("A2B0", table)])
  }

  /// The corner in sRGB, 0…1, limited.
  static func inSRGB(_ ink: [Int]) -> [Double] {
    let code = corner(ink).map(Double.init)
    let (l, a, b) = (code[0] * 100 / 255, code[1] - 128, code[2] - 128)
    let y = (l + 16) / 116
    func cube(_ f: Double) -> Double {
      f > 6.0 / 29 ? f * f * f : 3 * (6.0 / 29) * (6.0 / 29) * (f - 4.0 / 29)
    }
    let xyz = [0.9642 * cube(y + a / 500), cube(y), 0.8249 * cube(y - b / 200)]
    return TestProfile.fromD50(TestProfile.sRGB.primaries ?? [], xyz).map(TestProfile.encode)
  }
}
