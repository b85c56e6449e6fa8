// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is mixed where layers of a composition meet.
public enum WorkingSpace: String, Hashable, Sendable, CaseIterable {
  /// The signals as they are stored.
  case gamma
  /// The light that they stand for.
  case linear
}

/// How the pictures of a timeline's tracks become one: size, rate, and instructions over time
/// (`AVVideoComposition`).
///
/// For example: `VideoComposition(propertiesOf: timeline)` shows every track upright and fitted, the
/// last on top.
public struct VideoComposition: Sendable {
  /// Width and height of the picture in pixels; all coordinates are given in it.
  public var renderSize: PixelSize
  /// Output pixels per pixel of `renderSize`; changes no coordinates.
  public var renderScale: Double = 1
  /// Frames a second.
  public var frameRate: FrameRate
  /// What to draw when; contiguous, in order, from the start to the end of what is rendered.
  public var instructions: [VideoInstruction]
  /// Draws the frames of instructions that have no compositor of their own; `nil`: the built-in one.
  public var compositor: (any Compositor)?
  /// Applied to the whole composed picture (`applyingCIFiltersWithHandler`); `nil`: nothing.
  public var filter: (any Effect)?
  /// The colour space that sources are converted to and the output is tagged with.
  public var color: ColorTags = .bt709
  /// What an HDR output says of the display it was made on and of its light; `nil`: what the first
  /// PQ clip says, where the output is PQ.
  public var hdrMetadata: HDRMetadata?
  /// Whether layers are mixed as signals, as by most programs, or as light.
  public var workingSpace: WorkingSpace = .gamma
  /// The track whose own frame times are rendered instead of `frameRate`; `nil`: none.
  public var sourceTrackIDForFrameTiming: TrackID?
  /// The metadata tracks whose values every request carries.
  public var sourceMetadataTrackIDs: [TrackID] = []
  /// The seed that callbacks get for anything random.
  public var seed: UInt64 = 0
  /// Where a script made it, `"promo.lua:12"`, for messages; `nil`: unknown.
  public var place: String?
  /// Kept alive as long as the composition, for whatever its compositors and filter need: the host of a
  /// script. `nil`: nothing.
  public var owner: (any AnyObject & Sendable)?

  /// A composition with these instructions.
  public init(renderSize: PixelSize, frameRate: FrameRate, instructions: [VideoInstruction] = []) {
    (self.renderSize, self.frameRate, self.instructions) = (renderSize, frameRate, instructions)
  }

  /// How long one frame lasts, rounded to the nearest flick.
  public var frameDuration: Time { frameRate.frameDuration }

  /// Width and height of the output in pixels: the render size times the render scale, rounded.
  public var outputSize: PixelSize {
    PixelSize(
      rounding: Size(
        Double(renderSize.width) * renderScale, Double(renderSize.height) * renderScale))
  }

  /// The instruction in force at `time`, or `nil` where none is. O(log n) for valid compositions.
  public func instruction(at time: Time) -> VideoInstruction? {
    let index = instructions.partitioningIndex { $0.timeRange.end > time }
    guard index < instructions.count, instructions[index].timeRange.contains(time) else {
      return nil
    }
    return instructions[index]
  }
}
