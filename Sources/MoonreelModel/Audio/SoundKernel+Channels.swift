// SPDX-License-Identifier: MIT

import MoonreelCore

extension SoundKernel {
  /// Places a sound between left and right: its number is −1…1. A sound that is the same on both sides keeps its power,
  /// and its level in the middle.
  static let pan = channels("pan") { kernel, position in
    let angle = (position + 1) * (.pi / 4)
    let root = kernel.literal(2.0.squareRoot())
    return (angle.cosine * root, angle.sine * root)
  }

  /// Makes one side quieter: its number is −1…1.
  static let balance = channels("balance") { _, position in
    ((1 - position).minimum(1), (position + 1).minimum(1))
  }

  /// A kernel that multiplies left and right by gains that follow from its number.
  private static func channels(
    _ name: String, _ gains: (KernelRecorder, KernelTerm) -> (left: KernelTerm, right: KernelTerm)
  ) -> SoundKernel {
    known(name, numbers: 1) { kernel in
      let (left, right) = gains(kernel, kernel.number(0).clamped(-1, 1))
      let (channel, one) = (kernel.moment(.channel), kernel.literal(1))
      let side = channel.atLeast(2, one, else: channel.atLeast(1, right, else: left))
      return kernel.sound(0) * kernel.moment(.channelCount).atLeast(2, side, else: one)
    }
  }

  /// Turns the polarity around.
  static let inversion = known("invert", numbers: 0) { -$0.sound(0) }

  /// Makes each channel of all, by the rows of `matrix`.
  static func mapping(_ matrix: [[Double]]) -> SoundKernel {
    known("channels", numbers: 0) { kernel in
      let (sound, channel) = (kernel.sound(0), kernel.moment(.channel))
      let sources = (0..<(matrix.map(\.count).max() ?? 0)).map { source in
        kernel.sounding(.of(channel: source), [sound])
      }
      let rows = matrix.map { row in
        zip(row, sources).reduce(kernel.literal(0)) { $0 + $1.1 * kernel.literal($1.0) }
      }
      return rows.enumerated().reversed().reduce(kernel.literal(0)) { rest, row in
        kernel.literal(Double(row.offset)).atLeast(channel, row.element, else: rest)
      }
    }
  }

  private static func known(
    _ name: String, numbers: Int, _ body: (KernelRecorder) -> KernelTerm
  ) -> SoundKernel {
    do {
      return try SoundKernel(name, numbers: numbers) { body($0) }
    } catch {
      preconditionFailure("the kernel '\(name)' is sound: \(error)")
    }
  }
}

extension LayerAudio {
  /// All that changes the sound besides fades and volumes.
  var chain: [SoundEffect] {
    var chain: [SoundEffect] = []
    func add(_ kernel: SoundKernel, _ numbers: [Animated<Double>] = []) {
      chain.append(SoundEffect(kernel.name, .kernel(kernel, numbers: numbers)))
    }
    if let channelMatrix { add(.mapping(channelMatrix)) }
    if isInverted { add(.inversion) }
    chain += effects + [duck, tap].compactMap { $0 }
    if pan.constant != 0 { add(.pan, [pan]) }
    if balance.constant != 0 { add(.balance, [balance]) }
    return chain
  }
}
