// SPDX-License-Identifier: MIT

import MoonreelCore

/// How one track is drawn while an instruction is in force (`AVVideoCompositionLayerInstruction`).
///
/// Times are the timeline's. Crop applies first, in the natural frame; then the transform maps the frame
/// to the composition; then opacity. Ramps are linear; a value holds until the next is set.
///
/// For example:
///
///     var layer = LayerInstruction(trackID: video)
///     layer.addOpacityRamp(from: 1, to: 0, in: try TimeRange(seconds: 3, 4))
public struct LayerInstruction: Sendable {
  /// The track.
  public let trackID: TrackID
  /// The transforms set; nothing before the first means each source's own preferred transform.
  public private(set) var transforms = RampList<AffineTransform>()
  /// The opacities set; 1 before the first.
  public private(set) var opacities = RampList<Double>()
  /// The crop rectangles set; no crop before the first.
  public private(set) var crops = RampList<RelativeRect>()

  /// An instruction that draws track `trackID` upright at its natural size.
  public init(trackID: TrackID) { self.trackID = trackID }

  /// Maps the natural frame (square pixels, not turned upright) by `transform` from `time` on.
  public mutating func setTransform(_ transform: AffineTransform, at time: Time) {
    transforms.set(transform, at: time)
  }

  /// Maps the natural frame by a transform that goes linearly, coefficient by coefficient.
  public mutating func addTransformRamp(
    from start: AffineTransform, to end: AffineTransform, in timeRange: TimeRange
  ) {
    transforms.add(ValueRamp(from: start, to: end, in: timeRange))
  }

  /// The transform at `time`; `nil` before the first set one: the preferred transform applies.
  public func transform(at time: Time) -> AffineTransform? { transforms.value(at: time) }

  /// The transform ramp, or the stretch of a held one, in force at `time`; `nil` before the first.
  public func transformRamp(for time: Time) -> ValueRamp<AffineTransform>? {
    transforms.ramp(at: time)
  }

  /// Draws with `opacity` (0…1) from `time` on.
  public mutating func setOpacity(_ opacity: Double, at time: Time) {
    opacities.set(opacity, at: time)
  }

  /// Draws with an opacity (0…1) that goes linearly from `start` to `end`.
  public mutating func addOpacityRamp(from start: Double, to end: Double, in timeRange: TimeRange) {
    opacities.add(ValueRamp(from: start, to: end, in: timeRange))
  }

  /// The opacity at `time`, 0…1; 1 before the first set one.
  public func opacity(at time: Time) -> Double {
    min(1, max(0, opacities.value(at: time) ?? 1))
  }

  /// The opacity ramp, or the stretch of a held one, in force at `time`; `nil` before the first.
  public func opacityRamp(for time: Time) -> ValueRamp<Double>? { opacities.ramp(at: time) }

  /// Draws only what lies inside `rect` of the natural frame from `time` on.
  public mutating func setCrop(_ rect: Rect, at time: Time) {
    setCrop(RelativeRect(rect), at: time)
  }

  /// The same in pixels or shares of the natural frame, which may differ from clip to clip.
  public mutating func setCrop(_ rect: RelativeRect, at time: Time) { crops.set(rect, at: time) }

  /// Crops to a rectangle of the natural frame that goes linearly from `start` to `end`.
  public mutating func addCropRamp(from start: Rect, to end: Rect, in timeRange: TimeRange) {
    addCropRamp(from: RelativeRect(start), to: RelativeRect(end), in: timeRange)
  }

  /// The same in pixels or shares of the natural frame.
  public mutating func addCropRamp(
    from start: RelativeRect, to end: RelativeRect, in timeRange: TimeRange
  ) {
    crops.add(ValueRamp(from: start, to: end, in: timeRange))
  }

  /// The crop rectangle at `time` in a natural frame of `size`; `nil` before the first set one: nothing is
  /// cut.
  public func crop(at time: Time, in size: Size) -> Rect? {
    crops.value(at: time)?.resolved(in: size)
  }

  /// The crop ramp, or the stretch of a held one, in force at `time`; `nil` before the first.
  public func cropRamp(for time: Time) -> ValueRamp<RelativeRect>? { crops.ramp(at: time) }
}
