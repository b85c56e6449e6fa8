// SPDX-License-Identifier: MIT

import CKernels

/// What the band plays in each bar: a function of the seed and the bar's number alone.
struct MusicScore: Sendable {
  /// Something that sounds from a beat on.
  struct Event: Sendable {
    /// Quarter notes since the start of the piece.
    var beat: Double
    /// How long it sounds, in quarter notes.
    var beats: Double
    /// Who plays.
    var voice: MusicVoice
    /// The pitch in semitones, 69 is 440 Hz.
    var pitch: Int
    /// How strongly, 0…1.
    var strength: Double
    /// Where in the room, −1 left … 1 right.
    var pan: Double
  }

  /// Chooses everything.
  let seed: UInt64
  /// Quarter notes a minute.
  let beatsPerMinute: Double
  /// What it is like.
  let traits: MusicTraits
  /// How many bars it has: the last one holds the key note's chord; `nil`: it goes on for ever.
  let bars: Int?

  private static let arpeggios = [
    [0, 1, 2, 3, 2, 1, 2, 1], [0, 2, 1, 3, 2, 3, 1, 2], [3, 2, 1, 0, 1, 2, 3, 2],
  ]

  /// The events that begin in `bar`, of four quarter notes; none before bar 0.
  func events(bar: Int) -> [Event] {
    guard bar >= 0, bar < bars ?? .max else { return [] }
    let start = Double(bar) * 4
    if bar + 1 == bars { return ending(bar, at: start) }
    var events = chord(bar, at: start) + bass(bar, at: start)
    func plays(_ entry: Int?) -> Bool { entry.map { bar >= $0 } ?? false }
    if plays(traits.arpeggio) { events += arpeggio(bar, at: start) }
    if plays(traits.drums), bar % 16 != 15 { events += drums(bar, at: start) }
    if plays(traits.bells) { events += bells(bar, at: start) }
    return events
  }

  /// The last chord, which rings until the bar is over.
  private func ending(_ bar: Int, at start: Double) -> [Event] {
    let tones = tones(bar)
    var events = tones.enumerated().map { index, pitch in
      Event(
        beat: start, beats: 4, voice: .pad, pitch: pitch, strength: index == 3 ? 0.6 : 1,
        pan: Double(index) / 2 - 0.75)
    }
    events.append(
      Event(beat: start, beats: 3.5, voice: .bass, pitch: low(bar), strength: 1, pan: 0))
    events += tones.prefix(3).enumerated().map { index, pitch in
      Event(
        beat: start + Double(index) / 4, beats: 3, voice: .bell, pitch: pitch + 24, strength: 0.6,
        pan: Double(index) / 2 - 0.5)
    }
    if let drums = traits.drums, bar >= drums {
      events.append(
        Event(beat: start, beats: 1, voice: .kick, pitch: 0, strength: 0.9, pan: 0))
    }
    return events
  }

  /// A number below `count` for the question `topic` about `index`.
  private func choice(_ topic: UInt64, _ index: Int, _ count: Int) -> Int {
    Int(mr_synth_hash(mr_synth_hash(seed, topic), UInt64(bitPattern: Int64(index))) >> 33) % count
  }

  /// The key note, A flat to E flat below middle C.
  private var key: Int { 44 + choice(1, 0, 8) }

  private func root(_ bar: Int) -> Int {
    if let bars {
      if bar + 1 == bars { return 0 }
      if bar + 2 == bars { return traits.beforeLast }
    }
    let turn = traits.turns[choice(2, bar / 8, traits.turns.count)]
    return turn[bar % 4]
  }

  /// The pitch of step `step` of the scale, which goes on over the octaves.
  private func pitch(_ step: Int) -> Int { key + 12 * (step / 7) + traits.scale[step % 7] }

  /// Four notes of the bar's chord, upwards from about middle C.
  private func tones(_ bar: Int) -> [Int] {
    let root = root(bar)
    return [0, 2, 4, 6].map { step in
      let pitch = pitch(root + step) + 12
      return pitch > 71 ? pitch - 12 : pitch
    }.sorted()
  }

  private func chord(_ bar: Int, at start: Double) -> [Event] {
    tones(bar).enumerated().map { index, pitch in
      Event(
        beat: start, beats: 4 + traits.chordTail, voice: .pad, pitch: pitch,
        strength: index == 3 ? 0.6 : 1, pan: Double(index) / 2 - 0.75)
    }
  }

  /// The bass note of the bar's chord.
  private func low(_ bar: Int) -> Int {
    let root = pitch(root(bar))
    return root - (root > 50 ? 24 : 12)
  }

  private func bass(_ bar: Int, at start: Double) -> [Event] {
    let isQuiet = bar < (traits.drums ?? .max)
    let pattern: [BassNote] =
      isQuiet && traits.drums != nil
      ? [(0, 0)] : traits.bass[choice(3, bar / 4, traits.bass.count)]
    return pattern.map { beat, interval in
      Event(
        beat: start + beat, beats: isQuiet ? 4 : 1.6, voice: .bass, pitch: low(bar) + interval,
        strength: beat == 0 ? 1 : 0.8, pan: 0)
    }
  }

  private func arpeggio(_ bar: Int, at start: Double) -> [Event] {
    let pattern = Self.arpeggios[choice(4, bar / 4, Self.arpeggios.count)]
    let tones = tones(bar)
    return pattern.enumerated().map { index, tone in
      Event(
        beat: start + Double(index) / 2, beats: 1.5, voice: .pluck, pitch: tones[tone] + 12,
        strength: (index % 4 == 0 ? 1 : 0.7) * (bar < (traits.drums ?? 8) ? 0.7 : 1),
        pan: index % 2 == 0 ? -0.5 : 0.5
      )
    }
  }

  private func bells(_ bar: Int, at start: Double) -> [Event] {
    let tones = tones(bar)
    return (0..<2).compactMap { index in
      let slot = bar * 2 + index
      guard choice(5, slot, 3) != 0 else { return nil }
      let beat = start + Double(index) * 2 + [0, 0.5, 1, 1.5][choice(6, slot, 4)]
      return Event(
        beat: beat, beats: 4, voice: .bell, pitch: tones[choice(7, slot, 4)] + 24,
        strength: 0.6 + 0.1 * Double(choice(8, slot, 5)), pan: Double(choice(9, slot, 5)) / 4 - 0.5)
    }
  }

  private func drums(_ bar: Int, at start: Double) -> [Event] {
    func hit(_ voice: MusicVoice, _ beat: Double, _ strength: Double, _ pan: Double = 0) -> Event {
      Event(beat: start + beat, beats: 1, voice: voice, pitch: 0, strength: strength, pan: pan)
    }
    let begin = traits.drums ?? 0
    var events = traits.kicks[bar % 2].map { hit(.kick, $0, $0 == 0 ? 1 : 0.8) }
    if bar >= begin + 2 { events += [hit(.brush, 1, 0.8, 0.1), hit(.brush, 3, 0.9, 0.1)] }
    events += (0..<8).map { hit(.hat, Double($0) / 2, $0 % 2 == 1 ? 0.9 : 0.45, -0.3) }
    if bar % 8 == 7 { events += [hit(.brush, 3.5, 0.5, 0.1), hit(.brush, 3.75, 0.6, 0.1)] }
    return events
  }
}
