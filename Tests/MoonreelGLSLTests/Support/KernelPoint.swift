// SPDX-License-Identifier: MIT

import Glibc
import MoonreelModel

/// Computes one pixel of a kernel, step by step in float32, its loops included.
struct KernelPoint {
  let kernel: PixelKernel
  let numbers: [Float]
  var x: Float
  var y: Float
  /// A premultiplied pixel of input number `input` at a place; nearest for what is read in place.
  var picture: (_ input: Int, _ x: Float, _ y: Float) -> [Float]

  private var values: [Float]
  /// By step, the loops of whose rounds it is part.
  private let around: [Set<Int>]

  init(
    _ kernel: PixelKernel, numbers: [Float], x: Float, y: Float,
    picture: @escaping (Int, Float, Float) -> [Float] = { _, _, _ in [0, 0, 0, 0] }
  ) {
    (self.kernel, self.numbers, self.x, self.y) = (kernel, numbers, x, y)
    self.picture = picture
    values = Array(repeating: .nan, count: kernel.steps.count)
    around = Self.loops(around: kernel)
  }

  /// By step, the loops of whose rounds it is part; a loop lies in whatever any of its values depends on.
  private static func loops(around kernel: PixelKernel) -> [Set<Int>] {
    var ofLoops = [Set<Int>](repeating: [], count: kernel.loops.count)
    while true {
      let before = ofLoops
      var around: [Set<Int>] = []
      for step in kernel.steps {
        var loops = step.operands.reduce(into: Set<Int>()) { $0.formUnion(around[$1]) }
        if case .carried(let loop, _) = step.operation { loops.insert(loop) }
        if case .after(let loop, _) = step.operation {
          ofLoops[loop].formUnion(loops.subtracting([loop]))
          loops = ofLoops[loop]
        }
        around.append(loops)
      }
      if ofLoops == before { return around }
    }
  }

  /// Red, green, blue times alpha, and alpha.
  var result: [Float] {
    mutating get {
      run(nil, [])
      return kernel.result.map { values[$0] }
    }
  }

  /// Computes the steps of a round of `loop`, in order, where the loops `active` are gone through; or those of none.
  /// Loops inside are gone through where they end.
  private mutating func run(_ loop: Int?, _ active: Set<Int>) {
    for (index, step) in kernel.steps.enumerated() {
      let own = around[index]
      guard own.isSubset(of: active), loop.map({ own.contains($0) }) ?? true else { continue }
      switch step.operation {
      case .after(let inner, let place):
        if place == 0 { goRound(inner, active.union([inner])) }
      case .carried: break
      default: values[index] = value(step)
      }
    }
  }

  private func value(_ step: PixelKernel.Step) -> Float {
    let operands = step.operands.map { values[$0] }
    switch step.operation {
    case .input(let input, let component): return picture(input, x, y)[component]
    case .sample(let input, let component):
      return picture(input, operands[0], operands[1])[component]
    case .number(let number): return numbers[number]
    case .literal(let number): return number
    case .x: return x
    case .y: return y
    case .computed(let operation): return Self.formula(operation, operands)
    case .carried, .after: return .nan
    }
  }

  /// Goes through the rounds of a loop, and knows all its values after it.
  private mutating func goRound(_ loop: Int, _ active: Set<Int>) {
    var carried: [Int: Int] = [:]
    var after: [Int: Int] = [:]
    for (index, step) in kernel.steps.enumerated() {
      if case .carried(loop, let place) = step.operation { carried[place] = index }
      if case .after(loop, let place) = step.operation { after[place] = index }
    }
    var state: [Int: Float] = [:]
    for (place, index) in carried { state[place] = values[kernel.steps[index].operands[0]] }
    var rounds = 0
    while state[0]! >= 0.5, rounds < kernel.loops[loop].limit {
      for (place, index) in carried { values[index] = state[place]! }
      run(loop, active)
      for (place, index) in after { state[place] = values[kernel.steps[index].operands[1]] }
      rounds += 1
    }
    for (place, index) in after { values[index] = state[place]! }
  }

  private static func formula(_ operation: ScalarOperation, _ a: [Float]) -> Float {
    func rounded(_ value: Double) -> Float { Float(value) }
    let d = a.map(Double.init)
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
      let bits = d.map { $0 > 0 ? Int(min(65_535, $0)) : 0 }
      return Float(bits[0] & bits[1])
    case .power: return a[0] > 0 ? rounded(pow(d[0], d[1])) : a[0]
    case .exp2: return rounded(exp2(d[0]))
    case .log2: return rounded(log2(max(d[0], 0x1p-126)))
    case .exp: return rounded(exp(d[0]))
    case .log: return rounded(log(max(d[0], 0x1p-126)))
    case .sine: return rounded(sin(d[0]))
    case .cosine: return rounded(cos(d[0]))
    case .tangent: return rounded(tan(d[0]))
    case .arcSine: return rounded(asin(max(-1, min(1, d[0]))))
    case .arcCosine: return rounded(acos(max(-1, min(1, d[0]))))
    case .arcTangent2: return rounded(atan2(d[0], d[1]))
    }
  }
}
