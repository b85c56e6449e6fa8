// SPDX-License-Identifier: MIT

import MoonreelCore

/// When a sound sets in, and the beats that it goes by.
public struct SoundRhythm: Hashable, Sendable {
  /// A moment at which something sets in: a note, a drum, a word.
  public struct Onset: Hashable, Sendable {
    /// On the sound's own clock, to the millisecond.
    public var time: Time
    /// How strong it is beside the strongest, above 0 and at most 1.
    public var strength: Double
  }

  /// A beat.
  public struct Beat: Hashable, Sendable {
    /// On the sound's own clock, to the millisecond.
    public var time: Time
    /// How clearly it is heard, 0…1: 1 where something sets in as strongly as on half of all beats.
    public var confidence: Double
  }

  /// The speed of the beats.
  public struct Tempo: Hashable, Sendable {
    /// Beats a minute.
    public var beatsPerMinute: Double
    /// How much of the onsets' strength comes again after a beat, above 0 and at most 1; below 0.1 it is hardly music.
    public var confidence: Double
  }

  /// In order of time.
  public var onsets: [Onset]
  /// In order of time; none where there is no tempo.
  public var beats: [Beat]
  /// One for all of the sound; `nil` where nothing comes again evenly.
  public var tempo: Tempo?

  /// Nothing sets in.
  public static let none = SoundRhythm(onsets: [], beats: [], tempo: nil)

  /// Where bars of `count` beats begin: at beat number `first`, from 1 on, and every `count` after it.
  ///
  /// - Parameter first: `nil`: of the `count` that there are, the one whose beats are heard most clearly.
  public func bars(of count: Int, first: Int? = nil) -> [Time] {
    precondition(count >= 1, "a bar has beats")
    func every(_ start: Int) -> [Beat] {
      stride(from: start, to: beats.count, by: count).map { beats[$0] }
    }
    func clarity(_ start: Int) -> Double {
      let own = every(start)
      return own.reduce(0) { $0 + $1.confidence } / Double(max(1, own.count))
    }
    let clearest = (0..<count).max { (clarity($0), $1) < (clarity($1), $0) } ?? 0
    return every(first.map { $0 - 1 } ?? clearest).map(\.time)
  }

  var byteCount: Int {
    onsets.count * MemoryLayout<Onset>.stride + beats.count * MemoryLayout<Beat>.stride
  }
}
