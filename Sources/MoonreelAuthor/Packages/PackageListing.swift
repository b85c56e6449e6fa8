// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// The packages that a film finds, what they offer, and what stands in their way.
public struct PackageListing: Sendable {
  /// A module that films may require.
  public struct Entry: Sendable {
    /// What `require` takes.
    public var name: String
    /// What it makes; `nil` where it is no constructor, cannot be loaded, or is hidden.
    public var kind: PluginKind?
    /// Why it cannot be loaded.
    public var problem: String?
  }

  /// A package.
  public struct Item: Sendable {
    /// Where it lies and what its manifest says.
    public var package: Package
    /// Whether films get it.
    public var standing: PackageFinder.Standing
    /// What it offers, in the manifest's order.
    public var entries: [Entry]
    /// What is wrong with it, a sentence each.
    public var problems: [String]
  }

  /// Those of the first place first.
  public var items: [Item]
  /// Folders whose manifests cannot be used.
  public var unusable: [PackageFinder.Problem]

  /// What the film that `options` name finds. The modules of the packages are run, with the rights of a film.
  ///
  /// - Parameter isWanted: which packages are told of.
  public init(options: ScriptOptions, where isWanted: (Package) -> Bool = { _ in true }) {
    let places = [PackagePlace(.film, FilePath.folder(of: options.path))] + options.packagePlaces
    let gate = FileGate(folders: options.readableFolders, cancellation: options.cancellation)
    let finder = PackageFinder(places: places, gate: gate)
    items = finder.packages.filter(isWanted).map { package in
      let standing = finder.standing(of: package)
      let entries = package.manifest.entries.map {
        Self.entry($0, of: package, isFound: standing == .found, options)
      }
      return Item(
        package: package, standing: standing, entries: entries, problems: package.problems)
    }
    unusable = finder.problems
  }

  private static func entry(
    _ name: String, of package: Package, isFound: Bool, _ options: ScriptOptions
  ) -> Entry {
    var entry = Entry(name: name)
    guard isFound, let file = package.file(of: name), (try? package.checkHost()) != nil else {
      return entry
    }
    let folder = FilePath.folder(of: options.path)
    do {
      entry.kind = try PluginModule(folder: folder, name: name, file: file, options: options)
        .plugin()?.kind
    } catch { entry.problem = "\(error)" }
    return entry
  }
}
