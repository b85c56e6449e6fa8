// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The digests of files' bytes, kept in a folder of caches: a long file is read through once.
struct ContentDigests: Sendable {
  private let files: CacheFolder
  /// Bytes of all of them.
  private static let limit = 1 << 20

  init?(_ folder: String) {
    guard let files = CacheFolder(folder, ending: ".content") else { return nil }
    self.files = files
  }

  /// The digest of the file at `path` as it is now; `nil` where it cannot be read, or changes meanwhile.
  func digest(of path: String, cancellation: CancellationFlag) -> Digest? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let identity = FileIdentity(status)
    let place = files.path(
      DigestWriter(
        "content", Int64(bitPattern: identity.place.device), Int64(bitPattern: identity.place.node),
        identity.size, identity.modified, identity.changed
      ).digest.description)
    if !identity.isYoung, let known = read(place) { return known }
    guard let content = FileContent(path: path, cancellation: cancellation),
      let digest = content.digest, content.isCurrent
    else { return nil }
    if !identity.isYoung {
      let bytes = Self.bytes(of: digest)
      files.makeRoom(for: bytes.count, limit: Self.limit)
      files.keep(bytes, at: place)
    }
    return digest
  }

  private func read(_ place: String) -> Digest? {
    guard let file = try? FileBytes(place, named: "the cache"), file.count == 36,
      let bytes = file.bytes(at: 0, count: 36)
    else { return nil }
    let words = (0..<4).map { word in
      bytes[word * 8..<word * 8 + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    let digest = Digest(words[0], words[1], words[2], words[3])
    guard Self.bytes(of: digest) == bytes else { return nil }
    files.noteUse(of: place, file.status)
    return digest
  }

  /// Its bits, then a check sum of them.
  private static func bytes(of digest: Digest) -> [UInt8] {
    let words = [digest.words.0, digest.words.1, digest.words.2, digest.words.3]
    let bytes = words.flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
    let sum = Checksum.of(bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
  }
}
