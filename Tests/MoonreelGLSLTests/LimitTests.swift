// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelGLSL

/// Shaders that would cost more than one may: each is refused, soon, and says where.
struct LimitTests {
  struct Row: CustomStringConvertible, Sendable {
    let description: String
    let source: String
    let words: String
    var line = 2

    init(_ name: String, _ source: String, _ words: String, line: Int = 2) {
      (description, self.source, self.words, self.line) = (name, source, words, line)
    }
  }

  private static func body(_ name: String, _ statements: String, _ words: String) -> Row {
    Row(name, "vec4 transition(vec2 uv) {\n\(statements)\nreturn vec4(1.0); }", words)
  }

  private static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let rows: [Row] = [
    Row("bytes", many(" ", 1 << 20) + ";", "has more than 1048576 bytes", line: 1),
    body("tokens", many("; ", 100_001), "has more than 100000 tokens"),
    body("parentheses", many("(", 5000), "More than 96 things are inside one another"),
    body("signs", "float a = " + many("- ", 5000) + "1.0;", "More than 96 things"),
    body("blocks", many("{", 5000), "More than 96 things"),
    body("choices", many("if (true) ", 5000) + ";", "More than 96 things"),
    body("a sum", "float a = 1.0" + many(" + uv.x", 5000) + ";", "More than 96 things"),
    body("assignments", "float a; " + many("a = ", 5000) + "1.0;", "More than 96 things"),
    body("indices", "float a = uv" + many("[0]", 5000) + ";", "More than 96 things"),
    Row("conditions", "\n" + many("#if 1\n", 200), "nested too deeply", line: 98),
    Row(
      "a condition", "\n#if " + many("(", 5000), "not one of whole numbers"),
    Row(
      "macros that double",
      "#define A0 1.0 +\n"
        + (1...30).map { "#define A\($0) A\($0 - 1) A\($0 - 1)\n" }.joined()
        + "float x = A30 1.0;", "Macros make more than 200000 tokens", line: 32),
    Row(
      "macros in macros", "#define F(x) x\nfloat a = " + many("F(", 5000) + "1.0" + many(")", 5000),
      "Macros are nested too deeply"),
    Row(
      "macros that use one another",
      "#define A0 1.0\n" + (1...5000).map { "#define A\($0) A\($0 - 1) + 1.0\n" }.joined()
        + "float x = A5000;", "Macros are nested too deeply", line: 5002),
    body("a long count", "for (int i = 0; i < 1000000; i++) { }", "more than 65536 rounds"),
    body(
      "a count without end", "for (float i = 0.0; i < 1e9; i += 0.0) { }", "more than 65536 rounds"),
    body(
      "loops in loops",
      "float a = uv.x; " + (0..<4).map { "for (int i\($0) = 0; i\($0) < 300; i\($0)++) " }.joined()
        + "a = sin(a);", "Loops inside one another may make 27000000 rounds"),
    body(
      "work",
      "float a = uv.x; for (int i = 0; i < 60000; i++) {"
        + many("a = sin(a) + cos(a);", 100) + "}", "may need more than 16777216 operations"),
    Row(
      "operations",
      "float f(float x) {" + many("x = sin(x); x = cos(x) * x;", 1000) + "return x; }\n"
        + "vec4 transition(vec2 uv) {\nfloat a = uv.x;" + many("a = f(a);", 25)
        + "return vec4(a); }",
      "needs more than 65536 operations", line: 1),
    Row(
      "calls that double",
      "float f0(float x) { return sin(x); }\n"
        + (1...30).map { "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x + 1.0); }\n" }
        .joined() + "vec4 transition(vec2 uv) { return vec4(f30(uv.x)); }",
      "The shader does too much here", line: 3),
    Row(
      "calls in calls",
      "float f0(float x) { return sin(x); }\n"
        + (1...100).map { "float f\($0)(float x) { return f\($0 - 1)(x); }\n" }.joined()
        + "vec4 transition(vec2 uv) { return vec4(f100(uv.x)); }",
      "More than 48 calls are inside one another", line: 49),
    body(
      "copies", "float a[4000]; float b[4000]; for (int i = 0; i < 60000; i++) { a = b; b = a; }",
      "may need more than"),
    body(
      "elements of elements",
      "float a[8][8][8]; int i = int(uv.x); a[i][i][i] = 1.0;", "too long for an index"),
    Row(
      "uniforms",
      (0..<3).map { "uniform float u\($0)[2000];\n" }.joined()
        + "vec4 transition(vec2 uv) { return vec4(1.0); }",
      "All uniforms together", line: 3),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: rows) func refused(_ row: Row) throws {
    let error = try #require(throws: MoonreelError.self) {
      try GLSLShader(source: row.source, name: "a.glsl")
    }
    #expect(error.message.contains(row.words), "\(error)")
    #expect(error.message.hasPrefix("a.glsl:\(row.line): "), "\(error)")
  }
}
