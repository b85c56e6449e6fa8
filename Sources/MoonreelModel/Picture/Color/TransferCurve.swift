// SPDX-License-Identifier: MIT

import MoonreelCore

/// Signal to light and back, one component at a time, as steps of a kernel.
///
/// Light is 1 where the signal is 1; what that is in candelas differs:
/// - `bt709`: the light of the reference display, L = V^2.4 (ITU-R BT.1886 with black at 0). The camera
///   curve of BT.709 is not its inverse: pictures are made to look right on such a display, so light on
///   it is what is mixed and converted. BT.601 and BT.2020 at 8 to 12 bits are the same.
/// - `srgb`: IEC 61966-2-1. `gamma22`, `gamma28`: plain powers. `linear`: nothing.
/// - `pq`: the light of the display, 1 being 10,000 cd/m² (SMPTE ST 2084, ITU-R BT.2100-2 table 4).
/// - `hlg`: the light of the scene, 1 being what fills the signal (ITU-R BT.2100-2 table 5).
///
/// Negative signals have negative light of the same size.
struct TransferCurve {
  let transfer: ColorTags.Transfer

  /// Light of a signal.
  func light(_ signal: KernelTerm) -> KernelTerm { signed(signal, size: lightOfSize) }

  /// The signal of a light.
  func signal(_ light: KernelTerm) -> KernelTerm { signed(light, size: signalOfSize) }

  private func signed(_ term: KernelTerm, size: (KernelTerm) -> KernelTerm) -> KernelTerm {
    if transfer == .linear { return term }
    let value = size(term.absolute)
    return term.atLeast(0, value, else: 0 - value)
  }

  private func lightOfSize(_ v: KernelTerm) -> KernelTerm {
    switch transfer {
    case .linear: v
    case .bt709: v.power(2.4)
    case .gamma22: v.power(2.2)
    case .gamma28: v.power(2.8)
    case .srgb:
      v.atLeast(0.04045, ((v + 0.055) * (1 / 1.055)).power(2.4), else: v * (1 / 12.92))
    case .pq: PerceptualQuantizer.light(v)
    case .hlg: HybridLogGamma.light(v)
    }
  }

  private func signalOfSize(_ l: KernelTerm) -> KernelTerm {
    switch transfer {
    case .linear: l
    case .bt709: l.power(1 / 2.4)
    case .gamma22: l.power(1 / 2.2)
    case .gamma28: l.power(1 / 2.8)
    case .srgb:
      l.atLeast(0.0031308, l.power(1 / 2.4) * 1.055 - 0.055, else: l * 12.92)
    case .pq: PerceptualQuantizer.signal(l)
    case .hlg: HybridLogGamma.signal(l)
    }
  }
}

/// SMPTE ST 2084: signals that follow how steps of light are seen, up to 10,000 cd/m².
enum PerceptualQuantizer {
  private static let m1: Float = 2610.0 / 16384
  private static let m2: Float = 2523.0 / 4096 * 128
  private static let c1: Float = 3424.0 / 4096
  private static let c2: Float = 2413.0 / 4096 * 32
  private static let c3: Float = 2392.0 / 4096 * 32

  /// Light as a share of 10,000 cd/m² of a signal, 0 or more.
  static func light(_ signal: KernelTerm) -> KernelTerm {
    let root = signal.power(1 / m2)
    // Beyond signal 1 the quotient would turn over soon; the light of 1.05 is five times the most.
    let below = (c2 - root * c3).maximum(0.1)
    return ((root - c1).maximum(0) / below).power(1 / m1)
  }

  /// The signal of light that is a share of 10,000 cd/m², 0 or more.
  static func signal(_ light: KernelTerm) -> KernelTerm {
    let root = light.power(m1)
    return ((root * c2 + c1) / (root * c3 + 1)).power(m2)
  }

  /// The same in double precision, for constants.
  static func signal(_ light: Double) -> Double {
    let root = PortableMath.pow(light, 2610.0 / 16384)
    let quotient =
      (3424.0 / 4096 + 2413.0 / 128 * root) / (1 + 2392.0 / 128 * root)
    return PortableMath.pow(quotient, 2523.0 / 32)
  }
}

/// ARIB STD-B67 and ITU-R BT.2100: a square root below, a logarithm above.
enum HybridLogGamma {
  private static let a: Float = 0.17883277
  private static let b: Float = 0.28466892
  private static let c: Float = 0.55991073
  /// Cd/m² of the display for which pictures are converted, and its system gamma (BT.2100-2, note 5e).
  static let peak: Float = 1000
  static let systemGamma: Float = 1.2

  /// Scene light of a signal, 0 or more.
  static func light(_ signal: KernelTerm) -> KernelTerm {
    let low = signal * signal * (1 / 3)
    let high = (((signal - c) * (1.44269504 / a)).exp2 + b) * (1 / 12)
    return signal.atLeast(0.5, high, else: low)
  }

  /// The signal of scene light, 0 or more.
  static func signal(_ light: KernelTerm) -> KernelTerm {
    let low = (light * 3).squareRoot
    let high = (light * 12 - b).maximum(1e-6).log2 * (a * 0.693147181) + c
    return light.atLeast(1 / 12, high, else: low)
  }
}

extension Image {
  /// This picture's straight signals as light, for operations that should mix light; give
  /// ``toSignal(_:)`` the same transfer to come back.
  ///
  /// `bt709` is the light of a BT.1886 display (a power of 2.4); 1 is white, in `pq` 10,000 cd/m², in
  /// `hlg` the brightest light of the scene.
  public func toLight(_ transfer: ColorTags.Transfer = .bt709) -> Image {
    Self.toLightKernels[transfer].map { applying($0) } ?? self
  }

  /// This picture's straight components, which are light, as signals.
  public func toSignal(_ transfer: ColorTags.Transfer = .bt709) -> Image {
    Self.toSignalKernels[transfer].map { applying($0) } ?? self
  }

  private static let toLightKernels = kernels("to light") { $0.light($1) }
  private static let toSignalKernels = kernels("to signal") { $0.signal($1) }

  private static func kernels(
    _ name: String, _ change: @escaping (TransferCurve, KernelTerm) -> KernelTerm
  ) -> [ColorTags.Transfer: PixelKernel] {
    let curved = ColorTags.Transfer.allCases.filter { $0 != .linear }
    return Dictionary(
      uniqueKeysWithValues: curved.map { transfer in
        let kernel = GradingKernels.onStraight("\(transfer.rawValue) \(name)") { _, pixel in
          pixel.mapColors { change(TransferCurve(transfer: transfer), $0) }
        }
        return (transfer, kernel)
      })
  }
}
