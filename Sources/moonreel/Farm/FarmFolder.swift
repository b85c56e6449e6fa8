// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelAuthor
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// The folder of a film that is rendered in tasks, `film.mp4.farm`: the tasks' scripts, what they say, and the spans that
/// are rendered. All machines see it under the same name.
struct FarmFolder {
  /// An absolute path.
  let path: String
  /// The folder that it is made in, an absolute path: that of the film, or the one of `--folder`.
  private let place: String

  /// Who runs what in the folder.
  struct Note: Equatable {
    var engine: FarmEngine
    var jobs: [String]
    var parts: Int
  }

  private static let note = "farm.json"

  /// The folder for `output` in `place`; nothing is made yet.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where `place` is no folder.
  init(for output: String, in place: String) throws {
    guard Folder.exists(place), let real = realpath(place, nil) else {
      throw MoonreelError(
        .fileAccess, "There is no folder '\(place)'. Make it, or name another with --folder.")
    }
    defer { free(real) }
    self.place = String(cString: real)
    path = FilePath.join(self.place, FilePath.name(of: output) + ".farm")
  }

  /// Where encoded spans are kept, unless another folder is named.
  var spans: String { file("spans") }

  func file(_ name: String) -> String { FilePath.join(path, name) }

  /// What is being done in the folder, or was; `nil` where there is none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where there is something else in its place.
  func readNote() throws -> Note? {
    for folder in [path, spans] { try MadePlace.check(folder, below: place) }
    guard access(path, F_OK) == 0 else { return nil }
    let names = Folder.names(in: path, atMost: 1)
    if names.isEmpty, Folder.exists(path) { return nil }
    guard let text = try? TextFile.read(file(Self.note)),
      case .object(let members)? = try? JSONValue(parsing: text),
      case .string(let word)? = members.value("engine"), let engine = FarmEngine(rawValue: word),
      case .array(let jobs)? = members.value("jobs"), let parts = members.value("parts")?.double
    else {
      throw MoonreelError(
        .fileAccess,
        "'\(path)' exists and is no folder of an earlier submission. Move it away, or name another place with --folder."
      )
    }
    return Note(
      engine: engine, jobs: jobs.compactMap { if case .string(let job) = $0 { job } else { nil } },
      parts: Int(limiting: parts))
  }

  func write(_ note: Note) throws {
    let json = JSONValue.members([
      "engine": .string(note.engine.rawValue), "jobs": .array(note.jobs.map { .string($0) }),
      "parts": .int(note.parts),
    ])
    try TextOutput.write([Self.note: json.compactText + "\n"], to: path, below: place)
  }

  /// Makes the folder, with `scripts` in it; what tasks of an earlier submission said is taken away, their spans stay.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func prepare(_ scripts: [String: String]) throws {
    try TextOutput.makeFolder(path, below: place)
    for name in Folder.names(in: path) where name.hasSuffix(".jsonl") || name.hasSuffix(".log") {
      try MadePlace(file(name), below: place).remove()
    }
    try TextOutput.write(scripts, to: path, below: place)
  }

  /// Takes the folder away with all that it holds.
  func remove() { Folder.remove(path) }
}
