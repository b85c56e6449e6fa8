// SPDX-License-Identifier: MIT

import MoonreelCore

// What timelines and compositions take in memory, by estimate: it counts against the memory of the script that
// made them. What their sources hold is counted with these.

extension Timeline {
  /// Tracks and segments. O(tracks).
  public var byteEstimate: Int {
    tracks.reduce(512 + 32 * usedTrackIDs.count) {
      $0 + MemoryLayout<Track>.stride + 128 + $1.segments.count * MemoryLayout<Segment>.stride
    }
  }
}

extension Composition {
  /// Layers and transitions. O(1).
  public var byteEstimate: Int {
    1024 + layers.count * (MemoryLayout<Layer>.stride + 256)
      + transitions.count * (MemoryLayout<LayerTransition>.stride + 128)
      + captionTracks.count * MemoryLayout<CaptionTrack>.stride
      + metadataTracks.count * MemoryLayout<MetadataTrack>.stride
  }
}

extension VideoComposition {
  /// Instructions and their layers.
  public var byteEstimate: Int {
    instructions.reduce(1024) {
      $0 + MemoryLayout<VideoInstruction>.stride + 256
        + $1.layerInstructions.count * (MemoryLayout<LayerInstruction>.stride + 128)
    }
  }
}

extension ComposedTimeline {
  /// Tracks, segments and instructions.
  public var byteEstimate: Int {
    timeline.byteEstimate + videoComposition.byteEstimate + 256 * audioMix.parameters.count
  }
}
