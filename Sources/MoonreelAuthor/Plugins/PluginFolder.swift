// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// The plugins of a folder, each found by running its module.
public struct PluginFolder: Sendable {
  /// The folder.
  public let path: String
  /// Its plugins by their files' names.
  public private(set) var plugins: [Plugin]
  /// The names of all files that were looked at.
  let moduleFiles: [String]
  /// What is wrong with modules that could not be loaded, a sentence with file and line each.
  public let problems: [MoonreelError]

  /// The plugins of the folder `path`: the results of all files `NAME.lua`, but for tests (`NAME_test.lua`) and the manifest
  /// (`moonreel.lua`). Files whose results are no constructors are none.
  ///
  /// - Parameter options: What their scripts may use; its path and text are not read.
  /// - Throws: `MoonreelError` (`fileAccess`) where there is no such folder.
  public init(path: String, options: ScriptOptions) throws {
    guard Folder.exists(path) else {
      throw MoonreelError(
        .fileAccess, "Cannot look for plugins in '\(path)': there is no such folder.")
    }
    self.path = path
    var (plugins, problems) = ([Plugin](), [MoonreelError]())
    moduleFiles = Folder.names(in: path, atMost: Self.mostFiles, where: Self.isModule).sorted()
    for file in moduleFiles {
      do {
        let module = String(file.dropLast(4))
        if let plugin = try PluginModule(folder: path, name: module, options: options).plugin() {
          plugins.append(plugin)
        }
      } catch let error as MoonreelError {
        problems.append(error)
      }
    }
    (self.plugins, self.problems) = (plugins, problems)
  }

  /// The folder with those of its plugins that `isWanted` takes.
  package func filtered(_ isWanted: (Plugin) -> Bool) -> PluginFolder {
    var folder = self
    folder.plugins = plugins.filter(isWanted)
    return folder
  }

  /// How many files of a folder are looked at.
  private static let mostFiles = 1000

  private static func isModule(_ file: String) -> Bool {
    file.hasSuffix(".lua") && !file.hasSuffix("_test.lua") && file != "moonreel.lua"
  }
}
