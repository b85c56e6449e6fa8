// SPDX-License-Identifier: MIT

import Glibc

/// A folder that is held open. What is made, moved and removed in it by name stays in it, even when somebody puts another
/// folder, or a link, in its place meanwhile.
///
/// No symbolic link is followed: neither on the way to the folder nor as the name of what lies in it.
package final class OpenFolder: Sendable {
  /// The folder's path when it was opened.
  package let path: String
  private let descriptor: Int32

  /// Why a folder could not be opened.
  package struct Failure: Error, Equatable {
    /// The part of the path that is in the way.
    package let path: String
    /// `errno`'s number; `ELOOP` for a symbolic link.
    package let code: Int32

    /// Whether a symbolic link is in the way.
    package var isLink: Bool { code == ELOOP }
  }

  private init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Opens the folder at `path`, one part after the other.
  ///
  /// - Throws: ``Failure`` for the first part that is no folder, or is a link.
  package static func open(_ path: String) throws(Failure) -> OpenFolder {
    let start = FilePath.isAbsolute(path) ? "/" : "."
    let descriptor = Glibc.open(start, flags)
    guard descriptor >= 0 else { throw Failure(path: start, code: errno) }
    return try OpenFolder(descriptor, path: start).folder(path)
  }

  /// Opens the folder at `path`, parts of which lie below this one.
  ///
  /// - Parameter permissions: those of folders that are made where they are missing; `nil`: none is made.
  /// - Throws: ``Failure`` for the first part that is no folder, is a link, or cannot be made.
  package func folder(_ path: String, making permissions: mode_t? = nil) throws(Failure)
    -> OpenFolder
  {
    var folder = self
    for part in Self.parts(path) where part != "." {
      folder = try folder.child(part, making: permissions)
    }
    return folder
  }

  /// The parts of `path`, of which none is empty.
  package static func parts(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// `O_PATH` of `fcntl.h`, which Swift does not see: the folder is named, not read.
  private static let onlyNamed: Int32 = 0o10_000_000
  private static let flags = onlyNamed | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  private func child(_ name: String, making permissions: mode_t?) throws(Failure) -> OpenFolder {
    let place = FilePath.join(path, name)
    var opened = openat(descriptor, name, Self.flags)
    if opened < 0, errno == ENOENT, let permissions {
      guard mkdirat(descriptor, name, permissions) == 0 || errno == EEXIST else {
        throw Failure(path: place, code: errno)
      }
      opened = openat(descriptor, name, Self.flags)
    }
    let code = errno
    guard opened < 0 else { return OpenFolder(opened, path: place) }
    let isLink = status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    throw Failure(path: place, code: isLink ? ELOOP : code)
  }

  // MARK: What lies in it

  /// What `name` is, links not followed; `nil` where there is nothing.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The names in it, in no order; empty where it cannot be read.
  package var names: [String] {
    let readable = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard readable >= 0 else { return [] }
    return Folder.names(inOpened: readable)
  }

  /// A descriptor of the file `name`; negative, with `errno`, where it cannot be opened or is a link.
  package func open(_ name: String, _ flags: Int32, permissions: mode_t = 0) -> Int32 {
    openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, permissions)
  }

  /// Makes the folder `name`; whether it was made, else `errno` says why not.
  package func makeFolder(_ name: String, permissions: mode_t) -> Bool {
    mkdirat(descriptor, name, permissions) == 0
  }

  /// Puts `name` in the place of `other` in `folder`, or here; whether that could be done, else `errno` says why not.
  package func move(_ name: String, to other: String, in folder: OpenFolder? = nil) -> Bool {
    renameat(descriptor, name, (folder ?? self).descriptor, other) == 0
  }

  /// Gives the file `name` the further name `other` in `folder`, where nothing has it; whether that could be done, else
  /// `errno` says why not.
  package func link(_ name: String, to other: String, in folder: OpenFolder) -> Bool {
    linkat(descriptor, name, folder.descriptor, other, 0) == 0
  }

  /// Removes the file or the link `name`; a folder stays. Whether that could be done, else `errno` says why not.
  @discardableResult package func removeFile(_ name: String) -> Bool {
    unlinkat(descriptor, name, 0) == 0
  }

  /// Removes the file, the link, or the folder `name` with all that it holds, as far as that can be removed.
  package func remove(_ name: String) {
    if removeFile(name) || errno == ENOENT { return }
    if let folder = try? child(name, making: nil) {
      for name in folder.names { folder.remove(name) }
    }
    unlinkat(descriptor, name, AT_REMOVEDIR)
  }

  /// Makes a renaming in it survive a power cut.
  package func sync() {
    let readable = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard readable >= 0 else { return }
    fsync(readable)
    close(readable)
  }
}
