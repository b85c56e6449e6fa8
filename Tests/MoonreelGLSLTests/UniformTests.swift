// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelGLSL

/// Uniforms, their defaults and what is said beside them.
struct UniformTests {
  struct Row: CustomStringConvertible, Sendable {
    let line: String
    let values: [Float]
    var documentation: String?
    var description: String { line }

    init(_ line: String, _ values: [Float], _ documentation: String? = nil) {
      (self.line, self.values, self.documentation) = (line, values, documentation)
    }
  }

  static let rows = [
    Row("uniform float x; // = 0.5", [0.5]),
    Row("uniform float x; //= 2", [2]),
    Row("uniform float x;// = -1.5e-1; how far", [-0.15], "how far"),
    Row("uniform float x; /* = .25 */", [0.25]),
    Row("uniform float x /* = 3. */;", [3]),
    Row("uniform float x; // = 1.0 / 4.0", [0.25]),
    Row("uniform float x; // how far it goes", [0], "how far it goes"),
    Row("uniform float x;", [0]),
    Row("uniform float x; // = 0.3 (0 to 1)", [0.3], "(0 to 1)"),
    Row("uniform float x = 0.75; // = 0.5 in a comment", [0.75], "in a comment"),
    Row("uniform float x = -(0.75);", [-0.75]),
    Row("uniform highp float x; // = 7.0f", [7]),
    Row("uniform vec2 v; // = vec2(1.0, 2.0)", [1, 2]),
    Row("uniform vec3 v; // = vec3(0.5)", [0.5, 0.5, 0.5]),
    Row("uniform vec3 v; /* = vec3( .1 , -.2,1 ) - a colour */", [0.1, -0.2, 1], "a colour"),
    Row("uniform vec4 v = vec4(0.25);", [0.25, 0.25, 0.25, 0.25]),
    Row("uniform int n; // = 5.7", [5]),
    Row("uniform ivec2 n; // = ivec2(3, 4)", [3, 4]),
    Row("uniform bool b; // = true", [1]),
    Row("uniform bool b; // = 1", [1]),
    Row("uniform bool b; // = false", [0]),
    Row("uniform mat2 m; // = mat2(1.0, 2.0, 3.0, 4.0)", [1, 2, 3, 4]),
    Row("uniform mat2 m; // = mat2(2.0)", [2, 0, 0, 2]),
    Row("uniform float w[3]; // = 0.5", [0.5, 0.5, 0.5]),
  ]

  private static let rest = "\nvec4 transition(vec2 uv) { return vec4(1.0); }"

  @Test(arguments: rows) func defaults(_ row: Row) throws {
    let shader = try GLSLShader(source: "\n" + row.line + Self.rest, name: "test.glsl")
    let uniform = try #require(shader.uniforms.first)
    #expect(uniform.defaultComponents == row.values && uniform.documentation == row.documentation)
    #expect(uniform.line == 2 && uniform.firstNumber == 3 && uniform.count == row.values.count)
  }

  @Test func severalStandInOneLine() throws {
    let source = """
      uniform float a; /* = 1.0 */ uniform float b; // = 2.0
      uniform float c, d; // = 3.0 both
      """
    let shader = try GLSLShader(source: source + Self.rest, name: "test.glsl")
    #expect(shader.uniforms.map(\.name) == ["a", "b", "c", "d"])
    #expect(shader.uniforms.flatMap(\.defaultComponents) == [1, 2, 3, 3])
    #expect(shader.uniforms.map(\.documentation) == [nil, nil, "both", "both"])
  }

  @Test func numbersStandInOrder() throws {
    let source = """
      uniform float progress, ratio;
      uniform sampler2D from, to;
      uniform vec3 tint; // = vec3(1.0)
      uniform bool on;
      uniform mat3 turn;
      uniform sampler2D luma;
      """
    let shader = try GLSLShader(source: source + Self.rest, name: "test.glsl")
    #expect(
      shader.numberLayout.map(\.name) == [
        "picture.width", "picture.height", "progress", "tint", "on", "turn",
      ])
    #expect(shader.numberLayout.map(\.first) == [0, 1, 2, 3, 6, 7])
    #expect(shader.numberLayout.map(\.count) == [1, 1, 1, 3, 1, 9])
    #expect(shader.uniforms.map(\.type) == ["vec3", "bool", "mat3"])
    #expect(shader.uniforms.map(\.component) == [.float, .bool, .float])
    #expect(shader.samplers == ["from", "to", "luma"])
    #expect(try shader.kernel().numberCount == 16)
  }

  @Test func imagesHaveTheirNumbers() throws {
    let source = "uniform float x;\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(x); }"
    let shader = try GLSLShader(source: source, name: "test.glsl")
    #expect(
      shader.numberLayout.map(\.name) == [
        "picture.width", "picture.height", "iTime", "iTimeDelta", "iFrame", "iFrameRate", "iMouse",
        "iDate",
        "iSampleRate", "iChannelTime", "iChannelResolution", "x",
      ])
    #expect(shader.uniforms[0].firstNumber == 31 && shader.samplers.isEmpty)
  }
}
