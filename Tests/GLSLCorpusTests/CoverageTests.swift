// SPDX-License-Identifier: MIT

import GLSLOracle
import Testing

/// The corpus uses everything that public shaders use.
@Suite struct CoverageTests {
  static let good = GLSLShader.all(.transitions) + GLSLShader.all(.effects)

  @Test func isLargeEnough() {
    #expect(GLSLShader.all(.transitions).count >= 45)
    #expect(GLSLShader.all(.effects).count >= 25)
    #expect(GLSLShader.all(.bad).count >= 25)
  }

  @Test func everyHeadIsComplete() {
    for shader in Self.good {
      #expect(!shader.covers.isEmpty, "\(shader)")
      #expect(shader.reason == nil, "\(shader)")
      #expect((shader.ends != nil) == (shader.group == .transitions), "\(shader)")
    }
    for shader in GLSLShader.all(.bad) {
      #expect(shader.reason != nil, "\(shader)")
      #expect(shader.source.contains("// Mesa: "), "\(shader)")
      let marked = shader.markedLine != nil
      #expect(marked != ["no-entry", "feeds-back"].contains(shader.name), "\(shader)")
    }
  }

  static let functions = [
    "abs", "acos", "acosh", "all", "any", "asin", "asinh", "atan", "atanh", "ceil", "clamp", "cos",
    "cosh", "cross", "degrees", "determinant", "dFdx", "dFdy", "distance", "dot", "equal", "exp",
    "exp2", "faceforward", "floatBitsToInt", "floatBitsToUint", "floor", "fract", "fwidth",
    "getFromColor",
    "getToColor", "greaterThan", "greaterThanEqual", "intBitsToFloat", "inverse", "inversesqrt",
    "isinf", "isnan",
    "length", "lessThan", "lessThanEqual", "log", "log2", "matrixCompMult", "max", "min", "mix",
    "mod", "modf", "normalize", "not", "notEqual", "outerProduct", "packHalf2x16", "packSnorm2x16",
    "packUnorm2x16", "pow", "radians", "reflect",
    "refract", "round", "roundEven", "sign", "sin", "sinh", "smoothstep", "sqrt", "step", "tan",
    "tanh", "texelFetch", "texture", "texture2D", "textureGrad", "textureGradOffset", "textureLod",
    "textureOffset", "textureProj", "textureProjOffset", "textureSize", "transpose", "trunc",
    "unpackHalf2x16", "unpackSnorm2x16", "unpackUnorm2x16",
  ]

  @Test func callsEveryFunction() {
    let called = Self.good.reduce(into: Set<String>()) { $0.formUnion($1.names.called) }
    #expect(Self.functions.filter { !called.contains($0) } == [])
  }

  static let words = [
    "float", "int", "uint", "bool", "vec2", "vec3", "vec4", "ivec2", "bvec2", "uvec2", "uvec3",
    "mat2", "mat3", "mat4", "mat2x3", "mat3x2", "struct", "sampler2D", "const", "in", "out",
    "inout", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue",
    "return", "discard", "precision", "mediump", "uniform", "true", "false", "progress", "ratio",
    "iTime", "iGlobalTime", "iTimeDelta", "iFrame", "iMouse", "iResolution", "iChannel0",
    "iChannel1", "iChannelResolution", "iChannelTime", "__VERSION__", "ifdef", "ifndef", "elif",
    "undef", "defined", "GL_ES",
  ]

  @Test func usesEveryWord() {
    let shaders = Self.good + GLSLShader.all(.bad)
    let used = shaders.reduce(into: Set<String>()) { $0.formUnion($1.names.all) }
    #expect(Self.words.filter { !used.contains($0) } == [])
  }

