// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A hidden file (or folder) beside a target, which takes its place when it is whole.
///
/// Its name is `.NAME.moonreel-PID-RANDOM.part`, and an advisory lock on it lasts as long as the
/// process that writes it: one whose lock is free was left by a process that died, and is removed
/// by the next writer of the same target, unless the run reads it.
package struct PartialFile: Sendable {
  /// The folder that it and its target lie in.
  package let folder: OpenFolder
  /// Its name there.
  package let name: String
  /// Its open, locked descriptor.
  package let descriptor: Int32
  /// Where it lies.
  package var path: String { FilePath.join(folder.path, name) }

  /// What is made.
  package enum Kind {
    case file, folder
    /// A folder that only this user may look into; what other users left beside it is not touched.
    case ownFolder

    /// Permissions, of which the process's mask is taken away.
    fileprivate var permissions: mode_t {
      switch self {
      case .file: 0o666
      case .folder: 0o777
      case .ownFolder: 0o700
      }
    }
  }

  /// Makes one for `target` in `folder`, and removes stale ones of it that nothing which passed `gate` is.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  package init(
    for target: String, in folder: OpenFolder, _ kind: Kind = .file, gate: FileGate = .unrestricted
  ) throws {
    Self.removeStale(of: target, in: folder, gate: gate, ownOnly: kind == .ownFolder)
    self.folder = folder
    (name, descriptor) = try Self.make(for: target, in: folder, kind)
  }

  private static func make(
    for target: String, in folder: OpenFolder, _ kind: Kind
  ) throws -> (name: String, descriptor: Int32) {
    for _ in 0..<16 {
      let name = makeName(for: target)
      let made = try PartialFiles.make(FilePath.join(folder.path, name)) {
        create(name, in: folder, kind)
      }
      guard let descriptor = made else {
        if errno == EEXIST { continue }
        throw OutputError.writing(FilePath.join(folder.path, target), errno: errno)
      }
      // Another writer may have taken it for stale between making and locking it.
      if lock(descriptor), isStill(descriptor, name, in: folder) { return (name, descriptor) }
      close(descriptor)
    }
    throw OutputError.writing(FilePath.join(folder.path, target), errno: EEXIST)
  }

  private static func create(_ name: String, in folder: OpenFolder, _ kind: Kind) -> Int32? {
    let flags: Int32
    switch kind {
    case .file: flags = O_RDWR | O_CREAT | O_EXCL
    case .folder, .ownFolder:
      guard folder.makeFolder(name, permissions: kind.permissions) else { return nil }
      flags = O_RDONLY | O_DIRECTORY
    }
    let descriptor = folder.open(name, flags, permissions: kind.permissions)
    return descriptor < 0 ? nil : descriptor
  }

  /// Whether the lock is ours; file systems without locks count as locked (nobody can take it
  /// then).
  private static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  private static func isStill(_ descriptor: Int32, _ name: String, in folder: OpenFolder) -> Bool {
    var opened = stat()
    guard fstat(descriptor, &opened) == 0, let named = folder.status(of: name) else { return false }
    return FilePlace(opened) == FilePlace(named)
  }

  // MARK: Names

  private static let mark = ".moonreel-"
  private static let ending = ".part"

  private static func makeName(for name: String) -> String {
    let random = String(UInt32.random(in: 0 ... .max), radix: 16)
    return "\(start(for: name))\(getpid())-\(random)\(ending)"
  }

  /// What the names for the target `name` begin with.
  private static func start(for name: String) -> String {
    // Names are limited to 255 bytes on most file systems.
    var kept = name
    while kept.utf8.count > 200 { kept.removeLast() }
    return ".\(kept)\(mark)"
  }

  /// Whether `name` is one that this type gives for `target`: a number of a process and a random one follow.
  static func isPartialName(_ name: String, of target: String) -> Bool {
    let start = start(for: target)
    guard name.utf8.starts(with: start.utf8), name.hasSuffix(ending) else { return false }
    let numbers = name.utf8.dropFirst(start.utf8.count).dropLast(ending.utf8.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard numbers.count == 2, !numbers[0].isEmpty, (1...8).contains(numbers[1].count) else {
      return false
    }
    let (digits, letters) = (
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f")
    )
    return numbers[0].allSatisfy(digits.contains)
      && numbers[1].allSatisfy { digits.contains($0) || letters.contains($0) }
  }

  /// Whether some living process is writing the file at `target`.
  static func isBeingWritten(_ target: String) -> Bool {
    let folder = FilePath.folder(of: target)
    return Folder.names(in: folder).contains { name in
      guard isPartialName(name, of: FilePath.name(of: target)) else { return false }
      let descriptor = open(FilePath.join(folder, name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
  }

  // MARK: Stale ones

  /// Removes the partial files and folders of `target` in `folder` that no living process writes.
  ///
  /// - Parameter ownOnly: whether those stay that another user has made.
  private static func removeStale(
    of target: String, in folder: OpenFolder, gate: FileGate, ownOnly: Bool
  ) {
    for name in folder.names where isPartialName(name, of: target) {
      let path = FilePath.join(folder.path, name)
      guard !gate.reads(path),
        !Folder.names(in: path).contains(where: { gate.reads(FilePath.join(path, $0)) })
      else { continue }
      let descriptor = folder.open(name, O_RDONLY | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      if ownOnly, fstat(descriptor, &status) != 0 || status.st_uid != geteuid() { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { folder.remove(name) }
    }
  }

  /// Removes the file at `path`, or the folder with all that is in it.
  static func remove(_ path: String) {
    (try? OpenFolder.open(FilePath.folder(of: path)))?.remove(FilePath.name(of: path))
  }
}
