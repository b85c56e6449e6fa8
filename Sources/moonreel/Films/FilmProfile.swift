// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelScript

/// Where a script's time goes: before the first frame, and while frames are made.
struct FilmProfile {
  private let host: ScriptHost
  /// Seconds that the script took to describe the film.
  private let describingSeconds: Double

  /// The most functions and lines in ``lines(frames:)``.
  private static let shownCount = 10

  /// The profile of `host`, whose script has run; what is measured from now on belongs to frames.
  init(_ host: ScriptHost) {
    self.host = host
    describingSeconds = host.profile?.seconds ?? 0
    host.clearProfile()
  }

  /// The costly functions and lines, in milliseconds a frame.
  func lines(frames: Int64) -> [String] {
    let profile = host.profile ?? ScriptProfile()
    let before = "\(Numbers.fixed(describingSeconds * 1000, decimals: 1)) ms before the first"
    guard frames > 0, !profile.lines.isEmpty else {
      return ["script: no function of it was called for a frame, \(before)"]
    }
    let total = profile.seconds
    let head = "script: \(Self.cost(total, frames)), \(before)"
    let functions = profile.functions.map { ($0.name, $0.seconds) }
    let lines = profile.lines.map { ($0.label, $0.seconds) }
    return [head] + Self.table("by function", functions, total, frames)
      + Self.table("by line", lines, total, frames)
  }

  private static func table(
    _ title: String, _ rows: [(name: String, seconds: Double)], _ total: Double, _ frames: Int64
  ) -> [String] {
    let rows = rows.prefix(shownCount)
    let width = rows.map(\.name.count).max() ?? 0
    return [title]
      + rows.map { name, seconds in
        let share = Numbers.fixed(100 * seconds / max(total, 1e-12), decimals: 1)
        let gap = String(repeating: " ", count: width - name.count + 2)
        return "  \(name)\(gap)\(cost(seconds, frames))  \(share) %"
      }
  }

  private static func cost(_ seconds: Double, _ frames: Int64) -> String {
    "\(Numbers.fixed(seconds * 1000 / Double(frames), decimals: 3)) ms a frame"
  }

  /// The same for programs, with all lines.
  func json(frames: Int64) -> JSONValue {
    let profile = host.profile ?? ScriptProfile()
    return .fields([
      "frames": .integer(frames), "seconds": .number(profile.seconds),
      "before": .number(describingSeconds),
      "functions": .array(
        profile.functions.map {
          .fields([
            "name": .string($0.name), "calls": .int($0.calls), "seconds": .number($0.seconds),
          ])
        }),
      "lines": .array(
        profile.lines.map {
          .fields([
            "file": .string($0.place.file), "line": .int($0.place.line),
            "function": .int($0.functionLine), "seconds": .number($0.seconds),
          ])
        }),
    ])
  }
}

extension ScriptProfile.Line {
  /// `"promo.lua:42"`, with the line of its function where that is another.
  fileprivate var label: String {
    let function = functionLine > 0 && functionLine != place.line
    return "\(place.file):\(place.line)" + (function ? " (function of line \(functionLine))" : "")
  }
}
