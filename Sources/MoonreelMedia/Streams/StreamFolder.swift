// SPDX-License-Identifier: MIT

import MoonreelCore

/// The files of a stream on their way into their folder: they appear together, as ``FrameFolder`` has it.
///
/// A stream is named by its playlist or its manifest, and all its files begin with that name: `film.m3u8`, `film.mpd`,
/// `film-720p.m3u8`, `film-720p-init.mp4`, `film-720p-00001.m4s` …
///
/// Threads: any.
final class StreamFolder: Sendable {
  /// The endings of what players are given: the playlist of HLS and the manifest of DASH.
  enum Ending {
    static let playlist = ".m3u8"
    static let manifest = ".mpd"
  }

  /// Where the playlist of all will be.
  let path: String
  /// What the names of all files begin with.
  let stem: String
  private let folder: Locked<Content>

  /// `@unchecked Sendable`: only ever touched under a lock.
  private struct Content: @unchecked Sendable {
    /// `nil` where nothing is kept.
    var folder: FrameFolder?
    var byteCount: Int64 = 0
  }

  /// Prepares for the stream at `path`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a name that is none of a stream, `accessDenied`, `fileAccess`.
  init(path: String, gate: FileGate) throws {
    stem = FilePath.stem(of: path)
    guard !gate.writing.discards else {
      (self.path, folder) = (path, Locked(Content()))
      return
    }
    let (target, makesFolder) = try Self.place(of: path, gate: gate)
    let first = stem + Ending.playlist
    self.path = FilePath.join(target, first)
    folder = Locked(
      Content(
        folder: try FrameFolder(
          target, makesFolder: makesFolder, first: first, gate: gate)))
  }

  /// The folder of the stream at `path`, a real path, and whether it is made where it does not exist.
  private static func place(of path: String, gate: FileGate) throws -> (String, Bool) {
    guard Container.cmaf.pathExtensions.contains(FilePath.pathExtension(of: path).lowercased())
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write a stream to '\(path)': it is a folder of files, so name its playlist, such as "
          + "stream/film.m3u8.")
    }
    return (try gate.placeOfFolder(FilePath.folder(of: path)), true)
  }

  /// The files of the stream at `path` that are there and are given to players.
  ///
  /// - Throws: `MoonreelError` as ``init(path:gate:)``, and where one of them must stay.
  static func replaced(by path: String, gate: FileGate) throws -> [String] {
    let (target, makesFolder) = try place(of: path, gate: gate)
    let names = [Ending.playlist, Ending.manifest].map { FilePath.stem(of: path) + $0 }
    _ = try FrameFolder.exists(target, makesFolder: makesFolder, first: names[0])
    return try names.map { FilePath.join(target, $0) }.filter { try gate.admitPicture($0) }
  }

  /// Bytes so far.
  var byteCount: Int64 { folder.withLock(\.byteCount) }

  /// Writes the file whose name ends in `ending`, after that of the stream.
  ///
  /// - Throws: `MoonreelError`: `fileAccess`, `limitExceeded`.
  func write(_ bytes: [UInt8], _ ending: String) throws {
    try folder.withLock { content in
      content.byteCount += Int64(bytes.count)
      try bytes.withUnsafeBytes { try content.folder?.write($0, name: stem + ending) }
    }
  }

  /// Puts all files in their place.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func commit() throws { try folder.withLock { try $0.folder?.commit() } }

  /// Removes what was written. Without effect after ``commit()``.
  func discard() { folder.withLock { $0.folder?.discard() } }
}
