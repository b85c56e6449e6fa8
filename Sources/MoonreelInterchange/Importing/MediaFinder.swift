// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Finds the files that a cut refers to: where it says, relative to itself, or by their names in given folders.
public final class MediaFinder {
  /// What was found.
  enum Found {
    /// A file, by the path at which it can be opened.
    case file(path: String, facts: MediaFacts)
    /// None; why, as a clause.
    case offline(String)
  }

  private let folder: String
  private let folders: [String]
  private let gate: FileGate
  private let warnings: WarningLog?
  private var known: [String: Found] = [:]
  /// The most folders that are looked into.
  private static let mostFolders = 1000

  /// - Parameters:
  ///   - folder: the folder of the cut.
  ///   - folders: where files are looked for by their names, in them and in the folders that lie in them.
  ///   - gate: what may be opened.
  ///   - warnings: gets what is wrong with files that are found.
  public init(beside folder: String, folders: [String], gate: FileGate, warnings: WarningLog? = nil)
  {
    (self.folder, self.gate, self.warnings) = (folder, gate, warnings)
    self.folders = folders.flatMap { parent in
      [parent]
        + Folder.folders(in: parent, atMost: Self.mostFolders).sorted().map {
          FilePath.join(parent, $0)
        }
    }
  }

  /// The file that `reference` means; `nil` where it means no file.
  func find(_ reference: Editorial.MediaReference) -> Found? {
    let wanted: String
    switch reference.kind {
    case .external(let url):
      guard let path = FileURL.path(url) else {
        return .offline("'\(url)' is no address of a file")
      }
      wanted = path
    case .imageSequence(let sequence):
      guard let folder = FileURL.path(sequence.folder) else {
        return .offline("'\(sequence.folder)' is no address of a folder")
      }
      let digits = sequence.padding > 0 ? "0\(sequence.padding)" : ""
      let name = "\(sequence.prefix)%\(digits)d\(sequence.suffix)"
      wanted = folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    case .missing: return .offline("the cut does not say where it lies")
    case .generator: return nil
    }
    let near = reference.metadata.own?["path"]?.text
    let key = "\(near ?? "")\n\(wanted)"
    if let found = known[key] { return found }
    let found = look(for: wanted, near: near)
    known[key] = found
    return found
  }

  private func look(for path: String, near: String?) -> Found {
    let name = FilePath.name(of: path.replacing("\\", with: "/"))
    guard !name.isEmpty, !path.utf8.contains(0) else { return .offline("'\(path)' is no path") }
    let places =
      [near.map(beside), beside(path)].compactMap { $0 } + [beside(name)]
      + folders.map { FilePath.join($0, name) }
    var denied: String?
    for place in places where isThere(place) {
      do {
        let asset = try Asset.load(path: place, gate: gate, warnings: warnings)
        return .file(path: place, facts: MediaFacts(asset))
      } catch let error as MoonreelError where error.code == .accessDenied {
        denied = "'\(place)' lies outside the allowed folders"
      } catch let error as MoonreelError {
        return .offline("'\(place)' cannot be read: \(error.message)")
      } catch {
        return .offline("'\(place)' cannot be read: \(error)")
      }
    }
    return .offline(
      denied ?? "'\(name)' was not found where the cut says, beside it or in the folders given")
  }

  private func beside(_ path: String) -> String {
    FilePath.isAbsolute(path) ? path : FilePath.join(folder, path)
  }

  private func isThere(_ path: String) -> Bool {
    access(path.contains("%") ? FilePath.folder(of: path) : path, F_OK) == 0
  }
}
