// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// One option of an encoder, for help texts and messages.
public struct OptionDescription: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// What libav says about it; may be empty.
  public var help: String
  /// What values it takes, as words: `"a number from 0 to 63"`.
  public var takes: String

  init(_ option: UnsafePointer<AVOption>, in object: UnsafeMutableRawPointer) {
    name = String(cString: option.pointee.name)
    help = option.pointee.help.map { String(cString: $0) } ?? ""
    let choices = option.pointee.unit.map { Self.choices(unit: String(cString: $0), object) } ?? []
    takes = Self.words(option.pointee, choices: choices)
  }

  private static func words(_ option: AVOption, choices: [String]) -> String {
    let named = choices.isEmpty ? "" : ", or \(choices.joined(separator: ", "))"
    switch option.type {
    case AV_OPT_TYPE_BOOL: return "0 or 1"
    case AV_OPT_TYPE_FLAGS: return "flags joined by +: \(choices.joined(separator: ", "))"
    case AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64:
      return "a whole number\(limits(option))\(named)"
    case AV_OPT_TYPE_FLOAT, AV_OPT_TYPE_DOUBLE: return "a number\(limits(option))\(named)"
    case AV_OPT_TYPE_RATIONAL: return "a fraction such as 1/2"
    case AV_OPT_TYPE_DICT: return "pairs such as key=value:key=value"
    default: return "text"
    }
  }

  /// " from 0 to 63"; nothing for limits that are only those of the type.
  private static func limits(_ option: AVOption) -> String {
    guard option.min > -2_000_000_000 || option.max < 2_000_000_000 else { return "" }
    if option.max >= 2_000_000_000 { return " from \(number(option.min)) up" }
    return " from \(number(option.min)) to \(number(option.max))"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func choices(unit: String, _ object: UnsafeMutableRawPointer) -> [String] {
    var found: [String] = []
    var option: UnsafePointer<AVOption>?
    while let next = av_opt_next(object, option) {
      option = next
      guard next.pointee.type == AV_OPT_TYPE_CONST, let own = next.pointee.unit,
        String(cString: own) == unit
      else { continue }
      found.append(String(cString: next.pointee.name))
    }
    return found
  }
}
