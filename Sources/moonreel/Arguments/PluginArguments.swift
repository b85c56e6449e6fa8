// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore
import MoonreelScript

/// What every command takes that runs the plugins of a folder.
struct PluginArguments: ParsableArguments {
  @OptionGroup(title: "What the plugins may reach")
  var access: AccessArguments

  @OptionGroup(title: "What the plugins may use")
  var limits: LimitArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  /// Closes the sandbox around the run, then finds the plugins.
  ///
  /// - Parameters:
  ///   - folder: Where they are.
  ///   - words: Only plugins with one of these words in their name; none: all.
  ///   - pictures: Files that are read besides.
  ///   - output: The folder that is written into; it is made where there is none.
  ///   - place: The folder that the person named, `output` or one above; no link is followed below it.
  /// - Throws: `MoonreelError` where there is no such folder, or no such plugin.
  func plugins(
    in folder: String, named words: [String] = [], reading pictures: [String] = [],
    writing output: String? = nil, below place: String? = nil
  ) throws -> PluginFolder {
    try access.checkFolders()
    guard Folder.exists(folder) else {
      throw MoonreelError(
        .fileAccess, "Cannot look for plugins in '\(folder)': there is no such folder.")
    }
    let options = options(in: folder)
    // Inside the sandbox no folder can be made beside others.
    if let output { try TextOutput.makeFolder(output, below: place) }
    try safety.close(
      reading: [folder] + options.readableFolders + pictures + [limits.stdlib].compactMap { $0 },
      writing: output.map { [FilePath.join($0, "file")] } ?? [], cache: access.cache,
      network: access.network)
    let found = try PluginFolder(path: folder, options: options).choosing(words)
    guard found.plugins.isEmpty, found.problems.isEmpty else { return found }
    let what =
      words.isEmpty
      ? "no plugins" : "no plugin with '\(words.joined(separator: "' or '"))' in its name"
    throw MoonreelError(
      .invalidArgument,
      "There is \(what) in '\(folder)': a plugin is a file NAME.lua that returns what moonreel.effect, "
        + "moonreel.transition, moonreel.title or the like have made.")
  }

  /// What the scripts of plugins in `folder` may use.
  func options(in folder: String) -> ScriptOptions {
    var options = ScriptOptions(path: FilePath.join(folder, "plugin.lua"))
    options.take(access, limits)
    return options
  }
}

extension PluginFolder {
  /// Those with one of `words` in their names, all without words.
  fileprivate func choosing(_ words: [String]) -> PluginFolder {
    guard !words.isEmpty else { return self }
    return filtered { plugin in words.contains { plugin.name.contains($0) } }
  }
}

/// One or two files that plugins are shown on.
struct PicturesArguments: ParsableArguments {
  @Option(
    name: .customLong("picture"), parsing: .singleValue,
    help: ArgumentHelp(
      "A clip or picture to show plugins on; a second one is what transitions lead to (default: drawn pictures).",
      valueName: "file"), completion: .file())
  var files: [String] = []

  func validate() throws {
    guard files.count <= 2 else {
      throw ValidationError(
        "--picture is given at most twice: what transitions begin with, and what they lead to.")
    }
  }
}
