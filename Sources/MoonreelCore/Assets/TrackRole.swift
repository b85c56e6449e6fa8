// SPDX-License-Identifier: MIT

/// What a track is meant for, as its file marks it (`AVMediaCharacteristic`'s finer ones).
public enum TrackRole: String, Hashable, Codable, Sendable, CaseIterable {
  /// To be played unless somebody chooses another.
  case `default`
  /// In the language that was spoken when it was recorded.
  case original
  /// Spoken by others than those who are seen.
  case dub
  /// Words about the film.
  case commentary
  /// Texts of songs.
  case lyrics
  /// Music without its voice.
  case karaoke
  /// Texts that are shown whatever was chosen: signs, foreign words.
  case forced
  /// Texts that name sounds too.
  case hearingImpaired
  /// Sound that tells what is seen.
  case visualImpaired
  /// Music and sounds without voices.
  case cleanEffects
  /// Texts in the language of the sound.
  case captions
  /// Texts that tell what is seen.
  case descriptions
  /// A picture or a sound that goes with another track and makes no sense alone.
  case dependent

  /// Those that make a track unsuited to be chosen by its language alone.
  public static let special: Set<TrackRole> = [
    .commentary, .lyrics, .karaoke, .forced, .hearingImpaired, .visualImpaired, .cleanEffects,
    .descriptions, .dependent,
  ]
}
