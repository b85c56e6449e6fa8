// SPDX-License-Identifier: MIT

import MoonreelCore

/// How much an export may come to, for programs that export what strangers describe; `nil`: any amount.
///
/// For example: `request.limits.duration = Time(wholeSeconds: 60)`.
public struct ExportLimits: Hashable, Sendable {
  /// The longest stretch that is written.
  public var duration: Time?
  /// The most pictures that are written.
  public var frames: Int64?
  /// The most bytes of the output, all pictures of a sequence and all files beside it together. Unlike
  /// ``OutputOptions/fileLengthLimit``, which cuts the film, a larger one is an error.
  public var bytes: Int64?
  /// The most seconds that ``ExportSession/run(profile:progress:)`` may take.
  public var seconds: Double?

  /// No limits.
  public init() {}

  /// Refuses what is longer, or has more pictures.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`).
  public func admit(duration: Time, frames: Int64) throws {
    if let limit = self.duration, duration > limit {
      throw MoonreelError(
        .limitExceeded,
        "The film is too long: it lasts \(duration), and the limit is \(limit). Shorten it, or render a "
          + "part of it.")
    }
    if let limit = self.frames, frames > limit {
      throw MoonreelError(
        .limitExceeded,
        "The film has too many pictures: \(frames), and the limit is \(limit). Shorten it, or lower its "
          + "frame rate.")
    }
  }
}

/// What ends an export early: somebody cancels it, or its time is up.
struct ExportClock: Sendable {
  private let cancellation: CancellationFlag
  private let limit: Double?
  private let began = ContinuousClock.now

  /// A clock that starts now.
  init(_ cancellation: CancellationFlag, seconds limit: Double?) {
    (self.cancellation, self.limit) = (cancellation, limit)
  }

  /// - Throws: `MoonreelError`: `cancelled`, `limitExceeded`.
  func check() throws {
    try cancellation.check()
    guard let limit, (ContinuousClock.now - began) / .seconds(1) > limit else { return }
    throw MoonreelError(
      .limitExceeded,
      "The export was stopped: it took longer than the limit of \(limit) s. Nothing was kept.")
  }
}
