// SPDX-License-Identifier: MIT

import CMediaHost
import Glibc
import MoonreelCore

/// A file that is at its path from its first byte on, so that what was written of it is there whatever happens to the
/// program. It is never removed; a file that was there before goes when this one comes.
///
/// Threads: one at a time.
final class GrowingFile: MuxerTarget {
  let path: String
  /// None: no muxer goes back in it by itself.
  let partialPath: String? = nil
  let isSeekable = true
  private(set) var byteCount: Int64 = 0
  private(set) var position: Int64 = 0

  private let descriptor: Int32
  private let folder: OpenFolder
  private let givenPath: String
  private let rules: WritingRules

  /// Makes the file.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the gate, `fileAccess` where it cannot be written, where there is a
  ///   file and the gate's rules let none be replaced, and for pipes and devices.
  init(path: String, gate: FileGate) throws {
    guard case .file(let target) = try OutputDestination(path: path, gate: gate) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot record to '\(path)': a recording is completed by going back in it. Give the name of a file."
      )
    }
    try gate.admitReplacing(target, named: path)
    folder = try OutputError.opened(FilePath.folder(of: target), toWrite: path)
    let name = FilePath.name(of: target)
    if gate.writing.replacesFiles { folder.removeFile(name) }
    descriptor = folder.open(name, O_RDWR | O_CREAT | O_EXCL, permissions: 0o666)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? OutputError.exists(path) : OutputError.writing(path, errno: errno)
    }
    (self.path, givenPath, rules) = (target, path, gate.writing)
  }

  deinit { close(descriptor) }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    try rules.admit(
      bytes: position + Int64(bytes.count), before: byteCount, at: givenPath)
    let error = mr_write_bytes(descriptor, base, bytes.count)
    guard error == 0 else { throw OutputError.recording(givenPath, errno: error) }
    position += Int64(bytes.count)
    byteCount = max(byteCount, position)
  }

  func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  func seek(to offset: Int64) throws {
    guard lseek(descriptor, off_t(offset), SEEK_SET) == offset else {
      throw OutputError.recording(givenPath, errno: errno)
    }
    position = offset
  }

  /// Cuts off what lies behind byte `length`: a fragment that did not become whole.
  func cut(to length: Int64) throws {
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      throw OutputError.recording(givenPath, errno: errno)
    }
    byteCount = length
    try seek(to: length)
  }

  /// Waits until all bytes are on the disk.
  func sync() throws {
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw OutputError.recording(givenPath, errno: errno)
    }
  }

  /// Takes the file away again, before anything was recorded.
  func remove() { folder.removeFile(FilePath.name(of: path)) }

  /// Makes the file's name survive a power cut, too.
  func syncFolder() { folder.sync() }
}

extension GrowingFile: ByteSource {
  var count: Int64 { byteCount }

  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, count >= 0, Int64(count) <= byteCount - place else { return nil }
    let (bytes, code) = RegularFile.read(descriptor, at: place, count: count)
    return code == 0 && bytes.count == count ? bytes : nil
  }
}
