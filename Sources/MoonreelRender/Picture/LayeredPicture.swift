// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A picture whose lower layers can be drawn plane by plane while something else lies over parts of
/// them: samples that nothing else touches keep the values of the lower layers alone.
///
/// So a clip does not soften when a title appears in a corner, and only what a layer touches is
/// computed in float.
struct LayeredPicture {
  /// The lower layers.
  let base: Image
  /// The pixels that the upper ones may touch, cut to the target; not empty.
  let touched: [PixelRect]

  /// The layers of `image`; `nil` where none can be drawn plane by plane, or where an upper one has
  /// no bounds.
  init?(_ image: Image, for target: FrameTarget) throws {
    let whole = PixelRect(size: target.size)
    let layers = Self.layers(of: image, whole)
    // The lowest that can be drawn plane by plane, as many as there are.
    var count = 0
    for layer in layers.reversed() {
      guard try PlanarLowering.lower(layer, for: target) != nil else { break }
      count += 1
    }
    guard count > 0, count < layers.count else { return nil }
    var touched: [PixelRect] = []
    for layer in layers.dropLast(count) {
      guard let extent = layer.extent else { return nil }
      let rect = PixelRect(covering: extent).grown(1, 1).intersection(whole)
      if rect == whole { return nil }
      if !extent.isEmpty, !rect.isEmpty { touched.append(rect) }
    }
    self.touched = touched
    base = layers.suffix(count).dropLast().reversed().reduce(layers[layers.count - 1]) {
      $1.over($0)
    }
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
      default: return layers + [rest]
      }
    }
    return layers + [rest]
  }
}
