// SPDX-License-Identifier: MIT

import MoonreelCore

extension Loudness {
  /// For programs: LUFS, LU and decibels. What is silent, or cannot be measured, is left out.
  var json: JSONValue {
    func level(_ value: Double) -> JSONValue {
      value.isFinite ? .number(Numbers.rounded(value)) : .null
    }
    return .fields([
      "integrated": level(integrated), "range": level(range),
      "max_momentary": level(maxMomentary), "max_short_term": level(maxShortTerm),
      "true_peak": level(truePeak), "sample_peak": level(samplePeak),
    ])
  }
}
