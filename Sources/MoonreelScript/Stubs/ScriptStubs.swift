// SPDX-License-Identifier: MIT

import CStandardLibrary
import MoonreelCore

/// What editors need to complete and check scripts: stubs in the notation of LuaCATS.
///
/// They come from three places: those of `stdlib/meta`, written by hand for what is native; the modules of the standard
/// library that scripts may require, whose files carry the same notation; and the catalogues, whose stubs are made from
/// what their entries declare.
public enum ScriptStubs {
  /// The files by their path, such as `"moonreel/effects.lua"`; `require "moonreel"` finds `"moonreel.lua"`.
  ///
  /// - Throws: `MoonreelError` where the standard library cannot be loaded.
  public static func files() throws -> [String: String] {
    var files = written
    for (path, text) in StandardLibrary.embedded where isModule(path) { files[path] = text }
    for stub in try catalogues() { files["moonreel/\(stub.kind.module).lua"] = stub.text }
    files["moonreel/ease.lua"] = try easings()
    return files
  }

  /// Those written by hand, by their path under `stdlib/`: `"meta/layers.lua"`.
  package static let sources = StandardLibrary.files(mr_library_stub_at)

  /// Those written by hand. The one of a module takes its place, the others are only read by editors.
  private static var written: [String: String] {
    var files: [String: String] = [:]
    for (path, text) in sources {
      let base = String(path.dropFirst("meta/".count))
      let own = ["moonreel.lua": base, "options.lua": "moonreel/options.lua"][base]
      files[own ?? "moonreel/meta/\(base)"] = text
    }
    return files
  }

  /// Whether `path` is a module of its own, neither a catalogue nor one of its entries.
  private static func isModule(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let catalogues = CatalogueStub.kinds.map { $0.module[...] }
    return parts.count > 1 && parts[0] == "moonreel" && path != "moonreel/ease.lua"
      && path != "moonreel/options.lua"
      && !catalogues.contains { parts[1] == $0 || parts[1] == "\($0).lua" }
  }

  /// The catalogues as they declare themselves.
  package static func catalogues() throws -> [CatalogueStub] {
    let found = Locked<[String: [CatalogueStub.Entry]]>([:])
    let modules = CatalogueStub.kinds.map { "\"\($0.module)\"" }.joined(separator: ", ")
    try run(
      """
      local stubs, plugin = require "stubs", require "moonreel.plugin"
      for _, module in ipairs { \(modules) } do
        for name, constructor in pairs(require("moonreel." .. module)) do
          stubs.entry(module, name, plugin.rules(constructor))
        end
      end
      """,
      HostFunction("entry", ["module", "name", "rules"]) { values in
        guard case .string(let module) = values[0], case .string(let name) = values[1] else {
          return .null
        }
        var rules: [JSONValue.Member] = []
        if case .object(let members) = values[2] { rules = members }
        let source = StandardLibrary.embedded["moonreel/\(module)/\(name).lua"] ?? ""
        found.withLock {
          $0[module, default: []].append(.init(name: name, rules: rules, source: source))
        }
        return .null
      })
    return found.withLock { found in
      CatalogueStub.kinds.map { CatalogueStub(kind: $0, entries: found[$0.module] ?? []) }
    }
  }

  /// The names of the easings that have one.
  ///
  /// - Throws: `MoonreelError` where the standard library cannot be loaded.
  package static func easingNames() throws -> [String] {
    let names = Locked<[String]>([])
    try run(
      """
      local stubs = require "stubs"
      for name, value in pairs(require "moonreel.ease") do
        if type(value) == "userdata" then stubs.easing(name) end
      end
      """,
      HostFunction("easing", ["name"]) { values in
        if case .string(let name) = values[0] { names.withLock { $0.append(name) } }
        return .null
      })
    return names.withLock { $0 }
  }

  /// The easings: those with a name, and the makers of others.
  private static func easings() throws -> String {
    let fields = try easingNames().map { "---@field \($0) moonreel.EasingFunction" }
    let makers = ["bezier", "steps", "spring"].map { "ease.\($0) = mr.easing.\($0)" }
    return
      (["---@meta moonreel.ease", "", "local mr = require \"moonreel\"", ""]
      + [
        "---`require \"moonreel.ease\"`: easings by name, and makers of others.",
        "---@class moonreel.ease",
      ]
      + fields + ["local ease = {}", ""] + makers + ["", "return ease", ""])
      .joined(separator: "\n")
  }

  private static func run(_ text: String, _ function: HostFunction) throws {
    // A script must describe a film.
    let film = "return require(\"moonreel\").composition { size = { 16, 16 }, duration = 1 }"
    var options = ScriptOptions(path: "stubs.lua", text: text + "\n" + film)
    options.modules["stubs"] = [function]
    _ = try ScriptHost(options: options).run()
  }
}
