// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a player does (`AVPlayer.timeControlStatus`).
public enum TimeControlStatus: Hashable, Sendable {
  /// It shows one frame.
  case paused
  /// It is to play and cannot yet.
  case waiting(WaitingReason)
  /// The item's time goes on.
  case playing
}

/// Why a player that is to play does not.
public enum WaitingReason: String, Hashable, Sendable, CaseIterable {
  /// The queue is empty.
  case noItemToPlay
  /// The item's files are being looked at.
  case openingFile
  /// A seek has not arrived.
  case seeking
  /// The first frame is being drawn.
  case drawingFirstFrame
}

/// What a player does where an item ends (`AVPlayer.actionAtItemEnd`).
public enum ActionAtItemEnd: String, Hashable, Sendable, CaseIterable {
  /// The next item plays; the last one stays, paused.
  case advance
  /// It pauses at the end.
  case pause
  /// The rate stays, the time stands.
  case none
}

/// Something that happened to a player's items.
public enum PlayerEvent: Sendable {
  /// The item was played to its end, or to that of a round of its loop.
  case playedToEnd(PlayerItem)
  /// It is the current item now.
  case changedItem(PlayerItem)
  /// It cannot be played.
  case failed(PlayerItem, MoonreelError)
}

/// A time observer of a player, to be given back.
public struct TimeObserverToken: Hashable, Sendable {
  let id: Int
}
