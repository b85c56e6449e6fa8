// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

extension FileGate {
  /// Notes that the run reads the file at `path`, which was opened past the gate or will be opened later.
  public func note(_ path: String, as role: OpenedFiles.Role = .source) {
    for record in records { record.note(path, as: role) }
  }

  /// Notes that the run may read any file below `folder`.
  public func note(folder: String, as role: OpenedFiles.Role) {
    for record in records { record.note(folder: folder, as: role) }
  }

  /// All names by which files were asked for; see ``OpenedFiles/names``.
  public var names: [OpenedFiles.Name] {
    var seen: Set<String> = []
    return records.flatMap(\.names).filter { seen.insert($0.path).inserted }
  }

  /// Notes the file of `track`, or those of its sequence.
  public func note(_ track: AssetTrack) {
    // Looking for a sequence notes its pictures.
    if (try? ImageSequence(path: track.path, gate: self)) == nil { note(track.path) }
  }

  /// Checks that the file of `track` is there and can be read; addresses and numbered pictures are left to
  /// reading.
  ///
  /// - Throws: `MoonreelError`: `fileAccess`, `accessDenied`.
  public func require(_ track: AssetTrack) throws {
    guard let real = try InputSource(path: track.path, gate: self).realPath else { return }
    try RegularFile.require(real, named: track.path)
  }

  /// The same gate, which writes over nothing that was or will be read through `other` either, and allows what `other`
  /// was granted.
  public func joined(with other: FileGate) -> FileGate {
    var gate = self
    for record in other.records where !records.contains(where: { $0 === record }) {
      gate.records.append(record)
    }
    for folders in other.granted where !granted.contains(where: { $0 === folders }) {
      gate.granted.append(folders)
    }
    return gate
  }

  /// The same gate, which notes what passes it in `record` alone.
  public func recording(in record: OpenedFiles) -> FileGate {
    var gate = self
    gate.records = [record]
    return gate
  }

  /// The same gate, with a record where it has none.
  public func recording() -> FileGate {
    guard records.isEmpty else { return self }
    var gate = self
    gate.records = [OpenedFiles()]
    return gate
  }
}

/// Something that opens files of its own for a film, as a script does: an export compares its output
/// with them where it is the timeline's owner.
public protocol FileOpener: AnyObject, Sendable {
  /// The gate that its files pass.
  var gate: FileGate { get }
}
