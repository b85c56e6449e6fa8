// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Finds what `require` names: in the standard library, then place by place among the modules and the packages that lie
/// there.
struct ModuleFinder {
  /// A module's text and what messages call it.
  struct Module {
    var text: String
    var chunkName: String
    /// The package that it belongs to.
    var package: Package?
  }

  let library: StandardLibrary
  let packages: PackageFinder
  let gate: FileGate

  /// The module `name`: words separated by dots. `caller` is the package whose code asks.
  ///
  /// - Throws: `MoonreelError` when the name is malformed, nothing has it, two things have it, the gate refuses the file,
  ///   or the package that has it does not offer it or needs another Moonreel.
  func find(_ name: String, for caller: Package? = nil) throws -> Module {
    guard let parts = ModuleName.parts(name) else {
      throw MoonreelError(
        .invalidArgument,
        "cannot require '\(name)': a module's name is letters, digits, _ and -, parts separated by dots"
          + hint(name)
      )
    }
    let path = parts.joined(separator: "/")
    if path != "prelude", let text = try library.text(of: path + ".lua") {
      if let folder = library.folder { gate.note("\(folder)/\(path).lua", as: .module) }
      return Module(text: text, chunkName: "moonreel:\(path).lua")
    }
    // A package's modules mean their own package, whatever lies elsewhere under its name.
    if let caller, caller.name == parts[0] { return try module(name, of: caller, isOwn: true) }
    for place in packages.places {
      if let module = try find(name, path, in: place) { return module }
    }
    throw missing(name, path)
  }

  private func find(_ name: String, _ path: String, in place: PackagePlace) throws -> Module? {
    let root = String(path.prefix { $0 != "/" })
    let contents = packages.contents(of: place)
    let having = contents.packages.filter { $0.name == root }
    let folder = FilePath.join(place.folder, root)
    if having.isEmpty, let problem = contents.problems.first(where: { $0.folder == folder }) {
      throw problem.error
    }
    let plain = try plain(path, in: place)
    let found = (plain.map { [$0.file] } ?? []) + having.map(\.folder)
    guard found.count < 2 else {
      throw MoonreelError(
        .script,
        "'\(root)' is there twice, '\(found[0])' and '\(found[1])', and neither goes before the other: rename or remove one"
      )
    }
    if let plain { return plain.module }
    if let package = having.first {
      return try module(name, of: package, isOwn: isFilmInside(package))
    }
    return nil
  }

  /// Whether the film itself lies in `package`, as tests of it do.
  private func isFilmInside(_ package: Package) -> Bool {
    package.place.kind == .film && package.folder == package.place.folder
  }

  /// The module in `place` that belongs to no package.
  private func plain(
    _ path: String, in place: PackagePlace
  ) throws -> (file: String, module: Module)? {
    for file in packages.plainFiles(path, in: place) {
      guard let text = try text(place.folder, file) else { continue }
      return (
        FilePath.join(place.folder, file),
        Module(text: text, chunkName: Self.chunkName(place.folder, file))
      )
    }
    return nil
  }

  /// The module `name` of `package`; who belongs to the package itself may ask for more than its entries.
  private func module(_ name: String, of package: Package, isOwn: Bool) throws -> Module {
    try package.checkHost()
    let entries = package.manifest.entries
    guard isOwn || entries.contains(name) else {
      throw MoonreelError(
        .fileAccess,
        "the package '\(package.name)' has no entry '\(name)'\(NearestName.hint(name, among: entries)); "
          + "it has \(entries.joined(separator: ", "))")
    }
    if package.place.kind != .film { gate.grant(folder: package.folder) }
    for file in package.files(of: name) {
      guard let text = try text(package.folder, file) else { continue }
      let folder = FilePath.folder(of: package.folder)
      let shown = FilePath.join(FilePath.name(of: package.folder), file)
      let isHere = package.folder == "."
      return Module(
        text: text, chunkName: isHere ? file : Self.chunkName(folder, shown), package: package)
    }
    throw MoonreelError(
      .fileAccess,
      "cannot find module '\(name)' of the package in '\(package.folder)': looked for "
        + package.files(of: name).map { "'\(package.folder)/\($0)'" }.joined(separator: ", "))
  }

  private func missing(_ name: String, _ path: String) -> MoonreelError {
    let modules = packages.places.filter(\.kind.hasModules).map { "'\($0.folder)/\(path).lua'" }
    let others = packages.packages.isEmpty ? [] : ["the packages that moonreel plugins lists"]
    let places = ["the standard library"] + modules + others
    let root = FilePath.join(
      packages.places.first?.folder ?? ".", String(path.prefix { $0 != "/" }))
    let renamed = packages.packages.first { $0.folder == root }.map {
      "; '\(root)' is the package '\($0.name)'"
    }
    return MoonreelError(
      .fileAccess,
      "cannot find module '\(name)'\(hint(name)): looked in \(places.joined(separator: ", "))"
        + (renamed ?? ""))
  }

  /// The module that was probably meant by `name`: of the library, of a package, or beside the script.
  private func hint(_ name: String) -> String {
    let files = StandardLibrary.embedded.keys.filter { $0.hasPrefix("moonreel/") }
    let library: [String] = files.map { String($0.dropLast(4)).replacing("/", with: ".") }
    let beside: [String] = packages.places.first.map { Self.scripts(in: $0.folder) } ?? []
    let plain = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    let names: [String] =
      ["moonreel"] + library.sorted() + beside + packages.packages.flatMap(\.manifest.entries)
    let parts = plain.replacing("/", with: ".")
    if parts != name, names.contains(parts) { return NearestName.question(parts) }
    return NearestName.hint(plain, among: names)
  }

  /// The modules that lie in `folder`.
  private static func scripts(in folder: String) -> [String] {
    let files = Folder.names(in: folder, atMost: 1000) { $0.hasSuffix(".lua") }
    return files.map { String($0.dropLast(4)) }.sorted()
  }

  private func text(_ folder: String, _ file: String) throws -> String? {
    let path = "\(folder)/\(file)"
    guard access(path, F_OK) == 0 else {
      // Once it is there it goes before what is found elsewhere.
      gate.note(path, as: .module)
      return nil
    }
    return try TextFile.read(try gate.resolve(path, as: .module))
  }

  /// The path in messages; Lua cuts names longer than 59 bytes, so long ones lose their folder here.
  static func chunkName(_ folder: String, _ file: String) -> String {
    let path = folder == "." ? file : "\(folder)/\(file)"
    if path.utf8.count <= 56 { return path }
    return file.utf8.count <= 56 ? file : String(file.suffix(40))
  }
}
