// SPDX-License-Identifier: MIT

import MoonreelCore

/// The layers of one frame: their pictures and places, made when they are asked for.
///
/// Frames are read when a picture is asked for, so that what nobody looks at is not decoded.
public final class LayerPictures {
  /// What the frame is.
  public let request: FrameRequest
  let stack: LayerStack
  /// The positions of the layers that take part, the lowest first.
  let drawn: [Int]
  private var worlds: [Int: AffineTransform] = [:]
  private var boxes: [Int: Rect] = [:]
  private var moments: [Moment: Image] = [:]

  init(_ stack: LayerStack, _ drawn: [Int], for request: FrameRequest) {
    (self.stack, self.drawn, self.request) = (stack, drawn, request)
  }

  /// When.
  public var time: Time { request.context.time }

  /// The identifiers of the layers that take part, the lowest first, mattes left out.
  public var layers: [LayerID] {
    drawn.filter { !stack.hidden.contains($0) }.map { stack.layers[$0].id }
  }

  /// What lies behind all layers.
  public var background: Image { stack.background.map { Image(color: $0) } ?? .empty }

  /// All layers that take part, laid over each other in order over the background.
  ///
  /// - Throws: what reading and drawing throw.
  public func composed() throws -> Image { try StackDrawing(self).image() }

  /// The picture of layer `id` in its place, with its effects, masks, matte and opacity; `nil` where it
  /// shows nothing at this time.
  ///
  /// - Throws: what reading and drawing throw.
  public func picture(of id: LayerID) throws -> Image? {
    let index = id.rawValue - 1
    guard drawn.contains(index) else { return nil }
    return try trace.picture(try step(of: index, hidesBelow: false)) { try placedPicture(index) }
  }

  /// What the layer's callbacks know at `time` of its clock (`nil`: the frame's): its own time and progress,
  /// the size of its box, and its picture at other times as its first `count` effects leave it.
  func context(
    of index: Int, size: Size, at time: Time? = nil, behind count: Int = 0
  ) -> FrameContext {
    let layer = stack.layers[index]
    var context = request.context
    if let time, time != layer.localTime(self.time) {
      context.frameIndex = stack.frameRate.frame(at: layer.compositionTime(time))
    }
    context.time = time ?? layer.localTime(self.time)
    context.size = size
    let (passed, whole) = (
      (layer.compositionTime(context.time) - layer.timeRange.start).flicks,
      layer.timeRange.duration.flicks
    )
    context.duration = layer.clockOffset + layer.timeRange.duration
    context.progress = whole > 0 ? min(1, max(0, Double(passed) / Double(whole))) : 0
    context.history = LayerHistory(self, index, count)
    return context
  }

  // MARK: Other times

  /// A layer's picture at a time of its clock, behind some of its effects.
  private struct Moment: Hashable {
    var layer: Int
    var effects: Int
    var time: Time
  }

  /// The layer's fitted picture at `time` of its clock as its first `count` effects leave it; `nil` where
  /// there is none. Each is made once for a frame, however many effects ask for it.
  func picture(of index: Int, behind count: Int, at time: Time) throws -> Image? {
    var image = try once(Moment(layer: index, effects: 0, time: time)) {
      try fittedPicture(index, at: time)?.settled
    }
    for position in 0..<count {
      guard let input = image else { return nil }
      image = try once(Moment(layer: index, effects: position + 1, time: time)) {
        let size = try box(of: index).size
        let effect = stack.layers[index].effects[position]
        return try traced(effect.step(at: time), index, at: time) {
          try effect.apply(
            to: input, at: context(of: index, size: size, at: time, behind: position))
        }
      }
    }
    return image
  }

  private func once(_ moment: Moment, _ make: () throws -> Image?) rethrows -> Image? {
    if let known = moments[moment] { return known }
    let image = try make()
    moments[moment] = image
    return image
  }

  /// Lets go of the pictures of other times: contexts may be kept when the frame is done.
  func finish() { moments.removeAll() }

  // MARK: Places

  /// Where fitting puts the layer's picture in the composition.
  func box(of index: Int) throws -> Rect {
    if let box = boxes[index] { return box }
    let layer = stack.layers[index]
    let canvas = Rect(origin: .zero, size: stack.size)
    var box = canvas
    let size = layer.source.uprightSize ?? layer.source.frame(in: stack.size)?.size
    if let content = try visibleRect(of: layer, size: size) {
      let map = layer.fit.transform(from: content, into: stack.size, gravity: layer.gravity)
      box = map.boundingBox(of: content)
      if layer.fit == .cover || layer.fit == .containBlur { box = canvas }
    }
    boxes[index] = box
    return box
  }

  /// What of an upright picture of `size` is shown; `nil` where the size is not known.
  func visibleRect(of layer: Layer, size: Size?) throws -> Rect? {
    guard let size else { return nil }
    let whole = Rect(origin: .zero, size: size)
    guard let crop = try layer.crop?.value(at: layer.localTime(time)) else { return whole }
    return crop.resolved(in: size).intersection(whole)
  }

  /// The map of the layer's box, its corner at the origin, into the composition, parents included.
  func world(of index: Int) throws -> AffineTransform {
    if let known = worlds[index] { return known }
    let map = try world(of: index, at: time)
    worlds[index] = map
    return map
  }

  /// The same at another time.
  func world(of index: Int, at time: Time) throws -> AffineTransform {
    let layer = stack.layers[index]
    let box = try box(of: index)
    let own = try layer.transform.map(at: layer.localTime(time), box: box, in: stack.size)
    guard let parent = layer.parent.map({ $0.rawValue - 1 }) else { return own }
    let rest = AffineTransform(
      translationX: -(try self.box(of: parent)).minX, y: -(try self.box(of: parent)).minY)
    return own.followed(by: rest.followed(by: try world(of: parent, at: time)))
  }
}

extension LayerSource {
  /// The rectangle that it is a picture of where it has no edges itself, in a composition of `size`: the
  /// composition's frame; `nil` where it has edges, or is no picture.
  func frame(in size: Size) -> Rect? {
    guard case .image(let image) = self, image.box == nil else { return nil }
    return Rect(origin: .zero, size: size)
  }

  /// Width and height of its pictures turned upright; `nil` where it has no edges of its own.
  var uprightSize: Size? {
    switch self {
    case .media(let video, _):
      guard let video, let natural = video.naturalSize, natural.width > 0, natural.height > 0 else {
        return nil
      }
      return video.preferredTransform.boundingBox(of: Rect(origin: .zero, size: natural.size)).size
    case .composition(let composed): return composed.videoComposition.renderSize.size
    case .image(let image):
      guard let box = image.box, !box.isEmpty else { return nil }
      return box.size
    case .adjustment: return nil
    }
  }
}

/// The layer's own picture at other times of its clock, as its first effects leave it.
private final class LayerHistory: FrameHistory, @unchecked Sendable {
  // Sendable: used on the thread that composes, within the call that it was made for.
  private let pictures: LayerPictures
  private let index: Int
  private let effectCount: Int

  init(_ pictures: LayerPictures, _ index: Int, _ effectCount: Int) {
    (self.pictures, self.index, self.effectCount) = (pictures, index, effectCount)
  }

  func frame(_ trackID: TrackID, at time: Time) throws -> FrameRequest.SourceFrame? { nil }

  func composedImage(at time: Time) throws -> Image {
    try pictures.picture(of: index, behind: effectCount, at: time) ?? .empty
  }
}
