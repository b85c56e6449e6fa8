// SPDX-License-Identifier: MIT

import CLuaHost
import Glibc
import MoonreelCore
import MoonreelMedia

extension ScriptHost {
  /// Whose code asks for a file or a module.
  private enum Caller {
    /// The code of the package, or, where there is none, of the film.
    case known(Package?)
    /// Most likely so, but Lua has forgotten who it was: in a tail call, or where the library calls by itself.
    case likely(Package?)

    var package: Package? {
      switch self {
      case .known(let package), .likely(let package): package
      }
    }
  }

  /// The packages that modules came from, by the modules' chunks and names.
  struct LoadedPackages {
    var byChunk: [String: Package] = [:]
    var byModule: [String: Package] = [:]
    /// Each once, in the order in which they were required.
    var all: [Package] = []
  }

  /// The module that `require` asks for as `name`, loaded.
  func module(_ name: String, _ call: Call) throws -> LuaValue {
    let module = try finder.find(name, for: caller(on: call.lua).package)
    var chunk = module.chunkName
    if let package = module.package {
      // Two folders may be called alike; which package code belongs to is told by its chunk's name.
      while loaded.byChunk[chunk].map({ $0.folder != package.folder })
        ?? (state.chunks[chunk] != nil)
      {
        chunk += "'"
      }
      (loaded.byChunk[chunk], loaded.byModule[name]) = (package, package)
      if !loaded.all.contains(where: { $0.folder == package.folder }) { loaded.all.append(package) }
    }
    return try state.load(text: module.text, name: chunk, on: call.lua)
  }

  private func caller(on lua: OpaquePointer) -> Caller {
    var text = [CChar](repeating: 0, count: 256)
    let kind = mr_find_caller(lua, &text, text.count)
    let end = text.firstIndex(of: 0) ?? 0
    let name = String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    switch Int(kind) {
    case MR_CALLER_CHUNK: return .known(loaded.byChunk[name])
    case MR_CALLER_MODULE: return .known(loaded.byModule[name])
    default: return .likely(loaded.byChunk[name])
    }
  }

  /// Where `path` is that code of the film or of a package names: as it is where absolute or an address; else in the
  /// package, where its manifest lists it; else in the script's folder; else in the working folder, where the script's
  /// has no such file.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the file is in the package and the manifest does not list it, or in
  ///   several packages and Lua does not know which of them asks.
  func locate(_ path: String) throws -> String {
    guard !path.hasPrefix("/"), !path.contains("://") else { return path }
    let caller = caller(on: state.current)
    if let package = caller.package, package.lists(path) {
      let file = FilePath.join(package.folder, path)
      if isThere(file) { return file }
      // Once it is there it goes before the film's.
      gate.note(file)
    }
    let place = besideScript(path)
    guard !isThere(place) else { return place }
    if let package = caller.package { try checkIsListed(path, package) }
    guard case .likely = caller, !loaded.all.isEmpty else { return place }
    return try inLoadedPackage(path) ?? place
  }

  /// Whether there is such a file, or the folder of one with numbers.
  private func isThere(_ path: String) -> Bool {
    access(path.contains("%") ? FilePath.folder(of: path) : path, F_OK) == 0
  }

  private func checkIsListed(_ path: String, _ package: Package) throws {
    guard !package.lists(path), isThere(FilePath.join(package.folder, path)) else { return }
    throw MoonreelError(
      .fileAccess,
      "'\(path)' is a file of the package '\(package.name)' that its manifest does not list: name it, or its folder, in assets"
    )
  }

  /// `path` in the one package that has it; `nil` where none has.
  private func inLoadedPackage(_ path: String) throws -> String? {
    let having = loaded.all.filter { $0.lists(path) && isThere(FilePath.join($0.folder, path)) }
    guard having.count < 2 else {
      throw MoonreelError(
        .fileAccess,
        "the packages '\(having[0].name)' and '\(having[1].name)' both have '\(path)', and which one asks is not known "
          + "here: give their files different names")
    }
    return having.first.map { FilePath.join($0.folder, path) }
  }

  /// `path` in the script's folder, or in the working folder, where that alone has it.
  private func besideScript(_ path: String) -> String {
    let folder = FilePath.folder(of: options.path)
    guard folder != "." else { return path }
    let beside = "\(folder)/\(path)"
    if access(beside, F_OK) == 0 || path.contains("%") { return beside }
    guard access(path, F_OK) == 0 else { return beside }
    // Once it is there it goes before the one in the working folder.
    gate.note(beside)
    return path
  }
}
