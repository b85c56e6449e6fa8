// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// How files are told from each other where nobody decodes them.
///
/// Files up to a size go by their bytes, so that copies are the same file. Larger ones are not read: they go by where
/// they lie, their size and when they were changed, as in the cache of what is known of media files, so that a copy
/// counts as another file. The keys are the same in every process on this machine.
public final class FileKeys: Sendable {
  /// Files up to this many bytes go by their bytes, and so do larger ones of which ``compareContent(of:)`` has found
  /// two of one size.
  public let largestRead: Int64
  private let sizes = Locked<Set<Int64>>([])
  private let known = Locked<[String: Known]>([:])

  private struct Known {
    var key: Digest
    /// The file as it was; `nil` for an address.
    var identity: FileIdentity?
  }

  /// - Parameter largestRead: bytes; default 64 MiB.
  public init(largestRead: Int64 = 64 << 20) { self.largestRead = largestRead }

  /// Lets files of `paths` go by their bytes where two have one size and are not the same file: whatever it costs, a copy
  /// then is the same.
  public func compareContent(of paths: some Sequence<String>) {
    var identities: [Int64: Set<FileIdentity>] = [:]
    for path in paths {
      guard let identity = Self.identity(of: path) else { continue }
      identities[identity.size, default: []].insert(identity)
    }
    sizes.withLock { $0.formUnion(identities.filter { $0.value.count > 1 }.keys) }
  }

  /// What stands for the file at `path` as it is now, or for the address; reads it where it goes by its bytes.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where there is no such file, `cancelled`.
  func key(of path: String, cancellation: CancellationFlag) throws -> Digest {
    if let known = known.withLock({ $0[path] }) { return known.key }
    try cancellation.check()
    let identity = Self.identity(of: path)
    let key = try found(path, identity, cancellation)
    known.withLock { $0[path] = Known(key: key, identity: identity) }
    return key
  }

  /// Whether all files are still as they were when they were first asked for.
  var areCurrent: Bool {
    known.withLock { known in
      known.allSatisfy { path, known in
        known.identity == nil || known.identity == Self.identity(of: path)
      }
    }
  }

  /// Whether an address was asked for, whose content nobody knows.
  var hasAddresses: Bool { known.withLock { $0.values.contains { $0.identity == nil } } }

  private func found(
    _ path: String, _ identity: FileIdentity?, _ cancellation: CancellationFlag
  ) throws -> Digest {
    guard let identity else {
      if path.contains("://") { return DigestWriter("address", path).digest }
      throw MoonreelError(.fileAccess, "Cannot read '\(path)': there is no such file.")
    }
    let isRead = identity.size <= largestRead || sizes.withLock { $0.contains(identity.size) }
    if isRead, let content = FileContent(path: path, cancellation: cancellation)?.digest {
      return content
    }
    try cancellation.check()
    return DigestWriter(
      "file", Int64(bitPattern: identity.place.device), Int64(bitPattern: identity.place.node),
      identity.size, identity.modified, identity.changed
    ).digest
  }

  private static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(status)
  }
}
