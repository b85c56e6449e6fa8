// SPDX-License-Identifier: MIT

import Foundation
import GLSLOracle
import Testing

/// A shader of the corpus, where `GLSLShader` may be Moonreel's.
typealias CorpusShader = GLSLShader

/// What Mesa says of the corpus, and what formulas say of Mesa.
@Suite(.enabled(if: GLSLOracle.isInstalled, Comment(rawValue: GLSLOracle.absence)))
struct OracleTests {
  static let size = (width: 64, height: 36)

  /// Two gradients with fine detail and a checkered third picture.
  static let pictures: [String: GLSLOracle.Picture] = {
    func picture(_ color: (Int, Int) -> [Int]) -> GLSLOracle.Picture {
      let places = (0..<size.height).flatMap { y in (0..<size.width).map { x in (x, y) } }
      let bytes = places.flatMap { x, y in
        color(x, y).map { UInt8($0 & 255) } + [UInt8(255)]
      }
      return .init(width: size.width, height: size.height, bytes: bytes)
    }
    let from = picture { x, y in [x * 4, y * 7, (x * 13 + y * 29) % 160] }
    let to = picture { x, y in [255 - y * 6, (x * 31 + y * 17) % 200, 40 + x * 3] }
    let any = picture { x, y in [Int](repeating: (x / 8 + y / 6) % 2 * 150 + x, count: 3) }
    return ["from": from, "to": to, "iChannel0": from, "iChannel1": to, "any": any]
  }()

  static func draw(
    _ path: String, at times: [Double], values: [String: String] = [:],
    renderer: GLSLOracle.Renderer = .llvmpipe
  ) throws -> [[Float]] {
    try GLSLOracle.draw(
      path, width: size.width, height: size.height, at: times, pictures: pictures, values: values,
      renderer: renderer)
  }

  static func bytes(_ name: String) -> [UInt8] { pictures[name]?.bytes ?? [] }

  @Test func takesWhatIsGood() throws {
    let languages = try GLSLOracle.languages(of: CoverageTests.good.map(\.path))
    for shader in CoverageTests.good {
      #expect(languages[shader.path] != "refused", "\(shader)")
    }
    #expect(Set(languages.values) == ["es100", "es300", "desktop"])
  }

  @Test func refusesWhatIsBad() throws {
    let asked = GLSLShader.all(.bad).filter { $0.isRefusedByMesa != nil }
    let languages = try GLSLOracle.languages(of: asked.map(\.path))
    for shader in asked {
      #expect((languages[shader.path] == "refused") == shader.isRefusedByMesa, "\(shader)")
    }
  }

