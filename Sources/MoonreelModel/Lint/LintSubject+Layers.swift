// SPDX-License-Identifier: MIT

import MoonreelCore

extension LintSubject {
  /// The positions of the layers that take part.
  var layersInPlay: [Int] { stack?.layers.inPlay ?? [] }

  /// The positions of the layers that take part and have pictures of their own, mattes left out.
  var pictureLayers: [Int] {
    guard let stack else { return [] }
    return layersInPlay.filter { index in
      stack.layers[index].source.hasPictures && !stack.hidden.contains(index)
    }
  }

  /// The part of the layer's time that is within the composition.
  func shownRange(of layer: Layer) -> TimeRange { layer.timeRange.intersection(range) }

  /// The moments at which the layer is looked at: one where nothing of it moves.
  func sampleTimes(of index: Int) -> [Time] {
    guard let stack else { return [] }
    let layer = stack.layers[index]
    let times = sampleTimes(in: shownRange(of: layer))
    let isStill = isHeldStill(index) && layer.opacity.constant != nil
    return isStill ? Array(times.prefix(1)) : times
  }

  /// Whether the layer and those it moves with stay where they are.
  func isHeldStill(_ index: Int) -> Bool {
    guard let stack else { return true }
    let layer = stack.layers[index]
    guard layer.transform.isStill, layer.crop.map({ $0.constant != nil }) ?? true else {
      return false
    }
    return layer.parent.map { isHeldStill($0.rawValue - 1) } ?? true
  }

  /// Where the layer's box lies at `time`: the map of the box, its corner at the origin, and its size.
  /// `nil` where there is no instruction.
  func placement(of index: Int, at time: Time) throws -> (map: AffineTransform, size: Size)? {
    let reading = ReadingContext(time: time, renderScale: composition.renderScale)
    guard let stack, let request = try request(for: reading) else { return nil }
    let pictures = LayerPictures(stack, [index], for: request)
    return (map: try pictures.world(of: index), size: try pictures.box(of: index).size)
  }

  /// The rectangle around the layer's picture at `time`, not cut to the frame; without area where it has
  /// none. `nil` where its effects or letters may reach beyond its box, or its picture has no edges.
  func bounds(of index: Int, at time: Time) throws -> Rect? {
    guard let stack, let (map, size) = try placement(of: index, at: time) else { return nil }
    let box = map.boundingBox(of: Rect(origin: .zero, size: size))
    if box.isEmpty { return box }
    let layer = stack.layers[index]
    if case .image(let image) = layer.source, image.extent == nil || image.extent != image.box {
      return nil
    }
    return layer.effects.isEmpty ? box : nil
  }
}

/// Nothing is decoded: places do not depend on it.
extension LintSubject: FrameProvider {
  var timeline: Timeline { film.timeline }
  var composition: VideoComposition { film.videoComposition }
  func frame(ofTrack id: TrackID, in reading: ReadingContext) -> FrameRequest.SourceFrame? { nil }
  func metadata(ofTrack id: TrackID, in reading: ReadingContext) -> [String: String]? { nil }
}

extension LayerTransform {
  /// Whether nothing of it changes over time.
  fileprivate var isStill: Bool {
    [scaleX, scaleY, rotation, skewX, skewY, pathProgress].allSatisfy { $0.constant != nil }
      && [anchorX, anchorY].allSatisfy { $0.constant != nil }
      && [x, y].allSatisfy { $0 == nil || $0?.constant != nil }
  }
}

extension LayerSource {
  /// Whether it has a picture of its own.
  var hasPictures: Bool {
    if case .adjustment = self { false } else { isVisual }
  }

  /// Whether every pixel of its picture certainly hides what lies below.
  var isOpaque: Bool {
    switch self {
    case .media(.asset(let track)?, _): track.video?.hasAlpha == false
    case .image(let image): image.extent == nil && image.isOpaque(over: .zero)
    case .composition(let composed): composed.isOpaque
    case .media, .adjustment: false
    }
  }
}

extension ComposedTimeline {
  /// Whether its background certainly fills its frame all the time, and nothing takes of it away.
  fileprivate var isOpaque: Bool {
    let video = videoComposition
    guard video.filter == nil, !video.instructions.isEmpty else { return false }
    return video.instructions.allSatisfy { instruction in
      guard instruction.backgroundColor.alpha == 1,
        let stack = (instruction.compositor as? LayerCompositor)?.stack, stack.compositor == nil
      else { return false }
      return stack.layers.allSatisfy { $0.compositor == nil && !$0.source.isAdjustment }
    }
  }
}
