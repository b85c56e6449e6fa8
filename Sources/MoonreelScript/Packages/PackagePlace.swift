// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A folder in which packages are looked for: each of its folders with a manifest is one.
public struct PackagePlace: Hashable, Sendable {
  /// Why it is looked in.
  public enum Kind: String, CaseIterable, Sendable {
    /// The film's own folder, which may be a package, too.
    case film
    /// A folder that `MOONREEL_PATH` names, which may be a package, too.
    case path
    /// The user's own packages.
    case user
    /// Lua modules of a tree in which LuaRocks installs.
    case rocks

    /// Whether modules that are no packages are found there, too, and the folder itself may be a package.
    var hasModules: Bool {
      switch self {
      case .film, .path: true
      case .user, .rocks: false
      }
    }
  }

  /// Why it is looked in.
  public var kind: Kind
  /// The folder; it need not be there.
  public var folder: String

  /// The folder `folder`.
  public init(_ kind: Kind, _ folder: String) { (self.kind, self.folder) = (kind, folder) }

  /// Where packages are found besides the film's folder, the first place first: the folders of `MOONREEL_PATH`, the user's
  /// packages (`~/.local/share/moonreel`, or below `XDG_DATA_HOME`), and the trees of LuaRocks: in those folders, the
  /// user's (`~/.luarocks`) and the machine's (`/usr/local`).
  ///
  /// - Parameter environment: gives a variable of the environment.
  public static func usual(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> [PackagePlace] {
    var places: [PackagePlace] = []
    for folder in environment("MOONREEL_PATH")?.split(separator: ":").map(String.init) ?? [] {
      places += [PackagePlace(.path, folder)] + trees(folder)
    }
    let home = environment("HOME").flatMap { FilePath.isAbsolute($0) ? $0 : nil }
    let data = environment("XDG_DATA_HOME").flatMap { FilePath.isAbsolute($0) ? $0 : nil }
    if let data = data ?? home.map({ FilePath.join($0, ".local/share") }) {
      let folder = FilePath.join(data, "moonreel")
      places += [PackagePlace(.user, folder)] + trees(folder)
    }
    if let home { places += trees(FilePath.join(home, ".luarocks")) }
    return places + trees("/usr/local")
  }

  /// Where LuaRocks puts modules in the tree `folder`, for every Lua: nothing in a package depends on which one it is.
  private static func trees(_ folder: String) -> [PackagePlace] {
    ["5.4", "5.3", "5.2", "5.1"].map {
      PackagePlace(.rocks, FilePath.join(folder, "share/lua/\($0)"))
    }
  }
}
