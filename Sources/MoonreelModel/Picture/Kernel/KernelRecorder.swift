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
  /// The loops so far, those that are being recorded included.
  private(set) var loops: [PixelKernel.Loop] = []
  /// The loops that are being recorded, the innermost last.
  private var openLoops: [Int] = []
  /// By step, the innermost loop of whose rounds it is part; −1 for none.
  private var innermost: [Int] = []
  /// By loop, how often its body may run for one pixel.
  private var rounds: [Int] = []
  /// How many operations a pixel may need: each counts as often as the loops around it may go round.
  public private(set) var work = 0
  /// Whether a term of a loop's rounds was used behind the loop, where it has no value.
  public private(set) var hasEscapedTerm = false
  /// The ways through the bodies that are running, the innermost last.
  var ways: [KernelWays] = []
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
    append(operation, operands.map(\.step), in: operands.map { innermost[$0.step] }.max() ?? -1)
  }

  private func append(_ operation: Operation, _ operands: [Int], in loop: Int) -> KernelTerm {
    let step = Step(operation: operation, operands: operands)
    if let index = known[step] { return KernelTerm(recorder: self, step: index) }
    if loop >= 0, !openLoops.contains(loop) { hasEscapedTerm = true }
    known[step] = steps.count
    steps.append(step)
    innermost.append(loop)
    work = work.addingReportingOverflow(loop < 0 ? 1 : rounds[loop]).partialValue
    charge?.bytes += PixelKernel.bytesPerStep
    return KernelTerm(recorder: self, step: steps.count - 1)
  }

  /// Whether `pixel` has a value where all loops are over.
  public func isOutside(_ pixel: KernelPixel) -> Bool {
    pixel.components.allSatisfy { innermost[$0.step] < 0 }
  }

  /// How often a loop that begins here may go round at most.
  public var mostRounds: Int { PixelKernel.roundLimit / (openLoops.last.map { rounds[$0] } ?? 1) }

  /// Goes round while the first value is at least ½, at most `limit` times, each pixel for itself: where the first value
  /// is less, all values stay as they are. Returns the values after the last round.
  ///
  /// What `body` computes of nothing that changes from round to round is computed once, before the loop.
  ///
  /// - Parameters:
  ///   - limit: The most rounds of a pixel, from 1 on; those of loops in one another are at most
  ///     ``PixelKernel/roundLimit`` together.
  ///   - initial: The values before the first round, at least one.
  ///   - body: Gets the values at the beginning of a round and returns those after it, as many.
  /// - Precondition: Terms that depend on what `body` was given are used in `body` alone.
  public func loop(
    limit: Int, _ initial: [KernelTerm], _ body: ([KernelTerm]) throws -> [KernelTerm]
  ) rethrows -> [KernelTerm] {
    let loop = loops.count
    let outer = openLoops.last.map { rounds[$0] } ?? 1
    precondition(!initial.isEmpty, "a loop needs a value that says whether it goes on")
    precondition((1...mostRounds).contains(limit), "a loop goes round too often")
    loops.append(PixelKernel.Loop(limit: limit, count: initial.count))
    rounds.append(limit * outer)
    openLoops.append(loop)
    let carried = initial.enumerated().map { place, term in
      append(.pixel(.carried(loop: loop, place: place)), [term.step], in: loop)
    }
    let next: [KernelTerm]
    do { next = try body(carried) } catch {
      openLoops.removeLast()
      throw error
    }
    openLoops.removeLast()
    precondition(next.count == initial.count, "a loop goes on with as many values as it began with")
    var results: [KernelTerm] = []
    for place in next.indices {
      let activity = results.first.map { [$0.step] } ?? []
      results.append(
        append(
          .pixel(.after(loop: loop, place: place)),
          [carried[place].step, next[place].step] + activity, in: openLoops.last ?? -1))
    }
    return results
  }
}
