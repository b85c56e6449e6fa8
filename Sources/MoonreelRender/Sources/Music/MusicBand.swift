// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Plays a score, one second at a time, and keeps the seconds made last.
///
/// A second is made whole and from its number alone, whatever stretch was asked for.
final class MusicBand: Sendable {
  /// One second: what is heard directly and what goes into the room.
  private struct Dry {
    var planes: [[Float]]
    var send: [[Float]]
  }

  private struct Cache {
    var sampleRate = 0
    var dry: [Int64: Dry] = [:]
    var wet: [Int64: [[Float]]] = [:]
  }

  private let score: MusicScore
  private let cache = Locked(Cache())

  /// A band that plays `score`.
  init(score: MusicScore) { self.score = score }

  /// Left and right from sample `start` on; silent before 0.
  func planes(from start: Int64, frameCount: Int, sampleRate: Int) -> [[Float]] {
    cache.withLock { cache in
      if cache.sampleRate != sampleRate { cache = Cache(sampleRate: sampleRate) }
      var planes = [[Float]](repeating: [Float](repeating: 0, count: frameCount), count: 2)
      var position = max(start, 0)
      let (end, rate) = (start + Int64(frameCount), Int64(sampleRate))
      while position < end {
        let index = position / rate
        let stop = min(end, (index + 1) * rate)
        let second = wet(index, &cache)
        let from = Int(position - index * rate)..<Int(stop - index * rate)
        for channel in 0..<2 {
          planes[channel].replaceSubrange(
            Int(position - start)..<Int(stop - start), with: second[channel][from])
        }
        position = stop
      }
      return planes
    }
  }

  private func wet(_ index: Int64, _ cache: inout Cache) -> [[Float]] {
    if let known = cache.wet[index] { return known }
    let rate = cache.sampleRate
    let room = MusicRoom.echoes(sampleRate: rate)
    let own = dry(index, &cache)
    let (before, earlier) = (dry(index - 1, &cache), dry(index - 2, &cache))
    let planes = (0..<2).map { channel in
      var plane = own.planes[channel]
      let send = earlier.send[channel] + before.send[channel] + own.send[channel]
      plane.withUnsafeMutableBufferPointer { out in
        send.withUnsafeBufferPointer { send in
          guard let out = out.baseAddress, let send = send.baseAddress else { return }
          for echo in room[channel] {
            mr_synth_add_echo(out, send + 2 * rate - echo.delay, rate, echo.gain)
          }
          mr_synth_soften(out, rate)
        }
      }
      return plane
    }
    cache.dry = cache.dry.filter { abs($0.key - index) <= 2 }
    cache.wet = cache.wet.filter { abs($0.key - index) <= 1 }
    cache.wet[index] = planes
    return planes
  }

  private func dry(_ index: Int64, _ cache: inout Cache) -> Dry {
    if let known = cache.dry[index] { return known }
    let made = play(index, rate: cache.sampleRate)
    cache.dry[index] = made
    return made
  }

  /// All events that sound within second `index`, instrument by instrument.
  private func play(_ index: Int64, rate: Int) -> Dry {
    let silence = [[Float]](repeating: [Float](repeating: 0, count: rate), count: 2)
    var dry = Dry(planes: silence, send: silence)
    guard index >= 0 else { return dry }
    let beat = 60 / score.beatsPerMinute
    let firstBar = Int(Double(index) / (4 * beat)) - 3
    let lastBar = Int(Double(index + 1) / (4 * beat))
    for bar in max(0, firstBar)...lastBar {
      for event in score.events(bar: bar) {
        add(event, beat: beat, start: index * Int64(rate), rate: rate, to: &dry)
      }
    }
    return dry
  }

  private func add(
    _ event: MusicScore.Event, beat: Double, start: Int64, rate: Int, to dry: inout Dry
  ) {
    let seconds = event.voice.seconds(event, secondsPerBeat: beat)
    let onset = Int64(limiting: (event.beat * beat * Double(rate)).rounded())
    let first = max(start, onset)
    let end = min(start + Int64(rate), onset + Int64(seconds * Double(rate)))
    guard first < end else { return }
    let count = Int(end - first)
    var planes = [Float](repeating: 0, count: 2 * count)
    planes.withUnsafeMutableBufferPointer { planes in
      guard let left = planes.baseAddress else { return }
      event.voice.add(
        event, seconds: seconds, rate: Double(rate), first: first - onset, count: count, left,
        left + count)
    }
    for channel in 0..<2 {
      let plane = planes[channel * count..<(channel + 1) * count]
      Self.mix(plane, 1, into: &dry.planes[channel], at: Int(first - start))
      Self.mix(plane, event.voice.send, into: &dry.send[channel], at: Int(first - start))
    }
  }

  private static func mix(
    _ samples: ArraySlice<Float>, _ gain: Float, into plane: inout [Float], at offset: Int
  ) {
    samples.withUnsafeBufferPointer { samples in
      plane.withUnsafeMutableBufferPointer { plane in
        guard let source = samples.baseAddress, let out = plane.baseAddress else { return }
        mr_synth_add_echo(out + offset, source, samples.count, gain)
      }
    }
  }
}
