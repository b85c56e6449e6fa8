// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension SoundFeatures {
  /// The stretches of `part` (`nil`: all) in which no sample of any channel exceeds `threshold` decibels, in whole hops.
  ///
  /// - Parameters:
  ///   - duration: shorter stretches do not count.
  ///   - pad: how much of a stretch is left out at an end that sound adjoins; what is used up by that is left out.
  public func silences(
    below threshold: Double, lasting duration: Time, pad: Time = .zero, in part: TimeRange? = nil
  ) -> [TimeRange] {
    let part = part?.intersection(range) ?? range
    guard part.duration > .zero else { return [] }
    let hops = hop(at: part.start)..<min(hopCount, hop(at: part.end - Time(flicks: 1)) + 1)
    let limit = Float(Decibels.gain(of: threshold))
    var (ranges, start): ([TimeRange], Int?) = ([], nil)
    for hop in hops.lowerBound...hops.upperBound {
      let isSilent = hop < hops.upperBound && peak(ofHop: hop) <= limit
      if isSilent, start == nil { start = hop }
      guard !isSilent, let first = start else { continue }
      start = nil
      let found = TimeRange(
        start: max(part.start, time(ofHop: first)),
        end: hop == hops.upperBound ? part.end : time(ofHop: hop))
      guard found.duration >= duration else { continue }
      let from = first == hops.lowerBound ? found.start : found.start + pad
      let to = hop == hops.upperBound ? found.end : found.end - pad
      if from < to { ranges.append(TimeRange(start: from, end: to)) }
    }
    return ranges
  }
}
