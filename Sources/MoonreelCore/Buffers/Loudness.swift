// SPDX-License-Identifier: MIT

/// How loud a stretch of sound is, as EBU R128 and ITU-R BS.1770 measure it. What is silent has negative infinity
/// everywhere.
public struct Loudness: Hashable, Sendable {
  /// The loudness of the whole in LUFS: blocks of 0.4 s, those left out that are quieter than −70 LUFS or 10 LU below
  /// the rest. Negative infinity where no block is left: of silence, and of less than 0.4 s.
  public var integrated: Double
  /// How far quiet and loud passages lie apart in LU (EBU Tech 3342); 0 for less than 3 s.
  public var range: Double
  /// The loudest 0.4 s, in LUFS.
  public var maxMomentary: Double
  /// The loudest 3 s, in LUFS.
  public var maxShortTerm: Double
  /// The greatest magnitude at and between the samples, in dBTP: decibels relative to full scale.
  public var truePeak: Double
  /// The greatest magnitude of a sample, in decibels relative to full scale.
  public var samplePeak: Double

  /// Loudness with every property given.
  public init(
    integrated: Double, range: Double, maxMomentary: Double, maxShortTerm: Double,
    truePeak: Double, samplePeak: Double
  ) {
    (self.integrated, self.range) = (integrated, range)
    (self.maxMomentary, self.maxShortTerm) = (maxMomentary, maxShortTerm)
    (self.truePeak, self.samplePeak) = (truePeak, samplePeak)
  }

  /// Whether every sample is zero.
  public var isSilent: Bool { samplePeak == -.infinity }
}

extension Loudness: CustomStringConvertible {
  /// In words: `"-16.2 LUFS, range 5.1 LU, true peak -1.3 dBTP"`, `"silent"`.
  public var description: String {
    if isSilent { return "silent" }
    let peak = "true peak \(Self.tenths(truePeak)) dBTP"
    guard integrated.isFinite else { return "too short or too quiet for a loudness, \(peak)" }
    return "\(Self.tenths(integrated)) LUFS, range \(Self.tenths(range)) LU, \(peak)"
  }

  /// `value` with one decimal: `"-0.3"`.
  public static func tenths(_ value: Double) -> String {
    guard value.isFinite else { return "-inf" }
    let tenths = Int(limiting: (value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
