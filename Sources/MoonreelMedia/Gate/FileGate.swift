// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The one gate that every opening of a file or address passes, nested ones included.
///
/// A path is resolved through symbolic links before it is compared with the allowed folders; an
/// address is compared by its host and port. Playlists, lists of files and references inside media are
/// opened through the same gate as the file that names them. What is read through a gate stops within a
/// fifth of a second when its ``cancellation`` is thrown.
public struct FileGate: Sendable {
  /// The allowed folders, resolved, without a trailing slash; `nil` allows every path.
  let folders: [String]?
  /// Those that were allowed later.
  var granted: [GrantedFolders] = []
  /// The allowed hosts.
  let hosts: [AllowedHost]
  /// Stops all that is opened and read through the gate; it then throws `cancelled`.
  public internal(set) var cancellation: CancellationFlag
  /// How long servers may take.
  public var patience = NetworkPatience()
  /// The files of servers that are read through the gate. Gates of one run share them.
  public var remote = RemoteFiles()
  /// What was opened through the gate; several where gates were joined, none where nobody asks.
  var records: [OpenedFiles] = []
  /// What files that are written must respect.
  public var writing = WritingRules()

  /// The most pixels that a picture may have which is opened through the gate.
  public var pixelLimit = PictureLimit.usual

  /// Where what is found out about files is kept; `nil`: nowhere.
  public var cache: MediaCache?

  /// The proxies that players may use; `nil`: none.
  public var proxies: MediaProxies?

  /// Allows every path, and no network address.
  public static let unrestricted = FileGate(
    folders: nil, hosts: [], cancellation: CancellationFlag())

  private init(folders: [String]?, hosts: [AllowedHost], cancellation: CancellationFlag) {
    (self.folders, self.hosts, self.cancellation) = (folders, hosts, cancellation)
  }

  /// Allows what lies in `folders` (at any depth), and network addresses of `hosts`.
  ///
  /// A folder that does not exist allows what will lie in it once it is made, and nothing where it is made as a link
  /// that leads elsewhere. A file may be named in place of a folder: then it
  /// alone is allowed. A host is named as ``AllowedHost`` reads it; what that refuses allows nothing.
  public init(
    folders: [String], hosts: [String] = [], cancellation: CancellationFlag = CancellationFlag()
  ) {
    self.init(
      folders: folders.compactMap { Self.realPath($0) ?? Self.futurePath($0) },
      hosts: hosts.compactMap { try? AllowedHost($0) }, cancellation: cancellation)
    records = [OpenedFiles()]
    granted = [GrantedFolders()]
  }

  /// Allows what lies in `folder` from now on, also through the copies of this gate. A folder that does not exist allows
  /// nothing.
  public func grant(folder: String) {
    guard let real = Self.realPath(folder) else { return }
    for folders in granted.prefix(1) { folders.add(real) }
  }

  /// The real path of `path`, all symbolic links followed; for a file that does not exist yet, the
  /// real path of its folder with the name appended. The file is noted as one that is read, or as one that is
  /// missing.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the allowed folders, `fileAccess` where the
  ///   folder does not exist.
  public func resolve(_ path: String, as role: OpenedFiles.Role = .source) throws -> String {
    do {
      let real = try place(of: path)
      note(path, as: role)
      return real
    } catch let error as MoonreelError where error.code == .fileAccess && !path.isEmpty {
      note(path, as: role)
      throw error
    }
  }

  /// The same for a file that is written, or only looked for.
  func place(of path: String) throws -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw MoonreelError(.fileAccess, "Cannot open a file without a name: give a path.")
    }
    guard let real = Self.realPath(path) ?? Self.realPathOfNewFile(path) else {
      throw missingFolder(of: path)
    }
    guard isAllowed(realPath: real) else { throw Self.denial(of: path) }
    return real
  }

  /// Whether `url` (a path, a `file:` address or a network address) may be opened.
  public func allows(url: String) -> Bool {
    switch try? Address(url) {
    case .path(let path): return (try? place(of: path)) != nil
    case .network(let address): return allows(address)
    case .other, nil: return false
    }
  }

  /// Whether `address` lies on an allowed host.
  func allows(_ address: NetworkAddress) -> Bool { hosts.contains { $0.allows(address) } }

  /// Whether the resolved path lies in an allowed folder.
  func isAllowed(realPath: String) -> Bool {
    guard let folders else { return true }
    return folders.contains { folder in
      FilePath.lies(realPath, in: folder)
    } || granted.contains { $0.contains(realPath) }
  }

  /// The error for a path outside the allowed folders.
  static func denial(of path: String) -> MoonreelError {
    MoonreelError(
      .accessDenied,
      "Cannot open '\(path)': it lies outside the allowed folders. Allow its folder with --allow.")
  }

  /// `path` with all symbolic links followed, or `nil` where it does not exist.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    // Another spelling would be another file.
    return String(validatingCString: resolved)
  }

  /// The real path that `path`, which does not exist, will have once the folders that are missing are made; `nil` where
  /// a link that leads nowhere or `..` is among what is missing.
  static func futurePath(_ path: String) -> String? {
    var (existing, missing) = (path, [String]())
    while existing.utf8.count > 1, existing.utf8.last == UInt8(ascii: "/") { existing.removeLast() }
    var status = stat()
    while lstat(existing, &status) != 0 {
      let name = FilePath.name(of: existing)
      guard !["", ".", ".."].contains(name) else { return nil }
      missing.append(name)
      existing = FilePath.folder(of: existing)
    }
    return realPath(existing).map { missing.reversed().reduce($0, FilePath.join) }
  }

  /// The real path of the folder of `path`, with its last name appended.
  private static func realPathOfNewFile(_ path: String) -> String? {
    // A dangling link would be followed by whoever creates the file: it is not a new file.
    var status = stat()
    guard lstat(path, &status) != 0 else { return nil }
    let name = FilePath.name(of: path)
    guard !["", ".", ".."].contains(name), let real = realPath(FilePath.folder(of: path)) else {
      return nil
    }
    return FilePath.join(real, name)
  }
}
