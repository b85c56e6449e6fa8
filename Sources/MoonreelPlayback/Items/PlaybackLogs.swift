// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Why a frame was not shown.
public enum DropReason: String, Hashable, Sendable, CaseIterable {
  /// It would have been drawn too late, and was not begun.
  case wouldBeLate
  /// It was drawn, and a later one was due by then.
  case overtaken
  /// It could not be read or drawn; the error log says why.
  case failed
}

/// Why playing stopped, or a frame came more than a quarter of a second late.
public enum StallReason: String, Hashable, Sendable, CaseIterable {
  /// Reading and drawing took too long.
  case drawing
  /// A server was asked for what was to be shown or heard.
  case network
  /// The next item was not open yet.
  case nextItem
}

/// What became of an item's frames (`AVPlayerItemAccessLog`).
public struct AccessLog: Hashable, Sendable {
  /// Frames shown.
  public var shown = 0
  /// Of these, how many came after their time.
  public var late = 0
  /// Frames not shown, by reason.
  public var dropped: [DropReason: Int] = [:]
  /// How often playing stopped to wait, or a frame came more than a quarter of a second late, by reason.
  public var stallReasons: [StallReason: Int] = [:]
  /// Seeks that reached their end.
  public var seeks = 0
  /// How often the size of the frames changed.
  public var scaleChanges = 0

  /// What was asked of servers, and what came.
  public var network = NetworkLog.Counts()

  /// A log of nothing.
  public init() {}

  /// How often playing stopped to wait, or a frame came more than a quarter of a second late.
  public var stalls: Int { stallReasons.values.reduce(0, +) }

  /// Frames not shown.
  public var droppedCount: Int { dropped.values.reduce(0, +) }
}

/// Something that went wrong while an item was played (`AVPlayerItemErrorLog`).
public struct ErrorLogEntry: Sendable {
  /// The item's time.
  public var time: Time
  /// What went wrong.
  public var error: MoonreelError
}
