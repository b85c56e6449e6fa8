// SPDX-License-Identifier: MIT

import MoonreelCore

/// Counts the bytes of outputs that are written at once, on any thread, up to a limit for all of them.
public final class ByteAccount: Hashable, Sendable {
  /// The most that all may take together.
  public let limit: Int64
  private let taken = Locked<Int64>(0)

  /// An account of `limit` bytes, none of them taken.
  public init(limit: Int64) { self.limit = limit }

  /// Takes `count` bytes; false, and nothing taken, where fewer are left.
  func take(_ count: Int64) -> Bool {
    taken.withLock { taken in
      guard count <= limit - taken else { return false }
      taken += count
      return true
    }
  }

  /// Whether both are the same account.
  public static func == (first: ByteAccount, second: ByteAccount) -> Bool { first === second }

  /// Adds which account it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
