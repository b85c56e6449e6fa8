// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A picture whose lower layers are drawn first, by themselves: samples that nothing else touches keep
/// the values of the lower layers alone, and only what the upper ones touch is drawn anew.
struct LayeredPicture {
  /// The lower layers.
  let base: Image
  /// The upper layers, the uppermost first, and the pixels that each may touch, cut to the target; none is
  /// empty.
  let upper: [(image: Image, touched: PixelRect)]

  /// The layers of `image`, which is not drawn plane by plane, where the lower ones are; `nil` where
  /// none is, or where an upper one has no bounds.
  ///
  /// So a clip does not soften when a title appears in a corner, and only what a layer touches is
  /// computed in float.
  init?(_ image: Image, for target: FrameTarget) {
    let whole = PixelRect(size: target.size)
    let layers = Self.layers(of: image, whole)
    // The lowest that can be drawn plane by plane, as many as there are.
    var count = 0
    for layer in layers.reversed() {
      guard PlanarLowering.lower(layer, for: target) != nil else { break }
      count += 1
    }
    guard count > 0, count < layers.count else { return nil }
    var upper: [(Image, PixelRect)] = []
    for layer in layers.dropLast(count) {
      guard let rect = Self.touched(by: layer, whole), rect != whole else { return nil }
      if !rect.isEmpty { upper.append((layer, rect)) }
    }
    self.upper = upper
    base = Self.stack(layers.suffix(count))
  }

  /// The layers of `image`, which is drawn plane by plane, where the upper ones touch less than three
  /// quarters of it; the values are the same either way.
  init?(planar image: Image, for target: FrameTarget) {
    let whole = PixelRect(size: target.size)
    let layers = Self.layers(of: image, whole)
    var upper: [(image: Image, touched: PixelRect)] = []
    var area = 0
    for layer in layers.dropLast() {
      guard let rect = Self.touched(by: layer, whole), 4 * (area + rect.area) < 3 * whole.area
      else { break }
      upper.append((layer, rect))
      area += rect.area
    }
    guard !upper.isEmpty else { return nil }
    base = Self.stack(layers.dropFirst(upper.count))
    self.upper = upper.filter { !$0.touched.isEmpty }
  }

  /// What each upper layer touches, in whole samples of a frame of `format`.
  func touched(_ format: PixelFormat) -> [PixelRect] {
    upper.map { $0.touched.aligned(format.chromaShiftX, format.chromaShiftY) }
  }

  /// The pixels of `whole` that `layer` may touch; `nil` where it has no bounds.
  static func touched(by layer: Image, _ whole: PixelRect) -> PixelRect? {
    guard let extent = layer.extent else { return nil }
    if extent.isEmpty { return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    return PixelRect(covering: extent).grown(1, 1).intersection(whole)
  }

  /// `layers`, of which there is one at least, the uppermost first, over one another.
  private static func stack(_ layers: ArraySlice<Image>) -> Image {
    layers.dropLast().reversed().reduce(layers[layers.endIndex - 1]) { $1.over($0) }
  }

  /// What lies over one another in `image`, the uppermost first.
  private static func layers(of image: Image, _ whole: PixelRect) -> [Image] {
    var layers: [Image] = []
    var rest = image
    while layers.count < 4096 {
      switch rest.node {
      case .over(let top, let bottom):
        layers.append(top)
        rest = bottom
        continue
      case .crop(let input, let rect) where rect.contains(whole.rect): rest = input
      case .transform(let input, .identity, _): rest = input
      case .opacity(let input, let factor) where factor >= 1: rest = input
      case .empty, .frame, .color, .pattern, .shape, .drawing, .transform, .projection, .tile,
        .crop, .clampToEdges, .opacity, .dissolve, .adjustment, .filter, .kernel, .samplingKernel:
        return layers + [rest]
      }
    }
    return layers + [rest]
  }
}
