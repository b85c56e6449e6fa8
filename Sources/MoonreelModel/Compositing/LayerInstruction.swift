// SPDX-License-Identifier: MIT

import MoonreelCore

/// How one track is drawn while an instruction is in force (`AVVideoCompositionLayerInstruction`).
public struct LayerInstruction: Sendable {
  /// The track.
  public let trackID: TrackID

  /// An instruction that draws track `trackID` upright at its natural size.
  public init(trackID: TrackID) { self.trackID = trackID }
}
