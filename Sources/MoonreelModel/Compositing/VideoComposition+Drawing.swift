// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoComposition {
  /// What callbacks that draw the frame at `time` may know.
  public func context(at time: Time) -> FrameContext {
    var context = FrameContext(
      time: time, frameIndex: frameRate.frame(at: time), size: renderSize.size,
      renderScale: renderScale, seed: seed)
    context.frameDuration = frameRate.frameDuration
    return context
  }

  /// The tracks whose frames a request for `instruction` carries: those it requires by name; else those
  /// of its layers and its passthrough track; else, where a compositor draws, every enabled video track. None is named
  /// twice.
  public func requiredTrackIDs(for instruction: VideoInstruction, in timeline: Timeline)
    -> [TrackID]
  {
    var ids: [TrackID] = []
    let named = instruction.requiredTrackIDs ?? instruction.layerInstructions.map(\.trackID)
    for id in named where !ids.contains(id) { ids.append(id) }
    if instruction.requiredTrackIDs == nil, instruction.layerInstructions.isEmpty,
      instruction.passthroughTrackID == nil, instruction.compositor != nil || compositor != nil
    {
      ids = timeline.tracks.filter { $0.mediaType == .video && $0.isEnabled }.map(\.id)
    }
    if let track = instruction.passthroughTrackID, !ids.contains(track) { ids.append(track) }
    return ids
  }

  /// The picture that `request` asks for: passthrough track, or the instruction's compositor, or the
  /// composition's, or the built-in one; then the filter, where the instruction lets it.
  ///
  /// - Throws: whatever the compositor or the filter throws.
  public func image(for request: FrameRequest) throws -> Image {
    guard let filter, request.instruction.enablePostProcessing else {
      return try unfilteredImage(for: request)
    }
    let canvas = Rect(origin: .zero, size: request.context.size)
    let composed = try unfilteredImage(for: request)
    let whole = composed.extent == canvas ? composed : composed.cropped(to: canvas)
    return try request.context.trace.picture(.init(.filter)) {
      try filter.apply(to: whole, at: request.context)
    } ?? .empty
  }

  /// The picture that `request` asks for, before the filter.
  package func unfilteredImage(for request: FrameRequest) throws -> Image {
    let instruction = request.instruction
    if let track = instruction.passthroughTrackID {
      let image = passthroughImage(request.frame(track), request)
      request.context.trace?.note(.init(.instruction, "track \(track) as it is", picture: image))
      return image
    }
    let own = instruction.layerInstructions.isEmpty ? compositor : nil
    let compositor =
      instruction.compositor ?? own
      ?? BuiltInCompositor(mixing: workingSpace == .linear ? color.transfer : nil)
    return try request.context.trace.picture(.init(.instruction, compositor.planName)) {
      try compositor.image(for: request)
    } ?? .empty
  }

  /// The frame upright, fitted into the picture where it has another size.
  private func passthroughImage(
    _ frame: FrameRequest.SourceFrame?, _ request: FrameRequest
  ) -> Image {
    let background = Image(color: request.instruction.backgroundColor)
    guard let frame else { return background }
    let map = UsualPlacement.contain(
      frame.naturalSize, upright: frame.preferredTransform, in: request.context.size)
    request.context.trace?.placeSources(ofTrack: request.instruction.passthroughTrackID, by: map)
    let placed = frame.image.transformed(by: map)
    let canvas = Rect(origin: .zero, size: request.context.size)
    return placed.isOpaque(over: canvas) ? placed : placed.over(background)
  }
}

/// Where pictures are put when nobody said.
enum UsualPlacement {
  /// The map that turns a frame upright, then fits it into `size`, whole and centred.
  static func contain(
    _ naturalSize: PixelSize, upright: AffineTransform, in size: Size
  ) -> AffineTransform {
    let box = upright.boundingBox(of: Rect(origin: .zero, size: naturalSize.size))
    return upright.followed(by: FitMode.contain.transform(from: box, into: size))
  }
}
