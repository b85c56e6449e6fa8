// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Synchronization

/// How long a picture may be drawn: asked before each tile and each pass, and by the loops of kernels between their rounds.
struct FrameClock: Sendable {
  /// The moment at which the time is up, in nanoseconds of `CLOCK_MONOTONIC`; 0: never.
  let deadline: Int64
  /// Seconds that were allowed.
  let limit: Double

  /// A clock that allows all the time of the world.
  static let unlimited = FrameClock(deadline: 0, limit: .infinity)

  /// A clock that allows `limit` seconds from now on.
  init(limit: Double) {
    // Where a century is allowed, there is no limit.
    guard limit < 3e9 else {
      self = .unlimited
      return
    }
    self.init(deadline: Self.now + Int64(limiting: max(0, limit) * 1e9), limit: limit)
  }

  private init(deadline: Int64, limit: Double) { (self.deadline, self.limit) = (deadline, limit) }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Whether the time is up. Once it is, it stays so.
  var isOver: Bool { deadline != 0 && Self.now > deadline }

  /// - Throws: `MoonreelError` (`limitExceeded`) where the time is up.
  func check() throws {
    guard isOver else { return }
    throw MoonreelError(
      .limitExceeded,
      "Cannot draw this picture within the \(Self.text(limit)) s that one may take. Use smaller pictures, fewer effects "
        + "or fewer rounds of a shader's loops, or allow more with --frame-limit.")
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(limiting: seconds))" : "\(seconds)"
  }
}

extension PictureRenderer {
  /// Seconds that drawing one picture may take unless a renderer is told: a minute, at first. A program sets it once,
  /// before it draws.
  public static var usualFrameLimit: Double {
    get { Double(bitPattern: usualLimitBits.load(ordering: .relaxed)) }
    set { usualLimitBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  private static let usualLimitBits = Atomic<UInt64>((60.0).bitPattern)
}
