// SPDX-License-Identifier: MIT

import MoonreelCore

/// Tracks of segments: what is shown and heard when (`AVMutableComposition`).
public struct Timeline: Sendable {
  /// The tracks in the order they were added.
  public internal(set) var tracks: [Track] = []

  /// A timeline without tracks.
  public init() {}
}
