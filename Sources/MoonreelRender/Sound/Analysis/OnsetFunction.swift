// SPDX-License-Identifier: MIT

import CAubio
import MoonreelCore

/// How much sets in at each moment of a sound: the flux of its spectrum (the sum of what grew since the moment before, over all
/// frequencies, on a scale of logarithms), by aubio.
///
/// The only place that touches the library. One thread at a time.
final class OnsetFunction {
  /// Samples from one value to the next, at 48 kHz: 200 values a second.
  static let step = 240
  /// Samples that a value is made of.
  static let windowLength = 1024
  /// Samples by which something has come into the window when the flux is greatest: measured with clicks and drums.
  static let rise = 168
  /// How far what is quiet counts: log(1 + compression · magnitude).
  private static let compression: Float = 100

  private let vocoder: OpaquePointer
  private let flux: OpaquePointer
  private let input: UnsafeMutablePointer<fvec_t>
  private let spectrum: UnsafeMutablePointer<cvec_t>
  private let output: UnsafeMutablePointer<fvec_t>

  /// One that has heard nothing.
  ///
  /// - Throws: `MoonreelError` (`internalError`) where memory is short.
  init() throws {
    let (window, step) = (UInt32(Self.windowLength), UInt32(Self.step))
    let (vocoder, flux) = (new_aubio_pvoc(window, step), new_aubio_specdesc("specflux", window))
    let (input, spectrum, output) = (new_fvec(step), new_cvec(window), new_fvec(1))
    guard let vocoder, let flux, let input, let spectrum, let output else {
      if let vocoder { del_aubio_pvoc(vocoder) }
      if let flux { del_aubio_specdesc(flux) }
      if let input { del_fvec(input) }
      if let spectrum { del_cvec(spectrum) }
      if let output { del_fvec(output) }
      throw MoonreelError(.internalError, "Cannot start the search for onsets.")
    }
    (self.vocoder, self.flux) = (vocoder, flux)
    (self.input, self.spectrum, self.output) = (input, spectrum, output)
  }

  deinit {
    del_aubio_pvoc(vocoder)
    del_aubio_specdesc(flux)
    del_fvec(input)
    del_cvec(spectrum)
    del_fvec(output)
  }

  /// The value after the next ``step`` samples: that of the moment ``windowLength`` / 2 − ``rise`` samples before their end.
  func next(_ samples: ArraySlice<Float>) -> Float {
    precondition(samples.count == Self.step)
    for (index, sample) in samples.enumerated() { input.pointee.data[index] = sample }
    aubio_pvoc_do(vocoder, input, spectrum)
    cvec_logmag(spectrum, Self.compression)
    aubio_specdesc_do(flux, spectrum, output)
    let value = output.pointee.data[0]
    return value.isFinite ? max(0, value) : 0
  }
}
