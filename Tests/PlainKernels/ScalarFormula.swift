// SPDX-License-Identifier: MIT

import Glibc
import MoonreelModel

/// What each row of the table of operations computes, written a second time: the loops, the chains and the kernels
/// of pictures are compared with it.
package enum ScalarFormula {
  /// The value of `operation`: to the bit where it is cheap, that of the C library where it is costly.
  package static func value<T: BinaryFloatingPoint>(_ operation: ScalarOperation, _ a: [T]) -> T {
    switch operation {
    case .add: return a[0] + a[1]
    case .subtract: return a[0] - a[1]
    case .multiply: return a[0] * a[1]
    case .divide: return a[1] == 0 ? 0 : a[0] / a[1]
    case .quotient: return a[0] / a[1]
    case .minimum: return a[0] < a[1] ? a[0] : a[1]
    case .maximum: return a[0] > a[1] ? a[0] : a[1]
    case .multiplyAdd:
      let product = a[0] * a[1]
      return product + a[2]
    case .blend:
      let (first, second) = (a[0] * a[1], a[2] * a[3])
      return first + second
    case .clamp: return a[0] > 0 ? (a[0] < 1 ? a[0] : 1) : 0
    case .squareRoot: return a[0] > 0 ? a[0].squareRoot() : 0
    case .absolute: return a[0] < 0 ? -a[0] : a[0]
    case .floor: return a[0].rounded(.down)
    case .select: return a[0] >= a[1] ? a[2] : a[3]
    case .copy: return a[0]
    case .bitwiseAnd:
      let bits = a.map { Int(max(0, min(65_535, Double($0)))) }
      return T(bits[0] & bits[1])
    case .power: return a[0] > 0 ? T(pow(Double(a[0]), Double(a[1]))) : a[0]
    case .exp2: return T(Glibc.exp2(Double(a[0])))
    case .log2: return T(Glibc.log2(max(Double(a[0]), 0x1p-126)))
    case .exp: return T(Glibc.exp(Double(a[0])))
    case .log: return T(Glibc.log(max(Double(a[0]), 0x1p-126)))
    case .sine: return T(sin(Double(a[0])))
    case .cosine: return T(cos(Double(a[0])))
    case .tangent: return T(tan(Double(a[0])))
    case .arcSine: return T(asin(max(-1, min(1, Double(a[0])))))
    case .arcCosine: return T(acos(max(-1, min(1, Double(a[0])))))
    case .arcTangent2: return T(atan2(Double(a[0]), Double(a[1])))
    }
  }

  /// First operands for which a costly operation has a result that is worth comparing; the others lie within ±3.
  package static func range(_ operation: ScalarOperation) -> ClosedRange<Float> {
    switch operation {
    case .power: 0.01...6
    case .exp2: -130...127
    case .exp: -80...80
    case .bitwiseAnd: -9...70_000
    case .log2, .log: 1e-30...1e30
    case .arcSine, .arcCosine: -1...1
    case .sine, .cosine: -1000...1000
    default: -3...3
    }
  }
}

extension ScalarOperation {
  /// Those that are loops of their own.
  package static let costly = all.filter { !$0.isCheap }
}
