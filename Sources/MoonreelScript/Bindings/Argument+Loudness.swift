// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Argument {
  /// A loudness: LUFS, the name of a preset, or `{ target =, true_peak = }`.
  func loudness() throws -> LoudnessTarget {
    let names = LoudnessTarget.Preset.allCases.map(\.rawValue)
    switch value {
    case .string: return LoudnessTarget(try choice(LoudnessTarget.Preset.self))
    case .table:
      let given = try options(["target", "true_peak"], owner: label)
      var target = try given.required("target", "a loudness such as -14 or \"streaming\"").level()
      target.truePeak = try given["true_peak"].ifGiven {
        try $0.number(LoudnessTarget.truePeakRange)
      }
      return target
    case .integer, .number: return try level()
    default:
      throw expected(
        "a loudness in LUFS such as -14, \(ChoiceRule.text(names)), or { target =, true_peak = }")
    }
  }

  /// LUFS, or the name of a preset.
  private func level() throws -> LoudnessTarget {
    if case .string = value { return LoudnessTarget(try choice(LoudnessTarget.Preset.self)) }
    let range = LoudnessTarget.integratedRange
    if case .number(let number) = numeric, (5...60).contains(number) {
      throw expected("a loudness in LUFS from -60 to -5", hint: "write -\(Self.text(number))")
    }
    return try LoudnessTarget(integrated: try number(range))
  }

  private var numeric: LuaValue {
    if case .integer(let whole) = value { .number(Double(whole)) } else { value }
  }
}

extension LuaValue {
  /// As a loudness is given; `nil` where there is none.
  static func loudness(_ target: LoudnessTarget?) -> LuaValue {
    guard let target else { return .nil }
    guard let truePeak = target.truePeak else { return .number(target.integrated) }
    return .record([("target", .number(target.integrated)), ("true_peak", .number(truePeak))])
  }
}
