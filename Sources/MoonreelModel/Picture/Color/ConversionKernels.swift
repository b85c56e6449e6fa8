// SPDX-License-Identifier: MIT

import MoonreelCore

/// Conversions between colour spaces, each recorded once.
enum ConversionKernels {
  private struct Key: Hashable {
    var source: ColorSpace
    var target: ColorSpace
  }

  private static let known = Locked<[Key: PixelKernel]>([:])

  static func kernel(from source: ColorSpace, to target: ColorSpace) -> PixelKernel {
    known.withLock { known in
      let key = Key(source: source, target: target)
      if let kernel = known[key] { return kernel }
      // Peaks are numbers from files: no film has many, but a server may see many films.
      if known.count >= 256 { known.removeAll() }
      let conversion = Conversion(source: source, target: target)
      let name = "\(source.transfer.rawValue) to \(target.transfer.rawValue)"
      let kernel = GradingKernels.onStraight(name) { _, pixel in conversion.convert(pixel) }
      known[key] = kernel
      return kernel
    }
  }
}

/// The steps from straight signals of one colour space to those of another.
private struct Conversion {
  let source: ColorSpace
  let target: ColorSpace

  func convert(_ pixel: KernelPixel) -> KernelPixel {
    if !source.isHDR, !target.isHDR { return ordinary(pixel) }
    if source.transfer == target.transfer {
      // Only the primaries differ.
      let curve = TransferCurve(transfer: source.transfer)
      return regamut(pixel.mapColors(curve.light)).mapColors(curve.signal)
    }
    var nits = displayLight(pixel)
    if !target.isHDR {
      nits = compressed(nits, to: ColorSpace.referenceWhite)
    } else if target.transfer == .hlg, source.peak > HybridLogGamma.peak {
      nits = compressed(nits, to: HybridLogGamma.peak)
    }
    return signals(regamut(nits))
  }

  private func ordinary(_ pixel: KernelPixel) -> KernelPixel {
    // One curve both ways, unless one side has none.
    let isLinear = source.transfer == .linear || target.transfer == .linear
    let back = isLinear ? target.transfer : source.transfer
    return regamut(pixel.mapColors(TransferCurve(transfer: source.transfer).light))
      .mapColors(TransferCurve(transfer: back).signal)
  }

  /// Light in the target's primaries.
  private func regamut(_ light: KernelPixel) -> KernelPixel {
    guard source.primaries != target.primaries else { return light }
    let rows = source.primaries.matrix(to: target.primaries).rows
    func row(_ index: Int) -> KernelTerm { Self.weighted(light, rows[index]) }
    return KernelPixel(row(0), row(1), row(2), light.alpha)
  }

  private static func weighted(_ pixel: KernelPixel, _ weights: SIMD3<Double>) -> KernelTerm {
    pixel.red * Float(weights.x) + pixel.green * Float(weights.y) + pixel.blue * Float(weights.z)
  }

  /// Luminance's share of red, green and blue of HLG pictures.
  private static func luminance(_ pixel: KernelPixel, _ primaries: ColorTags.Primaries)
    -> KernelTerm
  {
    weighted(pixel, primaries.toXYZ.rows[1])
  }

  /// Light of the display in cd/m², in the source's primaries.
  private func displayLight(_ pixel: KernelPixel) -> KernelPixel {
    let light = pixel.mapColors(TransferCurve(transfer: source.transfer).light)
    switch source.transfer {
    case .pq: return light.mapColors { $0 * 10_000 }
    case .hlg:
      // The reference OOTF: luminance to the power of the system gamma, colour as it was.
      let gain = Self.luminance(light, source.primaries).maximum(0)
        .power(HybridLogGamma.systemGamma - 1)
      return light.mapColors { $0 * gain * HybridLogGamma.peak }
    case .bt709, .srgb, .gamma22, .gamma28, .linear:
      return light.mapColors { $0 * ColorSpace.referenceWhite }
    }
  }

  /// Signals of light of the display in cd/m², in the target's primaries.
  private func signals(_ nits: KernelPixel) -> KernelPixel {
    let curve = TransferCurve(transfer: target.transfer)
    switch target.transfer {
    case .pq: return nits.mapColors { curve.signal($0 * (1 / 10_000)) }
    case .hlg:
      let share = nits.mapColors { $0 * (1 / HybridLogGamma.peak) }
      let gain = Self.luminance(share, target.primaries).maximum(0)
        .power(1 / HybridLogGamma.systemGamma - 1)
      // Black has no gain: power leaves 0 as it is.
      return share.mapColors { curve.signal($0 * gain) }
    case .bt709, .srgb, .gamma22, .gamma28, .linear:
      return nits.mapColors { curve.signal($0 * (1 / ColorSpace.referenceWhite)) }
    }
  }

  /// BT.2390's EETF with black at 0: the largest component goes through a Hermite spline on PQ signals
  /// that leaves the lower part alone and brings the source's peak to `peak`; the others follow in
  /// proportion.
  private func compressed(_ nits: KernelPixel, to peak: Float) -> KernelPixel {
    let top = PerceptualQuantizer.signal(Double(source.peak) / 10_000)
    let most = PerceptualQuantizer.signal(Double(peak) / 10_000) / top
    guard most < 1 else { return nits }
    let knee = 1.5 * most - 0.5
    let largest = nits.red.maximum(nits.green).maximum(nits.blue).maximum(1e-6)
    let signal = (PerceptualQuantizer.signal(largest * (1 / 10_000)) * Float(1 / top)).minimum(1)
    let t = (signal - Float(knee)) * Float(1 / (1 - knee))
    let (square, cube) = (t * t, t * t * t)
    let spline =
      (cube * 2 - square * 3 + 1) * Float(knee)
      + (cube - square * 2 + t) * Float(1 - knee)
      + (square * 3 - cube * 2) * Float(most)
    let mapped = signal.atLeast(Float(knee), spline, else: signal)
    let light = PerceptualQuantizer.light(mapped * Float(top)) * 10_000
    // Below the knee nothing is changed, not even by rounding.
    let gain = signal.atLeast(Float(knee), light / largest, else: nits.red * 0 + 1)
    return nits.mapColors { $0 * gain }
  }
}
