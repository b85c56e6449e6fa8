// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import Testing

@testable import MoonreelGLSL

/// Whole shaders, one for each way in which public ones use the language, and the same written in Swift.
struct ShaderTests {
  typealias Formula = @Sendable (_ x: Float, _ y: Float, _ progress: Float) -> [Float]

  /// The text of a file in Shaders.
  static func source(_ name: String, file: String = #filePath) throws -> String {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    return try String(contentsOfFile: "/\(folder)/Shaders/\(name).glsl", encoding: .utf8)
  }

  static let formulas: [String: Formula] = [
    "fade": { x, y, p in
      let (from, to) = (from(x, y), to(x, y))
      return (0..<4).map { from[$0] * (1 - p) + to[$0] * p }
    },
    "early": { x, y, p in
      func band(_ x: Float) -> Float {
        if x < 0.2 { return 0.1 }
        if x < 0.4 { return p > 0.5 ? 0.2 : (x + 0.05) * 0.5 }
        return x < 0.6 ? x : (1 - x) * 0.5
      }
      if y > 0.75 {
        let value = band(x)
        return [value * value, value * value, value * value, value]
      }
      let (r, g) = (band(x), band(y))
      return [r, g, x > 0.5 ? max(r, g) : 1, 1]
    },
    "names": { x, y, _ in
      [8 * 0.05 + 0.5 * 0.1 + 0.25 + 0.0625, from(x, y)[1], 0.2 + 0.3, 1]
    },
    "globals": { x, y, _ in [x + 0.25, y > 0.5 ? 0.375 : 0.25, 0.1 + 0.05 + 0.4 + 0.0625, 1] },
    "macros": { x, y, _ in [x * 0.5, 0.25, y * y * y * y + 0.05, 1] },
    "loops": { x, y, _ in
      var rounds: Float = 0
      for i in 0..<20 where i != 3 {
        if Float(i) > y * 20 { break }
        rounds += 1
      }
      var early: Float = 1
      for i in 0..<8 where early == 1 { if Float(i) * 0.1 > x { early = Float(i) * 0.1 } }
      let left: Float = 5 * 0.0625 + 2 * x * 0.25
      let nested: Float = 0.01 * (0 + 1 + 2 + 4 + 5 + 8)
      return [1.5 * x * 0.5 + rounds * 0.01, left * 0.5, early * 0.5 + nested, 1]
    },
    "march": march,
    "slopes": { x, y, _ in
      let (w, h): (Float, Float) = (1 / 64, 1 / 36)
      let edge = x > 0.5 && x < 0.5 + w ? y : 0
      return [2 * x * w * 10, 2 * y * h * 10 + w, edge, 1]
    },
    "leave": { x, y, _ in
      if x > 0.5 { return [x, 0.75, 0, 1] }
      var z: Float = 0.625
      for _ in 0..<300 {
        z -= 0.001
        if z < x { return [0.125, z, 0, 1] }
      }
      return [1, z, 0, 1]
    },
    "arrays": { x, y, _ in
      let sum: Float = (0.1 + 0.75 + 0.05 + 0.1) * 0.25
      let isRight = x > 0.5
      let place = isRight ? 0.1 + 0.125 : x + 0.125
      let weights: Float = 0.0625 + (isRight ? 0.25 : 0.5)
      return [
        sum, place * 0.5 + weights,
        (isRight ? 0.25 : 0.5) + x * 0.5 * 0.1 + (isRight ? 0.125 : 0), 1,
      ]
    },
    "assign": { x, y, _ in
      let (vx, vy): (Float, Float) = (0.2 + y, 0.3 + x + 0.5)
      let c = 0.3 + x
      let d: Float = 3 + 5 + 5 * 0.5
      let e: Float = x > 0.5 ? 2 : 0.5
      let f = y > 0.5 ? vx : 1
      let w = y
      let red = vx * 0.25 + c * 0.1
      return [red, vy * 0.25 + 0.05 + f * 0.01, d * 0.05 + e * 0.1 + 0.125 + w * 0.01 + 0.001, 1]
    },
    "switches": { x, y, _ in
      let n = Int(x * 5)
      let level: Float = n == 0 ? 0.1 : n < 3 ? 0.2 * Float(n) : 0.9
      let through: Float = n == 3 ? 0.75 : n == 4 ? 0.25 : n == 0 ? 0.125 : 0
      return [level, through + 0.022, 0.4, 1]
    },
    "pictures": { x, y, _ in
      let luma = 0.5 * (max(0, x - 0.125) + min(1, x + 0.125))
      let c = from(3.5 / 64, 4.5 / 36)
      return [
        luma, to(y, x)[1] * 0.5 + c[0], 36.0 / 64 * 0.5 + 0.25 * (64.0 / 36) * 0.1, 1,
      ]
    },
    "alpha": { x, y, p in
      y < 0.25 ? [0, 0, 0, 0] : from(x, y).map { $0 * p }
    },
    "noise": { x, y, _ in
      let dot = x * 12.9898 + y * 78.233
      let wave = Float(sin(Double(dot))) * 43758.5453
      let rest = wave - wave.rounded(.down)
      return [rest, rest, rest, 1]
    },
  ]

