// SPDX-License-Identifier: MIT

import MoonreelCore

/// The loudness that a film or a clip is brought to.
///
/// For example: `LoudnessTarget(.streaming)`, or `try LoudnessTarget(integrated: -16, truePeak: -1.5)`.
public struct LoudnessTarget: Hashable, Sendable {
  /// Targets by name.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// EBU R128: −23 LUFS.
    case broadcast
    /// What music and video services play at: −14 LUFS.
    case streaming
    /// Speech for headphones and noisy places: −16 LUFS.
    case podcast

    /// In LUFS.
    public var integrated: Double {
      switch self {
      case .broadcast: -23
      case .streaming: -14
      case .podcast: -16
      }
    }
  }

  /// Targets that can be asked for, in LUFS.
  public static let integratedRange = -60.0 ... -5.0
  /// Limits of the true peak that can be asked for, in dBTP.
  public static let truePeakRange = -20.0...0.0
  /// The limit of a film's true peak where none is given: −1 dBTP, as R128 has it.
  public static let usualTruePeak = -1.0

  /// The loudness in LUFS, −60…−5.
  public var integrated: Double
  /// What the true peak must not exceed, in dBTP, −20…0; `nil`: −1 for a film, none for a clip.
  public var truePeak: Double?

  /// A target in numbers.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for numbers out of range.
  public init(integrated: Double, truePeak: Double? = nil) throws {
    guard Self.integratedRange.contains(integrated) else {
      throw MoonreelError(
        .invalidArgument,
        "A loudness of \(integrated) LUFS is out of range: give one from -60 to -5, such as -14.")
    }
    guard truePeak.map(Self.truePeakRange.contains) ?? true else {
      throw MoonreelError(
        .invalidArgument,
        "A true peak of \(truePeak ?? 0) dBTP is out of range: give one from -20 to 0, such as -1.")
    }
    (self.integrated, self.truePeak) = (integrated, truePeak)
  }

  /// A target by name.
  public init(_ preset: Preset) { integrated = preset.integrated }

  /// The gain, a factor, that brings sound of `loudness` here. A clip's gain (`isLimited` is false) is lower where its
  /// peak would exceed ``truePeak``; a film has a limiter for that. 1 where the loudness cannot be measured.
  public func gain(for loudness: Loudness, isLimited: Bool) -> Double {
    guard loudness.integrated.isFinite else { return 1 }
    var decibels = integrated - loudness.integrated
    if !isLimited, let truePeak { decibels = min(decibels, truePeak - loudness.truePeak) }
    return Decibels.gain(of: decibels)
  }
}

extension LoudnessTarget: CustomStringConvertible {
  /// For plans: `"-14.0 LUFS, true peak at most -1.0 dBTP"`.
  public var description: String {
    let peak = truePeak.map { ", true peak at most \(Loudness.tenths($0)) dBTP" } ?? ""
    return "\(Loudness.tenths(integrated)) LUFS\(peak)"
  }
}
