// SPDX-License-Identifier: MIT

import MoonreelCore

/// Hands out the symbolic values of a ``PixelKernel`` or a ``SoundKernel`` and writes down what is done with them.
///
/// Equal steps are written once.
public final class KernelRecorder {
  /// One operation and the steps that it reads.
  struct Step: Hashable {
    var operation: Operation
    var operands: [Int]
  }

  /// What one step computes.
  enum Operation: Hashable {
    /// A row of the table of operations, over the operands alone.
    case computed(ScalarOperation)
    /// A number that is part of the kernel.
    case literal(Double)
    /// A number given with each use.
    case number(Int)
    /// Something that only pictures have.
    case pixel(PixelKernel.Operation)
    /// Something that only sound has.
    case sound(SoundKernel.Operation)
  }

  private(set) var steps: [Step] = []
  private var known: [Step: Int] = [:]
  let inputCount: Int
  private let numberCount: Int
  /// What its steps count against the memory of the script that makes them.
  private let charge = MemoryCharge.current(1024)

  init(inputCount: Int, numberCount: Int) {
    (self.inputCount, self.numberCount) = (inputCount, numberCount)
  }

  /// How many steps there are so far.
  public var stepCount: Int { steps.count }

  /// The pixel of input `index` at the kernel's own position.
  ///
  /// - Precondition: `index` is below the kernel's input count.
  public func input(_ index: Int) -> KernelPixel {
    precondition((0..<inputCount).contains(index), "the kernel has no input \(index)")
    let parts = (0..<4).map { record(.pixel(.input(index, component: $0))) }
    return KernelPixel(parts[0], parts[1], parts[2], parts[3])
  }

  /// The pixel of input `index` at the position (`x`, `y`) in the picture's own coordinates, where
  /// pixel (0, 0) has its centre at (½, ½): linear between the four nearest pixels.
  ///
  /// The input is drawn first, at the target's scale; outside its extent it is transparent, so put
  /// ``Image/clampedToEdges()`` before for edges that hold. Of an input without edges only what lies
  /// within the reach of the use is drawn, or, without a reach, what the target shows; beyond that
  /// its edge repeats. A position that is not a number counts as far to the left or above.
  ///
  /// - Precondition: `index` is below the kernel's input count.
  public func sample(_ index: Int, _ x: KernelTerm, _ y: KernelTerm) -> KernelPixel {
    precondition((0..<inputCount).contains(index), "the kernel has no input \(index)")
    let parts = (0..<4).map { record(.pixel(.sample(index, component: $0)), [x, y]) }
    return KernelPixel(parts[0], parts[1], parts[2], parts[3])
  }

  /// The number `index` given with each use.
  ///
  /// - Precondition: `index` is below the kernel's number count.
  public func number(_ index: Int) -> KernelTerm {
    precondition((0..<numberCount).contains(index), "the kernel has no number \(index)")
    return record(.number(index))
  }

  /// A number that is part of the kernel.
  public func literal(_ number: Double) -> KernelTerm { record(.literal(number)) }

  /// The pixel centre's horizontal position in the picture's own coordinates.
  public var x: KernelTerm { record(.pixel(.x)) }

  /// The pixel centre's vertical position in the picture's own coordinates.
  public var y: KernelTerm { record(.pixel(.y)) }

  /// The step `operation` over `operands`.
  func record(_ operation: Operation, _ operands: [KernelTerm] = []) -> KernelTerm {
    let step = Step(operation: operation, operands: operands.map(\.step))
    if let index = known[step] { return KernelTerm(recorder: self, step: index) }
    known[step] = steps.count
    steps.append(step)
    charge?.bytes += PixelKernel.bytesPerStep
    return KernelTerm(recorder: self, step: steps.count - 1)
  }
}
