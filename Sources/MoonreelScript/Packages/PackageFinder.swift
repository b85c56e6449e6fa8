// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Looks for packages in places, each once; what it has found it keeps.
public final class PackageFinder: Sendable {
  /// A folder whose manifest cannot be used.
  public struct Problem: Sendable {
    /// The folder.
    public var folder: String
    /// Where it was found.
    public var place: PackagePlace
    /// Why not.
    public var error: MoonreelError
  }

  /// What one place holds.
  struct Contents: Sendable {
    var packages: [Package] = []
    var problems: [Problem] = []
  }

  /// Where it looks, the place that goes before the others first.
  public let places: [PackagePlace]
  private let gate: FileGate
  private let found = Locked<[PackagePlace: Contents]>([:])

  /// How many folders of a place are looked into.
  private static let mostFolders = 2000

  /// - Parameter gate: what the manifests beside the film have to pass; those elsewhere are the user's own.
  public init(places: [PackagePlace], gate: FileGate) { (self.places, self.gate) = (places, gate) }

  /// All packages, those of the first place first; one that two places have is told once.
  public var packages: [Package] {
    Self.once(places.flatMap { contents(of: $0).packages }) { $0.folder }
  }

  /// The folders whose manifests cannot be used.
  public var problems: [Problem] {
    Self.once(places.flatMap { contents(of: $0).problems }) { $0.folder }
  }

  /// The packages in `place`, by their folders' names.
  func contents(of place: PackagePlace) -> Contents {
    if let known = found.withLock({ $0[place] }) { return known }
    var contents = Contents()
    for folder in Self.folders(of: place) {
      do {
        guard let manifest = try manifest(in: folder, place) else { continue }
        contents.packages.append(Package(folder: folder, manifest: manifest, place: place))
      } catch {
        let error = error as? MoonreelError ?? MoonreelError(.script, "\(error)")
        contents.problems.append(Problem(folder: folder, place: place, error: error))
      }
    }
    found.withLock { [contents] in $0[place] = contents }
    return contents
  }

  /// The folders that a sandbox has to let the process read so that all packages are found and read: the places beside the
  /// film's own and those of `MOONREEL_PATH`, and what links in them lead to.
  public static func readableFolders(_ places: [PackagePlace]) -> [String] {
    places.filter { $0.kind != .film && Folder.exists($0.folder) }.flatMap { place in
      [place.folder] + folders(of: place).filter { isLink($0) }
    }
  }

  /// The folders of `place` with a file that is called like a manifest, in order.
  private static func folders(of place: PackagePlace) -> [String] {
    let own = place.kind.hasModules ? [place.folder] : []
    let names = Folder.folders(in: place.folder, atMost: mostFolders).sorted()
    let below = names.map { FilePath.join(place.folder, $0) }
    let folders = (own + below).filter { folder in
      // What a rock brings is no link to elsewhere.
      (place.kind != .rocks || !isLink(folder))
        && access(FilePath.join(folder, PackageManifest.fileName), F_OK) == 0
    }
    return once(folders) { $0 }
  }

  /// `items` without those whose folder is that of an earlier one, by whatever path.
  private static func once<Item>(_ items: [Item], folder: (Item) -> String) -> [Item] {
    var seen: Set<FilePlace> = []
    return items.filter { item in
      var status = stat()
      return stat(folder(item), &status) == 0 && seen.insert(FilePlace(status)).inserted
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The manifest in `folder`; `nil` where there is none.
  private func manifest(in folder: String, _ place: PackagePlace) throws -> PackageManifest? {
    let path = FilePath.join(folder, PackageManifest.fileName)
    guard place.kind == .film else {
      gate.note(path, as: .module)
      return try PackageManifest(at: path, named: path)
    }
    return try PackageManifest(at: try gate.resolve(path, as: .module), named: path)
  }

  // MARK: What goes before what

  /// The files, relative to `place`, in which the module at `path` (its name with slashes for dots) may stand and which
  /// belong to no package, the first that is there first.
  func plainFiles(_ path: String, in place: PackagePlace) -> [String] {
    guard place.kind.hasModules else { return [] }
    let root = path.prefix { $0 != "/" }
    let folder = FilePath.join(place.folder, String(root))
    let isPackage = contents(of: place).packages.contains { $0.folder == folder }
    return ["\(path).lua", "\(path)/init.lua"].filter { !(isPackage && $0.hasPrefix("\(root)/")) }
  }

  /// Whether films get a package by its name.
  public enum Standing: Equatable, Sendable {
    case found
    /// The package or module at the path goes before it.
    case hidden(by: String)
    /// The package or module at the path is in the same place, and requiring either is an error.
    case clash(with: String)
  }

  /// Whether films get `package`, which is one of ``packages``.
  public func standing(of package: Package) -> Standing {
    for place in places {
      let packages = contents(of: place).packages.filter { $0.name == package.name }
      let files = plainFiles(package.name, in: place).map { FilePath.join(place.folder, $0) }
      let others = (packages.map(\.folder) + files.filter { access($0, F_OK) == 0 }).filter {
        $0 != package.folder
      }
      guard place == package.place else {
        if let other = others.first { return .hidden(by: other) }
        continue
      }
      return others.first.map { .clash(with: $0) } ?? .found
    }
    return .found
  }
}
