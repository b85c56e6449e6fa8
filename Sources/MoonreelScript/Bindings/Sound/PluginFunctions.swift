// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// `mr.audio.…`: LV2 plugins of the machine as effects for sound, where the host allows them.
struct PluginFunctions {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  var all: [FunctionBinding] {
    [
      .value("lv2", ["plugin"]) { .object(SoundEffectHandle(try effect($0))) },
      .value("lv2_list") { try list($0) },
    ]
  }

  private func allow(_ call: Call) throws {
    guard !host.options.allowsPlugins else { return }
    throw MoonreelError(
      .accessDenied,
      "\(call.name) is switched off: LV2 plugins are native code, which Moonreel cannot hold back. If you trust "
        + "this script and the machine's plugins, allow them with --allow-plugins.")
  }

  private func effect(_ call: Call) throws -> SoundEffect {
    try allow(call)
    let argument = call[0]
    if case .string(let uri) = argument.value {
      return try effect(try plugin(uri), nil, tail: nil, call.name)
    }
    let options = try argument.options(
      ["uri", "controls", "tail"], owner: call.name,
      rule: "the address of a plugin, or a table of options such as { uri = … }")
    let uri = try options.required("uri", "the address of the plugin").string()
    return try effect(
      try plugin(uri), try options["controls"], tail: try options["tail"], call.name)
  }

  /// The plugin, if an effect can be made of it.
  private func plugin(_ uri: String) throws -> SoundPlugin {
    let plugin = try PluginLibrary.plugin(uri)
    guard let problem = plugin.problem else { return plugin }
    throw MoonreelError(.unsupportedFormat, "The LV2 plugin '\(plugin.name)' \(problem).")
  }

  private func effect(
    _ plugin: SoundPlugin, _ given: Argument?, tail: Argument?, _ name: String
  ) throws -> SoundEffect {
    let owner = "the LV2 plugin '\(plugin.name)'"
    let values = try given.map { try $0.options(plugin.controls.map(\.symbol), owner: owner) }
    var (controls, numbers): ([PluginControl], [Animated<Double>]) = ([], [])
    for control in plugin.controls {
      guard let number = try values?[control.symbol].ifGiven({ try value($0, control) }) else {
        continue
      }
      controls.append(control)
      numbers.append(number)
    }
    let (set, moves) = (controls, numbers.contains { $0.constant == nil })
    return SoundEffect(
      plugin.name,
      .steered(numbers: numbers) { format, number in
        try PluginProcessor(plugin, format, controls: set, moves: moves, number: number)
      }, tail: try Time(seconds: try tail?.ifGiven { try $0.number(0...60) } ?? 2))
  }

  /// What a control is set to: a number that may move, or a truth.
  private func value(_ argument: Argument, _ control: PluginControl) throws -> Animated<Double> {
    if control.kind == .boolean, case .boolean(let isOn) = argument.value {
      return .constant(isOn ? 1 : 0)
    }
    return try argument.animatedNumber(KeyframeClock(length: nil, rate: nil), control.range)
  }

  private func list(_ call: Call) throws -> LuaValue {
    try allow(call)
    return .list(
      try PluginLibrary.uris().map { uri in
        let plugin = try PluginLibrary.plugin(uri)
        return .record([
          ("uri", .string(uri)), ("name", .string(plugin.name)),
          ("inputs", .integer(Int64(plugin.inputCount))),
          ("outputs", .integer(Int64(plugin.outputCount))), ("problem", .text(plugin.problem)),
          ("controls", .list(plugin.controls.map(describe))),
        ])
      })
  }

  private func describe(_ control: PluginControl) -> LuaValue {
    .record([
      ("symbol", .string(control.symbol)), ("name", .string(control.name)),
      ("kind", .string(control.kind.rawValue)), ("min", .number(control.range.lowerBound)),
      ("max", .number(control.range.upperBound)), ("default", .number(control.preset)),
    ])
  }
}
