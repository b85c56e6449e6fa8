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
    /// The table whose rows a batch renders.
    case table

    /// The file in a sentence.
    fileprivate var words: String {
      switch self {
      case .source: "a file that the film reads"
      case .script: "the film's script"
      case .parameters: "the film's file of parameters"
      case .font: "an installed font"
      case .module: "a module of the film's script"
      case .table: "the table of the batch"
      }
    }
  }

  /// A name by which the run has asked for a file.
  public struct Name: Hashable, Sendable {
    /// The path as the run had it.
    public var path: String
    /// What the file is to the run.
    public var role: Role
    /// The file as it was when it was first asked for, before it was read; `nil` where there was none.
    package var identity: FileIdentity?
    /// Whether there was a file.
    public var isMissing: Bool { identity == nil }

    /// The file that `path` names, as it was.
    package init(path: String, role: Role, identity: FileIdentity?) {
      (self.path, self.role, self.identity) = (path, role, identity)
    }
  }

  private struct Entry {
    var path: String
    var role: Role
  }

  private struct Names {
    var places: [String: Int] = [:]
    var all: [Name] = []
  }

  /// Names beyond these are not kept; the files count as opened all the same.
  private static let mostNames = 20_000

  private let entries = Locked<[FilePlace: Entry]>([:])
  private let asked = Locked(Names())
  /// Real paths of folders whose files count as opened.
  private let folders = Locked<[(path: String, role: Role)]>([])

  /// A record of nothing yet.
  public init() {}

  /// All names by which files were asked for, those that were missing included, in the order of asking; the first
  /// 20,000.
  public var names: [Name] { asked.withLock { $0.all } }

  /// Notes that the run reads the file at `path`; one that is missing is noted as asked for, and what is no regular
  /// file is not.
  public func note(_ path: String, as role: Role = .source) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return keep(Name(path: path, role: role, identity: nil))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    keep(Name(path: path, role: role, identity: FileIdentity(status)))
    let place = FilePlace(status)
    entries.withLock { entries in
      // The first role stays: it says most.
      if entries[place] == nil { entries[place] = Entry(path: path, role: role) }
    }
  }

  /// Keeps `name` unless it was asked for before.
  private func keep(_ name: Name) {
    asked.withLock { names in
      guard names.places[name.path] == nil, names.all.count < Self.mostNames else { return }
      names.places[name.path] = names.all.count
      names.all.append(name)
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
