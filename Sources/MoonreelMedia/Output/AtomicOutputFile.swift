// SPDX-License-Identifier: MIT

import CMediaHost
import Glibc
import MoonreelCore

/// A file being written: nothing changes at its path before ``commit()``, which replaces what was
/// there in one step; a crash, a full disk or a cancelled export leaves the old file as it was.
///
/// The bytes go into a hidden file beside the target, are synced to the disk and renamed. The
/// target's permissions are kept; symbolic links that the person named stay and what they point to is
/// replaced, names that Moonreel makes follow none (``WritingRules/namedFolder``). Standard output
/// (`-`), FIFOs and character devices (`/dev/null`) take the bytes as they come and cannot be sought in.
///
/// For example:
///
///     let file = try AtomicOutputFile(path: "notes.txt", gate: .unrestricted)
///     try file.write(Array("hello".utf8))
///     try file.commit()
///
/// Threads: one at a time.
public final class AtomicOutputFile {
  /// Where the bytes end up, links followed; `-` for standard output.
  public let path: String
  /// Whether positions can be revisited.
  public var isSeekable: Bool { partial != nil || destination == .nowhere }
  /// The hidden file, while there is one.
  public var partialPath: String? { partial?.path }
  /// The length so far, in bytes.
  public private(set) var byteCount: Int64 = 0

  private let destination: OutputDestination
  private let gate: FileGate
  /// What the person called it.
  private let givenPath: String
  private var partial: PartialFile?
  private var descriptor: Int32 = -1
  /// Whether all bytes are on the disk.
  private var isSealed = false
  /// Where the next byte goes.
  public private(set) var position: Int64 = 0

  /// Opens the output. A FIFO is waited for until somebody reads it.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the gate, `fileAccess` where it cannot be
  ///   written: also to a terminal, where something that was read through the gate lies there, or where there is a file
  ///   and the gate's rules let none be replaced.
  public init(path: String, gate: FileGate) throws {
    destination = try OutputDestination(path: path, gate: gate)
    (self.gate, givenPath) = (gate, path)
    switch destination {
    case .standardOutput:
      self.path = "-"
      descriptor = dup(STDOUT_FILENO)
    case .nowhere:
      self.path = path
      descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    case .stream(let target):
      self.path = target
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
    case .file(let target):
      self.path = target
      try gate.admitReplacing(target, named: path)
      let folder = try OutputError.opened(FilePath.folder(of: target), toWrite: path)
      let partial = try PartialFile(for: FilePath.name(of: target), in: folder, gate: gate)
      (self.partial, descriptor) = (partial, partial.descriptor)
    }
    guard descriptor >= 0 else { throw OutputError.writing(path, errno: errno) }
    guard partial != nil || isatty(descriptor) == 0 else {
      throw MoonreelError(
        .fileAccess,
        "Cannot write to '\(path)': it is a terminal, which would obey bytes of the file. Send it to a program or a file."
      )
    }
    var status = stat()
    // The shell may have connected standard output to a file that the film reads.
    if partial == nil, fstat(descriptor, &status) == 0 {
      try gate.admitWriting(status, named: path)
    }
  }

  deinit { discard() }

  /// Writes `bytes` at the current position.
  ///
  /// - Throws: `MoonreelError`: `fileAccess`, for example when the disk is full, `limitExceeded` beyond the
  ///   gate's byte limit.
  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    try gate.writing.admit(
      bytes: position + Int64(bytes.count), before: byteCount, at: givenPath)
    let error = mr_write_bytes(descriptor, base, bytes.count)
    guard error == 0 else { throw OutputError.writing(path, errno: error) }
    position += Int64(bytes.count)
    byteCount = max(byteCount, position)
  }

  /// Writes `bytes` at the current position.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  public func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
  }

  /// The `count` bytes from `offset` on, fewer at the end of the file; the position stays.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the output cannot be read back.
  func read(at offset: Int64, byteCount count: Int) throws -> [UInt8] {
    let (bytes, code) = RegularFile.read(descriptor, at: offset, count: count)
    guard code == 0 else { throw OutputError.writing(path, errno: code) }
    return bytes
  }

  /// Moves to byte `offset`.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the output cannot be sought in.
  public func seek(to offset: Int64) throws {
    let isThere = destination == .nowhere || lseek(descriptor, off_t(offset), SEEK_SET) == offset
    guard isSeekable, isThere else {
      throw MoonreelError(.fileAccess, "Cannot move within '\(path)': it is a stream.")
    }
    position = offset
  }

  /// Syncs the bytes to the disk; nothing more is to be written.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func seal() throws {
    guard partial != nil, !isSealed, case .file(let target) = destination else { return }
    try gate.admitReplacing(target, named: givenPath)
    keepPermissions(of: target)
    WrittenMark.set(descriptor)
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw OutputError.writing(path, errno: errno)
    }
    isSealed = true
  }

  /// Syncs the bytes to the disk and puts the file in its place.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`); what was at the path is then untouched.
  public func commit() throws {
    defer { discard() }
    try seal()
    guard let partial, case .file(let target) = destination else { return }
    try gate.admitReplacing(target, named: givenPath)
    try PartialFiles.move(partial) {
      try gate.writing.move(partial.name, of: partial.folder, to: target, in: partial.folder)
    }
    self.partial = nil
    partial.folder.sync()
  }

  /// Gives up: removes the hidden file. Without effect after ``commit()``.
  public func discard() {
    if let partial { PartialFiles.remove(partial) }
    partial = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func keepPermissions(of target: String) {
    var status = stat()
    if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
  }
}
