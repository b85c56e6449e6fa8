// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The definition of pictures that need no conversion: drawn plane by plane, on code values, at the
/// planes' own resolution.
///
/// It holds where the target is Y'CbCr or gray, at scale 1, and the picture is made of
/// - frames of the target's family, depth, subsampling, matrix, range and siting, under maps that keep
///   horizontal and vertical lines what they are,
/// - other frames with alpha, text and outlines, where the target is Y'CbCr: moved by whole pixels, or over a
///   quarter of the target at most,
/// - single colours,
/// - crops under such maps,
/// - opacity, over and dissolve,
/// - gaussian blurs of such frames, moved by such multiples, where they store no alpha and their edges
///   are held.
///
/// Then, with o the plane's offset (luma: black's code value; chroma: the neutral one), every
/// sample is computed in float32, each operation rounded:
/// - a frame is v = code − o, with alpha α = code / largest code (1 where it stores none); straight
///   values are multiplied: v · α. On chroma planes α is the mean of the luma footprint's alphas,
///   the footprint's edge repeating;
/// - a frame that is moved between samples or scaled is each of its planes sampled on the same plane's
///   grid in the target, where siting puts its samples, less o;
/// - a frame with alpha of another kind, one that is not moved by multiples of the subsampling, text and
///   outlines are drawn in float as elsewhere, converted to Y'CbCr, less o, with their alpha, and brought
///   to the grid of chroma as frames are written,
/// - a colour is its exact value (premultiplied, not rounded to a code) and its alpha;
/// - a blurred frame is v = code − o of the plane's codes, blurred at its own resolution (σ in its
///   samples) and not rounded, with α = 1;
/// - a crop and the edge of a frame multiply v and α by the share of the sample's cell that lies
///   inside: the pixel, or the pixels that share the sample of chroma;
/// - opacity k: (v · k, α · k);
/// - over: v = v_bottom · (1 − α_top) + v_top, and α likewise;
/// - dissolve t: v = v₁ · (1 − t) + v₂ · t, and α likewise;
/// - the background lies under all; the sample is ⌊(v + o) + ½⌋, limited to the code range, v
///   divided by α first where the target stores straight alpha; alpha is ⌊α · largest code + ½⌋.
///
/// Operations with 0 and 1 are left out, as they change nothing.
final class PlanarLowering {
  let target: FrameTarget
  let constants: YUVConstants
  let space: ColorSpace
  let luma = ProgramBuilder()
  let chroma = ProgramBuilder()
  var passes: [any Pass] = []
  private var done: [Lowering.Task: PlanarValue] = [:]

  private init(_ target: FrameTarget) {
    self.target = target
    constants = YUVConstants(target.color, bitDepth: target.format.bitDepth)
    space = ColorSpace(target.color)
  }

  /// The planar program of `image`, or `nil` where the definition does not hold.
  static func lower(_ image: Image, for target: FrameTarget) -> PlanarPicture? {
    picture(for: target) { lowering, layout in
      lowering.lower(image).map {
        [lowering.part(lowering.over($0, lowering.colored(target.background)), layout)]
      }
    }
  }

  /// The planar program of what the upper layers of `layered` touch, or `nil` where the definition does not
  /// hold: in each part only those layers that can be seen there, without edges that cannot.
  static func lower(_ layered: LayeredPicture, for target: FrameTarget) -> PlanarPicture? {
    picture(for: target) { lowering, layout in
      guard let base = lowering.lower(layered.base) else { return nil }
      let background = lowering.colored(target.background)
      var layers: [PlanarValue] = []
      for layer in layered.upper {
        guard let value = lowering.lower(layer.image) else { return nil }
        layers.append(value)
      }
      let touched = layered.touched(target.format)
      let (insides, rects) = lowering.insides(of: layers, touched)
      return PixelRect.shares(of: touched + rects).map { share in
        let seen = share.members.prefix { $0 < layers.count }
        let whole = share.members.dropFirst(seen.count).map { insides[$0 - layers.count] }
        let value = seen.reversed().reduce(base) { below, index in
          let inside = whole.contains(index) ? layers[index].inside.map(lowering.value) : nil
          return lowering.over(inside ?? layers[index], below)
        }
        return lowering.part(lowering.over(value, background), layout, share.rects)
      }
    }
  }

  /// The layers that are worth drawing by themselves away from their edges, and where that is.
  private func insides(of layers: [PlanarValue], _ touched: [PixelRect])
    -> (layers: [Int], rects: [PixelRect])
  {
    var (found, rects): ([Int], [PixelRect]) = ([], [])
    for (index, layer) in layers.enumerated() {
      guard let inside = layer.inside else { continue }
      let rect = PixelRect(within: inside.rect)
        .shrunk(target.format.chromaShiftX, target.format.chromaShiftY)
        .intersection(touched[index])
      guard 64 * rect.area >= PixelRect(size: target.size).area else { continue }
      found.append(index)
      rects.append(rect)
    }
    return touched.count + rects.count > PixelRect.shareLimit ? ([], []) : (found, rects)
  }

