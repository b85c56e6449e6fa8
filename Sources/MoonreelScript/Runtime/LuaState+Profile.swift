// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore
import MoonreelModel

/// What functions have cost, by name.
struct FunctionCosts {
  private(set) var all: [String: (calls: Int, nanoseconds: Int64)] = [:]

  mutating func add(_ name: String, _ duration: Duration) {
    let (seconds, atto) = duration.components
    var entry = all[name] ?? (0, 0)
    entry.calls += 1
    entry.nanoseconds += seconds * 1_000_000_000 + atto / 1_000_000_000
    all[name] = entry
  }
}

extension LuaState {
  /// Measures from now on; before anything runs.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short.
  func startProfile() throws {
    guard mr_start_profile(current) else {
      throw MoonreelError(.limitExceeded, "Cannot measure the script: there is no memory left.")
    }
    costs = FunctionCosts()
  }

  /// Runs `body`, a call of the function of the script that `name` gives; measured where that was asked for.
  func measured<Result>(
    _ name: @autoclosure () -> String, _ body: () throws -> Result
  ) rethrows -> Result {
    guard costs != nil else { return try body() }
    let (start, overhead) = (ContinuousClock.now, mr_profile_overhead(current))
    defer {
      let measuring = Duration.nanoseconds(mr_profile_overhead(current) - overhead)
      costs?.add(name(), ContinuousClock.now - start - measuring)
    }
    return try body()
  }

  /// What was measured since the last ``clearProfile()``; `nil` where nothing is.
  var profile: ScriptProfile? {
    let profile = try? lock.withLock { [self] () -> ScriptProfile? in
      guard let costs else { return nil }
      var profile = ScriptProfile()
      profile.functions = costs.all.map { name, cost in
        ScriptProfile.Function(
          name: name, calls: cost.calls, seconds: Double(cost.nanoseconds) / 1e9)
      }.sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
      profile.lines = lineCosts.sorted {
        ($1.seconds, $0.place.file, $0.place.line) < ($0.seconds, $1.place.file, $1.place.line)
      }
      return profile
    }
    return profile ?? nil
  }

  /// Forgets what was measured.
  func clearProfile() {
    try? lock.withLock { [self] in
      guard costs != nil else { return }
      costs = FunctionCosts()
      mr_clear_profile(current)
    }
  }

  private var lineCosts: [ScriptProfile.Line] {
    var first: UnsafePointer<mr_line_cost>?
    let count = mr_profile_lines(current, &first)
    return UnsafeBufferPointer(start: first, count: count).indices.compactMap { index in
      guard let line = first?.advanced(by: index), line.pointee.nanoseconds > 0 else { return nil }
      let file = String(cString: mr_line_source(line))
      return ScriptProfile.Line(
        place: ScriptPlace(file: file, line: Int(line.pointee.line)),
        functionLine: Int(line.pointee.function_line),
        seconds: Double(line.pointee.nanoseconds) / 1e9)
    }
  }
}
