// SPDX-License-Identifier: MIT

import MoonreelCore

/// How captions are stored in a file.
public enum SubtitleCodec: String, Hashable, Sendable, CaseIterable {
  /// Timed text of 3GPP (TS 26.245), which MP4 and MOV files hold.
  case movText = "mov_text"
  /// SubRip.
  case subrip
  /// Advanced SubStation Alpha.
  case ass
  /// WebVTT.
  case webvtt
}

/// One track of captions of a file.
public struct SubtitleEncoding: Hashable, Sendable {
  /// How they are stored.
  public var codec: SubtitleCodec
  /// The language as a tag, `"en"`; `nil`: undetermined.
  public var language: String?
  /// What players call the track; `nil`: nothing.
  public var title: String?
  /// Whether players show it unless told otherwise.
  public var isDefault: Bool
  /// Whether it holds what is to be shown even where subtitles are off.
  public var isForced: Bool

  /// A track with every property given.
  public init(
    codec: SubtitleCodec, language: String? = nil, title: String? = nil, isDefault: Bool = false,
    isForced: Bool = false
  ) {
    (self.codec, self.language, self.title) = (codec, language, title)
    (self.isDefault, self.isForced) = (isDefault, isForced)
  }
}
