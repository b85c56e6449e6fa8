// SPDX-License-Identifier: MIT

/// How sound is played faster or slower (`AVAudioTimePitchAlgorithm`).
public enum TimePitchAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// Resampling: pitch follows speed, as a tape's does.
  case varispeed
  /// Keeps pitch; the best for music.
  case spectral
  /// Keeps pitch; good for speech, less work.
  case timeDomain
  /// Keeps pitch with the least work.
  case lowQualityZeroLatency
}
