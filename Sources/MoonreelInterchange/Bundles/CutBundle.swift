// SPDX-License-Identifier: MIT

import CZlib
import Glibc
import MoonreelCore
import MoonreelMedia

/// A cut together with its media in one file: OpenTimelineIO's `.otioz`, a ZIP archive with the cut as `content.otio` and
/// the media in `media/`.
struct CutBundle {
  private let archive: ZipArchive
  private let name: String

  /// The cut's name in a bundle.
  static let contentName = "content.otio"
  /// The folder of media in a bundle.
  static let mediaFolder = "media/"
  /// The most files of media: each is written beside all others.
  static let mostMedia = 4096

  /// Opens the bundle at `path`, which has passed a gate.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it cannot be opened, `unsupportedFormat` where it is no bundle.
  init(at path: String, named name: String) throws {
    guard let source = try FileBytes(path, named: name) else {
      throw MoonreelError(.fileAccess, "Cannot open '\(name)': there is no such file.")
    }
    try self.init(source, named: name)
  }

  /// Reads the bundle in `source`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where it is none.
  init(_ source: any ByteSource, named name: String) throws {
    (archive, self.name) = (try ZipArchive(source, named: name), name)
  }

  /// The cut, at most `limit` bytes of OpenTimelineIO's JSON.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where there is none, it is damaged, or longer.
  func content(limit: Int) throws -> [UInt8] {
    guard let entry = archive.entries.first(where: { $0.name == Self.contentName }) else {
      throw archive.damage("it holds no \(Self.contentName)")
    }
    return try archive.bytes(of: entry, limit: limit)
  }

  /// The media, which lie in their folder and in none that lies in it.
  private var media: [ZipArchive.Entry] {
    archive.entries.filter {
      $0.name.hasPrefix(Self.mediaFolder)
        && !$0.name.dropFirst(Self.mediaFolder.count).contains("/")
    }
  }

  /// The names of the media, without their folder.
  var mediaNames: [String] { media.map { FilePath.name(of: $0.name) } }

  /// Writes the media into `folder`, which is made where it is missing.
  ///
  /// A file that is there already stays where it is the same; where `isOwn` says that nobody else writes into the folder,
  /// its length tells.
  /// - Throws: `MoonreelError`: `fileAccess` where they cannot be written, or where another file has such a name;
  ///   `unsupportedFormat` where one is damaged.
  func unpackMedia(into folder: String, isOwn: Bool, gate: FileGate) throws {
    let media = media
    guard media.count <= Self.mostMedia else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot unpack '\(name)': it holds \(media.count) files of media, more than \(Self.mostMedia). Unpack it by hand, and "
          + "import the cut in it.")
    }
    for entry in media {
      try gate.cancellation.check()
      let path = FilePath.join(folder, FilePath.name(of: entry.name))
      var status = stat()
      if stat(path, &status) == 0 {
        let hasLength = Int64(status.st_size) == entry.size
        guard hasLength, try isOwn || sum(of: path, gate) == entry.sum else {
          throw MoonreelError(
            .fileAccess,
            "Cannot unpack '\(name)': another file lies at '\(path)'. Move it, or write the script elsewhere."
          )
        }
        continue
      }
      try unpack(entry, to: path, gate)
    }
  }

  private func unpack(_ entry: ZipArchive.Entry, to path: String, _ gate: FileGate) throws {
    let file = try AtomicOutputFile(path: path, gate: gate)
    do {
      try archive.read(entry) { block in
        try gate.cancellation.check()
        try file.write(block)
      }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  private func sum(of path: String, _ gate: FileGate) throws -> UInt32? {
    guard let file = try FileBytes(try gate.resolve(path), named: path) else { return nil }
    var (sum, position): (UInt, Int64) = (0, 0)
    while position < file.count {
      try gate.cancellation.check()
      let count = Int(min(1 << 20, file.count - position))
      guard let block = file.bytes(at: position, count: count) else { return nil }
      // holds: a mebibyte at most.
      sum = crc32(sum, block, UInt32(count))
      position += Int64(count)
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
