// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A hidden file (or folder) beside a target, which takes its place when it is whole.
///
/// Its name is `.NAME.moonreel-PID-RANDOM.part`, and an advisory lock on it lasts as long as the
/// process that writes it: one whose lock is free was left by a process that died, and is removed
/// by the next writer of the same target, unless the run reads it.
struct PartialFile {
  /// Where it lies.
  let path: String
  /// Its open, locked descriptor.
  let descriptor: Int32

  /// Makes one beside `target`, and removes stale ones of it that nothing which passed `gate` is.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  init(beside target: String, asFolder: Bool = false, gate: FileGate) throws {
    let folder = FilePath.folder(of: target)
    Self.removeStale(of: FilePath.name(of: target), in: folder, gate: gate)
    for _ in 0..<16 {
      let name = Self.makeName(for: FilePath.name(of: target))
      let path = FilePath.join(folder, name)
      let made = try PartialFiles.make(path) { Self.create(path, asFolder: asFolder) }
      guard let descriptor = made else {
        if errno == EEXIST { continue }
        throw OutputError.writing(target, errno: errno)
      }
      // Another writer may have taken it for stale between making and locking it.
      if Self.lock(descriptor), Self.isStill(descriptor, at: path) {
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      close(descriptor)
    }
    throw OutputError.writing(target, errno: EEXIST)
  }

  private static func create(_ path: String, asFolder: Bool) -> Int32? {
    if asFolder, mkdir(path, 0o777) != 0 { return nil }
    let flags = asFolder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT | O_EXCL
    let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o666)
    return descriptor < 0 ? nil : descriptor
  }

  /// Whether the lock is ours; file systems without locks count as locked (nobody can take it
  /// then).
  private static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && FilePlace(opened) == FilePlace(named)
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
  static func removeStale(of target: String, in folder: String, gate: FileGate) {
    for name in Folder.names(in: folder) where isPartialName(name, of: target) {
      let path = FilePath.join(folder, name)
      guard !gate.reads(path),
        !Folder.names(in: path).contains(where: { gate.reads(FilePath.join(path, $0)) })
      else { continue }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(descriptor)
    }
  }

  /// Removes the file, or the folder with the files in it.
  static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in Folder.names(in: path) { unlink(FilePath.join(path, name)) }
    rmdir(path)
  }
}
