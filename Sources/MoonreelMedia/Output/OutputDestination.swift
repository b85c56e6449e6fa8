// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Where bytes go: a file that is replaced as a whole, or something that takes them as they come.
enum OutputDestination: Hashable {
  /// The process's standard output, named `-`.
  case standardOutput
  /// A FIFO or a character device such as `/dev/null`.
  case stream(String)
  /// Nothing is kept.
  case nowhere
  /// A regular file, all links followed, that may or may not exist.
  case file(String)

  /// Finds out what `path` is; symbolic links are followed, so that the link stays and what it
  /// points to is written, but for names that Moonreel makes (``MadePlace``).
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the gate, `fileAccess` for what cannot be
  ///   written, such as a folder.
  init(path: String, gate: FileGate) throws {
    guard !gate.writing.discards else {
      self = .nowhere
      return
    }
    guard path != "-" else {
      self = .standardOutput
      return
    }
    guard !path.isEmpty else {
      throw MoonreelError(.invalidArgument, "Cannot write a file without a name: give a path.")
    }
    if let folder = gate.writing.namedFolder {
      self = .file(try MadePlace(path, below: folder).target(gate))
      return
    }
    let end = try Self.followingLinks(path)
    if end.hasSuffix("/") { throw OutputError.writing(path, errno: EISDIR) }
    let target = try gate.place(of: end)
    var status = stat()
    guard stat(target, &status) == 0 else {
      try Self.checkFolder(of: target)
      self = .file(target)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard access(target, W_OK) == 0 else { throw OutputError.writing(target, errno: errno) }
      try Self.checkFolder(of: target)
      self = .file(target)
    case S_IFIFO, S_IFCHR: self = .stream(target)
    case S_IFDIR: throw OutputError.writing(path, errno: EISDIR)
    default:
      throw MoonreelError(
        .fileAccess, "Cannot write '\(path)': it is neither a file, a pipe nor a character device.")
    }
  }

  /// Throws where new files cannot be made beside `target`.
  private static func checkFolder(of target: String) throws {
    let folder = FilePath.folder(of: target)
    var status = stat()
    guard stat(folder, &status) == 0 else { throw OutputError.writing(target, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw OutputError.writing(target, errno: ENOTDIR)
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw OutputError.writing(target, errno: errno)
    }
  }

  /// The path behind a chain of symbolic links, whose end need not exist.
  private static func followingLinks(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      guard let next = try linkTarget(path) else { return path }
      path = FilePath.isAbsolute(next) ? next : FilePath.join(FilePath.folder(of: path), next)
    }
    throw MoonreelError(
      .fileAccess, "Cannot write '\(path)': its symbolic links lead round in a circle.")
  }

  private static func linkTarget(_ path: String) throws -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = buffer.withUnsafeMutableBytes { bytes in
      readlink(path, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard length >= 0 else { return nil }
    guard let target = String(validating: buffer[..<length], as: UTF8.self) else {
      throw MoonreelError(
        .fileAccess,
        "Cannot write '\(path)': it is a link to a name that is no UTF-8 text. Give the file another name."
      )
    }
    return target
  }
}
