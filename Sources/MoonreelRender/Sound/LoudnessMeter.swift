// SPDX-License-Identifier: MIT

import CEBUR128
import MoonreelCore
import MoonreelModel

/// Measures loudness while sound goes by: EBU R128 by libebur128, true peaks by an interpolation of our own, four values
/// a sample.
///
/// Surround channels count 1.41 times and low frequencies not at all, as BS.1770 has it; a mono sound counts as one
/// loudspeaker. One hour of stereo takes about six seconds and 1 MB.
///
/// For example:
///
///     let meter = try LoudnessMeter(sampleRate: 48_000, layout: .stereo)
///     while let block = try mixer.next(frameCount: 4096) { meter.add(block) }
///     print(meter.loudness)
///
/// The only place that touches the library. One thread at a time.
public final class LoudnessMeter {
  /// Samples a second.
  public let sampleRate: Int
  /// The loudspeakers.
  public let layout: ChannelLayout

  private var state: UnsafeMutablePointer<ebur128_state>?
  private var detector: TruePeakDetector
  /// The greatest magnitude of a sample so far.
  public private(set) var peak: Float = 0
  private var truePeak: Float = 0
  /// The weighted powers of the last 3 s in pieces of 10 ms, and where the next goes.
  private var pieces = [Double](repeating: 0, count: 300)
  private var pieceIndex = 0
  /// The greatest means so far.
  private var (momentary, shortTerm) = (0.0, 0.0)
  /// Samples in a piece, and those that the one at hand still lacks.
  private let pieceLength: Int
  private var missing: Int

  /// A meter that has heard nothing.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a rate or layout that no mix has, `limitExceeded` where memory is
  ///   short.
  public init(sampleRate: Int, layout: ChannelLayout) throws {
    try AudioMixer.check(sampleRate: sampleRate, layout: layout)
    let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue
    guard let state = ebur128_init(UInt32(layout.count), UInt(sampleRate), Int32(modes)) else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot start the measurement of loudness: there is too little memory (ulimit -v, ulimit -d). Allow more."
      )
    }
    (self.sampleRate, self.layout, self.state) = (sampleRate, layout, state)
    detector = TruePeakDetector(channelCount: layout.count)
    pieceLength = sampleRate * Self.pieceMilliseconds / 1000
    missing = pieceLength
    for (index, place) in Self.places(of: layout).enumerated() {
      ebur128_set_channel(state, UInt32(index), Int32(place.rawValue))
    }
  }

  deinit { ebur128_destroy(&state) }

  /// Hears what comes next, at the meter's rate and with its channels; what is no finite number counts as zero.
  public func add(_ block: SampleBuffer) {
    precondition(block.channels.count == layout.count, "a block has the meter's channels")
    let planes = block.channels.map(SampleLevels.finite)
    let peaks = detector.peaks(of: planes)
    truePeak = max(truePeak, SampleLevels.greatest(peaks))
    peak = max(peak, SampleLevels.greatestMagnitude(of: planes))
    let samples = SampleLevels.interleaved(planes)
    var start = 0
    while start < block.frameCount {
      let count = min(missing, block.frameCount - start)
      feed(samples, from: start, frameCount: count)
      start += count
    }
  }

  private func feed(_ samples: [Float], from start: Int, frameCount: Int) {
    samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      ebur128_add_frames_float(state, base + start * layout.count, frameCount)
    }
    missing -= frameCount
    guard missing == 0 else { return }
    missing = pieceLength
    var level = 0.0
    ebur128_loudness_window(state, UInt(Self.pieceMilliseconds), &level)
    pieces[pieceIndex] = level.isFinite ? PortableMath.exp2(level / Self.decibelsPerOctave) : 0
    pieceIndex = (pieceIndex + 1) % pieces.count
    let count = pieces.count
    let last = (1...40).reduce(0.0) { $0 + pieces[(pieceIndex - $1 + count) % count] }
    momentary = max(momentary, last / 40)
    shortTerm = max(shortTerm, pieces.reduce(0, +) / Double(count))
  }

  /// What was heard so far.
  public var loudness: Loudness {
    var (integrated, range) = (0.0, 0.0)
    ebur128_loudness_global(state, &integrated)
    ebur128_loudness_range(state, &range)
    let truePeak = max(truePeak, SampleLevels.greatest(detector.remainingPeaks))
    return Loudness(
      integrated: integrated.isFinite ? integrated : -.infinity, range: range,
      maxMomentary: Self.level(momentary), maxShortTerm: Self.level(shortTerm),
      truePeak: Decibels.of(gain: Double(truePeak)), samplePeak: Decibels.of(gain: Double(peak)))
  }

  private static let pieceMilliseconds = 10
  /// A doubled power.
  private static let decibelsPerOctave = 3.010299956639812

  private static func level(_ power: Double) -> Double {
    power > 0 ? PortableMath.log2(power) * decibelsPerOctave : -.infinity
  }
}

extension LoudnessMeter {
  /// Where the loudspeakers stand, in the words of BS.2051. Back loudspeakers are the surround ones where there are
  /// none at the sides.
  private static func places(of layout: ChannelLayout) -> [channel] {
    let hasSides = layout.channels.contains("SL")
    return layout.channels.map { name in
      switch name {
      case "BL" where hasSides: EBUR128_Mp135
      case "BR" where hasSides: EBUR128_Mm135
      default: places[name] ?? EBUR128_Mp000
      }
    }
  }

  private static let places: [String: channel] = [
    "FL": EBUR128_Mp030, "FR": EBUR128_Mm030, "FC": EBUR128_Mp000,
    "LFE": EBUR128_UNUSED, "LFE2": EBUR128_UNUSED,
    "BL": EBUR128_Mp110, "BR": EBUR128_Mm110, "BC": EBUR128_Mp180,
    "SL": EBUR128_Mp090, "SR": EBUR128_Mm090, "FLC": EBUR128_MpSC, "FRC": EBUR128_MmSC,
    "WL": EBUR128_Mp060, "WR": EBUR128_Mm060, "DL": EBUR128_Mp030, "DR": EBUR128_Mm030,
    "TC": EBUR128_Tp000, "TFC": EBUR128_Up000, "TFL": EBUR128_Up045, "TFR": EBUR128_Um045,
    "TSL": EBUR128_Up090, "TSR": EBUR128_Um090, "TBC": EBUR128_Up180, "TBL": EBUR128_Up135,
    "TBR": EBUR128_Um135, "BFC": EBUR128_Bp000, "BFL": EBUR128_Bp045, "BFR": EBUR128_Bm045,
  ]
}
