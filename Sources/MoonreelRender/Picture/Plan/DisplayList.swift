// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a target shows of a picture: layers over one another, without what changes nothing and what nobody sees. All
/// that is drawn is found here, once.
struct DisplayList {
  /// A picture that lies over others, none of which is part of it where that can be told.
  struct Layer {
    /// In the coordinates of the whole picture.
    let image: Image
    /// The pixels of the target that it may touch.
    let touched: PixelRect
    /// The pixels in which nothing below it is seen; none where that is not obvious.
    let hides: PixelRect
  }

  /// The uppermost first.
  private(set) var layers: [Layer] = []

  /// More layers are not told apart.
  private static let limit = 4096
  /// Of more layers it is not asked what they hide.
  static let hiderLimit = 24

  /// The layers of `image` over the target's background.
  init(_ image: Image, for target: FrameTarget) {
    let whole = PixelRect(size: target.size)
    let scaling = AffineTransform(scaleX: target.scale, y: target.scale)
    var below = [Part(image: image)]
    if target.background.alpha > 0 {
      below.insert(Part(image: Image(color: target.background)), at: 0)
    }
    var hidden: [PixelRect] = []
    while let part = below.popLast() {
      switch part.opened(scaling, whole, opens: layers.count < Self.limit) {
      case .nothing: continue
      case .two(let top, let bottom): below += [bottom, top]
      case .one(let image):
        guard let touched = Self.touched(by: image, scaling, whole), !touched.isEmpty,
          hidden.isEmpty || !touched.without(hidden).isEmpty
        else { continue }
        let hides = Self.hidden(by: image, scaling, whole)
        layers.append(Layer(image: image, touched: touched, hides: hides))
        if !hides.isEmpty, hidden.count < Self.hiderLimit { hidden.append(hides) }
        // Nothing is seen below a layer that fills the target.
        if hides == whole { return }
      }
    }
  }

  /// All layers over one another.
  var image: Image {
    guard let lowest = layers.last else { return .empty }
    return layers.dropLast().reversed().reduce(lowest.image) { $1.image.over($0) }
  }

  /// What is seen of them in `region`, over one another.
  func image(over region: PixelRect) -> Image {
    var seen = DisplayList()
    for layer in layers where !layer.touched.intersection(region).isEmpty {
      seen.layers.append(layer)
      if layer.hides.intersection(region) == region { break }
    }
    return seen.image
  }

  private init() {}

  /// The pixels of `whole` that `image` may touch; all where it has no bounds.
  private static func touched(by image: Image, _ scaling: AffineTransform, _ whole: PixelRect)
    -> PixelRect?
  {
    guard let extent = image.extent else { return whole }
    if extent.isEmpty { return nil }
    let box = scaling.boundingBox(of: extent)
    let covered = PixelRect(covering: box)
    // Nothing lies beyond the edges of what is opaque up to whole pixels.
    if image.opaqueRect.map({ PixelRect(within: scaling.boundingBox(of: $0)) }) == covered {
      return covered.intersection(whole)
    }
    return covered.grown(1, 1).intersection(whole)
  }

  private static func hidden(by image: Image, _ scaling: AffineTransform, _ whole: PixelRect)
    -> PixelRect
  {
    guard let rect = image.opaqueRect else { return .empty }
    let found = PixelRect(within: scaling.boundingBox(of: rect)).intersection(whole)
    return found.isEmpty ? .empty : found
  }
}

extension DisplayList {
  /// A picture within others that do the same to each of its layers.
  private struct Part {
    let image: Image
    /// What is done to it, the outermost first.
    var around: [Change] = []

    enum Change {
      case transform(AffineTransform, Image.Sampling)
      case crop(Rect)
    }

    enum Opened {
      case nothing
      case one(Image)
      /// One over the other.
      case two(Part, Part)
    }

    /// The picture without what changes nothing; two of them where one lies over the other, and what is done to both
    /// leaves them what they are.
    func opened(_ scaling: AffineTransform, _ target: PixelRect, opens: Bool) -> Opened {
      var (image, around) = (image, around)
      while true {
        switch image.node {
        case .empty: return .nothing
        case .opacity(_, let factor) where factor <= 0: return .nothing
        case .opacity(let input, let factor) where factor >= 1: image = input
        case .dissolve(let first, _, let amount) where amount <= 0: image = first
        case .dissolve(_, let second, let amount) where amount >= 1: image = second
        case .transform(let input, .identity, _): image = input
        case .transform(let input, let map, let sampling):
          around.append(.transform(map, sampling))
          image = input
        case .crop(let input, let rect):
          switch Self.edges(of: rect, around, scaling, target) {
          case .unseen: break
          case .whole: around.append(.crop(rect))
          case .between: return .one(Self.picture(image, around))
          }
          image = input
        case .over(let top, let bottom) where opens:
          return .two(Part(image: top, around: around), Part(image: bottom, around: around))
        case .over, .frame, .color, .pattern, .shape, .drawing, .projection, .tile, .clampToEdges,
          .opacity, .dissolve, .adjustment, .filter, .kernel, .samplingKernel:
          return .one(Self.picture(image, around))
        }
      }
    }

    private static func picture(_ image: Image, _ around: [Change]) -> Image {
      around.reversed().reduce(image) { image, change in
        switch change {
        case .transform(let map, let sampling): Image(.transform(image, map, sampling))
        case .crop(let rect): Image(.crop(image, rect))
        }
      }
    }

    private enum Edges {
      /// None lies in the target.
      case unseen
      /// They lie between pixels.
      case whole
      /// A pixel may lie on both sides of one.
      case between
    }

    /// How the edges of a crop within `changes` lie to the pixels of the target.
    private static func edges(
      of rect: Rect, _ changes: [Change], _ scaling: AffineTransform, _ target: PixelRect
    ) -> Edges {
      var map = scaling
      for change in changes {
        if case .transform(let next, _) = change { map = next.followed(by: map) }
      }
      guard map.isUpright, map.inverted != nil else { return .between }
      let box = map.boundingBox(of: rect)
      if box.contains(target.rect) { return .unseen }
      return [box.minX, box.minY, box.maxX, box.maxY].allSatisfy { abs($0 - $0.rounded()) < 1e-9 }
        ? .whole : .between
    }
  }
}
