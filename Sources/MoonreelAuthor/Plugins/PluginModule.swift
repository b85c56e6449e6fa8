// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// One module that films in a folder find, run to learn what it makes.
struct PluginModule {
  let folder: String
  /// What `require` finds in the folder.
  let name: String
  /// Where it lies.
  let file: String
  let options: ScriptOptions

  /// What the module is; `nil` where its result is no constructor of the library.
  ///
  /// - Throws: `MoonreelError` with the module's file and line where it cannot be run.
  func plugin() throws -> Plugin? {
    let found = Locked<Plugin?>(nil)
    var options = options
    options.path = FilePath.join(folder, "plugin.lua")
    options.text = Self.script(name)
    (options.sets, options.paramsFile) = ([], nil)
    options.modules["author"] = [
      HostFunction("found", ["kind", "name", "rules", "neutral?"]) { [name, file, folder] values in
        guard case .string(let word) = values[0], let kind = PluginKind(rawValue: word),
          case .string(let title) = values[1]
        else { return .null }
        var rules: [JSONValue.Member] = []
        if case .object(let members) = values[2] { rules = members }
        var neutral: [JSONValue.Member]?
        if case .object(let members) = values[3] { neutral = members }
        found.withLock {
          $0 = Plugin(
            name: title, module: name, folder: folder, file: file, kind: kind, rules: rules,
            neutral: neutral, source: "")
        }
        return .null
      }
    ]
    _ = try ScriptHost(options: options).run()
    var plugin = found.withLock { $0 }
    plugin?.source = try TextFile.read(file) ?? ""
    return plugin
  }

  /// A script must describe a film; this one's is never drawn.
  private static func script(_ name: String) -> String {
    """
    local author, plugin = require "author", require "moonreel.plugin"
    local value = require "\(name)"
    local kind = plugin.kind(value)
    if kind then author.found(kind, value.name, plugin.rules(value), value.neutral) end
    return require("moonreel").composition { size = { 16, 16 }, duration = 1 }
    """
  }
}
