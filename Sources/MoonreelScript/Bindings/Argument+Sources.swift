// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Argument {
  /// What a track of `kind` can show: an asset's track, an asset's first track of the kind, a timeline, a
  /// composition as it is now, a source, or a picture with an extent.
  func segmentSource(for kind: MediaType?) throws -> SegmentSource {
    switch value {
    case .object(let handle as AssetTrackHandle): return .asset(handle.track)
    case .object(let handle as SourceHandle):
      note(handle.holding)
      return .custom(handle.source)
    case .object(let handle as TimelineHandle): return .timeline(handle.kept(&state.notes))
    case .object(let handle as CompositionHandle):
      let composed = try handle.lowered(isNested: true)
      handle.note(composed, &state.notes)
      return .composed(composed)
    case .object(let handle as CaptionsHandle) where kind == .subtitle:
      state.notes.add(handle.charge)
      return .custom(CaptionClip(handle.captions))
    case .object(let handle as AssetHandle):
      guard let source = handle.source(kind ?? .video) else {
        throw MoonreelError(
          .invalidArgument,
          "bad \(label): '\(handle.path)' has no \((kind ?? .video).rawValue) track")
      }
      return source
    case .object(let handle as ImageHandle):
      return .custom(try stillSource(handle.image, size: nil, duration: nil))
    default:
      throw expected(
        "what can be placed on a track: an asset's track, a timeline, a composition or a source",
        hint: openingHint("mr.asset"))
    }
  }

  /// A source that shows `image` for `duration`, or for ever.
  func stillSource(_ image: Image, size: PixelSize?, duration: Time?) throws -> DrawnSource {
    guard let size = size ?? image.extent.flatMap(Self.size) else {
      throw MoonreelError(
        .invalidArgument,
        "bad \(label): the picture has no edges; say how large it is with "
          + "mr.source.image { picture, size = { width, height } }")
    }
    return DrawnSource(duration: duration, naturalSize: size, isStill: true) { _, _ in image }
  }

  private static func size(_ extent: Rect) -> PixelSize? {
    let (width, height) = (extent.maxX.rounded(.up), extent.maxY.rounded(.up))
    guard (1...32768).contains(width), (1...32768).contains(height) else { return nil }
    return PixelSize(Int(width), Int(height))
  }

  /// All of `source`, for a range that was left out; of a still as long as stills last.
  func wholeRange(of source: SegmentSource) throws -> TimeRange {
    guard let range = source.usualRange else {
      throw MoonreelError(
        .invalidArgument, "bad \(label): the source has no end of its own; give a range")
    }
    return range
  }

  /// One piece for `track:insert_all`: `{ source, range }`, or `{ range = … }` for a gap.
  func piece(_ kind: MediaType, _ rate: FrameRate?) throws -> (TimeRange, SegmentSource?) {
    let options = try options(
      ["range"], owner: label, items: 2, rule: "a piece { source, range } or { range = … }")
    let (first, second) = (try options.item(1, "source"), try options.item(2, "range"))
    let named = try options["range"]
    if first.isNil { return (try named.range(rate), nil) }
    let source = try first.segmentSource(for: kind)
    let range = second.isNil ? named : second
    let rate = rate ?? source.frameRate
    return (try range.ifGiven { try $0.range(rate) } ?? range.wholeRange(of: source), source)
  }
}

extension TypeBuilder {
  /// `fitted_transform(size, mode?)`: the map that turns the pictures of `source` upright and fits them
  /// into a size.
  mutating func addFittedTransform(_ source: @escaping (Object) -> SegmentSource) {
    method("fitted_transform", ["size", "mode?"]) { object, call in
      let source = source(object)
      guard let natural = source.naturalSize else {
        throw MoonreelError(.invalidArgument, "\(call.name) needs something with pictures")
      }
      let upright = source.preferredTransform
      let box = upright.boundingBox(of: Rect(origin: .zero, size: natural.size))
      return .object(TransformHandle(try call[0].fit(of: box, mode: call[1], after: upright)))
    }
  }
}
