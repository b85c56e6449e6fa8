// SPDX-License-Identifier: MIT

import Glibc
import MoonreelScript

/// What a shell offers after `--set`: the parameters of the script on the command line.
enum ParameterCompletion {
  /// Seconds that a person waits for a suggestion.
  private static let patience = 2.0

  /// `"name="` for each parameter, and its choices or `true` and `false` where it has such; nothing where the script
  /// cannot be run. `words` is the command line so far.
  static func candidates(in words: [String], beginning prefix: String) -> [String] {
    let scripts = words.filter { $0.hasSuffix(".lua") }
    guard let script = scripts.first else { return [] }
    var options = ScriptOptions(path: script, mode: .parameters)
    options.wallClockLimit = patience
    options.print = { _ in }
    options.onTimeout = { _ in _exit(0) }
    guard let host = try? ScriptHost(options: options) else { return [] }
    return host.declaredParameters().flatMap { values(of: $0) }.filter {
      // Shells show them on the terminal as they are.
      $0.hasPrefix(prefix) && !$0.unicodeScalars.contains(where: \.isHidden)
    }
  }

  private static func values(of parameter: ScriptParameter) -> [String] {
    switch parameter.kind {
    case .choice: parameter.choices.map { "\(parameter.name)=\($0)" }
    case .boolean: ["\(parameter.name)=true", "\(parameter.name)=false"]
    case .string, .text, .number, .integer, .color, .file, .files, .time, .list, .table:
      ["\(parameter.name)="]
    }
  }
}
