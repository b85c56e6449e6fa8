// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelGLSL

/// What a shader with a mistake is answered: one sentence, at the line of the mistake.
struct ErrorTests {
  struct Row: CustomStringConvertible, Sendable {
    let source: String
    let message: String
    var description: String { source }

    init(_ source: String, _ message: String) { (self.source, self.message) = (source, message) }
  }

  private static let end = "\nvec4 transition(vec2 uv) { return vec4(1.0); }"

  /// Statements of a transition, in line 2.
  private static func body(_ statements: String, _ message: String) -> Row {
    Row("vec4 transition(vec2 uv) {\n\(statements)\nreturn vec4(1.0); }", "2: " + message)
  }

  static let words: [Row] = [
    Row("/* no end", "1: The comment that begins here does not end; add '*/'."),
    Row("float a = 1.5x;" + end, "1: '1.5x' is not a number of GLSL."),
    Row("int a = 99999999999;" + end, "1: '99999999999' is not a number of GLSL."),
    Row(
      "\n#include \"a.glsl\"" + end,
      "2: '#include' is refused; a shader is one file, so put the other one's text here."),
    Row("#nothing" + end, "1: '#nothing' is not a directive of GLSL."),
    Row("#error too old" + end, "1: The shader itself says: too old."),
    Row("#if 1" + end, "1: The condition that begins here does not end; add '#endif'."),
    Row("#endif" + end, "1: '#endif' has no '#if' before it."),
    Row("#else" + end, "1: '#else' has no '#if' before it."),
    Row("#ifdef A\n#else\n#elif 1\n#endif" + end, "3: There is an '#else' before this already."),
    Row(
      "#if 1 / 0\n#endif" + end,
      "1: The condition of '#if' is not one of whole numbers and 'defined'."),
    Row("#define" + end, "1: The directive names no macro."),
    Row("#define GL_X 1" + end, "1: 'GL_X' cannot be defined."),
    Row("#define A(b" + end, "1: The parameters of 'A' do not end; add ')'."),
    Row(
      "#define A(1) 1" + end,
      "1: The parameters of 'A' are not names with commas between."),
    Row("#define A(b) b ## 1" + end, "1: '#' and '##' do not exist in macros of GLSL ES."),
    Row(
      "#define A(b, c) b\n\nfloat x = A(1.0);" + end,
      "3: The macro 'A' wants 2 arguments, not 1."),
    Row(
      "#define A(b) b\nfloat x = A(1.0;" + end,
      "2: The arguments of the macro 'A' do not end; add ')'."),
    Row("float x = ;" + end, "1: A value is wanted here, not ';'."),
    Row("float x = 1.0" + end, "2: ';' is wanted after a declaration, not 'vec4'."),
    Row("flat x;" + end, "1: A type is wanted here, not 'x'."),
    Row("samplerCube x;" + end, "1: The type 'samplerCube' is not supported."),
    Row("float f(float a) {", "1: The block that begins here does not end; add '}'."),
    Row("float @;" + end, "1: The name of a variable is wanted here, not '@'."),
    Row(
      "#version 450 core" + end,
      "1: The version '450 core' is not one of GLSL ES; 100 and 300 es are read."),
    Row(
      "#extension GL_X : require" + end,
      "1: The extension 'GL_X' is required, and there is none of that name."),
    Row(
      "float f() { return 1.0; }",
      "1: The shader must have a function 'vec4 transition(vec2 uv)', or 'void mainImage(out vec4 color, in vec2 position)'."
    ),
    Row(
      "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }" + end,
      "2: The shader has both 'transition' and 'mainImage'; leave one out."),
    Row(
      "vec4 mainImage(vec2 p) { return vec4(p, 0.0, 1.0); }",
      "1: The shader must have a function 'void mainImage(out vec4 color, in vec2 position)'."),
    Row(
      "void main() {}" + end,
      "1: 'main' calls the shader, and is not part of it; leave it out."),
    Row(
      "uniform float x; // = soon" + end,
      "1: The default of 'x', 'soon', is not a float."),
    Row(
      "uniform vec4 v; // = vec4(1.0, 2.0)" + end,
      "1: The default of 'v', 'vec4(1.0, 2.0)', is not a vec4."),
    Row(
      "void transition() {}",
      "1: The shader must have a function 'vec4 transition(vec2 uv)'."),
  ]

