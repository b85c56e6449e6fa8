// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Which files an output replaces, asked before anything is written.
public enum OutputPlaces {
  /// The most pictures that are looked for one by one; beyond, what is written is compared when it is.
  private static let mostPictures: Int64 = 1 << 20

  /// Whether something has the name `path`; a link that leads nowhere is something.
  public static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Refuses `paths` of which two are written to the same place.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` naming it; as ``OutputDestination`` for what cannot be written.
  public static func requireDifferent(_ paths: [String], gate: FileGate) throws {
    guard !gate.writing.discards else { return }
    var known: Set<String> = []
    for path in paths {
      let place = path == "-" ? path : Self.name((try? gate.place(of: path)) ?? path)
      guard known.insert(place).inserted else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot write two files to '\(path)' at once: give each a name of its own.")
      }
    }
  }

  /// `path`; that of a stream by its playlist, also where it is named by its manifest.
  private static func name(_ path: String) -> String {
    let ending = FilePath.pathExtension(of: path)
    guard Container(pathExtension: ending)?.isStream == true else { return path }
    return String(path.dropLast(ending.count)) + Container.cmaf.pathExtensions[0]
  }

  /// The regular files that writing `frames` pictures, or one file of kind `container`, to `path` would
  /// replace.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` outside the gate, `fileAccess` where nothing can be
  ///   written, or where one of them is read by the run or must not be replaced; `invalidArgument` where
  ///   several pictures have one name.
  public static func replaced(
    by path: String, container: Container, frames: Int64 = 1, gate: FileGate
  ) throws -> [String] {
    if container.holdsOnePicture, path != "-",
      case .sequence(let folder, let makesFolder, let pattern) = try PicturePlace(
        path, pathExtension: container.pathExtensions[0], gate: gate)
    {
      _ = try FrameFolder.exists(folder, makesFolder: makesFolder, first: pattern.name(1))
      return try (0..<min(frames, mostPictures)).compactMap { index in
        let place = FilePath.join(folder, pattern.name(index + 1))
        return try gate.admitPicture(place) ? place : nil
      }
    }
    if container.isStream { return try StreamFolder.replaced(by: path, gate: gate) }
    let destination = try OutputDestination(path: path, gate: gate)
    if case .file(let target) = destination { try gate.admitReplacing(target, named: path) }
    if container.holdsOnePicture, frames > 1 { throw OutputError.onePicture(path) }
    guard case .file(let target) = destination, access(target, F_OK) == 0 else { return [] }
    return [target]
  }
}
