// SPDX-License-Identifier: MIT

import MoonreelCore

/// A function of one sample: a straight line of operations over the samples of one or more sounds, over earlier ones
/// that it remembers, and over numbers that may move.
///
/// Every value holds one number for each channel, and every operation works on all of them; only `sum`, `highest` and
/// `of` look across. Like a ``PixelKernel`` it is recorded once, by running a closure with symbolic values:
///
///     let echo = SoundKernel("echo", numbers: 2) { kernel in
///       let sound = kernel.sound(0)
///       return sound + kernel.delayed(sound, by: kernel.number(0), longest: 2) * kernel.number(1)
///     }
///
/// Operations are computed in double precision; logarithms and powers keep 24 bits. The result is rounded once to
/// 32-bit floats.
public final class SoundKernel: Sendable {
  /// What one step computes from earlier steps.
  public enum Operation: Hashable, Sendable {
    /// A sample of the sound that is changed (0), or of a side chain.
    case input(Int)
    /// Samples a second.
    case rate
    /// Seconds since the effect began.
    case time
    /// The channel's place in the layout, from 0; how many there are.
    case channel, channelCount
    /// Evenly spread over −1…1, another sequence for each number.
    case noise(Int)
    /// The sum over all channels; the greatest of them; one of them, 0 where there is none.
    case sum, highest
    case of(channel: Int)
    /// (value, seconds): the value so long ago, at most `longest`.
    case delay(longest: Double)
    /// (seconds): what was kept in a cell so long ago, at least one sample. (value): keeps it.
    case back(cell: Int, longest: Double)
    case keep(cell: Int)
    /// (value, b0, b1, b2, a1, a2): a filter of second order, a0 = 1.
    case biquad
    /// (value, coefficient): so many filters of first order, one after the other, that let all frequencies through at
    /// their level and make those around one of them late.
    case allPass(count: Int)
    /// (value, rise, fall): comes closer to the value by the share `rise` or `fall` of the distance.
    case follow
    /// (hertz): a share of a round, 0…1, that begins at 0 and goes through so many rounds a second.
    case phase
    /// (value, seconds): the greatest, the mean, of the last seconds; how many is asked when the effect begins.
    case peak, mean
  }

  /// One operation and the steps that it reads.
  public struct Step: Hashable, Sendable {
    /// What it computes.
    public enum Computation: Hashable, Sendable {
      /// A row of the table of operations, over the operands alone.
      case computed(ScalarOperation)
      /// A number that is part of the kernel.
      case literal(Double)
      /// A number given with each use.
      case number(Int)
      /// Something that only sound has.
      case sound(Operation)
    }

    /// What it computes.
    public var computation: Computation
    /// Indices of earlier steps, in order.
    public var operands: [Int]
  }

  /// What it is called in messages and plans.
  public let name: String
  /// How many sounds it reads: its own and its side chains.
  public let inputCount: Int
  /// How many numbers are given with each use.
  public let numberCount: Int
  /// What is computed, in order.
  public let steps: [Step]
  /// The step with the result.
  public let result: Int
  /// Whether a step is the same for all samples as long as the numbers are.
  public let isSteady: [Bool]

  /// What it counts against the memory of the script that made it.
  private let charge: MemoryCharge?

  /// How many steps a kernel may have.
  public static let stepLimit = 4096
  /// Seconds that it may remember in one place.
  public static let longest = 10.0

  /// The kernel that `body` describes; it is run once, here.
  ///
  /// - Parameters:
  ///   - name: What it is called in messages and plans.
  ///   - inputs: How many sounds it reads, 1 or more.
  ///   - numbers: How many numbers are given with each use.
  ///   - body: Computes the result from the recorder's values.
  /// - Throws: what `body` throws; `MoonreelError` (`invalidArgument`) where the length of a window, or the time that
  ///   a cell is kept, depends on the sound, and for more than ``stepLimit`` steps.
  public init(
    _ name: String, inputs: Int = 1, numbers: Int = 0,
    _ body: (KernelRecorder) throws -> KernelTerm
  ) throws {
    let recorder = KernelRecorder(inputCount: inputs, numberCount: numbers)
    result = try body(recorder).step
    (self.name, inputCount, numberCount) = (name, inputs, numbers)
    steps = recorder.steps.map(Step.init)
    isSteady = Self.steady(steps)
    charge = .current(512 + steps.count * 96)
    try check()
  }

