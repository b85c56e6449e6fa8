// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelScript

/// `moonreel params template.lua`: what a script may be given.
struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params",
    abstract: "List the parameters that a script declares with mr.params.",
    discussion: """
      They are given with --set name=value, with --params file.json, or by rows of data (moonreel batch). The \
      script runs as far as it goes without them.

      Examples:
        moonreel params promo.lua
        moonreel params promo.lua --json            for a form
        moonreel params promo.lua --schema          JSON Schema of a file for --params
        moonreel params promo.lua --types           a class for editors, in LuaCATS
      """)

  @OptionGroup var script: ScriptArguments

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "Print a JSON Schema (2020-12) that a file for --params fits.")
  var schema = false

  @Flag(help: "Print a class in LuaCATS that editors complete and check the values by.")
  var types = false

  func validate() throws {
    if [json, schema, types].filter({ $0 }).count > 1 {
      throw ValidationError("--json, --schema and --types exclude each other.")
    }
  }

  func run() throws {
    guard script.isScript else {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument, "'\(script.script)' is no script: only scripts have parameters."))
    }
    try script.closeSandbox()
    let host = try ScriptHost(options: script.options(mode: .parameters))
    let list = ParameterList(script: script.script, parameters: try host.parametersAsDeclared())
    if json || schema {
      try Terminal.print(json ? list.json : list.schema)
    } else {
      try Terminal.print(types ? list.types : list.lines)
    }
  }
}
