// SPDX-License-Identifier: MIT

import Glibc

/// A file as what it holds: copies have one digest, whatever they are called, wherever they lie and whenever they
/// were made.
///
/// The digest is one of all bytes. A few from the ends, with the size, would be found sooner, but codecs of a
/// constant rate write files of one size whose ends agree though a shot between differs; who keeps finished
/// frames by their digest would show the wrong one. Nothing is read before the digest is asked for, and it is
/// kept for as long as the process lives and the file's ``FileIdentity`` stays: its place and times say whether it
/// has to be read again, and are no part of the digest.
package final class FileContent: Sendable {
  private let path: String
  private let identity: FileIdentity
  private let cancellation: CancellationFlag?

  private static let known = Locked<[FileIdentity: Digest]>([:])
  /// Beyond this many files what is known is forgotten.
  private static let most = 4096

  /// The regular file at `path`, as it is now; `nil` where there is none.
  ///
  /// - Parameter cancellation: ends reading.
  package init?(path: String, cancellation: CancellationFlag? = nil) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (self.path, identity, self.cancellation) = (path, FileIdentity(status), cancellation)
  }

  /// Whether the file at the path still is this one.
  package var isCurrent: Bool {
    var status = stat()
    return stat(path, &status) == 0 && FileIdentity(status) == identity
  }

  /// The digest of its bytes; `nil` where the file was changed since, or cannot be read. Reads the whole file the
  /// first time.
  package var digest: Digest? {
    if let known = Self.known.withLock({ $0[identity] }) { return known }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let found = bytesDigest(descriptor), isUnchanged(descriptor) else { return nil }
    // What was changed this moment may change once more without a trace.
    if !identity.isYoung { remember(found) }
    return found
  }

  private func bytesDigest(_ descriptor: Int32) -> Digest? {
    guard isUnchanged(descriptor) else { return nil }
    var hash = SHA256()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while cancellation?.isCancelled != true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return hash.finalized() }
      block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return nil
  }

  private func isUnchanged(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && FileIdentity(status) == identity
  }

  private func remember(_ digest: Digest) {
    Self.known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known[identity] = digest
    }
  }
}
