// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What the first pass over a film has learnt of its pictures.
///
/// Libraries that keep it in files of their own get a hidden folder beside the output, which is removed with
/// the last reference to this, or by ``remove()``, and with all partial files when the program ends early.
public final class PassStatistics: Sendable {
  /// The most bytes that the statistics of one film may take.
  static let mostBytes: Int64 = 2 << 30

  private let folder: Locked<PartialFile?>
  private let output: String
  private let collected = Locked("")

  /// Room for the statistics of the film that goes to `path`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where the output is no file, `fileAccess`, `accessDenied`.
  init(path: String, gate: FileGate) throws {
    output = try Self.target(path: path, gate: gate)
    let place = try OutputError.opened(FilePath.folder(of: output), toWrite: path)
    folder = Locked(
      try PartialFile(for: FilePath.name(of: output), in: place, .folder, gate: gate))
  }

  /// The file that `path` means.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where the output is no file, `fileAccess`, `accessDenied`.
  static func target(path: String, gate: FileGate) throws -> String {
    guard case .file(let target) = try OutputDestination(path: path, gate: gate) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write '\(path)' in two passes: it is no file, beside which what the first one learns could be "
          + "kept. Write a file, or leave 'passes' out.")
    }
    return target
  }

  deinit { remove() }

  /// Removes the files. The statistics are of no use afterwards.
  public func remove() {
    folder.withLock { folder in
      guard let partial = folder else { return }
      folder = nil
      PartialFiles.remove(partial)
      close(partial.descriptor)
    }
  }

  /// The file of a library, by a name without colons, whatever the folder is called: x265 takes them for the
  /// ends of its parameters.
  var file: String {
    folder.withLock { $0.map { "/proc/self/fd/\($0.descriptor)/statistics" } ?? "" }
  }

  /// What libav has passed on so far.
  var text: String { collected.withLock { $0 } }

  /// Takes what libav passes on.
  ///
  /// - Throws: as ``check()``.
  func append(_ text: String) throws {
    collected.withLock { $0 += text }
    try check()
  }

  /// Refuses statistics that have become too long.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`).
  func check() throws {
    guard byteCount > Self.mostBytes else { return }
    throw MoonreelError(
      .limitExceeded,
      "Cannot write '\(output)' in two passes: what the first one learnt takes more than \(Self.mostBytes) bytes. "
        + "Leave 'passes' out, or write the film in parts.")
  }

  /// Bytes of memory and files.
  var byteCount: Int64 {
    let files = folder.withLock { folder -> Int64 in
      guard let path = folder?.path else { return 0 }
      return Folder.names(in: path).reduce(0) { sum, name in
        var status = stat()
        return stat(FilePath.join(path, name), &status) == 0 ? sum + Int64(status.st_size) : sum
      }
    }
    return files + collected.withLock { Int64($0.utf8.count) }
  }
}
