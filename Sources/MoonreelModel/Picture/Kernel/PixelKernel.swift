// SPDX-License-Identifier: MIT

import MoonreelCore

/// A function of one pixel (`CIColorKernel`): a straight line of float operations over the
/// components of its input pictures, its own position and numbers that may change every frame.
///
/// Blend modes, colour adjustments and mattes are kernels; so is what a script makes. The renderer
/// fuses kernels with whatever stands before and behind them. A kernel is recorded once, by running
/// a closure with symbolic values, and then used for every frame with other numbers:
///
///     let tint = PixelKernel("tint", inputs: 1, numbers: 3) { kernel in
///       let pixel = kernel.input(0).straight
///       return KernelPixel(
///         straight: pixel.red * kernel.number(0), pixel.green * kernel.number(1),
///         pixel.blue * kernel.number(2), alpha: pixel.alpha)
///     }
///     let warm = Image(frame: buffer).applying(tint, numbers: [1.1, 1, 0.9])
///
/// Each operation is rounded to float32; none is fused with another.
public final class PixelKernel: Sendable {
  /// What one step computes from earlier steps.
  public enum Operation: Hashable, Sendable {
    /// A premultiplied component (0 red, 1 green, 2 blue, 3 alpha) of an input.
    case input(Int, component: Int)
    /// A premultiplied component of an input at the position (first operand, second operand).
    case sample(Int, component: Int)
    /// A number given with each use.
    case number(Int)
    /// A number that is part of the kernel.
    case literal(Float)
    /// The pixel centre's position in the picture's own coordinates.
    case x, y
    /// A row of the table of operations, over the operands alone.
    case computed(ScalarOperation)
    /// Value number `place` of a loop at the beginning of a round; the operand is what it is before the first.
    case carried(loop: Int, place: Int)
    /// Value number `place` of a loop after its last round. Operands: what it is at the beginning of a round; what it
    /// becomes in a round; but for place 0, which says who goes on, that place's own value after the loop.
    case after(loop: Int, place: Int)
  }

  /// Steps that are repeated while value 0 is at least ½, each pixel for itself: those that depend on what is carried
  /// from one round to the next.
  public struct Loop: Hashable, Sendable {
    /// The most rounds of a pixel.
    public var limit: Int
    /// How many values are carried.
    public var count: Int
  }

  /// One operation and the steps that it reads.
  public struct Step: Hashable, Sendable {
    /// What it computes.
    public var operation: Operation
    /// Indices of earlier steps, in order.
    public var operands: [Int]
  }

  /// What the result reads of an input at one computed position.
  public struct Read: Hashable, Sendable {
    /// Which input.
    public var input: Int
    /// The steps that compute the position, x and y.
    public var position: [Int]
    /// 0 red, 1 green, 2 blue, 3 alpha.
    public var components: Set<Int>
  }

  /// Outside which rectangle a kernel's result is transparent.
  public enum Extent: Sendable {
    /// All inputs' rectangles together: nothing comes of nothing.
    case union
    /// The rectangle of one input, whatever the others are.
    case input(Int)
    /// The rectangle of one input, grown by the reach of the use.
    case grown(Int)
    /// What all inputs share.
    case intersection
    /// Nowhere: it may be anything anywhere.
    case everywhere
  }

  /// What it is called in messages and plans.
  public let name: String
  /// How many pictures it reads.
  public let inputCount: Int
  /// How many numbers are given with each use.
  public let numberCount: Int
  /// Outside which rectangle its result is transparent.
  public let extent: Extent
  /// What is computed, in order.
  public let steps: [Step]
  /// What is repeated, by the number that steps name.
  public let loops: [Loop]
  /// How many steps a pixel may need, each counted as often as the loops around it may go round.
  public let work: Int
  /// The steps with premultiplied red, green, blue and alpha of the result.
  public let result: [Int]
  /// The inputs that the result reads at the pixel itself.
  public let directInputs: Set<Int>
  /// The inputs that the result reads at computed positions.
  public var sampledInputs: Set<Int> { Set(reads.map(\.input)) }
  /// Where it reads them.
  public let reads: [Read]

  let memo = DigestMemo()
  /// What it counts against the memory of the script that made it.
  private let charge: MemoryCharge?

  /// A step, its list of operands and its entry while it is found again.
  static let bytesPerStep = 192

  /// How many steps a kernel may have.
  public static let stepLimit = 65_536
  /// How often loops in one another may go round for a pixel.
  public static let roundLimit = 1 << 20
  /// How many steps a pixel may need, each counted as often as the loops around it may go round.
  public static let workLimit = 1 << 24

  /// The kernel that `body` describes; it is run once, here.
  ///
  /// - Parameters:
  ///   - name: What it is called in messages and plans.
  ///   - inputs: How many pictures it reads, 0 or more.
  ///   - numbers: How many numbers are given with each use.
  ///   - extent: Outside which rectangle the result is transparent.
  ///   - body: Computes the result from the recorder's values.
  /// - Precondition: `body` asks for inputs and numbers that there are, and needs at most
  ///   ``stepLimit`` steps, which count at most ``workLimit`` with their loops' rounds.
  public init(
    _ name: String, inputs: Int, numbers: Int = 0, extent: Extent = .union,
    _ body: (KernelRecorder) throws -> KernelPixel
  ) rethrows {
    let recorder = KernelRecorder(inputCount: inputs, numberCount: numbers)
    let pixel = try body(recorder)
    (self.name, inputCount, numberCount, self.extent) = (name, inputs, numbers, extent)
    result = pixel.components.map(\.step)
    steps = recorder.steps.map(Step.init)
    (loops, work) = (recorder.loops, recorder.work)
    charge = .current(512 + steps.count * Self.bytesPerStep)
    (directInputs, reads) = Self.inputs(of: result, steps)
    precondition(steps.count <= Self.stepLimit, "kernel '\(name)' has too many steps")
    let isWhole = !recorder.hasEscapedTerm && recorder.isOutside(pixel)
    precondition(isWhole, "kernel '\(name)' uses a term of a loop behind it")
    precondition(work <= Self.workLimit, "kernel '\(name)' goes round too often")
  }
}

