// SPDX-License-Identifier: MIT

import MoonreelCore

/// What the process that draws may use.
public struct WorkerSettings: Sendable {
  /// Private memory in bytes; 0: no limit.
  public var memoryLimit: Int = 2 << 30
  /// Seconds of computing for one drawing, on all processors together.
  public var secondsOfComputing: Int = 10
  /// Seconds that one drawing may take in all.
  public var secondsOfWaiting: Int = 30
  /// How its sandbox is closed: fonts and libraries may be read, nothing else.
  public var sandbox: ProcessSandbox.Mode = .auto
  /// Thrown, it ends the drawing that is under way.
  public var cancellation = CancellationFlag()

  /// The usual: 2 GiB, 10 s of computing, 30 s in all.
  public init() {}
}