  /// What is written in the public shaders' code, by what it looks like.
  static let forms: [(name: String, pattern: String)] = [
    ("a default behind //", #"uniform \w+ \w+; *// += +"#),
    ("a default behind // without blanks", #"uniform \w+ \w+; *//=\S"#),
    ("a default in /* */ before the semicolon", #"uniform \w+ \w+ */\* *= .*\*/ *;"#),
    ("words after a default", #"uniform \w+ \w+; *// = [0-9.]+ +[a-z]"#),
    ("an int for a float's default", #"uniform float \w+; *// = \d+( |\n)"#),
    ("1 for a bool's default", #"uniform bool \w+; *// = 1\n"#),
    ("a vec3 default", #"uniform vec3 \w+; *// = vec3\("#),
    ("a splat as a default", #"uniform vec\d \w+; *// = vec\d\([0-9.]+\)"#),
    ("an ivec2 default", #"uniform ivec2 \w+; *// = ivec2\("#),
    ("a uniform without a default", #"uniform sampler2D \w+;\n"#),
    ("a global made of uniforms", #"\n(float|vec2) \w+ = [^;]*\b(progress|ratio|iTime)\b"#),
    ("a mutable global", #"\nfloat seed = 1.0;"#),
    ("an array parameter vec3[9] c", #"vec3\[9\] c\)"#),
    ("an array constructor", #"float\[4\]\("#),
    ("an array of structs", #"Drop drops\[6\]"#),
    ("a chained assignment", #"\w+ = \w+ = \w+ = "#),
    ("a vector of a float and a bool", #"vec2\(1\.0, fromBelow\)"#),
    ("a reversed smoothstep", #"smoothstep\(0\.5, 0\.0, "#),
    ("a counter of floats", #"for \(float \w+ ="#),
    ("the hash by a sine", #"fract\(sin\(.*\) \* 43758\.5"#),
    ("a macro in a body", #"\{\n#define"#),
    ("a macro with arguments", #"#define \w+\([a-z]"#),
    ("a macro in two lines", #"\\\n"#),
    ("a function named texture", #"vec4 texture\("#),
    ("a helper named as the image's function", #"vec4 mainImage\(vec2"#),
    ("a helper named as the transition's function", #"float transition\(float"#),
    ("a local named as its uniform, made of it", #"float softness = .*softness"#),
    ("a variable named as the function that makes it", #"float noise = noise\("#),
    ("a swizzle assigned", #"\.\w{2,4} [-+*]?= "#),
    ("an element of a matrix", #"\w\[1\]\[2\] = "#),
    ("the newer version", #"#version 300 es"#),
    ("the operator ^^", #"\^\^"#),
    ("bits", #">> \d+u"#),
  ]

  @Test func hasEveryForm() throws {
    for form in Self.forms {
      let pattern = try Regex(form.pattern)
      #expect(Self.good.contains { $0.source.contains(pattern) }, "\(form.name)")
    }
  }

  /// What is not seen in a line stands in the heads.
  static let traps = [
    "breaks the law of the ends", "alpha below 1 in between", "alpha 0",
    "leaves 0..1 far above and below before clamping", "dependent read", "loads at uv only",
    "100 fetches", "about 1,900 operations", "return inside a loop", "continue", "early return",
    "several early returns", "nested loops", "overload", "prototype before the definition",
    "dead code", "struct result", "mutable global", "divergent branches", "data-dependent exit",
    "thousands of operations that depend on uniforms alone", "needs exactly rounded uv",
    "extra sampler2D", "division by what may be 0", "mutable globals shared by functions",
    "swizzle as an inout argument", "sampler2D as a parameter", "gl_FragCoord",
    "lines that end in carriage return and newline", "letters beyond ASCII in comments",
    "&& and || that stop early before a side effect", "parameters of other names",
    "int division towards zero", "numbers of 32 bits chosen by a condition",
    "two uniforms in one declaration", "return inside two loops",
    "numbers packed in pairs",
  ]

  @Test func hasEveryTrap() {
    let heads = Self.good.flatMap(\.covers)
    for trap in Self.traps { #expect(heads.contains { $0.hasPrefix(trap) }, "\(trap)") }
  }
}