  private static func from(_ x: Float, _ y: Float) -> [Float] {
    ShaderProbe.gradient(0, x * 64, (1 - y) * 36)
  }

  private static func to(_ x: Float, _ y: Float) -> [Float] {
    ShaderProbe.gradient(1, x * 64, (1 - y) * 36)
  }

  private static let march: Formula = { x, y, _ in
    var seen: Float = 0
    var value: Float = 1
    var z: (Float, Float) = (0, 0)
    let c = (x * 3 - 2, y * 3 - 1.5)
    for i in 0..<200 {
      seen += 0.001
      z = (z.0 * z.0 - z.1 * z.1 + c.0, 2 * z.0 * z.1 + c.1)
      if z.0 * z.0 + z.1 * z.1 > 4 {
        value = Float(i) / 200
        break
      }
    }
    var (x, total, i): (Float, Float, Int) = (x, 0, 0)
    while true {
      i += 1
      if i % 2 == 0 { continue }
      x = x * 1.7 + 0.1
      x -= x.rounded(.down)
      for j in 0... {
        total += x * 0.001
        if Float(j) > x * 30 { break }
      }
      if x < 0.2 || i > 40 { break }
    }
    return [value, total, Float(i) * 0.01 + seen, 1]
  }

  @Test(arguments: formulas.keys.sorted()) func transition(name: String) throws {
    let formula = try #require(Self.formulas[name])
    for opaque in [[], [0, 1, 2]] as [Set<Int>] {
      var probe = try ShaderProbe(try Self.source(name), opaque: opaque)
      for progress: Float in [0, 0.375, 1] {
        probe.numbers["progress"] = [progress]
        for (column, row) in [(0, 0), (3, 4), (13, 30), (31, 12), (32, 17), (47, 8), (63, 35)] {
          let (x, y) = (Float(column) + 0.5, Float(row) + 0.5)
          let uv = probe.uv(x, y)
          let wanted = formula(uv.x, uv.y, progress).map { max(0, min(1, $0)) }
          let found = probe.pixel(x, y)
          let error = zip(wanted, found).map { abs($0 - $1) }.max() ?? 1
          #expect(error < 1e-5, "\(column), \(row) at \(progress): \(found), not \(wanted)")
        }
      }
    }
  }

