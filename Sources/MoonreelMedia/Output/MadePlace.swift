// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A place whose name Moonreel makes, below a folder that the person named: `out/batch.json` for `-o 'out/{id}.mp4'`.
///
/// The folder that was named may be reached through links. Below it no link is followed, and only a regular file is
/// replaced: what was put there to lead elsewhere leads nowhere.
package struct MadePlace {
  /// The path as messages have it.
  private var path: String
  /// The folder that the person named.
  private let folder: String
  /// The parts of the path below it, the last of which is the file's name.
  private let parts: [String]

  /// The place `path`. Where it does not begin with the words of `folder`, its own folder counts as the one that was named.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where `path` does not end in a name.
  package init(_ path: String, below folder: String) throws {
    let name = FilePath.name(of: path)
    guard !["", ".", ".."].contains(name) else { throw OutputError.writing(path, errno: EISDIR) }
    self.path = path
    if let parts = Self.parts(of: path, below: folder) {
      (self.folder, self.parts) = (folder, parts)
    } else {
      (self.folder, parts) = (FilePath.folder(of: path), [name])
    }
  }

  /// The parts of `path` below `folder`; `nil` where it does not begin with the words of `folder`, or leaves it by `..`.
  static func parts(of path: String, below folder: String) -> [String]? {
    var rest = path
    if folder != "." || FilePath.isAbsolute(path) {
      let start = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
      guard path.utf8.starts(with: start.utf8) else { return nil }
      rest = String(Substring(path.utf8.dropFirst(start.utf8.count)))
    }
    let parts = OpenFolder.parts(rest).filter { $0 != "." }
    return parts.isEmpty || parts.contains("..") ? nil : parts
  }

  /// The folder that the place lies in, opened without following a link below the folder that was named.
  ///
  /// - Parameter permissions: those of folders that are made below that folder; `nil`: none is made.
  /// - Throws: `MoonreelError` (`fileAccess`).
  func openFolder(making permissions: mode_t? = nil) throws -> OpenFolder {
    guard let real = FileGate.realPath(folder) else {
      throw OutputError.writing(FilePath.join(folder, parts[0]), errno: errno)
    }
    let named = try OutputError.opened(real, toWrite: path)
    return try OutputError.opened(
      parts.dropLast().joined(separator: "/"), below: named, making: permissions, toWrite: path)
  }

  /// Makes the folders that are missing below the one that was named, and looks whether the place can be written to.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`), also where a link or something else than a file is in the way.
  package func prepare() throws {
    try check(openFolder(making: 0o777))
  }

  /// Makes the folder at `path`, below `folder`, and those above it that are missing.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`), also where a link or something else than a folder is in the way.
  package static func makeFolder(_ path: String, below folder: String) throws {
    var place = try MadePlace(FilePath.join(path, "file"), below: folder)
    place.path = path
    _ = try place.openFolder(making: 0o777)
  }

  /// Refuses a folder at `path`, whose name Moonreel makes below `folder`, that is a link or is reached through one.
  /// For a sandbox that is closed before anything is written: then no link widens it.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func check(_ path: String, below folder: String) throws {
    var status = stat()
    guard lstat(FilePath.folder(of: path), &status) == 0 else { return }
    _ = try MadePlace(path, below: folder).folderTarget(.unrestricted)
  }

  /// Removes the file, or the link in its place.
  ///
  /// - Returns: `errno`'s number where there is one that could not be removed; `nil`: none is left.
  /// - Throws: `MoonreelError` (`fileAccess`) where a link leads to its folder.
  @discardableResult package func remove() throws -> Int32? {
    var status = stat()
    guard lstat(FilePath.folder(of: path), &status) == 0 else { return nil }
    if try openFolder().removeFile(parts[parts.count - 1]) || errno == ENOENT { return nil }
    return errno
  }

  /// The file's real path.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside `gate`, `fileAccess` where it cannot be written.
  func target(_ gate: FileGate) throws -> String {
    let opened = try openFolder()
    let target = FilePath.join(opened.path, parts[parts.count - 1])
    guard gate.isAllowed(realPath: target) else { throw FileGate.denial(of: path) }
    try check(opened)
    guard access(opened.path, W_OK | X_OK) == 0 else {
      throw OutputError.writing(target, errno: errno)
    }
    return target
  }

  /// The real path of the folder that has the name of the file, or will have it.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside `gate`, `fileAccess` where a link is in the way.
  fileprivate func folderTarget(_ gate: FileGate) throws -> String {
    let (opened, name) = (try openFolder(), parts[parts.count - 1])
    let target = FilePath.join(opened.path, name)
    guard gate.isAllowed(realPath: target) else { throw FileGate.denial(of: path) }
    if let status = opened.status(of: name), status.st_mode & S_IFMT == S_IFLNK {
      throw OutputError.taken(path, path, by: "a symbolic link")
    }
    return target
  }

  private func check(_ folder: OpenFolder) throws {
    guard let status = folder.status(of: parts[parts.count - 1]) else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let target = FilePath.join(folder.path, parts[parts.count - 1])
      guard access(target, W_OK) == 0 else { throw OutputError.writing(path, errno: errno) }
    case S_IFDIR: throw OutputError.writing(path, errno: EISDIR)
    case S_IFLNK: throw OutputError.taken(path, path, by: "a symbolic link")
    default: throw OutputError.taken(path, path, by: "no regular file")
    }
  }
}

extension FileGate {
  /// The real path of the folder at `path` into which files are written.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the gate, `fileAccess` where it cannot be reached.
  func placeOfFolder(_ path: String) throws -> String {
    guard let folder = writing.namedFolder, MadePlace.parts(of: path, below: folder) != nil else {
      return try place(of: path)
    }
    return try MadePlace(path, below: folder).folderTarget(self)
  }
}
