// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender

/// Plugins for people and for programs.
enum PluginText {
  /// A paragraph for each.
  static func text(_ plugins: [SoundPlugin]) -> String {
    guard !plugins.isEmpty else { return "There are none." }
    return plugins.map(paragraph).joined(separator: "\n\n")
  }

  private static func paragraph(_ plugin: SoundPlugin) -> String {
    let use = plugin.problem.map { "not usable: it \($0)" }
    let lines = [
      plugin.uri,
      "  \(plugin.name), \(use ?? "\(plugin.inputCount) in, \(plugin.outputCount) out")",
    ]
    guard plugin.problem == nil else { return lines.joined(separator: "\n") }
    let width = plugin.controls.map(\.symbol.count).max() ?? 0
    return
      (lines
      + plugin.controls.map { control in
        let space = String(repeating: " ", count: width - control.symbol.count + 2)
        return "  \(control.symbol)\(space)\(values(control)): \(control.name)"
      }).joined(separator: "\n")
  }

  private static func values(_ control: PluginControl) -> String {
    if control.kind == .boolean { return "true or false (\(control.preset >= 0.5))" }
    let range = control.range
    let text = "\(Numbers.exact(range.lowerBound)) to \(Numbers.exact(range.upperBound))"
    let kind = control.kind == .integer ? ", whole" : ""
    return "\(text)\(kind) (\(Numbers.exact(control.preset)))"
  }

  /// A list; the keys are those of `mr.audio.lv2_list`.
  static func json(_ plugins: [SoundPlugin]) -> JSONValue {
    .array(
      plugins.map { plugin in
        .fields([
          "uri": .string(plugin.uri), "name": .string(plugin.name),
          "inputs": .int(plugin.inputCount), "outputs": .int(plugin.outputCount),
          "problem": .optional(plugin.problem),
          "controls": .array(plugin.controls.map(json)),
        ])
      })
  }

  private static func json(_ control: PluginControl) -> JSONValue {
    .fields([
      "symbol": .string(control.symbol), "name": .string(control.name),
      "kind": .string(control.kind.rawValue), "min": .number(control.range.lowerBound),
      "max": .number(control.range.upperBound), "default": .number(control.preset),
    ])
  }
}
