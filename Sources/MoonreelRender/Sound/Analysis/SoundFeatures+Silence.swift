// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension SoundFeatures {
  /// The stretches in which no sample of any channel exceeds `threshold` decibels, in whole hops.
  ///
  /// - Parameters:
  ///   - duration: shorter stretches do not count.
  ///   - pad: how much of a stretch is left out at an end that sound adjoins; what is used up by that is left out.
  public func silences(below threshold: Double, lasting duration: Time, pad: Time = .zero)
    -> [TimeRange]
  {
    let limit = Float(Decibels.gain(of: threshold))
    var (ranges, start): ([TimeRange], Int?) = ([], nil)
    for hop in 0...hopCount {
      let isSilent = hop < hopCount && peak(ofHop: hop) <= limit
      if isSilent, start == nil { start = hop }
      guard !isSilent, let first = start else { continue }
      start = nil
      let end = hop == hopCount ? range.end : time(ofHop: hop)
      let found = TimeRange(start: time(ofHop: first), end: end)
      guard found.duration >= duration else { continue }
      let from = first == 0 ? found.start : found.start + pad
      let to = hop == hopCount ? found.end : found.end - pad
      if from < to { ranges.append(TimeRange(start: from, end: to)) }
    }
    return ranges
  }
}