  @Test func allShadersAreTried() throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let files = try FileManager.default.contentsOfDirectory(atPath: "/\(folder)/Shaders")
    #expect(Set(files) == Set((Self.formulas.keys + ["image"]).map { "\($0).glsl" }))
  }

  @Test func imagesFollowTheOtherContract() throws {
    var probe = try ShaderProbe(try Self.source("image"), opaque: [0])
    #expect(probe.shader.kind == .image && probe.shader.samplers == ["iChannel1"])
    probe.numbers = [
      "iTime": [0.25], "iMouse": [16, 4, 1, 0], "iFrame": [7],
      "iChannelResolution": [0, 0, 0, 100, 50, 1, 0, 0, 0, 0, 0, 0],
    ]
    let (x, y): (Float, Float) = (20.5, 9.5)
    let uv = probe.uv(x, y)
    let picture = ShaderProbe.gradient(0, x, y)
    let green = sin(0.5) * (uv.x - 0.5) + cos(0.5) * (uv.y - 0.5) + 0.5
    let wanted = [picture[0] * 0.5 + 0.25, green, picture[2] * 0.5 + 0.07 + 0.1, 1]
    let found = probe.pixel(x, y)
    #expect(zip(wanted, found).allSatisfy { abs($0 - $1) < 1e-6 }, "\(found), not \(wanted)")
    #expect(probe.kernel.directInputs == [0] && probe.kernel.reads.isEmpty)
    #expect(probe.pixel(0.5, 3.5) == [1, 1, 1, 1])
  }

  /// Pictures that are read where the pixel is need no sampling, and opaque ones no division.
  @Test func whatIsReadInPlaceStaysThere() throws {
    let fade = try ShaderProbe(try Self.source("fade"), opaque: [0, 1])
    #expect(fade.kernel.reads.isEmpty && fade.kernel.directInputs == [0, 1])
    let alpha = fade.kernel.steps[fade.kernel.result[3]]
    #expect(alpha.operation == .literal(1))
    let noise = try ShaderProbe(try Self.source("noise"))
    #expect(noise.kernel.directInputs.isEmpty)
  }

  /// Reads that are told of slopes and levels, which pictures here do not have, and what they are without.
  private static let reads: [(String, String)] = [
    ("textureProj(map, vec4(uv * 3.0, 7.0, 2.0))", "texture(map, uv * 3.0 / 2.0)"),
    ("textureProjGrad(map, vec3(uv * 3.0, 2.0), uv, uv)", "texture(map, uv * 3.0 / 2.0)"),
    ("textureGradOffset(map, uv, uv, uv, ivec2(1, -2))", "textureOffset(map, uv, ivec2(1, -2))"),
    (
      "textureProjOffset(map, vec3(uv * 3.0, 2.0), ivec2(1, -2), 0.5)",
      "textureOffset(map, uv * 3.0 / 2.0, ivec2(1, -2))"
    ),
    (
      "textureProjLodOffset(map, vec4(uv * 3.0, 7.0, 2.0), 0.0, ivec2(1, -2))",
      "textureOffset(map, uv * 3.0 / 2.0, ivec2(1, -2))"
    ),
    (
      "textureProjGradOffset(map, vec3(uv * 3.0, 2.0), uv, uv, ivec2(1, -2))",
      "textureOffset(map, uv * 3.0 / 2.0, ivec2(1, -2))"
    ),
    ("texelFetchOffset(map, ivec2(3, 9), 0, ivec2(1, -2))", "texelFetch(map, ivec2(4, 7), 0)"),
  ]

  @Test("reads by projection, with offsets and slopes", arguments: reads.indices)
  func readsElsewhere(_ index: Int) throws {
    func pixel(_ read: String) throws -> [Float] {
      let source = "uniform sampler2D map;\nvec4 transition(vec2 uv) { return \(read); }"
      return try ShaderProbe(source).pixel(9.5, 21.5)
    }
    let (read, plain) = Self.reads[index]
    let found = try pixel(read)
    #expect(found == (try pixel(plain)), "\(read)")
    #expect(found[0] > 0.05 && found[0] < 0.95, "\(found)")
  }

  /// Long loops stay loops; short ones and those that count through arrays are written out.
  @Test func loopsAreWrittenOutWhereTheyAreShort() throws {
    #expect(
      try ShaderProbe(try Self.source("march")).kernel.loops.map(\.limit) == [200, 1024, 1024])
    #expect(try ShaderProbe(try Self.source("arrays")).kernel.loops.isEmpty)
    #expect(try ShaderProbe(try Self.source("switches")).kernel.loops.isEmpty)
    #expect(try ShaderProbe(try Self.source("march")).kernel.steps.count < 160)
  }

  /// Loops over 40 rounds, and whether they are written out.
  private static let long: [(body: String, isWrittenOut: Bool)] = [
    // Sums of pictures, also in a function and with rounds that pixels skip.
    ("for (int i = 0; i < 40; i++) sum += read(uv + float(i) * 0.01) / 40.0;", true),
    ("for (int i = 0; i < 8; i++) for (int k = 0; k < 5; k++) sum += read(uv + vec2(i, k));", true),
    (
      "for (int i = 0; i < 40; i++) { if (uv.x < float(i)) continue; sum += read(uv * float(i)); }",
      true
    ),
    // Pixels may leave it, or it reads nothing.
    ("for (int i = 0; i < 40; i++) { sum += read(uv + sum.xy); if (sum.x > 3.0) break; }", false),
    (
      "for (int i = 0; i < 40; i++) { sum += read(uv + sum.xy); if (sum.x > 3.0) return sum; }",
      false
    ),
    (
      "for (int i = 0; i < 40; i++) sum = sum.yzwx * 1.01 + sin(sum * float(i)) + cos(sum + uv.x);",
      false
    ),
    // What counts its rounds tells how far another loop counts through an array.
    (
      "float a[9]; for (int i = 0; i < 9; i++) a[i] = sin(uv.x * float(i)); "
        + "for (int end = 8; end > 0; end--) for (int i = 0; i < end; i++) a[i] += a[i + 1] * uv.y; sum += a[0];",
      true
    ),
  ]

  @Test(
    "loops that read pictures are written out where no pixel leaves them", arguments: long.indices)
  func longLoops(_ index: Int) throws {
    let (body, isWrittenOut) = Self.long[index]
    let probe = try ShaderProbe(
      """
      vec4 read(vec2 p) { return getFromColor(p) + getToColor(p.yx); }
      vec4 transition(vec2 uv) {
        vec4 sum = vec4(0.0);
        \(body)
        return sum;
      }
      """)
    #expect(probe.kernel.loops.isEmpty == isWrittenOut, "\(body)")
  }
}