  /// The picture of the parts that `makeParts` finds.
  private static func picture(
    for target: FrameTarget,
    _ makeParts: (PlanarLowering, ComponentLayout) -> [PlanarPicture.Part]?
  ) -> PlanarPicture? {
    guard target.takesPlanes, target.hasCodes(of: target.background),
      let layout = try? target.format.components()
    else { return nil }
    let lowering = PlanarLowering(target)
    guard let parts = makeParts(lowering, layout) else { return nil }
    // The float path reports what wants too much memory.
    guard lowering.passes.reduce(0, { $0 + $1.output.byteCount }) <= PictureRenderer.memoryLimit
    else { return nil }
    return PlanarPicture(
      target: target, luma: lowering.luma, chroma: lowering.chroma, parts: parts,
      passes: lowering.passes)
  }

  private func lower(_ image: Image) -> PlanarValue? {
    let root = Placement(map: .identity, grid: 0)
    var stack = [(image, root)]
    while let (image, placement) = stack.last {
      if value(image, placement) != nil {
        stack.removeLast()
        continue
      }
      guard let inputs = inputs(of: image, placement) else { return nil }
      let missing = inputs.filter { value($0.0, $0.1) == nil }
      if missing.isEmpty {
        guard let value = combine(image, placement) else { return nil }
        done[Lowering.Task(image: ObjectIdentifier(image), placement: placement)] = value
        stack.removeLast()
      } else {
        stack += missing.sorted { $0.0.depth < $1.0.depth }
      }
      // The float path reports graphs that are too large.
      guard stack.count + done.count <= Lowering.nodeLimit else { return nil }
    }
    return value(image, root)
  }

  private func value(_ image: Image, _ placement: Placement) -> PlanarValue? {
    done[Lowering.Task(image: ObjectIdentifier(image), placement: placement)]
  }

  /// The pictures that `image` needs; `nil` where it cannot be drawn plane by plane.
  private func inputs(of image: Image, _ placement: Placement) -> [(Image, Placement)]? {
    if Self.isNothing(image) { return [] }
    switch image.node {
    case .color(let color): return target.hasCodes(of: color) ? [] : nil
    case .empty, .frame, .drawing: return []
    case .filter(let input, .gaussianBlur): return input.heldFrame == nil ? nil : []
    case .transform(let input, let map, let sampling):
      guard map.isFinite else { return nil }
      let placed = placement.placing(map, sampling)
      return placed.map.inverted == nil ? nil : [(input, placed)]
    case .clampToEdges(let input):
      guard placement.map.isUpright, Lowering.isUprightFrame(input) else {
        return nil
      }
      return [(input, placement.clamped)]
    case .crop(let input, _): return placement.map.isUpright ? [(input, placement)] : nil
    case .opacity(let input, _): return [(input, placement)]
    case .over(let first, let second), .dissolve(let first, let second, _):
      return Self.isTurned(first, placement) ? nil : [(first, placement), (second, placement)]
    case .pattern, .shape, .projection, .tile, .adjustment, .filter, .kernel, .samplingKernel:
      return nil
    }
  }

  /// Whether `image` is nothing but a turned frame without alpha: said before anything below it is looked at.
  private static func isTurned(_ image: Image, _ placement: Placement) -> Bool {
    var (image, map) = (image, placement.map)
    while true {
      switch image.node {
      case .opacity(let input, _): image = input
      case .transform(let input, let next, _): (image, map) = (input, next.followed(by: map))
      case .frame(let buffer): return !map.isUpright && !buffer.format.hasAlpha
      case .empty, .color, .pattern, .shape, .drawing, .projection, .tile, .crop, .clampToEdges,
        .over, .dissolve, .adjustment, .filter, .kernel, .samplingKernel:
        return false
      }
    }
  }

  /// Whether nothing is left of `image`; two crops that do not meet may both cover parts of one sample.
  private static func isNothing(_ image: Image) -> Bool { image.extent?.isEmpty == true }

  private func combine(_ image: Image, _ placement: Placement) -> PlanarValue? {
    if Self.isNothing(image) { return colored(.transparent) }
    switch image.node {
    case .empty: return colored(.transparent)
    case .color(let color): return colored(color)
    case .frame(let buffer): return frame(buffer, placement)
    case .drawing(let drawing): return self.drawing(drawing, placement)
    case .filter(let input, .gaussianBlur(let sigmaX, let sigmaY)):
      guard let move = placement.map.wholeTranslation else { return nil }
      return input.heldFrame.flatMap { blurred($0, sigmaX, sigmaY, move.x, move.y) }
    case .transform(let input, let map, let sampling):
      return value(input, placement.placing(map, sampling))
    case .clampToEdges(let input): return value(input, placement.clamped)
    case .crop(let input, let rect):
      return value(input, placement).map { cropped($0, to: placement.map.boundingBox(of: rect)) }
    case .opacity(let input, let factor):
      return value(input, placement).map { weighted($0, factor) }
    case .over(let top, let bottom):
      guard let top = value(top, placement), let bottom = value(bottom, placement) else {
        return nil
      }
      return over(top, bottom)
    case .dissolve(let first, let second, let amount):
      guard let first = value(first, placement), let second = value(second, placement) else {
        return nil
      }
      return dissolved(first, second, amount)
    case .pattern, .shape, .projection, .tile, .adjustment, .filter, .kernel, .samplingKernel:
      return nil
    }
  }
}
