// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// A folder of this run's own in the folder for temporary files, which goes with it.
///
/// It is a ``PartialFile`` of nothing: its name tells whose it is, its lock is held as long as the process lives, and it goes
/// also where the program is ended early. What a process that was killed left behind is removed by the next run of the same
/// user that makes such a folder.
final class ScratchFolder: Sendable {
  let path: String
  private let partial: Locked<PartialFile?>
  /// Those that are there now.
  private static let all = Locked<Set<String>>([])

  /// The paths of those that are there now. A sandbox that is closed meanwhile has to let them be used and removed.
  static var paths: [String] { all.withLock { $0.sorted() } }

  /// What all of them are called.
  private static let name = "scratch"

  /// - Throws: `MoonreelError` (`fileAccess`).
  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let real = realpath(base, nil) else { throw Self.failure(base, errno) }
    defer { free(real) }
    do {
      let folder = try OpenFolder.open(String(cString: real))
      let partial = try PartialFile(for: Self.name, in: folder, .ownFolder)
      path = partial.path
      self.partial = Locked(partial)
    } catch let error as OpenFolder.Failure {
      throw Self.failure(base, error.code)
    } catch let error as MoonreelError where error.code == .fileAccess {
      throw MoonreelError(.fileAccess, error.message + " Name another folder with TMPDIR.")
    }
    _ = Self.all.withLock { [path] in $0.insert(path) }
  }

  private static func failure(_ base: String, _ code: Int32) -> MoonreelError {
    MoonreelError(
      .fileAccess,
      "Cannot make a folder in '\(base)': \(String(cString: strerror(code))). Name another with TMPDIR."
    )
  }

  deinit { remove() }

  /// Removes the folder with all that is in it.
  func remove() {
    partial.withLock { partial in
      guard let own = partial else { return }
      partial = nil
      PartialFiles.remove(own)
      close(own.descriptor)
      _ = Self.all.withLock { [path] in $0.remove(path) }
    }
  }

  /// Writes `text` into the file `name`, which only this user can read.
  ///
  /// - Returns: its path.
  /// - Throws: `MoonreelError` (`fileAccess`).
  func write(_ text: String, to name: String) throws -> String {
    let file = FilePath.join(path, name)
    let descriptor = partial.withLock { partial in
      partial.map {
        openat(
          $0.descriptor, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      } ?? -1
    }
    guard descriptor >= 0 else { throw Self.writingFailure(file) }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.writingFailure(file) }
      bytes = bytes.dropFirst(count)
    }
    return file
  }

  private static func writingFailure(_ file: String) -> MoonreelError {
    MoonreelError(
      .fileAccess, "Cannot write '\(file)': \(String(cString: strerror(errno))).")
  }

  func remove(_ name: String) {
    partial.withLock { _ = $0.map { unlinkat($0.descriptor, name, 0) } }
  }
}
