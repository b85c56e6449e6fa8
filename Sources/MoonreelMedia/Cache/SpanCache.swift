// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Encoded spans on the disk, each under the digest of all that it was made of: a span that was rendered once is not
/// rendered again, by no process of this user.
///
/// A cache only saves time: what is missing or damaged is rendered anew, and a folder that cannot be written is left as it
/// is. Several processes may use one folder; whoever renders a span claims it first (``claim(_:)``), so that no other does
/// the same.
public struct SpanCache: Sendable {
  /// Where it is kept.
  public var folder: String { files.folder }
  /// Bytes on the disk; when they are exceeded, what was not used for the longest time goes.
  public let limit: Int
  private let files: CacheFolder

  /// Bytes that all spans may take: 20 GiB.
  public static let usualLimit = 20 << 30
  /// Seconds after which a use is noted anew.
  private static let useStep = 60

  /// The cache in `folder`, which is made where it is missing; `nil` where that is not possible, or the folder is
  /// somebody else's or others may write to it.
  public init?(folder: String, limit: Int = usualLimit) {
    guard let files = CacheFolder(folder, ending: ".span") else { return nil }
    (self.files, self.limit) = (files, limit)
  }

  /// The folder of spans in the user's folder of caches; `nil` where that is not known.
  public static var usualFolder: String? {
    MediaCache.usualFolder.map { FilePath.join($0, "spans") }
  }

  /// Whether there is a span `identity` of the right length; its bytes are not read.
  public func contains(_ identity: Digest) -> Bool {
    guard let file = file(identity),
      let head = file.bytes(at: 0, count: EncodedSpan.headLength)
    else { return false }
    return EncodedSpan.length(head) == file.count
  }

  /// The span `identity`; `nil` where there is none. One that is damaged is removed.
  public func span(_ identity: Digest) -> EncodedSpan? {
    guard let file = file(identity) else { return nil }
    guard let bytes = file.bytes(at: 0, count: Int(clamping: file.count)),
      let span = try? EncodedSpan(bytes, of: identity)
    else {
      unlink(path(identity))
      return nil
    }
    files.noteUse(of: path(identity), file.status, after: Self.useStep)
    return span
  }

  /// Notes that the span `identity` is in use, so that others go first.
  public func noteUse(of identity: Digest) {
    guard let file = file(identity) else { return }
    files.noteUse(of: path(identity), file.status, after: Self.useStep)
  }

  /// Keeps `span` under `identity`, where there is room beside those of `spared`.
  ///
  /// - Returns: whether it is kept now.
  public func keep(_ span: EncodedSpan, as identity: Digest, sparing spared: Set<Digest>) -> Bool {
    let bytes = span.encoded(as: identity)
    guard files.makeRoom(for: bytes.count, limit: limit, sparing: Set(spared.map(path))) else {
      return false
    }
    return files.keep(bytes, at: path(identity))
  }

  /// Claims the span `identity` for this process until the claim is released or the process ends.
  public func claim(_ identity: Digest) -> SpanClaim.Outcome {
    SpanClaim.take(FilePath.join(folder, identity.description + ".lock"))
  }

  private func path(_ identity: Digest) -> String { files.path(identity.description) }

  private func file(_ identity: Digest) -> FileBytes? {
    (try? FileBytes(path(identity), named: "the span cache")).flatMap { $0 }
  }
}
