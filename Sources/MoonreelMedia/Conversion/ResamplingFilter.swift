// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// The filter that libswresample's own resampler goes by: a sinc under a Kaiser window, in double precision.
///
/// Of two rates the lower one decides: up to 0.93 of its half all is passed on within 0.001 dB, and what would be mirrored
/// is below −130 dB. Each output sample is a sum over a stretch of the input that depends on its number alone, so it
/// has the same bits wherever resampling begins. libsoxr is as clean and computes in blocks, whose rounding depends
/// on where they begin.
struct ResamplingFilter {
  /// Samples of the lower rate that an output sample is made of.
  static let taps = 256

  let inputRate: Int
  let outputRate: Int

  /// How many samples of the input an output sample may lean on before its own place.
  var reach: Int64 {
    Int64(Self.taps) * (Int64(inputRate) / Int64(outputRate) + 1) + Int64(Self.taps)
  }

  /// Sets the filter for `context`, before it is initialised. Without effect where both rates are the same and stay so.
  ///
  /// - Parameter isAdjustable: whether the rate is changed a little as sound goes by.
  func set(on context: OpaquePointer, isAdjustable: Bool = false) {
    let object = UnsafeMutableRawPointer(context)
    guard !isAdjustable else {
      // Few taps for little delay; places between samples are blended, as the rate glides over them.
      av_opt_set_int(object, "flags", Int64(SWR_FLAG_RESAMPLE), 0)
      av_opt_set_int(object, "filter_size", 64, 0)
      av_opt_set_double(
        object, "cutoff", 0.965 * Double(min(inputRate, outputRate)) / Double(outputRate), 0)
      av_opt_set_int(object, "linear_interp", 1, 0)
      return
    }
    guard inputRate != outputRate else { return }
    // The middle of the slope, as a share of half the output's rate.
    let cutoff = 0.965 * Double(min(inputRate, outputRate)) / Double(outputRate)
    av_opt_set_int(object, "filter_size", Int64(Self.taps), 0)
    av_opt_set_double(object, "cutoff", cutoff, 0)
    av_opt_set_int(object, "filter_type", Int64(SWR_FILTER_TYPE_KAISER.rawValue), 0)
    av_opt_set_double(object, "kaiser_beta", 14, 0)
    av_opt_set_sample_fmt(object, "internal_sample_fmt", AV_SAMPLE_FMT_DBLP, 0)
    av_opt_set_int(object, "exact_rational", 1, 0)
    // Rates with few common factors have too many phases for a table: there neighbours are blended.
    av_opt_set_int(object, "phase_shift", 10, 0)
    av_opt_set_int(object, "linear_interp", phaseCount > 1 << 10 ? 1 : 0, 0)
  }

  /// How many places between two input samples an output sample can have.
  private var phaseCount: Int { outputRate / Self.commonDivisor(inputRate, outputRate) }

  /// The greatest number that divides both.
  static func commonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(1, a)
  }
}
