// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// The plugins of a folder, each found by running its module.
public struct PluginFolder: Sendable {
  /// The folder.
  public let path: String
  /// Its plugins by their modules' names.
  public private(set) var plugins: [Plugin]
  /// All modules that were looked at, and where they lie.
  let modules: [(name: String, file: String)]
  /// What is wrong with modules that could not be loaded, a sentence with file and line each.
  public let problems: [MoonreelError]

  /// The plugins of the folder `path`: of a package its entries, else the results of all files `NAME.lua`, but for tests
  /// (`NAME_test.lua`). Modules whose results are no constructors are none.
  ///
  /// - Parameter options: What their scripts may use; its path and text are not read.
  /// - Throws: `MoonreelError` (`fileAccess`) where there is no such folder; what is wrong with a package's manifest.
  public init(path: String, options: ScriptOptions) throws {
    guard Folder.exists(path) else {
      throw MoonreelError(
        .fileAccess, "Cannot look for plugins in '\(path)': there is no such folder.")
    }
    self.path = path
    var (plugins, problems) = ([Plugin](), [MoonreelError]())
    let modules = try Self.modules(in: path, options)
    self.modules = modules.map { ($0.name, $0.file) }
    for module in modules {
      do {
        if let plugin = try module.plugin() { plugins.append(plugin) }
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

  private static func modules(in folder: String, _ options: ScriptOptions) throws -> [PluginModule]
  {
    if let package = try Package(in: folder) {
      return package.manifest.entries.map { name in
        PluginModule(
          folder: folder, name: name, file: package.file(of: name) ?? folder, options: options)
      }
    }
    return Folder.names(in: folder, atMost: mostFiles, where: isModule).sorted().map { file in
      PluginModule(
        folder: folder, name: String(file.dropLast(4)), file: FilePath.join(folder, file),
        options: options)
    }
  }

  private static func isModule(_ file: String) -> Bool {
    file.hasSuffix(".lua") && !file.hasSuffix("_test.lua") && file != PackageManifest.fileName
  }
}
