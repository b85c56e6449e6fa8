// SPDX-License-Identifier: MIT

import CLua

/// The library that runs scripts.
public enum ScriptLibraries {
  /// Names and versions.
  public static var versions: [(name: String, version: String)] {
    [("Lua", "\(LUA_VERSION_MAJOR).\(LUA_VERSION_MINOR).\(LUA_VERSION_RELEASE)")]
  }
}
