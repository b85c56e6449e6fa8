// SPDX-License-Identifier: MIT

/// The functions of GLSL.
enum Builtin: String, CaseIterable, Sendable {
  case radians, degrees, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh
  case pow, exp, log, exp2, log2, sqrt, inversesqrt
  case abs, sign, floor, trunc, round, roundEven, ceil, fract, mod, modf, min, max, clamp, mix
  case step, smoothstep, isnan, isinf
  case length, distance, dot, cross, normalize, faceforward, reflect, refract
  case matrixCompMult, outerProduct, transpose, determinant, inverse
  case floatBitsToInt, floatBitsToUint, intBitsToFloat, uintBitsToFloat
  case packUnorm2x16, packSnorm2x16, packHalf2x16, unpackUnorm2x16, unpackSnorm2x16, unpackHalf2x16
  case lessThan, lessThanEqual, greaterThan, greaterThanEqual, equal, notEqual, any, all, not
  case texture2D, texture, textureLod, texture2DLod, texture2DLodEXT, textureGrad, textureProj
  case texture2DProj, textureProjLod, textureProjGrad, textureOffset, textureLodOffset
  case textureGradOffset, textureProjOffset, textureProjLodOffset, textureProjGradOffset
  case texelFetch, texelFetchOffset, textureSize
  case getFromColor, getToColor
  case dFdx, dFdy, fwidth

  /// What it takes and gives, most exact first: the result, then the parameters.
  ///
  /// f float, i int, u uint, b bool; F I U B the same with 1 to 4 components, as many in all places; V J W C with 2
  /// to 4; 2 3 4 vec2 and so on; P ivec2; M a square matrix; s a picture.
  var signatures: [String] {
    switch self {
    case .radians, .degrees, .sin, .cos, .tan, .asin, .acos, .sinh, .cosh, .tanh, .asinh, .acosh,
      .atanh, .exp, .log, .exp2, .log2, .sqrt, .inversesqrt, .floor, .trunc, .round, .roundEven,
      .ceil, .fract, .normalize, .dFdx, .dFdy, .fwidth:
      ["FF"]
    case .atan: ["FF", "FFF"]
    case .pow: ["FFF"]
    case .abs, .sign: ["FF", "II"]
    case .mod: ["FFF", "FFf"]
    case .modf: ["FFF"]
    case .min, .max: ["FFF", "FFf", "III", "IIi", "UUU", "UUu"]
    case .clamp: ["FFFF", "FFff", "IIII", "IIii", "UUUU", "UUuu"]
    case .mix: ["FFFF", "FFFf", "FFFB"]
    case .step: ["FFF", "FfF"]
    case .smoothstep: ["FFFF", "FffF"]
    case .isnan, .isinf: ["BF"]
    case .floatBitsToInt: ["IF"]
    case .floatBitsToUint: ["UF"]
    case .intBitsToFloat: ["FI"]
    case .uintBitsToFloat: ["FU"]
    case .packUnorm2x16, .packSnorm2x16, .packHalf2x16: ["u2"]
    case .unpackUnorm2x16, .unpackSnorm2x16, .unpackHalf2x16: ["2u"]
    case .length: ["fF"]
    case .distance, .dot: ["fFF"]
    case .cross: ["333"]
    case .faceforward: ["FFFF"]
    case .reflect: ["FFF"]
    case .refract: ["FFFf"]
    case .matrixCompMult, .outerProduct, .transpose: []  // see Signature
    case .determinant: ["fM"]
    case .inverse: ["MM"]
    case .lessThan, .lessThanEqual, .greaterThan, .greaterThanEqual: ["CVV", "CJJ", "CWW"]
    case .equal, .notEqual: ["CVV", "CJJ", "CWW", "CCC"]
    case .any, .all: ["bC"]
    case .not: ["CC"]
    case .texture2D, .texture: ["4s2", "4s2f"]
    case .textureLod, .texture2DLod, .texture2DLodEXT: ["4s2f"]
    case .textureGrad: ["4s222"]
    case .textureProj, .texture2DProj, .textureProjLod: ["4s3", "4s4", "4s3f", "4s4f"]
    case .textureProjGrad: ["4s322", "4s422"]
    case .textureProjOffset: ["4s3P", "4s4P", "4s3Pf", "4s4Pf"]
    case .textureProjLodOffset: ["4s3fP", "4s4fP"]
    case .textureProjGradOffset: ["4s322P", "4s422P"]
    case .textureGradOffset: ["4s222P"]
    case .textureOffset: ["4s2P", "4s2Pf"]
    case .textureLodOffset: ["4s2fP"]
    case .texelFetchOffset: ["4sPiP"]
    case .texelFetch: ["4sPi"]
    case .textureSize: ["Psi"]
    case .getFromColor, .getToColor: ["42"]
    }
  }

  /// Functions of newer versions of GLSL that are not here, and why.
  static let refused: [String: String] = {
    let bits = "it came to GLSL with version 3.10; write it with '&', '>>' and '<<'"
    var reasons: [String: String] = [:]
    for name in [
      "bitCount", "bitfieldExtract", "bitfieldInsert", "bitfieldReverse", "findMSB", "findLSB",
    ] {
      reasons[name] = bits
    }
    for name in ["textureCube", "texture3D"] {
      reasons[name] = "pictures are read with 'texture' and 'texelFetch'"
    }
    return reasons
  }()
}
