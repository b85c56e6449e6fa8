// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The weight of a sample by its distance, for each way of sampling.
enum SampleKernel {
  /// How far the kernel reaches, in samples, when enlarging.
  static func radius(_ sampling: Image.Sampling) -> Double {
    switch sampling {
    case .nearest: 0.5
    case .bilinear: 1
    case .bicubic: 2
    case .lanczos: 3
    }
  }

  /// The weight at `distance` samples; `nearest` stands for the mean over one sample.
  static func weight(_ sampling: Image.Sampling, _ distance: Double) -> Double {
    let x = abs(distance)
    switch sampling {
    case .nearest: return x <= 0.5 ? 1 : 0
    case .bilinear: return max(0, 1 - x)
    case .bicubic:
      // Catmull-Rom: Keys' cubic with a = −1/2.
      if x < 1 { return 1 + x * x * (1.5 * x - 2.5) }
      return x < 2 ? 2 + x * (-4 + x * (2.5 - 0.5 * x)) : 0
    case .lanczos:
      if x < 1e-9 { return 1 }
      return x < 3 ? sinc(x) * sinc(x / 3) : 0
    }
  }

  private static func sinc(_ x: Double) -> Double {
    Trigonometry.sineAndCosine(degrees: x * 180).sine / (x * Double.pi)
  }
}

/// Weights of 4 or 6 neighbouring samples by position between two of them, for the gathers.
///
/// `@unchecked Sendable`: written once in `init`.
final class SampleTable: Hashable, @unchecked Sendable {
  let taps: Int
  let weights: UnsafeMutablePointer<Float>

  /// Catmull-Rom and Lanczos, made once.
  static let bicubic = SampleTable(.bicubic)
  static let lanczos = SampleTable(.lanczos)

  private static let phases = 512

  private init(_ sampling: Image.Sampling) {
    taps = sampling == .lanczos ? 6 : 4
    // One row more than there are phases, so that the last can be interpolated too.
    weights = .allocate(capacity: (Self.phases + 2) * taps)
    for phase in 0...Self.phases + 1 {
      let fraction = Double(phase) / Double(Self.phases)
      let raw = (0..<taps).map { tap in
        SampleKernel.weight(sampling, Double(tap - taps / 2 + 1) - fraction)
      }
      let sum = raw.reduce(0, +)
      for tap in 0..<taps { weights[phase * taps + tap] = Float(raw[tap] / sum) }
    }
  }

  static func == (first: SampleTable, second: SampleTable) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
