// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelModel

/// A loudness as typed: `-14`, or `streaming`.
struct LoudnessArgument: Equatable, ExpressibleByArgument {
  var target: LoudnessTarget

  init?(argument: String) {
    if let preset = LoudnessTarget.Preset(rawValue: argument) {
      target = LoudnessTarget(preset)
    } else if let number = Double(argument), let target = try? LoudnessTarget(integrated: number) {
      self.target = target
    } else {
      return nil
    }
  }

  /// What to write instead of `text`; `nil` where that cannot be guessed.
  static func advice(_ text: String) -> String? {
    let names = LoudnessTarget.Preset.allCases.map(\.rawValue)
    let words = text.lowercased().split(separator: " ")
    if let number = words.first.flatMap({ Double($0) }) {
      let written = words.first.map { number > 0 ? "-\($0)" : "\($0)" } ?? ""
      return LoudnessArgument(argument: written) == nil ? nil : "write '\(written)'"
    }
    return NearestName.nearest(text, among: names).map { "did you mean \($0)" }
  }
}
