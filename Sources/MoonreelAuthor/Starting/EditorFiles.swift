// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// What editors need beside scripts to complete and check them.
public enum EditorFiles {
  /// The folder of the stubs.
  public static let stubFolder = "moonreel-stubs"
  /// The file that tells editors where the stubs are.
  public static let settingsFile = ".luarc.json"

  /// What lua-language-server and EmmyLua read: Lua's version, where the stubs are, and what scripts do not have.
  public static let settings = """
    {
      "runtime.version": "Lua 5.4",
      "runtime.builtin": { "io": "disable", "os": "disable", "debug": "disable" },
      "workspace.library": ["\(stubFolder)"],
      "workspace.checkThirdParty": false,
      "strict.arrayIndex": false
    }

    """

  /// The stubs by their paths.
  ///
  /// - Throws: `MoonreelError` where the standard library cannot be loaded.
  public static func stubs() throws -> [String: String] {
    var files: [String: String] = [:]
    for (path, text) in try ScriptStubs.files() { files["\(stubFolder)/\(path)"] = text }
    return files
  }

  /// The stubs and the settings.
  static func all() throws -> [String: String] {
    var files = try stubs()
    files[settingsFile] = settings
    return files
  }
}
