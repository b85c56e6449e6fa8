// SPDX-License-Identifier: MIT

import Glibc
import MoonreelModel

/// The functions of GLSL that take each component by itself.
extension Lowering {
  func component(_ function: Builtin, _ a: [Scalar]) -> Scalar {
    switch function {
    case .radians: calculate.multiply(a[0], .known(Arithmetic.rounded(.pi / 180)))
    case .degrees: calculate.multiply(a[0], .known(Arithmetic.rounded(180 / .pi)))
    case .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh:
      angle(function, a)
    case .pow, .exp, .log, .exp2, .log2, .sqrt, .inversesqrt: power(function, a)
    case .lessThan: compare(.less, a[0], a[1])
    case .lessThanEqual: compare(.lessOrEqual, a[0], a[1])
    case .greaterThan: compare(.greater, a[0], a[1])
    case .greaterThanEqual: compare(.greaterOrEqual, a[0], a[1])
    case .equal: calculate.equal(a[0], a[1])
    case .notEqual: calculate.not(calculate.equal(a[0], a[1]))
    case .not: calculate.not(a[0])
    case .floatBitsToInt, .floatBitsToUint:
      calculate.wide(calculate.bits(ofFloat: a[0]), isSigned: function == .floatBitsToInt)
    case .intBitsToFloat, .uintBitsToFloat: calculate.float(ofBits: calculate.halves(a[0]))
    default: common(function, a)
    }
  }

  private func common(_ function: Builtin, _ a: [Scalar]) -> Scalar {
    switch function {
    case .abs: return calculate.absolute(a[0])
    case .sign: return sign(a[0])
    case .floor: return calculate.floor(a[0])
    case .ceil: return calculate.negate(calculate.floor(calculate.negate(a[0])))
    case .trunc: return calculate.truncated(a[0])
    case .round, .roundEven: return calculate.nearest(a[0])
    case .fract: return calculate.subtract(a[0], calculate.floor(a[0]))
    case .mod:
      let times = calculate.floor(calculate.divide(a[0], a[1]))
      return calculate.subtract(a[0], calculate.multiply(a[1], times))
    case .min: return calculate.minimum(a[0], a[1])
    case .max: return calculate.maximum(a[0], a[1])
    case .clamp: return calculate.clamp(a[0], a[1], a[2])
    case .mix: return mix(a[0], a[1], a[2])
    case .step: return calculate.atLeast(a[1], a[0])
    case .smoothstep: return smoothstep(a[0], a[1], a[2])
    case .isnan: return .test(calculate.term(a[0]), calculate.term(a[0]), isMet: false)
    default:
      return calculate.atLeast(calculate.absolute(a[0]), .known(.infinity))
    }
  }

  private func sign(_ a: Scalar) -> Scalar {
    let zero = Scalar.known(0)
    let notAbove = calculate.select(calculate.atLeast(a, zero), zero, .known(-1))
    return calculate.select(calculate.atLeast(zero, a), notAbove, .known(1))
  }

  /// `a · (1 − share) + b · share`: exactly `a` at 0 and `b` at 1.
  private func mix(_ a: Scalar, _ b: Scalar, _ share: Scalar) -> Scalar {
    if a.isSame(as: b) { return a }
    if case .test = share { return calculate.select(share, b, a) }
    if let truth = share.number, truth == 0 || truth == 1 { return truth == 0 ? a : b }
    return calculate.blend(a, calculate.subtract(.known(1), share), b, share)
  }

  private func smoothstep(_ low: Scalar, _ high: Scalar, _ a: Scalar) -> Scalar {
    let c = calculate
    let share = c.clamp(
      c.divide(c.subtract(a, low), c.subtract(high, low)), .known(0), .known(1))
    return c.multiply(
      c.multiply(share, share), c.subtract(.known(3), c.multiply(.known(2), share)))
  }

  // MARK: Powers

  private func power(_ function: Builtin, _ a: [Scalar]) -> Scalar {
    switch function {
    case .exp: return calculate.unary(.exp, a[0], Glibc.exp)
    case .log: return calculate.unary(.log, a[0]) { Glibc.log(max($0, 0x1p-126)) }
    case .exp2: return calculate.unary(.exp2, a[0], Glibc.exp2)
    case .log2: return calculate.unary(.log2, a[0]) { Glibc.log2(max($0, 0x1p-126)) }
    case .sqrt: return calculate.squareRoot(a[0])
    case .inversesqrt: return calculate.divide(.known(1), calculate.squareRoot(a[0]))
    default: break
    }
    switch a[1].number {
    case 1: return a[0]
    case 2: return calculate.multiply(a[0], a[0])
    case 4:
      let square = calculate.multiply(a[0], a[0])
      return calculate.multiply(square, square)
    case 0.5: return calculate.squareRoot(a[0])
    default: return calculate.binary(.power, a[0], a[1]) { $0 > 0 ? Glibc.pow($0, $1) : $0 }
    }
  }

  // MARK: Angles

  private func angle(_ function: Builtin, _ a: [Scalar]) -> Scalar {
    let (c, value, one) = (calculate, a[0], Scalar.known(1))
    switch function {
    case .sin: return c.unary(.sine, value, Glibc.sin)
    case .cos: return c.unary(.cosine, value, Glibc.cos)
    case .tan: return c.unary(.tangent, value, Glibc.tan)
    case .asin: return c.unary(.arcSine, value) { Glibc.asin(max(-1, min(1, $0))) }
    case .acos: return c.unary(.arcCosine, value) { Glibc.acos(max(-1, min(1, $0))) }
    case .atan: return c.binary(.arcTangent2, value, a.count > 1 ? a[1] : one, Glibc.atan2)
    case .sinh, .cosh:
      let (up, down) = (exponential(value), exponential(c.negate(value)))
      return c.multiply(
        .known(0.5), function == .sinh ? c.subtract(up, down) : c.add(up, down))
    case .tanh:
      let share = c.divide(.known(2), c.add(exponential(c.multiply(.known(2), value)), one))
      return c.subtract(one, share)
    case .asinh:
      let size = c.absolute(value)
      let root = c.squareRoot(c.add(c.multiply(value, value), one))
      return c.multiply(sign(value), logarithm(c.add(size, root)))
    case .acosh:
      let root = c.squareRoot(c.subtract(c.multiply(value, value), one))
      return logarithm(c.add(value, root))
    default:
      let ratio = c.divide(c.add(one, value), c.subtract(one, value))
      return c.multiply(.known(0.5), logarithm(ratio))
    }
  }

  private func exponential(_ value: Scalar) -> Scalar { power(.exp, [value]) }
  private func logarithm(_ value: Scalar) -> Scalar { power(.log, [value]) }
}
