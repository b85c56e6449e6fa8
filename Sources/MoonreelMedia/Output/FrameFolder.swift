// SPDX-License-Identifier: MIT

import CMediaHost
import Glibc
import MoonreelCore

/// Files on their way into a folder, numbered pictures above all, written into a hidden folder first.
///
/// A folder that does not exist yet appears in one step; into an existing one the files are moved
/// one by one when all are whole, each in place of the one that had its name.
final class FrameFolder {
  private let target: String
  /// The folder at ``target`` where there is one, else the one in which it is made.
  private let folder: OpenFolder
  private let exists: Bool
  /// How the files are numbered; `nil` where they are not.
  private let pattern: FramePattern?
  private let gate: FileGate
  private let warnings: WarningLog?
  private var partial: PartialFile?
  private var names: [String] = []
  private var byteCount: Int64 = 0

  /// Prepares for numbered files in `target`, a real path; without `makesFolder` it must exist.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  convenience init(
    _ target: String, makesFolder: Bool, pattern: FramePattern, gate: FileGate,
    warnings: WarningLog?
  ) throws {
    try self.init(
      target, makesFolder: makesFolder, first: pattern.name(1), pattern: pattern, gate: gate,
      warnings: warnings)
  }

  /// Prepares for files in `target`, a real path, one of which is called `first`; without `makesFolder` it must exist.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  init(
    _ target: String, makesFolder: Bool, first: String, pattern: FramePattern? = nil,
    gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    (self.target, self.pattern, self.gate, self.warnings) = (target, pattern, gate, warnings)
    exists = try Self.exists(target, makesFolder: makesFolder, first: first)
    folder = try OutputError.opened(
      exists ? target : FilePath.folder(of: target), toWrite: FilePath.join(target, first))
    partial = try PartialFile(
      for: exists ? first : FilePath.name(of: target), in: folder, .folder, gate: gate)
  }

  /// Whether the folder `target` is there.
  ///
  /// - Parameter first: the name of a file in it, for sentences.
  /// - Throws: `MoonreelError` (`fileAccess`) where no files can be written into it.
  static func exists(_ target: String, makesFolder: Bool, first: String) throws -> Bool {
    var status = stat()
    let place = FilePath.join(target, first)
    guard stat(target, &status) == 0 else {
      guard makesFolder else { throw OutputError.writing(place, errno: ENOENT) }
      let parent = FilePath.folder(of: target)
      guard access(parent, W_OK | X_OK) == 0 else {
        throw OutputError.writing(target, errno: errno)
      }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw OutputError.writing(place, errno: ENOTDIR)
    }
    guard access(target, W_OK | X_OK) == 0 else { throw OutputError.writing(place, errno: errno) }
    return true
  }

  deinit { discard() }

  /// Writes one file.
  ///
  /// - Throws: `MoonreelError`: `fileAccess`, `limitExceeded` beyond the gate's byte limit.
  func write(_ bytes: UnsafeRawBufferPointer, name: String) throws {
    guard let partial else { return }
    try gate.admitPicture(place(name))
    let before = byteCount
    byteCount += Int64(bytes.count)
    try gate.writing.admit(bytes: byteCount, before: before, at: place(name))
    let descriptor = openat(
      partial.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputError.writing(place(name), errno: errno) }
    defer { close(descriptor) }
    names.append(name)
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    let error = mr_write_bytes(descriptor, base, bytes.count)
    guard error == 0 else { throw OutputError.writing(place(name), errno: error) }
    WrittenMark.set(descriptor)
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw OutputError.writing(place(name), errno: errno)
    }
  }

  /// Moves the files into their place.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func commit() throws {
    defer { discard() }
    guard let partial else { return }
    fsync(partial.descriptor)
    if exists {
      try moveFiles(of: partial)
    } else {
      try PartialFiles.move(partial) {
        guard folder.move(partial.name, to: FilePath.name(of: target)) else {
          throw OutputError.writing(target, errno: errno)
        }
      }
      close(partial.descriptor)
      self.partial = nil
    }
    folder.sync()
  }

  /// Moves the files, one by one, into the folder that is there.
  private func moveFiles(of partial: PartialFile) throws {
    for name in names { try gate.admitPicture(place(name)) }
    let own = try OutputError.opened(partial.name, below: folder, toWrite: target)
    try PartialFiles.move(partial, endsIt: false) {
      for name in names {
        try gate.writing.move(name, of: own, to: place(name), in: folder)
      }
    }
    warnOfLeftovers()
  }

  /// Removes the hidden folder. Without effect after ``commit()``.
  func discard() {
    guard let partial else { return }
    self.partial = nil
    PartialFiles.remove(partial)
    close(partial.descriptor)
  }

  private func place(_ name: String) -> String { FilePath.join(target, name) }

  /// Frames of an older, longer sequence would look like part of this one.
  private func warnOfLeftovers() {
    guard let pattern else { return }
    let last = Int64(names.count)
    let left = Folder.names(in: target).compactMap { pattern.number(in: $0) }
      .filter { $0 > last }
    guard let highest = left.max() else { return }
    warnings?.warn(
      "'\(target)' still holds \(left.count) files of an older sequence, up to "
        + "'\(pattern.name(highest))'.")
  }
}
