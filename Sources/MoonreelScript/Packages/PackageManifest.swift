// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a package says of itself in its file `moonreel.lua`, which returns a table.
///
/// For example:
///
///     return {
///       name = "lantern", version = "1.0.0", licence = "MIT", moonreel = ">= 0.1",
///       entries = { "lantern", "lantern.soft" }, assets = { "assets" },
///     }
public struct PackageManifest: Equatable, Sendable {
  /// The first part of its modules' names.
  public var name: String
  /// Its author counts it up with every change that others get.
  public var version: PackageVersion
  /// Under which licence it may be used, as its author wrote it; `nil` where that is not said.
  public var licence: String?
  /// The versions of Moonreel that it works with; `nil`: any.
  public var host: VersionRequirement?
  /// The modules that others may require: `name`, or names that begin with it and a dot.
  public var entries: [String]
  /// Files and folders in the package that its modules may open by a path relative to the package.
  public var assets: [String]

  /// The name of the file in a package's folder.
  public static let fileName = "moonreel.lua"
  private static let names = ["name", "version", "licence", "moonreel", "entries", "assets"]

  /// Reads the manifest `text`; nothing in it is run but what makes the table. `file` is what messages call it.
  ///
  /// - Throws: `MoonreelError` (`script`): one sentence with the file, the field and what is expected.
  public init(text: String, file: String) throws {
    let fields = ManifestFields(file: file, values: try ManifestText.fields(of: text, file: file))
    try fields.checkNames(Self.names)
    name = try fields.required("name", "\"lantern\"")
    guard Self.isName(name) else {
      throw fields.bad(
        "name", "a letter, then letters, digits, _ and -, 64 at most, and not \"moonreel\"")
    }
    guard let version = PackageVersion(try fields.required("version", "\"1.0.0\"")) else {
      throw fields.bad("version", "three whole numbers such as \"1.0.0\"")
    }
    self.version = version
    licence = try fields.text("licence")
    if let text = try fields.text("moonreel") {
      guard let host = VersionRequirement(text) else {
        throw fields.bad("moonreel", VersionRequirement.rule)
      }
      self.host = host
    }
    (entries, assets) = (try fields.list("entries") ?? [name], try fields.list("assets") ?? [])
    try check(fields)
  }

  /// The manifest in the file at `path`, which messages call `name`; `nil` where there is no such file, or it is what
  /// editors read of Moonreel, which has the same name.
  ///
  /// - Throws: `MoonreelError`: `script` as above, `fileAccess` where the file cannot be read.
  public init?(at path: String, named name: String) throws {
    guard let text = try TextFile.read(path), !text.hasPrefix("---@meta") else { return nil }
    try self.init(text: text, file: name)
  }

  private func check(_ fields: ManifestFields) throws {
    if let wrong = entries.first(where: { !isModule($0) }) {
      throw fields.bad(
        "entries", "modules called \"\(name)\" or \"\(name).part\"",
        found: "\"\(wrong.prefix(60))\"")
    }
    if let wrong = assets.first(where: { !Self.isAsset($0) }) {
      throw fields.bad(
        "assets", "files and folders in the package, such as \"assets\"",
        found: "\"\(wrong.prefix(60))\"")
    }
  }

  /// Whether a package may be called `name`.
  public static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64, name != "moonreel" else {
      return false
    }
    return ModuleName.isWord(name[...]) && Unicode.Scalar(first).properties.isAlphabetic
  }

  /// Whether `module` is the package itself or a part of it.
  private func isModule(_ module: String) -> Bool {
    ModuleName.parts(module).map { $0[0] == name } ?? false
  }

  /// Whether `path` leads to something below the folder that it is relative to.
  private static func isAsset(_ path: String) -> Bool {
    // A mark behind a slash makes one character of both, and is a slash to the system all the same.
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return path.utf8.count <= 200 && !path.utf8.contains(UInt8(ascii: "%"))
      && parts.allSatisfy { !["", ".", ".."].contains(String(Substring($0))) }
  }
}

/// The fields of one manifest, and the sentences about them.
private struct ManifestFields {
  let file: String
  let values: [String: ManifestValue]

  /// Refuses fields that are none of `names`.
  func checkNames(_ names: [String]) throws {
    guard let unknown = values.keys.filter({ !names.contains($0) }).min() else { return }
    let hint = NearestName.hint(unknown, among: names)
    throw MoonreelError(
      .script,
      "\(file): unknown field '\(unknown.prefix(60))' of the manifest\(hint); it has "
        + names.joined(separator: ", "))
  }

  /// The text `name`, which must be there; `example` is one.
  func required(_ name: String, _ example: String) throws -> String {
    if let text = try text(name) { return text }
    throw MoonreelError(
      .script, "\(file): the manifest needs '\(name)', such as \(name) = \(example)")
  }

  func text(_ name: String) throws -> String? {
    switch values[name] {
    case nil: return nil
    case .text(let text) where text.utf8.count <= 200: return text
    case .text, .list, .other: throw bad(name, "a text of at most 200 bytes")
    }
  }

  func list(_ name: String) throws -> [String]? {
    switch values[name] {
    case nil: return nil
    case .list(let items) where Set(items).count == items.count: return items
    case .text, .list, .other: throw bad(name, "a list of different texts in braces, { \"…\" }")
    }
  }

  func bad(_ name: String, _ rule: String, found: String? = nil) -> MoonreelError {
    let found = found ?? values[name]?.found ?? "nothing"
    return MoonreelError(
      .script, "\(file): bad '\(name)' of the manifest: expected \(rule), got \(found)")
  }
}
