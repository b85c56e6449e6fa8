// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// The discrete Fourier transform of complex numbers, as many as a power of two; by steps of two, in double precision, the
/// same bits on every CPU.
public struct FourierTransform: Sendable {
  /// Complex numbers, real and imaginary parts apart.
  public struct Numbers: Sendable {
    /// The real parts.
    public var real: [Double]
    /// The imaginary parts.
    public var imaginary: [Double]

    /// Zeros.
    public init(_ count: Int) {
      real = [Double](repeating: 0, count: count)
      imaginary = real
    }
  }

  /// How many numbers it takes.
  public let size: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// A transform of `size` numbers, a power of two from 2 on.
  public init(size: Int) {
    precondition(size >= 2 && size & (size - 1) == 0)
    self.size = size
    let turns = (0..<size / 2).map {
      Trigonometry.sineAndCosine(degrees: 360 * Double($0) / Double(size))
    }
    (cosines, sines) = (turns.map(\.cosine), turns.map(\.sine))
  }

  /// From samples to frequencies; number k is the one of k periods in all of them.
  public func forward(_ numbers: inout Numbers) { transform(&numbers, -1) }

  /// From frequencies back to samples.
  public func backward(_ numbers: inout Numbers) {
    transform(&numbers, 1)
    let share = 1 / Double(size)
    for index in 0..<size {
      numbers.real[index] *= share
      numbers.imaginary[index] *= share
    }
  }

  private func transform(_ numbers: inout Numbers, _ sign: Double) {
    numbers.real.withUnsafeMutableBufferPointer { real in
      numbers.imaginary.withUnsafeMutableBufferPointer { imaginary in
        mr_fourier(real.baseAddress, imaginary.baseAddress, size, cosines, sines, sign)
      }
    }
  }
}
