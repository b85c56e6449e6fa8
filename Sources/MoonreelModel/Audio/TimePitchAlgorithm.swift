// SPDX-License-Identifier: MIT

/// How sound is played faster or slower (`AVAudioTimePitchAlgorithm`).
public enum TimePitchAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// Resampling: pitch follows speed, as a tape's does.
  case varispeed
  /// Keeps pitch; the best for music.
  case spectral
  /// Keeps pitch by cutting sound into pieces that overlap; good for speech, the least work.
  case timeDomain
  /// Keeps pitch; onsets stay in their places, tones may waver.
  case lowQualityZeroLatency
}