  @Test(arguments: GLSLShader.all(.transitions))
  func keepsItsEnds(_ shader: GLSLShader) throws {
    let drawn = try Self.draw(shader.path, at: [0, 1]).map(GLSLOracle.bytes)
    let off = zip(drawn, ["from", "to"]).map { picture, name in
      zip(picture, Self.bytes(name)).map { abs(Int($0) - Int($1)) }.max() ?? 255
    }
    switch try #require(shader.ends) {
    case .exact: #expect(off == [0, 0])
    case .withinRounding: #expect(off.allSatisfy { $0 <= 1 })
    case .notAtStart: #expect(off[0] > 1 && off[1] == 0)
    case .notAtEnd: #expect(off[0] == 0 && off[1] > 1)
    case .neither: #expect(off.allSatisfy { $0 > 1 })
    }
  }

  /// Mesa's compiler and Mesa's interpreter share nothing behind the front end; where both draw the same, so must we.
  @Test(arguments: CoverageTests.good)
  func twoRenderersAgree(_ shader: GLSLShader) throws {
    guard !shader.isChaotic else { return }
    let time = shader.group == .transitions ? 0.37 : 1.3
    let one = try GLSLOracle.bytes(Self.draw(shader.path, at: [time])[0])
    let other = try GLSLOracle.bytes(Self.draw(shader.path, at: [time], renderer: .softpipe)[0])
    let differing = zip(one, other).filter { abs(Int($0) - Int($1)) > 2 }.count
    #expect(differing * 1000 <= one.count)
  }

  @Test func placesAreRoundedOnce() throws {
    let drawn = try source("vec4 transition(vec2 uv) { return vec4(uv, progress, ratio); }")
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let at = (y * Self.size.width + x) * 4
        let row = Self.size.height - 1 - y
        #expect(drawn[at] == Float((Double(x) + 0.5) / Double(Self.size.width)))
        #expect(drawn[at + 1] == Float((Double(row) + 0.5) / Double(Self.size.height)))
        #expect(drawn[at + 3] == Float(Self.size.width) / Float(Self.size.height))
      }
    }
  }

  /// Between four pixels lies their mean; beyond the edge lies the edge.
  @Test func readsAreBilinearAndClamped() throws {
    let step = "vec2(0.5) / vec2(\(Self.size.width).0, \(Self.size.height).0)"
    let mean = try source("vec4 transition(vec2 uv) { return getFromColor(uv + \(step)); }")
    let from = Self.bytes("from")
    func value(_ x: Int, _ y: Int, _ channel: Int) -> Float {
      let inside = (max(y, 0) * Self.size.width + min(x, Self.size.width - 1)) * 4
      return Float(from[inside + channel]) / 255
    }
    for (x, y) in [(0, 0), (5, 9), (63, 0), (63, 35), (20, 0)] {
      for channel in 0..<4 {
        let four = [(x, y), (x + 1, y), (x, y - 1), (x + 1, y - 1)].map {
          value($0.0, $0.1, channel)
        }
        let drawn = mean[(y * Self.size.width + x) * 4 + channel]
        #expect(abs(drawn - four.reduce(0, +) / 4) < 1e-5)
      }
    }
  }

  static let defaults: [(declaration: String, use: String, numbers: [Float])] = [
    ("uniform vec2 a /* = vec2(4.0, 3) */;", "vec4(a, 0, 0)", [4, 3, 0, 0]),
    ("uniform bool a; // = 1", "vec4(a)", [1, 1, 1, 1]),
    ("uniform bool a; // = true and so on", "vec4(a)", [1, 1, 1, 1]),
    ("uniform float a; //= 3 times", "vec4(a)", [3, 3, 3, 3]),
    ("uniform float a;//=-.5", "vec4(a)", [-0.5, -0.5, -0.5, -0.5]),
    ("uniform vec3 a; // = vec3(0.25)", "vec4(a, 1)", [0.25, 0.25, 0.25, 1]),
    ("uniform ivec2 a; // = ivec2(3, -2)", "vec4(a, 0, 0)", [3, -2, 0, 0]),
    ("uniform mat2 a; // = mat2(1, 2, 3, 4)", "vec4(a[0], a[1])", [1, 2, 3, 4]),
    ("uniform float ab; // = 9\nuniform float a; // = 2", "vec4(a, ab, 0, 0)", [2, 9, 0, 0]),
    ("uniform float a;", "vec4(a)", [0, 0, 0, 0]),
  ]

  @Test(arguments: defaults.indices)
  func readsDefaults(_ index: Int) throws {
    let test = Self.defaults[index]
    let drawn = try source("\(test.declaration)\nvec4 transition(vec2 uv) { return \(test.use); }")
    #expect(Array(drawn[0..<4]) == test.numbers, "\(test.declaration)")
  }

  @Test func takesGivenValues() throws {
    let text = "uniform vec2 a; // = vec2(1)\nvec4 transition(vec2 uv) { return vec4(a, a); }"
    #expect(try Array(source(text, values: ["a": "0.5,7"])[0..<4]) == [0.5, 7, 0.5, 7])
  }

  /// What a shader of one's own draws halfway.
  private func source(_ text: String, values: [String: String] = [:]) throws -> [Float] {
    let path = NSTemporaryDirectory() + "moonreel-shader-\(UUID().uuidString).glsl"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Self.draw(path, at: [0.5], values: values)[0]
  }
}
