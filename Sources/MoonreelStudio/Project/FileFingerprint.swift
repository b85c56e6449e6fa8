// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// What a watched file was when it was looked at: enough to tell that it was changed.
///
/// Small files are compared by what they hold, so a save that changes nothing is no change. Of larger ones nothing is
/// read: they are the same as long as they lie in the same place with the same size and time.
struct FileFingerprint: Sendable {
  /// What decides.
  enum Content: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The digest of its bytes.
    case bytes(Digest)
    /// Where it lies, its bytes, and when they were changed.
    case place(FilePlace, size: Int64, modified: Int64)
  }

  /// What it holds.
  let content: Content
  private let identity: FileIdentity?

  /// Whether it most likely is being saved: editors put a file away or empty it before they write it anew.
  var isBetweenSaves: Bool { identity == nil || identity?.size == 0 }

  /// Files up to this many bytes are compared by content.
  static let largestRead: Int64 = 1 << 20

  /// The file at `path` as it is now.
  init(_ path: String) {
    identity = Self.identity(of: path)
    guard let identity else {
      content = .missing
      return
    }
    if identity.size <= Self.largestRead,
      let bytes = try? RegularFile.bytes(
        of: path, limit: Int(Self.largestRead), "a file that is watched")
    {
      content = .bytes(Digest(of: bytes))
    } else {
      content = .place(identity.place, size: identity.size, modified: identity.modified)
    }
  }

  /// The file at `path` as it is now, where it holds something else; reads it only where it may.
  func change(at path: String) -> FileFingerprint? {
    if let identity, !identity.isYoung, identity == Self.identity(of: path) { return nil }
    let now = FileFingerprint(path)
    return now.content == content ? nil : now
  }

  /// What tells the regular file at `path` from others; `nil` where there is none.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(status)
  }
}
