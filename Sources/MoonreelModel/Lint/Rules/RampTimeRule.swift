// SPDX-License-Identifier: MIT

import MoonreelCore

/// Ramps and values of layer instructions and of audio mixes that lie outside of the time in which they could
/// be seen or heard.
///
/// The same layer instruction may stand in several instructions: its ramps need to take place in one of them.
struct RampTimeRule: Lint.Rule {
  func findings(in subject: LintSubject) -> [Finding] {
    guard subject.stack == nil else { return [] }
    return unseen("opacity", \.opacities, subject) + unseen("transform", \.transforms, subject)
      + unseen("crop", \.crops, subject) + unheard(subject)
  }

  /// A ramp of a track.
  private struct Key<Value: Interpolatable>: Hashable {
    let track: TrackID
    let ramp: ValueRamp<Value>
  }

  private func unseen<Value>(
    _ name: String, _ list: KeyPath<LayerInstruction, RampList<Value>>, _ subject: LintSubject
  ) -> [Finding] {
    var uses: [Key<Value>: [TimeRange]] = [:]
    var order: [Key<Value>] = []
    for instruction in subject.film.videoComposition.instructions {
      for layer in instruction.layerInstructions {
        for ramp in layer[keyPath: list].ramps {
          let key = Key(track: layer.trackID, ramp: ramp)
          if uses[key] == nil { order.append(key) }
          uses[key, default: []].append(instruction.timeRange.intersection(subject.range))
        }
      }
    }
    return order.compactMap { key in
      guard let ranges = uses[key], let first = ranges.first,
        ranges.allSatisfy({ key.ramp.isOutside(of: $0) })
      else { return nil }
      let segment = subject.film.timeline[key.track]?.segments.first { !$0.isEmpty }
      let whole = ranges.dropFirst().reduce(first) { $0.union($1) }
      return Finding(
        .noEffect, key.ramp.timeRange, place: segment?.place,
        "The \(name) of track \(key.track) \(key.ramp.words), and its instruction lasts from "
          + "\(whole.start.text) to \(whole.end.text). Times are seconds of the film.")
    }
  }

  private func unheard(_ subject: LintSubject) -> [Finding] {
    subject.film.audioMix.parameters.flatMap { parameters -> [Finding] in
      let track = parameters.trackID.flatMap { subject.film.timeline[$0] }
      let segment = track?.segments.first { !$0.isEmpty }
      let who = parameters.trackID.map { "track \($0)" } ?? "the whole mix"
      return parameters.volumes.ramps.filter { $0.isOutside(of: subject.range) }.map { ramp in
        Finding(
          .noEffect, ramp.timeRange, place: segment?.place,
          "The volume of \(who) \(ramp.words), and the film ends at \(subject.range.end.text). Times "
            + "are seconds of the film.")
      }
    }
  }
}

extension ValueRamp {
  /// Whether it goes from one value to another.
  private var moves: Bool { start != end && !timeRange.isEmpty }

  /// Whether nothing happens within `range` by it; a value that stays is held after its time.
  fileprivate func isOutside(of range: TimeRange) -> Bool {
    moves ? !timeRange.overlaps(range) : timeRange.start > range.end
  }

  /// "moves from 5.000 s to 6.000 s" or "is set at 5.000 s".
  fileprivate var words: String {
    moves
      ? "moves from \(timeRange.start.text) to \(timeRange.end.text)"
      : "is set at \(timeRange.start.text)"
  }
}
