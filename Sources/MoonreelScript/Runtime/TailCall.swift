// SPDX-License-Identifier: MIT

/// Where a script's last line stands: Lua forgets the line of `return charts.bar { … }`, because nothing of the script
/// is left to run after it.
enum TailCall {
  /// `failure` with the line of the script's only `return` that belongs to no function, where there is one.
  static func placed(_ failure: ScriptFailure, text: String, name: String) -> ScriptFailure {
    guard failure.error.code != .limitExceeded else { return failure }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let ends = lines.indices.filter { lines[$0].hasPrefix("return") }
    let place = ends.count == 1 ? "\(name):\(ends[0] + 1)" : name
    return ScriptFailure(
      failure.error.code, "\(place): \(failure.message)", pictureLines: failure.pictureLines,
      trace: failure.trace, time: failure.error.time)
  }
}
