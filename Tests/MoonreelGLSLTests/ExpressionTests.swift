// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import MoonreelGLSL

/// Single expressions, once with numbers that are known beforehand and once with uniforms: both ways must give what
/// the formula does.
struct ExpressionTests {
  struct Row: CustomStringConvertible, Sendable {
    let glsl: String
    let value: @Sendable (Double, Double, Double) -> Double
    var description: String { glsl }

    init(_ glsl: String, _ value: @escaping @Sendable (Double, Double, Double) -> Double) {
      (self.glsl, self.value) = (glsl, value)
    }
  }

  /// Values of a, b and c.
  private static let points: [(Double, Double, Double)] = [
    (0.5, 0.25, 2), (-0.75, 0.5, 1.5), (0.125, -0.5, 3), (0.875, 0.75, -2.25),
  ]

  private static func smooth(_ low: Double, _ high: Double, _ x: Double) -> Double {
    let t = max(0, min(1, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }

  static let rows: [Row] = [
    Row("a + b * c - a / c") { a, b, c in a + b * c - a / c },
    Row("radians(90.0 * a) + degrees(b)") { a, b, _ in 90 * a * .pi / 180 + b * 180 / .pi },
    Row("sin(a * 9.0) + cos(b * 7.0)") { a, b, _ in sin(a * 9) + cos(b * 7) },
    Row("tan(a)") { a, _, _ in tan(a) },
    Row("asin(a) - acos(b)") { a, b, _ in asin(a) - acos(b) },
    Row("atan(a, b)") { a, b, _ in atan2(a, b) },
    Row("atan(c)") { _, _, c in atan(c) },
    Row("sinh(a) + cosh(b)") { a, b, _ in sinh(a) + cosh(b) },
    Row("tanh(c)") { _, _, c in tanh(c) },
    Row("asinh(c)") { _, _, c in asinh(c) },
    Row("acosh(abs(c) + 1.0)") { _, _, c in acosh(abs(c) + 1) },
    Row("atanh(a)") { a, _, _ in atanh(a) },
    Row("pow(abs(c), a)") { a, _, c in pow(abs(c), a) },
    Row("pow(c, 2.0) + pow(b, 4.0)") { _, b, c in c * c + b * b * b * b },
    Row("exp(a) + log(abs(c))") { a, _, c in exp(a) + log(abs(c)) },
    Row("exp2(c) + log2(abs(c))") { _, _, c in exp2(c) + log2(abs(c)) },
    Row("sqrt(abs(a)) + inversesqrt(abs(b))") { a, b, _ in sqrt(abs(a)) + 1 / sqrt(abs(b)) },
    Row("abs(a) + sign(a) * 0.25") { a, _, _ in abs(a) + (a > 0 ? 0.25 : a < 0 ? -0.25 : 0) },
    Row("floor(c) + ceil(c) * 0.5") { _, _, c in c.rounded(.down) + c.rounded(.up) * 0.5 },
    Row("trunc(c) + fract(c)") { _, _, c in c.rounded(.towardZero) + c - c.rounded(.down) },
    Row("round(c * 1.3)") { _, _, c in (c * 1.3).rounded() },
    Row("roundEven(a * 2.0) + roundEven(b * 2.0)") { a, b, _ in
      (a * 2).rounded(.toNearestOrEven) + (b * 2).rounded(.toNearestOrEven)
    },
    Row("mod(c, 0.75) + mod(a, b)") { a, b, c in
      c - 0.75 * (c / 0.75).rounded(.down) + a - b * (a / b).rounded(.down)
    },
    Row("min(a, b) + max(b, c)") { a, b, c in min(a, b) + max(b, c) },
    Row("clamp(c, a, 1.0)") { a, _, c in min(max(c, a), 1) },
    Row("clamp(c, 0.0, 1.0)") { _, _, c in min(max(c, 0), 1) },
    Row("mix(a, b, c)") { a, b, c in a * (1 - c) + b * c },
    Row("mix(a, b, c > 0.0)") { a, b, c in c > 0 ? b : a },
    Row("mix(a, b, step(0.0, c))") { a, b, c in c >= 0 ? b : a },
    Row("step(a, b) + 2.0 * step(b, a)") { a, b, _ in (b < a ? 0 : 1) + 2 * (a < b ? 0 : 1) },
    Row("smoothstep(-0.5, 0.75, a)") { a, _, _ in smooth(-0.5, 0.75, a) },
    Row("smoothstep(0.75, -0.5, a)") { a, _, _ in smooth(0.75, -0.5, a) },
    Row("length(vec3(a, b, c)) + length(c)") { a, b, c in sqrt(a * a + b * b + c * c) + abs(c) },
    Row("distance(vec2(a, b), vec2(c))") { a, b, c in hypot(a - c, b - c) },
    Row("dot(vec3(a, b, c), vec3(1, 2, 3))") { a, b, c in a + 2 * b + 3 * c },
    Row("cross(vec3(a, b, c), vec3(b, c, a)).y") { a, b, c in c * b - a * a },
    Row("normalize(vec2(a, b)).x") { a, b, _ in a / hypot(a, b) },
    Row("faceforward(vec2(a, b), vec2(b, c), vec2(c, a)).x") { a, b, c in c * b + a * c < 0 ? a : -a
    },
    Row("reflect(vec2(a, b), vec2(0.6, 0.8)).y") { a, b, _ in b - 2 * (0.6 * a + 0.8 * b) * 0.8 },
    Row("refract(vec2(0.6, -0.8), vec2(0.0, 1.0), 0.5 + 0.1 * a).x") { a, _, _ in
      (0.5 + 0.1 * a) * 0.6
    },
    Row("float(any(lessThan(vec2(a, b), vec2(c))))") { a, b, c in a < c || b < c ? 1 : 0 },
    Row("float(all(greaterThanEqual(vec2(a, b), vec2(0))))") { a, b, _ in a >= 0 && b >= 0 ? 1 : 0
    },
    Row("float(any(not(equal(ivec2(1, 2), ivec2(c, 2)))))") { _, _, c in Int(c) == 1 ? 0 : 1 },
    Row("a < b ? a : b") { a, b, _ in a < b ? a : b },
    Row("float(a <= b) + float(a != b) * 2.0 + float(a > 0.0 ^^ b > 0.0) * 4.0") { a, b, _ in
      (a <= b ? 1 : 0) + (a != b ? 2 : 0) + ((a > 0) != (b > 0) ? 4 : 0)
    },
    Row("float(!(a > 0.0) || (b > 0.0 && c > 0.0))") { a, b, c in
      !(a > 0) || b > 0 && c > 0 ? 1 : 0
    },
    Row("vec2(1.0, a > 0.0).y") { a, _, _ in a > 0 ? 1 : 0 },
    Row("float(bool(a)) + float(int(c)) + float(7 / 2) + float(-7 / int(2.0 + c * 0.0))") {
      _, _, c in 1 + c.rounded(.towardZero) + 3 - 3
    },
    Row("float(int(c * 8.0) % 5)") { _, _, c in Double(Int(c * 8) % 5) },
    Row("float(int(c * 8.0) & 3) + float(int(c * 8.0) >> 1) + float(int(c) << 2) * 0.5") {
      _, _, c in
      Double(Int(c * 8) & 3) + Double(Int(c * 8) >> 1) + Double(Int(c) << 2) * 0.5
    },
    Row("float((0x0f ^ 5) | 32) * 0.1 + float(~int(c))") { _, _, c in 4.2 + Double(~Int(c)) },
    Row("(mat2(1.0, 2.0, 3.0, 4.0) * vec2(a, b)).x") { a, b, _ in a + 3 * b },
    Row("(vec2(a, b) * mat2(1.0, 2.0, 3.0, 4.0)).x") { a, b, _ in a + 2 * b },
    Row("(mat2(a, b, c, 1.0) * mat2(c))[1].x") { _, _, c in c * c },
    Row("(mat3(a) + mat3(b))[1][1] + mat3(mat2(c))[2][2]") { a, b, _ in a + b + 1 },
    Row("(mat2x3(1, 2, 3, 4, 5, 6) * vec2(a, b)).z") { a, b, _ in 3 * a + 6 * b },
    Row("transpose(mat2x3(1, 2, 3, 4, a, b))[1].y") { a, _, _ in a },
    Row("determinant(mat3(a, 1, 2, 3, b, 4, 5, 6, c))") { a, b, c in
      a * (b * c - 4 * 6) - 1 * (3 * c - 4 * 5) + 2 * (3 * 6 - b * 5)
    },
    Row(
      "(inverse(mat3(a, 1, 2, 3, b, 4, 5, 6, c)) * (mat3(a, 1, 2, 3, b, 4, 5, 6, c) * vec3(a, b, c))).y"
    ) {
      _, b, _ in b
    },
    Row("(inverse(mat4(2.0)) * vec4(a, b, c, 1.0)).z") { _, _, c in c / 2 },
    Row("outerProduct(vec2(a, b), vec3(1.0, 2.0, c))[2].y") { _, b, c in b * c },
    Row("matrixCompMult(mat2(a, b, c, 1.0), mat2(2.0, 3.0, 4.0, 5.0))[1].x") { _, _, c in c * 4 },
    Row("vec4(a, vec2(b, c), 1.0).zyxw.x + vec3(a).bgr.g + vec2(a, b).ts.x") { a, b, c in c + a + b
    },
    Row("float[3](a, b, c)[int(abs(c))]") { a, b, c in
      [a, b, c][min(2, Int(abs(c)))]
    },
    Row("vec3(a, b, c)[int(abs(a) + 0.5)]") { a, b, _ in abs(a) + 0.5 >= 1 ? b : a },
    Row("float(float[3](a, b, c).length())") { _, _, _ in 3 },
    Row("float(isnan(sqrt(a) / (b - b)) || isinf(c))") { a, _, _ in a > 0 ? 0 : 1 },
    Row("float(isinf(c / (b - b)))") { _, _, _ in 1 },
    Row("1.0 - step(0.5, fract(a * 3.0))") { a, _, _ in
      a * 3 - (a * 3).rounded(.down) >= 0.5 ? 0 : 1
    },
    Row("1e1 * a + .5e-1 + 2.f + float(0x10) + float(010)") { a, _, _ in 10 * a + 0.05 + 2 + 16 + 8
    },
    Row("(a, b)") { _, b, _ in b },
    Row("-a + +b - -c") { a, b, c in -a + b + c },
  ]

  /// The value comes out as 0…1; what lies outside of ±32 does not.
  private static func source(_ expression: String, _ head: String) -> String {
    """
    \(head)
    vec4 transition(vec2 uv) {
      float value = \(expression);
      return vec4(vec3(value / 64.0 + 0.5), 1.0);
    }
    """
  }

  @Test(arguments: rows) func formula(_ row: Row) throws {
    let open = try ShaderProbe(
      Self.source(row.glsl, "uniform float a; uniform float b; uniform float c;"))
    for (a, b, c) in Self.points {
      let wanted = row.value(a, b, c)
      guard abs(wanted) < 32 else { continue }
      var probe = open
      probe.numbers = ["a": [Float(a)], "b": [Float(b)], "c": [Float(c)]]
      let head = "const float a = float(\(a)), b = float(\(b)), c = float(\(c));"
      let closed = try ShaderProbe(Self.source(row.glsl, head))
      // What a square root of less than nothing is, GLSL leaves open.
      for (way, found) in [("open", probe.pixel(3.5, 4.5)), ("closed", closed.pixel(3.5, 4.5))] {
        let value = (Double(found[0]) - 0.5) * 64
        let isSame = row.glsl.contains("isnan") && way == "closed" || abs(value - wanted) < 2e-5
        #expect(isSame, "\(way) \(a) \(b) \(c): \(value), not \(wanted)")
      }
      guard case .literal = closed.kernel.steps[closed.kernel.result[0]].operation else {
        #expect(row.glsl.contains("isnan"), "not known beforehand")
        continue
      }
    }
  }

  /// As in WebGL.
  @Test func variablesThatNobodySetAreZero() throws {
    let source = """
      vec4 transition(vec2 uv) {
        vec2 pair; int whole;
        if (uv.x > 0.5) { pair = vec2(0.5, 0.25); whole = 1; }
        return vec4(pair, float(whole), 1.0);
      }
      """
    let probe = try ShaderProbe(source)
    #expect(Array(probe.pixel(0.5, 0.5)[0..<3]) == [0, 0, 0])
    #expect(Array(probe.pixel(probe.width - 0.5, 0.5)[0..<3]) == [0.5, 0.25, 1])
  }
}
