// SPDX-License-Identifier: MIT

import CRubberBand
import MoonreelCore

/// One Rubber Band stretcher: the only place that touches the library.
///
/// Its output follows from its input alone. Made in `init`, freed in `deinit`.
final class RubberBandStretcher: SteerableTimeStretcher {
  /// Which of the library's engines does the work.
  enum Engine {
    /// R3, "finer": the best sound, about a tenth of real time.
    case finer
    /// R2, "faster", with a short window: a quarter of the work, rougher tones. Only for ``shortRatios``.
    case fasterShort
  }

  /// Output samples per input sample that ``Engine/fasterShort`` is used for: beyond, it is heard up to 60 ms
  /// off. Slightly more than from half to double speed, whose ratios are rounded to whole samples.
  static let shortRatios = 0.49...2.05

  private let state: RubberBandState
  private let channelCount: Int
  private var delay: Int
  /// Input that a step looks at; steps are shorter and overlap.
  let stepWindow: Int64
  private var (fed, taken) = (Int64(0), Int64(0))

  /// A stretcher that makes `ratio` output samples of each input sample, at a pitch that is the original's times `pitch`, which may change.
  ///
  /// - Parameter keepsFormants: whether the timbre of voices stays where it was.
  /// - Throws: `MoonreelError` (`internalError`) when the library cannot be set up.
  init(
    engine: Engine, sampleRate: Int, channelCount: Int, ratio: Double, pieceSize: Int,
    pitch: Double? = nil, keepsFormants: Bool = false
  ) throws {
    guard
      let state = rubberband_new(
        UInt32(sampleRate), UInt32(channelCount),
        Self.options(engine)
          | (keepsFormants ? RubberBandOptions(RubberBandOptionFormantPreserved.rawValue) : 0)
          | (pitch != nil ? RubberBandOptions(RubberBandOptionPitchHighConsistency.rawValue) : 0),
        ratio, pitch ?? 1)
    else {
      throw MoonreelError(.internalError, "Cannot start the Rubber Band time stretcher.")
    }
    (self.state, self.channelCount) = (state, channelCount)
    delay = Int(rubberband_get_start_delay(state))
    stepWindow = Int64(rubberband_get_samples_required(state))
    rubberband_set_max_process_size(state, UInt32(pieceSize))
    try feedSilence(Int(rubberband_get_preferred_start_pad(state)), pieceSize: pieceSize)
  }

  deinit { rubberband_delete(state) }

  func feed(_ planes: [[Float]]) {
    let count = planes.first?.count ?? 0
    PlanePointers.reading(planes) { rubberband_process(state, $0, UInt32(count), 0) }
    fed += Int64(count)
  }

  /// Only for ``Engine/finer``: the others rebuild their windows when it changes, and say so on standard
  /// error.
  var ratio: Double {
    get { rubberband_get_time_ratio(state) }
    set { rubberband_set_time_ratio(state, newValue) }
  }

  /// Only where it was begun with one.
  var pitch: Double {
    get { rubberband_get_pitch_scale(state) }
    set { if newValue != pitch { rubberband_set_pitch_scale(state, newValue) } }
  }

  var inputForNextStep: Int { max(1, Int(rubberband_get_samples_required(state))) }

  var progress: (input: Int64, output: Int64) {
    (fed + Int64(rubberband_get_samples_required(state)) - stepWindow, taken)
  }

  func take() -> [[Float]] {
    let ready = max(0, Int(rubberband_available(state)))
    return PlanePointers.writing(channelCount: channelCount, frameCount: ready) { pointers in
      let taken = Int(rubberband_retrieve(state, pointers, UInt32(ready)))
      self.taken += Int64(taken)
      let skipped = min(delay, taken)
      delay -= skipped
      return skipped..<taken
    }
  }

  private func feedSilence(_ count: Int, pieceSize: Int) throws {
    var left = count
    while left > 0 {
      let piece = min(left, pieceSize)
      feed(Array(repeating: [Float](repeating: 0, count: piece), count: channelCount))
      left -= piece
    }
  }

  /// Real-time mode needs no second pass over the source; its delay is known and removed.
  private static func options(_ engine: Engine) -> RubberBandOptions {
    let common =
      RubberBandOptionProcessRealTime.rawValue | RubberBandOptionThreadingNever.rawValue
      | RubberBandOptionChannelsTogether.rawValue
    let special =
      switch engine {
      case .finer: RubberBandOptionEngineFiner.rawValue
      case .fasterShort:
        RubberBandOptionEngineFaster.rawValue | RubberBandOptionWindowShort.rawValue
      }
    return RubberBandOptions(common | special)
  }
}
