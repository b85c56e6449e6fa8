// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// How much memory a script's objects hold beside Lua's own, by estimate.
///
/// While a script calls us its account is the ``current`` one of the thread; pictures, tables and kernels that
/// are made meanwhile take a ``MemoryCharge`` from it, which they give back when they go, on whatever thread.
public final class MemoryAccount: Sendable {
  private let bytes = Atomic<Int>(0)

  /// An account of nothing.
  public init() {}

  /// The bytes that are held now.
  public var used: Int { bytes.load(ordering: .relaxed) }

  fileprivate func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else {
      preconditionFailure("a process has room for one more key of its threads")
    }
    return key
  }()

  /// The account of the script that calls us on this thread; `nil`: none does.
  public static var current: MemoryAccount? {
    pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body` with this account as the current one.
  public func charging<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, outer) }
    return try withExtendedLifetime(self) { try body() }
  }
}

/// Bytes taken from a ``MemoryAccount`` until the last that holds the charge is gone.
///
/// Values that share storage share its charge.
public final class MemoryCharge: Sendable {
  private let account: MemoryAccount
  private let held: Atomic<Int>

  /// `bytes` taken from `account`.
  public init(_ bytes: Int, from account: MemoryAccount) {
    self.account = account
    held = Atomic(bytes)
    account.add(bytes)
  }

  /// `bytes` taken from the current account; `nil` where no script calls.
  public static func current(_ bytes: @autoclosure () -> Int) -> MemoryCharge? {
    MemoryAccount.current.map { MemoryCharge(bytes(), from: $0) }
  }

  /// How many bytes they are.
  public var bytes: Int {
    get { held.load(ordering: .relaxed) }
    set { account.add(newValue - held.exchange(newValue, ordering: .relaxed)) }
  }

  deinit { account.add(-held.load(ordering: .relaxed)) }
}
