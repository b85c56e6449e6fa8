// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

extension ScriptHost {
  /// Makes reading a global that nobody has set an error that names the nearest variable in sight; after the
  /// prelude has run.
  func guardGlobals() throws {
    let missing = state.register("a variable") { call in
      let names = try call[2].items("names").map { try $0.string() }
      throw UnknownVariable.error(try call[1].string(), among: names)
    }
    guard mr_guard_globals(state.current, missing) == LUA_OK else {
      throw MoonreelError(.limitExceeded, "Cannot start Lua: the memory limit is too small.")
    }
  }
}

/// What is said where a script reads a variable that was never set.
enum UnknownVariable {
  /// What to do instead, for names that people expect.
  static let advice: [String: String] = [
    "mr": "begin the script with local mr = require \"moonreel\"",
    "moonreel": "begin the script with local mr = require \"moonreel\"",
    "io": "scripts cannot open files themselves; give paths to mr.asset, mr.captions and others",
    "os": "scripts cannot reach the system; they have no clock, and values come in with mr.params",
    "package": "scripts find modules with require alone, beside the script and in MOONREEL_PATH",
    "debug": "scripts cannot look into Lua; print(…) shows values",
    "dofile": "load other files with require",
    "loadfile": "load other files with require",
    "loadstring": "it is called load",
    "unpack": "it is called table.unpack",
    "setfenv": "load takes a table of variables as its fourth argument",
    "getfenv": "load takes a table of variables as its fourth argument",
    "warn": "print(…) shows values",
    "fx": "load the effects with local fx = require \"moonreel.effects\"",
    "effects": "load them with local effects = require \"moonreel.effects\"",
    "tr": "load the transitions with local tr = require \"moonreel.transitions\"",
    "transitions": "load them with local transitions = require \"moonreel.transitions\"",
    "titles": "load them with local titles = require \"moonreel.titles\"",
    "templates": "load them with local templates = require \"moonreel.templates\"",
    "charts": "load them with local charts = require \"moonreel.charts\"",
    "ease": "load the easings with local ease = require \"moonreel.ease\"",
    "null": "Lua writes nil",
    "None": "Lua writes nil",
    "NULL": "Lua writes nil",
    "undefined": "Lua writes nil",
    "True": "Lua writes true",
    "False": "Lua writes false",
  ]

  /// The error of reading `name` where `names` can be seen.
  static func error(_ name: String, among names: [String]) -> MoonreelError {
    let reason: String
    if let advice = advice[name] {
      reason = ": \(advice)"
    } else {
      let hint = NearestName.hint(name, among: names)
      reason = hint.isEmpty ? "; set it before it is read, or ask with rawget(_G, \"…\")" : hint
    }
    return MoonreelError(.script, "unknown variable '\(name)'\(reason)")
  }
}
