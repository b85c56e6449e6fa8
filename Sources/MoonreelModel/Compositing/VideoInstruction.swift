// SPDX-License-Identifier: MIT

import MoonreelCore

/// What to draw over one time range (`AVVideoCompositionInstruction`).
public struct VideoInstruction: Sendable {
  /// When it is in force.
  public var timeRange: TimeRange
  /// What lies behind all layers; opaque black unless said.
  public var backgroundColor: Color = .black
  /// The layers, the first on top; must be empty where a compositor is set. A track may be drawn by several.
  public var layerInstructions: [LayerInstruction] = []
  /// Draws this instruction's frames instead of the built-in compositor.
  public var compositor: (any Compositor)?
  /// The tracks whose frames the compositor gets; `nil`: those of the layers, or with a compositor
  /// every enabled video track.
  public var requiredTrackIDs: [TrackID]?
  /// The track whose frames are shown untouched where nothing else is asked for.
  public var passthroughTrackID: TrackID?
  /// The metadata tracks whose values the request carries.
  public var requiredMetadataTrackIDs: [TrackID] = []
  /// Whether the composition's filter and overlay apply.
  public var enablePostProcessing = true
  /// Anything the compositor wants to know.
  public var data: (any Sendable)?

  /// An instruction over `timeRange` that shows its background.
  public init(timeRange: TimeRange) { self.timeRange = timeRange }
}
