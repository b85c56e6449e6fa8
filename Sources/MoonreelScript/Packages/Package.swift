// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A folder with a manifest: modules that are required by the package's name, and files that they open.
public struct Package: Sendable {
  /// Where it lies; what it is called does not matter.
  public var folder: String
  /// What it says of itself.
  public var manifest: PackageManifest
  /// Where it was found.
  public var place: PackagePlace

  /// The package `manifest` in `folder`, found in `place`.
  init(folder: String, manifest: PackageManifest, place: PackagePlace) {
    (self.folder, self.manifest, self.place) = (folder, manifest, place)
  }

  /// The package in `folder`; `nil` where it has no manifest.
  ///
  /// - Throws: `MoonreelError`: `script` where the manifest is wrong, `fileAccess` where it cannot be read.
  public init?(in folder: String) throws {
    let path = FilePath.join(folder, PackageManifest.fileName)
    guard let manifest = try PackageManifest(at: path, named: path) else { return nil }
    self.init(folder: folder, manifest: manifest, place: PackagePlace(.film, folder))
  }

  /// Its name.
  public var name: String { manifest.name }

  /// The files, the first that is there first, in which the module `name` may stand, relative to the folder; none where
  /// the name is not the package's.
  func files(of module: String) -> [String] {
    guard let parts = ModuleName.parts(module), parts[0] == name else { return [] }
    guard parts.count > 1 else { return ["init.lua"] }
    let path = parts.dropFirst().joined(separator: "/")
    return ["\(path).lua", "\(path)/init.lua"]
  }

  /// The path of the module `name`'s file; `nil` where there is none.
  public func file(of module: String) -> String? {
    files(of: module).map { FilePath.join(folder, $0) }.first { access($0, F_OK) == 0 }
  }

  /// Whether its manifest lets its modules open `path`, which is relative to the folder.
  func lists(_ path: String) -> Bool {
    let path = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
    return manifest.assets.contains { FilePath.lies(String(path), in: $0) }
  }

  /// Checks that it works with `version`, this Moonreel's.
  ///
  /// - Throws: `MoonreelError` (`script`) where it needs another Moonreel than `version`.
  public func checkHost(_ version: PackageVersion = .moonreel) throws {
    guard let host = manifest.host, !host.allows(version) else { return }
    throw MoonreelError(
      .script,
      "the package '\(name)' \(manifest.version) in '\(folder)' needs Moonreel \(host), and this is \(version)"
    )
  }

  /// What is wrong with it, a sentence each: entries and assets that are not there, a Moonreel that it does not work with.
  public var problems: [String] {
    var problems: [String] = []
    do { try checkHost() } catch { problems.append("\(error)") }
    for entry in manifest.entries where file(of: entry) == nil {
      let places = files(of: entry).joined(separator: "' or '")
      problems.append("its entry '\(entry)' is not there: it would be '\(places)'")
    }
    for asset in manifest.assets where access(FilePath.join(folder, asset), F_OK) != 0 {
      problems.append("'\(asset)', which its assets name, is not there")
    }
    return problems
  }
}
