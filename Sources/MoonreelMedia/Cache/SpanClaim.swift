// SPDX-License-Identifier: MIT

import Glibc

/// The right to render one span: a locked file beside the place of the span, which is free again when the process ends,
/// however it does.
///
/// `@unchecked Sendable`: the descriptor is written once, and closed once.
public final class SpanClaim: @unchecked Sendable {
  /// What became of an attempt.
  public enum Outcome: Sendable {
    /// The claim is this process's.
    case taken(SpanClaim)
    /// Another process is rendering the span.
    case isElsewhere
    /// Nothing can be claimed in this folder: nobody can be kept from rendering the same.
    case impossible
  }

  private let path: String
  private let descriptor: Int32

  private init(_ path: String, _ descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Removes the file while it is locked: who waits for it sees that, and makes another.
  deinit {
    unlink(path)
    close(descriptor)
  }

  static func take(_ path: String) -> Outcome {
    while true {
      let descriptor = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return .impossible }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let isElsewhere = errno == EWOULDBLOCK
        close(descriptor)
        return isElsewhere ? .isElsewhere : .impossible
      }
      if isStill(descriptor, at: path) { return .taken(SpanClaim(path, descriptor)) }
      // Its owner has just removed it.
      close(descriptor)
    }
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (own, current) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &current) == 0
      && own.st_ino == current.st_ino && own.st_dev == current.st_dev
  }
}