  static let meanings: [Row] = [
    body("foo;", "'foo' is not declared."),
    body("sin;", "The function 'sin' is not called."),
    body("foo(1.0);", "There is no function 'foo'."),
    body("float a = vec2(1.0);", "A float is wanted for 'a', not a vec2."),
    body("float a; float a;", "'a' is declared twice."),
    body("const float a;", "The constant 'a' has no value."),
    body("int a = 1.0;", "An int is wanted for 'a', not a float."),
    body("float a = uv.z;", "A vec2 has no '.z'."),
    body("float a = uv.xr;", "A vec2 has no '.xr'."),
    body("float a = progress.x.y;", "A float has no '.y'."),
    body("progress = 1.0;", "'progress' cannot be changed."),
    body("uv.xx = uv;", "A component is assigned twice."),
    body("1.0 = 2.0;", "Only a variable or a part of one can be assigned."),
    body("uv + vec3(1.0);", "'+' cannot be applied to a vec2 and a vec3."),
    body("uv += vec3(1.0);", "'+=' cannot be applied to a vec2 and a vec3."),
    body("float a; a += uv;", "'+=' cannot be applied to a float and a vec2."),
    body("!uv;", "'!' cannot be applied to a vec2."),
    body("if (1.0) {}", "A bool is wanted as a condition, not a float."),
    body("uv % 2.0;", "'%' cannot be applied to a vec2 and a float."),
    body("true ? 1.0 : uv;", "Both values after '?' must have one type, not float and vec2."),
    body("vec3(1.0, 2.0);", "vec3(…) wants 3 components, not (float, float)."),
    body("vec2(uv, uv);", "vec2(…) wants 2 components, not (vec2, vec2)."),
    body("mix(uv, 1.0, 1.0);", "'mix' cannot be called with (vec2, float, float)."),
    body("packHalf2x16(vec3(uv, 1.0));", "'packHalf2x16' cannot be called with (vec3)."),
    body(
      "bitCount(3);",
      "'bitCount' is not supported: it came to GLSL with version 3.10; write it with '&', '>>' and '<<'."
    ),
    body(
      "float a = 0.0; for (int i = 0; i < 999; i++) a += uv.x * a; fwidth(a);",
      "'dFdx' of what a loop computes is not supported; use a width in pixels."),
    body(
      "float a[2]; a[2] = 1.0;",
      "There is no element 2 in a float[2]; the last is 1."),
    body("float a[0];", "The length of an array must be above 0, not 0."),
    body("int n = 2; float a[n];", "The length of an array must be a constant whole number."),
    body("float a[5000];", "A variable may have 4096 components at most."),
    body(
      "float a[100]; a[int(uv.x)] = 1.0;",
      "An array of 100 elements is too long for an index that is not known beforehand; 64 are the most."
    ),
    body("uv[uv.x];", "An index is a whole number, not a float."),
    body("break;", "'break' stands in no loop."),
    body("switch (1) { case 0: continue; }", "'continue' stands in no loop."),
    body("return 1;", "A vec4 is wanted after 'return', not an int."),
    body("return;", "'return' must give a vec4."),
    body(
      "uint n = uint(uv.x); n = n / 70000u;",
      "A number that is not constant cannot be divided by one above 65535 here."),
    body("sampler2D s;", "A variable cannot be a sampler2D."),
    body("struct S { float a; float a; };", "'S' has two fields 'a'."),
    Row(
      "float f(float x) { return f(x); }" + end,
      "1: 'f' calls itself; GLSL has no recursion."),
    Row(
      "float g(float x);\nfloat f(float x) { return g(x); }\nfloat g(float x) { return f(x); }"
        + end, "2: 'g' calls itself; GLSL has no recursion."),
    Row(
      "float f(float x);\nfloat a = f(1.0);" + end,
      "2: The function 'f' is nowhere written."),
    Row(
      "float f(float x) { return x; }\nfloat f(float y) { return y; }" + end,
      "2: The function 'f' is written twice."),
    Row(
      "in vec2 position;" + end,
      "1: 'in' cannot stand here: the shader has one stage, and its result is what 'transition' gives."
    ),
    Row(
      "struct S { float a; }; uniform S s;" + end,
      "1: A uniform holds numbers; 's' is a S."),
    Row("uniform vec2 progress;" + end, "1: 'progress' is a float here, not a vec2."),
    Row(
      "uniform float a = sin(1.0);" + end,
      "1: The default of a uniform must be stated as numbers."),
  ]

  @Test(arguments: words + meanings) func sentence(_ row: Row) throws {
    let error = try #require(throws: MoonreelError.self) {
      try GLSLShader(source: row.source, name: "a.glsl")
    }
    #expect(error.message == "a.glsl:" + row.message)
  }
}