extension PixelKernel.Step {
  /// A step as it was recorded; its numbers become floats.
  fileprivate init(_ step: KernelRecorder.Step) {
    operands = step.operands
    switch step.operation {
    case .computed(let row): operation = .computed(row)
    case .literal(let number): operation = .literal(Float(number))
    case .number(let index): operation = .number(index)
    case .pixel(let own): operation = own
    case .sound: preconditionFailure("a pixel has no sound")
    }
  }
}

extension PixelKernel: Hashable {
  /// Whether both are the same kernel, not merely alike.
  public static func == (first: PixelKernel, second: PixelKernel) -> Bool { first === second }

  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PixelKernel {
  /// Which steps `result` depends on: what a loop carries depends on what it becomes in a round.
  fileprivate static func liveSteps(of result: [Int], _ steps: [Step]) -> [Bool] {
    var after: [Operation: Int] = [:]
    for (index, step) in steps.enumerated() {
      if case .after = step.operation { after[step.operation] = index }
    }
    var isLive = [Bool](repeating: false, count: steps.count)
    var open = result
    while let index = open.popLast() {
      guard !isLive[index] else { continue }
      isLive[index] = true
      open += steps[index].operands
      if case .carried(let loop, let place) = steps[index].operation,
        let end = after[.after(loop: loop, place: place)]
      {
        open.append(end)
      }
    }
    return isLive
  }

  /// Whether the result depends on each step.
  var neededSteps: [Bool] { Self.liveSteps(of: result, steps) }

  /// The inputs that the steps behind `result` read in place, and what they read elsewhere, in order.
  private static func inputs(of result: [Int], _ steps: [Step]) -> (Set<Int>, [Read]) {
    var direct: Set<Int> = []
    var sampled: [Read: Set<Int>] = [:]
    let isLive = liveSteps(of: result, steps)
    for index in steps.indices where isLive[index] {
      switch steps[index].operation {
      case .input(let input, _): direct.insert(input)
      case .sample(let input, let component):
        let read = Read(input: input, position: steps[index].operands, components: [])
        sampled[read, default: []].insert(component)
      case .number, .literal, .x, .y, .computed, .carried, .after: break
      }
    }
    let reads = sampled.map { read, components in
      Read(input: read.input, position: read.position, components: components)
    }
    return (
      direct,
      reads.sorted {
        ([$0.input] + $0.position).lexicographicallyPrecedes([$1.input] + $1.position)
      }
    )
  }

  /// The rectangle outside which the result over `inputs` is transparent; `nil` for none. Inputs
  /// that are read elsewhere count as grown by `reach` in a union.
  func extent(over inputs: [Image], reach: Double? = 0) -> Rect? {
    switch extent {
    case .everywhere: nil
    case .input(let index): inputs[index].extent
    case .grown(let index): Self.grown(inputs[index].extent, by: reach)
    case .union:
      inputs.isEmpty
        ? nil
        : inputs.indices.reduce(Rect?.some(.zero)) { box, index in
          let extent = inputs[index].extent
          return Image.union(
            box, sampledInputs.contains(index) ? Self.grown(extent, by: reach) : extent)
        }
    case .intersection:
      inputs.reduce(Rect?.none) { box, input in
        guard let box else { return input.extent }
        return input.extent.map { box.intersection($0) } ?? box
      }
    }
  }

  private static func grown(_ extent: Rect?, by reach: Double?) -> Rect? {
    guard let extent, !extent.isEmpty else { return extent }
    return reach.map { extent.grown(by: $0.rounded(.up)) }
  }
}

extension Image {
  /// What `kernel` makes of this picture (its first input) and `others`.
  ///
  /// - Parameters:
  ///   - kernel: The function of one pixel.
  ///   - others: The inputs after the first.
  ///   - numbers: The numbers for this use.
  ///   - reach: How far from a pixel the kernel may read, along each axis, in pixels; positions
  ///     farther away are drawn in to that. `nil`: anywhere. Kernels that read in place ignore it.
  /// - Precondition: `others` and `numbers` are as many as the kernel wants.
  public func applying(
    _ kernel: PixelKernel, to others: Image..., numbers: [Float] = [], reach: Double? = nil
  ) -> Image {
    .applying(kernel, to: [self] + others, numbers: numbers, reach: reach)
  }

  /// What `kernel` makes of `inputs`; see ``applying(_:to:numbers:reach:)``.
  public static func applying(
    _ kernel: PixelKernel, to inputs: [Image], numbers: [Float] = [], reach: Double? = nil
  ) -> Image {
    kernel.sampledInputs.isEmpty
      ? Image(.kernel(kernel, inputs: inputs, numbers: numbers))
      : Image(
        .samplingKernel(kernel, inputs: inputs, numbers: numbers, reach: reach.map { max(0, $0) }))
  }
}
