// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The files that a run has opened to read, known by what they are on the disk: neither another
/// path, nor a link, nor another spelling hides that two names mean one file.
///
/// ``FileGate`` notes what passes it, and outputs are compared with it before a byte is written and
/// again before they take their place.
public final class OpenedFiles: Sendable {
  /// What a file is to the run.
  public enum Role: Hashable, Sendable {
    /// Media, captions, looks, drawings, fonts: what the film is made of.
    case source
    /// The script.
    case script
    /// The file of parameters.
    case parameters
    /// A font that is installed, which any text may be drawn with.
    case font
    /// A module that the script requires, or a file of the standard library.
    case module

    /// The file in a sentence.
    fileprivate var words: String {
      switch self {
      case .source: "a file that the film reads"
      case .script: "the film's script"
      case .parameters: "the film's file of parameters"
      case .font: "an installed font"
      case .module: "a module of the film's script"
      }
    }
  }

  private struct Entry {
    var path: String
    var role: Role
  }

  private let entries = Locked<[FilePlace: Entry]>([:])
  /// Real paths of folders whose files count as opened.
  private let folders = Locked<[(path: String, role: Role)]>([])

  /// A record of nothing yet.
  public init() {}

  /// Notes that the run reads the file at `path`; without effect for what is no regular file.
  public func note(_ path: String, as role: Role = .source) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let place = FilePlace(status)
    entries.withLock { entries in
      // The first role stays: it says most.
      if entries[place] == nil { entries[place] = Entry(path: path, role: role) }
    }
  }

  /// Notes that the run may read any file below `folder`; without effect where there is none.
  public func note(folder: String, as role: Role) {
    guard let real = FileGate.realPath(folder) else { return }
    folders.withLock { $0.append((real, role)) }
  }

  /// What is wrong with writing to `path`, which is the file with `status`; `nil` where the run does
  /// not read it.
  func objection(to path: String, _ status: stat) -> MoonreelError? {
    let known = entries.withLock { $0[FilePlace(status)] } ?? inFolder(path)
    guard let entry = known else { return nil }
    let other = entry.path == path ? "" : ", under the name '\(entry.path)'"
    return MoonreelError(
      .fileAccess,
      "Cannot write '\(path)': it is \(entry.role.words)\(other). Write to another name.")
  }

  /// The file at `path` where it lies in a folder that is noted.
  private func inFolder(_ path: String) -> Entry? {
    let folders = folders.withLock { $0 }
    guard !folders.isEmpty, let real = FileGate.realPath(path),
      let folder = folders.first(where: { FilePath.lies(real, in: $0.path) })
    else { return nil }
    return Entry(path: path, role: folder.role)
  }
}
