// SPDX-License-Identifier: MIT

/// How sound is coded.
public enum AudioCodec: String, Hashable, Sendable, CaseIterable {
  /// MPEG-4 AAC, low complexity.
  case aac
  /// Opus.
  case opus
  /// MP3.
  case mp3
  /// AC-3 (Dolby Digital), mono to 5.1.
  case ac3
  /// MPEG-1 Audio Layer II, mono and stereo.
  case mp2
  /// FLAC, lossless: 24 bits (see `AudioEncoding.options`).
  case flac
  /// Integers of 16 bits.
  case pcm16
  /// Integers of 24 bits.
  case pcm24
  /// 32-bit floats.
  case pcmFloat = "pcm_float"
}
