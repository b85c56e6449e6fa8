// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// The folder with which a plugin or a film begins: it works at once, and its author changes it.
///
/// For example:
///
///     try NewFolder(kind: .effect, path: "plugins/lantern").write()
public struct NewFolder: Sendable {
  /// What it begins.
  public let kind: NewKind
  /// Where it is made.
  public let path: String
  /// What films require: the last part of the path.
  public var name: String { FilePath.name(of: path) }
  /// The name as Lua writes a variable.
  private var variable: String { name.replacing("-", with: "_") }

  /// A folder at `path`; nothing is written yet.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the last part of `path` cannot be the name of a package.
  public init(kind: NewKind, path: String) throws {
    (self.kind, self.path) = (kind, path.hasSuffix("/") ? String(path.dropLast()) : path)
    guard PackageManifest.isName(name) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot begin the \(kind.rawValue) '\(name)': a name is a letter, then letters, digits, _ and -, 64 at most, and "
          + "not 'moonreel'.")
    }
    guard !kind.isPackage || !words.contains(variable) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot begin the \(kind.rawValue) '\(name)': its files use that word for something else. Choose another name."
      )
    }
  }

  /// The files by their paths in the folder.
  ///
  /// - Throws: `MoonreelError` where the standard library cannot be loaded.
  public func files() throws -> [String: String] {
    try templates.merging(EditorFiles.all()) { own, _ in own }
  }

  /// Makes the folder with its files; where anything fails, nothing is left.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where there is something already, or it cannot be made.
  public func write() throws {
    guard
      !OutputPlaces.isTaken(path)
        || Folder.exists(path) && Folder.names(in: path, atMost: 1).isEmpty
    else {
      throw MoonreelError(
        .fileAccess,
        "Cannot begin the \(kind.rawValue) '\(name)': '\(path)' is there already and is no empty folder. Choose another "
          + "name, or remove it.")
    }
    try FileTree(files: try files(), folders: [GoldenShelf.name]).write(to: path)
  }

  /// Draws the pictures that its tests compare with, as it is now on this machine, whose fonts they show.
  ///
  /// - Parameter options: What its scripts may use; path and text are not read.
  /// - Throws: `MoonreelError`: why one could not be drawn.
  public func recordGoldens(_ options: ScriptOptions) throws {
    var run = TestRun(folder: path, options: options)
    (run.filters, run.record) = (["looks as"], .missing)
    let fault = Locked<String?>(nil)
    try run.run { outcome in
      if case .failed(let sentence, _) = outcome.verdict { fault.withLock { $0 = $0 ?? sentence } }
    }
    if let sentence = fault.withLock({ $0 }) { throw MoonreelError(.script, sentence) }
  }

  // MARK: Templates

  /// The files that are written for the kind, with the name put in.
  private var templates: [String: String] {
    var files: [String: String] = [:]
    for (path, text) in StandardLibrary.beginnings {
      let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts[0] == kind.rawValue || parts[0] == "package" && kind.isPackage else { continue }
      files[parts[1] == "rockspec" ? "\(rockName)-0.1.0-1.rockspec" : parts[1]] = named(text)
    }
    return files
  }

  /// LuaRocks knows small letters alone.
  private var rockName: String { name.lowercased() }

  private func named(_ text: String) -> String {
    let host = PackageVersion.moonreel
    return text.replacing("plugin-name", with: name).replacing("plugin_name", with: variable)
      .replacing("plugin-kind", with: kind.rawValue).replacing("rock-name", with: rockName)
      .replacing("host-version", with: "\(host.major).\(host.minor)")
  }

  /// The words of Lua, and those that the kind's scripts use as variables, which one of that name would hide.
  private var words: Set<String> {
    var words: Set<String> = [
      "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
      "local", "nil",
      "not", "or", "repeat", "return", "then", "true", "until", "while",
      "describe", "expect", "it", "math", "require", "type",
    ]
    for (path, text) in StandardLibrary.beginnings
    where path.hasPrefix("\(kind.rawValue)/") && path.hasSuffix(".lua") {
      for line in text.split(separator: "\n") {
        let line = line.drop { $0 == " " }
        guard line.hasPrefix("local ") else { continue }
        let names = line.prefix { $0 != "=" && $0 != "(" }.split { $0 == " " || $0 == "," }
        words.formUnion(names.dropFirst().map(String.init))
      }
    }
    return words
  }
}
