// SPDX-License-Identifier: MIT

import CSoundHost
import Glibc
import MoonreelCore

/// The LV2 plugins of the machine, by the library lilv, where that is installed.
///
/// A plugin is native code of somebody else's, and can do all that this process can: scripts get plugins only where
/// their host allows it (``ScriptOptions/allowsPlugins``, `--allow-plugins`).
public enum PluginLibrary {
  /// What the C side knows; `nil` where there is no lilv. Opened once, when it is first asked for.
  private static let world = Locked<OpaquePointer?>(mr_open_plugins())

  /// Folders outside of the system's own in which plugins and their files lie: what a sandbox has to let programs read.
  public static var folders: [String] {
    let home = getenv("HOME").map { String(cString: $0) }
    let named = getenv("LV2_PATH").map { String(cString: $0) } ?? "~/.lv2"
    return named.split(separator: ":").compactMap { folder in
      folder.hasPrefix("~/") ? home.map { $0 + folder.dropFirst() } : String(folder)
    }
  }

  /// The addresses of all plugins, in order.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where lilv is not installed.
  public static func uris() throws -> [String] {
    try using { world in
      (0..<mr_count_plugins(world)).compactMap { index in
        mr_plugin_uri(world, index).map { String(cString: $0) }
      }.sorted()
    }
  }

  /// The plugin `uri`. Its description is read from the disk.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where lilv is not installed, `invalidArgument` where there is no
  ///   such plugin.
  public static func plugin(_ uri: String) throws -> SoundPlugin {
    let description = try using { world in
      mr_describe_plugin(world, uri).map { SoundPlugin.Description($0) }
    }
    if let description { return SoundPlugin(description) }
    throw MoonreelError(
      .invalidArgument,
      "There is no LV2 plugin '\(uri)' on this machine\(NearestName.hint(uri, among: try uris())). "
        + "moonreel plugins lists those that there are.")
  }

  /// Does something with the world, which one thread at a time may use.
  static func using<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    try world.withLock { world in
      guard let world else {
        throw MoonreelError(
          .unsupportedFormat,
          "LV2 plugins need the library lilv, which is not installed: the package liblilv-0-0 has it."
        )
      }
      return try body(world)
    }
  }
}