  private func check() throws {
    guard steps.count <= Self.stepLimit else {
      throw MoonreelError(
        .limitExceeded,
        "the sound kernel '\(name)' has \(steps.count) steps; there may be \(Self.stepLimit)")
    }
    for step in steps {
      let moving: (operand: Int, what: String)? =
        switch step.computation {
        case .sound(.peak), .sound(.mean): (1, "how many seconds 'highest' and 'mean' look back")
        case .sound(.back): (0, "how long a loop is")
        default: nil
        }
      guard let moving, !isSteady[step.operands[moving.operand]] else { continue }
      throw MoonreelError(
        .invalidArgument,
        "the sound kernel '\(name)': \(moving.what) must not depend on the sound or on time; only on parameters"
      )
    }
  }

  private static func steady(_ steps: [Step]) -> [Bool] {
    var found: [Bool] = []
    for step in steps {
      switch step.computation {
      case .literal, .number, .sound(.rate), .sound(.channelCount): found.append(true)
      case .computed: found.append(step.operands.allSatisfy { found[$0] })
      case .sound: found.append(false)
      }
    }
    return found
  }
}

extension SoundKernel.Step {
  /// A step as it was recorded.
  fileprivate init(_ step: KernelRecorder.Step) {
    operands = step.operands
    switch step.operation {
    case .computed(let row): computation = .computed(row)
    case .literal(let number): computation = .literal(number)
    case .number(let index): computation = .number(index)
    case .sound(let own): computation = .sound(own)
    case .pixel: preconditionFailure("a sample has no pixels")
    }
  }
}

extension KernelRecorder {
  /// The sample of sound `index`: 0 is the one that is changed, the others are side chains.
  ///
  /// - Precondition: `index` is below the kernel's input count.
  public func sound(_ index: Int) -> KernelTerm {
    precondition((0..<inputCount).contains(index), "the kernel has no input \(index)")
    return record(.sound(.input(index)))
  }

  /// What a sound kernel knows besides its sounds and numbers: the rate, the time, the channel.
  public func moment(_ operation: SoundKernel.Operation) -> KernelTerm { record(.sound(operation)) }

  /// `value` as it was `seconds` ago, at most `longest`; between samples by a cubic.
  public func delayed(
    _ value: KernelTerm, by seconds: KernelTerm, longest: Double
  ) -> KernelTerm {
    record(.sound(.delay(longest: longest)), [value, seconds])
  }

  /// What `body` makes of what it made `seconds` ago, at least one sample.
  public func loop(
    _ seconds: KernelTerm, longest: Double, _ body: (KernelTerm) throws -> KernelTerm
  ) rethrows -> KernelTerm {
    let cell = stepCount
    let value = try body(record(.sound(.back(cell: cell, longest: longest)), [seconds]))
    _ = record(.sound(.keep(cell: cell)), [value])
    return value
  }

  /// `value` through a filter of second order; a0 is 1.
  public func biquad(
    _ value: KernelTerm, b: (KernelTerm, KernelTerm, KernelTerm), a: (KernelTerm, KernelTerm)
  ) -> KernelTerm {
    record(.sound(.biquad), [value, b.0, b.1, b.2, a.0, a.1])
  }

  /// What stateful operation `operation` makes of `operands`.
  public func sounding(
    _ operation: SoundKernel.Operation, _ operands: [KernelTerm]
  ) -> KernelTerm {
    record(.sound(operation), operands)
  }
}
