// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// A folder of this run's own in the folder for temporary files, which goes with it.
final class ScratchFolder: Sendable {
  let path: String
  /// Those that are there now.
  private static let all = Locked<Set<String>>([])

  /// The paths of those that are there now. A sandbox that is closed meanwhile has to let them be used and removed.
  static var paths: [String] { all.withLock { $0.sorted() } }

  /// - Throws: `MoonreelError` (`fileAccess`).
  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array(FilePath.join(base, "moonreel-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw MoonreelError(
        .fileAccess,
        "Cannot make a folder in '\(base)': \(String(cString: strerror(errno))). Name another with TMPDIR."
      )
    }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    self.path = path
    _ = Self.all.withLock { $0.insert(path) }
  }

  deinit {
    for name in Folder.names(in: path) { remove(name) }
    rmdir(path)
    _ = Self.all.withLock { [path] in $0.remove(path) }
  }

  /// Writes `text` into the file `name`, which only this user can read.
  ///
  /// - Returns: its path.
  /// - Throws: `MoonreelError` (`fileAccess`).
  func write(_ text: String, to name: String) throws -> String {
    let file = FilePath.join(path, name)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file) }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(file) }
      bytes = bytes.dropFirst(count)
    }
    return file
  }

  private static func failure(_ file: String) -> MoonreelError {
    MoonreelError(
      .fileAccess, "Cannot write '\(file)': \(String(cString: strerror(errno))).")
  }

  func remove(_ name: String) { unlink(FilePath.join(path, name)) }
}
