// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What files that are written must respect, beside the folders of a ``FileGate``.
public struct WritingRules: Hashable, Sendable {
  /// Whether a file that is there may be replaced.
  public var replacesFiles = true
  /// Bytes that one output, all pictures of a sequence together, must not exceed; `nil`: any number.
  public var byteLimit: Int64?
  /// What several outputs must not exceed together; `nil`: nobody counts.
  public var account: ByteAccount?
  /// Whether what is written goes nowhere, for rehearsals: no path is touched.
  public var discards = false
  /// The folder that the person named and below which Moonreel makes the names: no symbolic link is followed below it,
  /// and only regular files are replaced. `nil`: the person named what is written, and links lead where they lead.
  public var namedFolder: String?

  /// Rules that forbid nothing.
  public init() {}

  /// Refuses an output that has become larger, from `before` to `bytes` bytes, where that is more than ``byteLimit`` or than
  /// all outputs of the ``account`` may have together.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`).
  func admit(bytes: Int64, before: Int64, at path: String) throws {
    if let byteLimit, bytes > byteLimit {
      throw MoonreelError(
        .limitExceeded,
        "Cannot write '\(path)': it would be larger than the limit of \(byteLimit) bytes for the "
          + "output. Nothing was kept.")
    }
    if let account, bytes > before, !account.take(bytes - before) {
      throw MoonreelError(
        .limitExceeded,
        "Cannot write '\(path)': together with the files beside it, it would be larger than the limit of "
          + "\(account.limit) bytes for the output. Nothing was kept.")
    }
  }

  /// Moves the finished file `name` of `folder` to `target`, which lies in `place`, in one step.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`); what is at `target` is then untouched.
  func move(_ name: String, of folder: OpenFolder, to target: String, in place: OpenFolder) throws {
    let other = FilePath.name(of: target)
    if !replacesFiles {
      // A link is refused where there is a file; a renaming would replace what just came.
      if folder.link(name, to: other, in: place) {
        folder.removeFile(name)
        return
      }
      // Some file systems have no links: there the check before has to do.
      guard errno != EEXIST else { throw OutputError.exists(target) }
    }
    guard folder.move(name, to: other, in: place) else {
      throw OutputError.writing(target, errno: errno)
    }
  }
}

extension FileGate {
  /// Refuses to put a new file in place of the one at `target`, if there is one, where the run reads
  /// it or nothing is to be replaced.
  ///
  /// - Parameter path: what the person called it.
  /// - Throws: `MoonreelError` (`fileAccess`).
  func admitReplacing(_ target: String, named path: String) throws {
    var status = stat()
    if stat(target, &status) == 0 { try admitWriting(status, named: path) }
    // Also a link that leads nowhere is something that is there.
    if !writing.replacesFiles, OutputPlaces.isTaken(target) || OutputPlaces.isTaken(path) {
      throw OutputError.exists(path)
    }
  }

  /// Makes a gate that opens what this one does, for files whose names Moonreel makes below `folder`. The person named that folder.
  ///
  /// For example: `gate.making(below: "out")` for `out/batch.json`.
  public func making(below folder: String) -> FileGate {
    var gate = self
    gate.writing.namedFolder = folder
    return gate
  }

  /// Refuses to put a picture of a sequence in the place of what is no regular file, of what the run reads, and
  /// of any file where none is to be replaced; whether there is one.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  @discardableResult func admitPicture(_ place: String) throws -> Bool {
    var status = stat()
    guard lstat(place, &status) == 0 else { return false }
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: String?.none
      case S_IFDIR: "a folder"
      case S_IFLNK: "a symbolic link"
      default: "no regular file"
      }
    if let kind {
      throw MoonreelError(
        .fileAccess,
        "Cannot write '\(place)': it is \(kind), and a picture of a sequence replaces regular files alone. "
          + "Remove it, or write to another folder.")
    }
    try admitReplacing(place, named: place)
    return true
  }

  /// Whether the run reads the file at `path`.
  func reads(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return records.contains { $0.objection(to: path, status) != nil }
  }

  /// Refuses to write to the file with `status` where the run reads it.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func admitWriting(_ status: stat, named path: String) throws {
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    for record in records {
      if let objection = record.objection(to: path, status) { throw objection }
    }
  }
}
