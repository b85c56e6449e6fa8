// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Opens and reads regular files, and nothing else: a pipe or a device could block for ever, or do
/// something when it is opened.
///
/// What is looked at is the open descriptor, so nobody can put a pipe in the file's place in between.
package enum RegularFile {
  /// The bytes of the file at `path`, at most `limit`; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: what messages call it; `nil`: by its path.
  ///   - what: what it is to be, for messages: `"a text"`.
  /// - Throws: `MoonreelError` (`fileAccess`) where it is no regular file, unreadable or too long.
  package static func bytes(
    of path: String, named name: String? = nil, limit: Int, _ what: String
  ) throws -> [UInt8]? {
    let name = name ?? path
    guard let descriptor = try open(path, named: name) else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(name, String(cString: strerror(errno)), "read") }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw failure(name, "it is longer than \(limit >> 20) MiB, too long for \(what)", "read")
      }
    }
  }

  /// Checks that a regular file is at `path` and can be read, for a library that opens it by its name.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  package static func require(_ path: String, named name: String) throws {
    guard let descriptor = try open(path, named: name) else {
      throw failure(name, "there is no such file")
    }
    close(descriptor)
  }

  /// A descriptor of the file at `path`, which the caller closes; `nil` where there is none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where it is no regular file, or unreadable.
  static func open(_ path: String, named name: String) throws -> Int32? {
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ENXIO: throw failure(name, "it is a socket or a device. Give a regular file")
      default: throw failure(name, String(cString: strerror(errno)).lowercased())
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw failure(name, "it is \(kind(status.st_mode)). Give a regular file")
    }
    return descriptor
  }

  /// The `count` bytes of `descriptor`'s file from `offset` on, fewer at its end; its position stays.
  ///
  /// - Returns: also `errno`'s number where reading failed, else 0.
  static func read(
    _ descriptor: Int32, at offset: Int64, count: Int
  ) -> (bytes: [UInt8], code: Int32) {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    return (bytes, code)
  }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe, in which reading cannot jump"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  private static func failure(
    _ name: String, _ reason: String, _ verb: String = "open"
  ) -> MoonreelError {
    MoonreelError(.fileAccess, "Cannot \(verb) '\(name)': \(reason).")
  }
}
