// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelGLSL

/// Whole numbers of 32 bits, with numbers that are known beforehand and with uniforms, against Swift's.
struct WholeNumberTests {
  struct Row: CustomStringConvertible, Sendable {
    let glsl: String
    let value: @Sendable (Int32, Int32) -> UInt32
    var description: String { glsl }

    init(_ glsl: String, _ value: @escaping @Sendable (Int32, Int32) -> UInt32) {
      (self.glsl, self.value) = (glsl, value)
    }

    /// One that gives an int.
    init(int glsl: String, _ value: @escaping @Sendable (Int32, Int32) -> Int32) {
      (self.glsl, self.value) = (glsl, { UInt32(bitPattern: value($0, $1)) })
    }
  }

  private static func u(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) }

  static let rows: [Row] = [
    Row("uint(n) + uint(m)") { u($0) &+ u($1) },
    Row("uint(n) - uint(m)") { u($0) &- u($1) },
    Row("uint(n) * uint(m)") { u($0) &* u($1) },
    Row("uint(n) * 1664525u + 1013904223u") { n, _ in u(n) &* 1_664_525 &+ 1_013_904_223 },
    Row("uint(n) / 7u * 3u + uint(n) % 7u") { n, _ in u(n) / 7 &* 3 &+ u(n) % 7 },
    Row("uint(n) / uint(abs(m) + 1)") { u($0) / (u(abs($1)) + 1) },
    Row("uint(n) ^ uint(m)") { u($0) ^ u($1) },
    Row("(uint(n) & uint(m)) | 0x00ff0100u") { u($0) & u($1) | 0x00ff_0100 },
    Row("~uint(n) & 0xf0f0f0f0u") { n, _ in ~u(n) & 0xf0f0_f0f0 },
    Row("uint(n) << 5 ^ uint(n) >> 3") { n, _ in u(n) << 5 ^ u(n) >> 3 },
    Row("uint(n) << 20 | uint(n) >> 18") { n, _ in u(n) << 20 | u(n) >> 18 },
    Row("uint(n) << (m & 31)") { u($0) << u($1 & 31) },
    Row("uint(n) >> uint(m & 31)") { u($0) >> u($1 & 31) },
    Row(int: "n >> (m & 31)") { $0 >> ($1 & 31) },
    Row(int: "n >> 2") { n, _ in n >> 2 },
    Row(int: "(n ^ 0) >> 18") { n, _ in n >> 18 },
    Row(int: "n ^ m | 4") { $0 ^ $1 | 4 },
    Row(int: "-(n ^ 12345)") { n, _ in 0 &- (n ^ 12_345) },
    Row(int: "n * 1103515245 + 12345") { n, _ in n &* 1_103_515_245 &+ 12_345 },
    Row(int: "(n * 1103515245 >> 16) & 0x7fff") { n, _ in (n &* 1_103_515_245) >> 16 & 0x7fff },
    Row(int: "(n << 13 ^ n) / 1000 + (n << 13 ^ n) % 1000") { n, _ in
      (n << 13 ^ n) / 1000 &+ (n << 13 ^ n) % 1000
    },
    Row(int: "(m > n ? 1879030442 : 178267832) / (abs(m) % 9 + 1)") { n, m in
      (m > n ? 1_879_030_442 : 178_267_832) / (abs(m) % 9 + 1)
    },
    Row(int: "1879030443 % (abs(m) % 9 + 2)") { _, m in 1_879_030_443 % (abs(m) % 9 + 2) },
    Row("(m > n ? 4294967281u : 16777217u) - uint(n)") { n, m in
      (m > n ? 4_294_967_281 : 16_777_217) &- u(n)
    },
    Row(int: "(m > n ? 2147483633u : 5u) > uint(n) ? 1 : 2") { n, m in
      (m > n ? 2_147_483_633 : 5) > u(n) ? 1 : 2
    },
    Row(int: "(n << 13) > m ? 1 : (n << 13) == m ? 2 : 3") { n, m in
      n << 13 > m ? 1 : n << 13 == m ? 2 : 3
    },
    Row("uint(n) > 0x80000000u ? 1u : uint(n) <= uint(m) ? 2u : 3u") {
      u($0) > 0x8000_0000 ? 1 : u($0) <= u($1) ? 2 : 3
    },
    Row("floatBitsToUint(float(n) * 0.37)") { n, _ in (Float(n) * 0.37).bitPattern },
    Row(int: "floatBitsToInt(exp2(float(m % 60)))") { _, m in
      Int32(bitPattern: Float(sign: .plus, exponent: Int(m % 60), significand: 1).bitPattern)
    },
    Row("floatBitsToUint(uintBitsToFloat((uint(n) & 0x007fffffu) | 0x3f800000u) - 1.0)") { n, _ in
      (Float(bitPattern: u(n) & 0x007f_ffff | 0x3f80_0000) - 1).bitPattern
    },
    Row("packUnorm2x16(vec2(float(n) * 0.001, float(m) * 0.003))") {
      pair(shared(Float($0) * 0.001, 0, 65_535), shared(Float($1) * 0.003, 0, 65_535))
    },
    Row("packSnorm2x16(vec2(float(n) * 0.001, float(m) * 0.003))") {
      pair(shared(Float($0) * 0.001, -1, 32_767), shared(Float($1) * 0.003, -1, 32_767))
    },
    Row("packHalf2x16(vec2(float(n) * 0.37, float(m) * 1e-5))") {
      pair(Float16(Float($0) * 0.37).bitPattern, Float16(Float($1) * 1e-5).bitPattern)
    },
    Row("packHalf2x16(vec2(float(m) * -2048.7, 1.0 - float(m) * 1e-7))") { _, m in
      pair(Float16(Float(m) * -2048.7).bitPattern, Float16(1 - Float(m) * 1e-7).bitPattern)
    },
    Row("uint(unpackUnorm2x16(uint(n)).y * 65535.0 + 0.5)") { n, _ in u(n) >> 16 },
    Row(int: "int(floor(unpackSnorm2x16(uint(n)).x * 32767.0 + 0.5))") { n, _ in
      Int32(max(-32_767, Int16(truncatingIfNeeded: n)))
    },
    // Without those that are infinite, or no numbers.
    Row("floatBitsToUint(unpackHalf2x16(uint(n) & 0xfbfffbffu).x)") { n, _ in
      Float(Float16(bitPattern: UInt16(truncatingIfNeeded: n & 0xfbff))).bitPattern
    },
    Row("floatBitsToUint(unpackHalf2x16(uint(n) & 0xfbfffbffu).y)") { n, _ in
      Float(Float16(bitPattern: UInt16(truncatingIfNeeded: u(n) >> 16 & 0xfbff))).bitPattern
    },
    Row("isinf(unpackHalf2x16(packHalf2x16(vec2(7e4 + float(m)))).y) ? 1u : 0u") { _, _ in 1 },
    Row("scrambled(uint(n))") { n, _ in scrambled(u(n)) },
    Row("rounds(uint(n), m)") { n, m in
      (0..<300).reduce(u(n)) { value, round in (value ^ UInt32(round)) &* 16_777_619 &+ u(m) }
    },
    Row(int: "walk(n)") { n, _ in
      (0..<300).reduce(n) { value, round in value &* 1_103_515_245 &+ Int32(round) }
    },
  ]

  private static func pair(_ low: UInt16, _ high: UInt16) -> UInt32 {
    UInt32(high) << 16 | UInt32(low)
  }

  /// `value`, from `least` to 1, as a whole number of parts of `whole`.
  private static func shared(_ value: Float, _ least: Float, _ whole: Float) -> UInt16 {
    let parts = (min(max(value, least), 1) * whole).rounded(.toNearestOrEven)
    return UInt16(bitPattern: Int16(truncatingIfNeeded: Int(parts)))
  }

  private static func scrambled(_ number: UInt32) -> UInt32 {
    var h = number
    h ^= h >> 16
    h = h &* 0x7feb_352d
    h ^= h >> 15
    h = h &* 0x846c_a68b
    return h ^ h >> 16
  }

  private static let functions = """
    uint scrambled(uint h) {
      h ^= h >> 16; h *= 0x7feb352du;
      h ^= h >> 15; h *= 0x846ca68bu;
      return h ^ (h >> 16);
    }
    uint rounds(uint h, int m) {
      for (uint i = 0u; i < 300u; i++) h = (h ^ i) * 16777619u + uint(m);
      return h;
    }
    int walk(int n) {
      for (int i = 0; i < 300; i++) n = n * 1103515245 + i;
      return n;
    }
    """

  private static let points: [(Int32, Int32)] = [
    (0, 3), (1, -2), (-1, 255), (-12_345, 65_535), (16_777_215, 1), (-8_388_608, 17), (7, 7),
  ]

  private static func source(_ expression: String, _ head: String) -> String {
    """
    \(head)
    \(functions)
    vec4 transition(vec2 uv) {
      uint r = uint(\(expression));
      return vec4(float(r >> 16) / 65536.0, float(r & 0xffffu) / 65536.0, 0.0, 1.0);
    }
    """
  }

  @Test(arguments: rows) func value(_ row: Row) throws {
    var open = try ShaderProbe(Self.source(row.glsl, "uniform int n; uniform int m;"))
    for (n, m) in Self.points {
      open.numbers = ["n": [Float(n)], "m": [Float(m)]]
      let closed = try ShaderProbe(Self.source(row.glsl, "const int n = \(n), m = \(m);"))
      let wanted = row.value(n, m)
      for (way, probe) in [("open", open), ("closed", closed)] {
        let pixel = probe.pixel(0.5, 0.5)
        let found = UInt32(pixel[0] * 65_536) << 16 | UInt32(pixel[1] * 65_536)
        #expect(found == wanted, "\(way) \(n) \(m)")
      }
    }
  }

  /// Numbers that a moderate calculation keeps below 2²⁴ stay floats.
  @Test func moderateNumbersStayFloats() throws {
    let source = """
      uniform int n;
      vec4 transition(vec2 uv) { int k = (n * 7 + 3) % 5 + (n >> 2 & 3) + n / 3; return vec4(float(k)); }
      """
    let kernel = try ShaderProbe(source).kernel
    #expect(kernel.steps.count < 60)
    #expect(!kernel.steps.contains { $0.operation == .computed(.bitwiseAnd) })
  }
}
