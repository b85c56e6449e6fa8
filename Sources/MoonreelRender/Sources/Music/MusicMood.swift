// SPDX-License-Identifier: MIT

/// What a piece of the band is like.
public enum MusicMood: String, Hashable, Sendable, CaseIterable {
  /// Friendly and unhurried: enters instrument by instrument.
  case warm
  /// Cheerful and quick, with drums from the second bar on.
  case bright
  /// Slow, soft and wide, without drums.
  case calm
  /// In minor, with a bass that does not rest.
  case tense
  /// In minor, with a beat on every quarter from the start.
  case driving

  /// Quarter notes a minute where nobody says.
  public var usualTempo: Double { traits.tempo }
}

/// A bass note: quarter notes after the bar's start, and semitones above the chord's root.
typealias BassNote = (beat: Double, interval: Int)

/// What the pieces of a mood have in common.
struct MusicTraits: Sendable {
  var tempo: Double
  /// Semitones of the scale's steps above the key note.
  var scale = MusicTraits.major
  /// Four-bar turns of chords as steps of the scale, 0 the key note's chord.
  var turns: [[Int]]
  /// The chord before the last one of a piece that ends.
  var beforeLast = 4
  /// The bars in which instruments come in; `nil`: never.
  var arpeggio: Int?
  var drums: Int?
  var bells: Int?
  var bass: [[BassNote]]
  /// Beats of the bass drum in even bars, and in odd ones.
  var kicks: [[Double]] = [[0, 2.5], [0, 2]]
  /// How much longer chords sound than a bar, in quarter notes.
  var chordTail = 1.5

  static let major = [0, 2, 4, 5, 7, 9, 11]
  static let minor = [0, 2, 3, 5, 7, 8, 10]
}

extension MusicMood {
  var traits: MusicTraits {
    let easy: [[BassNote]] = [
      [(0, 0), (1.5, 0), (2.5, 7), (3, 0)], [(0, 0), (2, 0), (3, 7)], [(0, 0), (1.5, 12), (2, 0)],
    ]
    let eighths: [BassNote] = (0..<8).map { (Double($0) / 2, $0 == 7 ? 7 : 0) }
    switch self {
    case .warm:
      return MusicTraits(
        tempo: 92,
        turns: [[0, 4, 5, 3], [5, 3, 0, 4], [0, 5, 3, 4], [3, 0, 4, 5], [0, 2, 3, 4]],
        arpeggio: 2, drums: 4, bells: 8, bass: easy)
    case .bright:
      return MusicTraits(
        tempo: 116, turns: [[0, 3, 4, 3], [0, 4, 3, 4], [0, 3, 0, 4]], arpeggio: 0, drums: 1,
        bells: 4, bass: easy + [[(0, 0), (1, 7), (2, 12), (3, 7)]])
    case .calm:
      return MusicTraits(
        tempo: 66, turns: [[0, 3, 0, 3], [0, 5, 3, 0], [0, 2, 3, 0]], beforeLast: 3, arpeggio: 4,
        drums: nil, bells: 2, bass: [[(0, 0)], [(0, 0), (2, 7)]], chordTail: 3)
    case .tense:
      return MusicTraits(
        tempo: 96, scale: MusicTraits.minor, turns: [[0, 0, 5, 4], [0, 3, 0, 4], [0, 5, 3, 4]],
        arpeggio: 8, drums: 4, bells: nil, bass: [eighths], kicks: [[0], [0, 3.5]])
    case .driving:
      return MusicTraits(
        tempo: 124, scale: MusicTraits.minor,
        turns: [[0, 5, 2, 6], [5, 6, 0, 0], [0, 2, 5, 6], [0, 6, 5, 6]], beforeLast: 6,
        arpeggio: 4, drums: 0, bells: 16,
        bass: [eighths, [(0, 0), (0.5, 12), (1.5, 12), (2.5, 12), (3.5, 12)]],
        kicks: [[0, 1, 2, 3], [0, 1, 2, 3]], chordTail: 0.5)
    }
  }
}
