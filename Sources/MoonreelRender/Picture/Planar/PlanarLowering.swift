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
/// - colour matrices that mix neither luma with chroma nor colours with alpha (``PlanarMatrix``),
/// - cheap kernels that are sums of their pictures, weighted by the place, where they are or read elsewhere
///   (``LinearKernel``),
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
/// - a drawing that gives codes of 8 bits, where the target has as many and it is moved by whole pixels, is those codes less o, with
///   alpha / 255, both brought to the grid of chroma as frames are written,
/// - a colour is its exact value (premultiplied, not rounded to a code) and its alpha;
/// - a blurred frame is v = code − o of the plane's codes, blurred at its own resolution (σ in its
///   samples) and not rounded, with α = 1;
/// - a crop and the edge of a frame multiply v and α by the share of the sample's cell that lies
///   inside: the pixel, or the pixels that share the sample of chroma;
/// - opacity k: (v · k, α · k);
/// - a colour matrix M, b: luma · m + α · a, and chroma as the two rows of two numbers say, where these numbers are A M A⁻¹ and
///   A b, exact and then rounded, and A leads from R'G'B' to code values less o;
/// - over: v = v_bottom · (1 − α_top) + v_top, and α likewise;
/// - dissolve t: v = v₁ · (1 − t) + v₂ · t, and α likewise;
/// - the background lies under all; the sample is ⌊(v + o) + ½⌋, limited to the code range, v
///   divided by α first where the target stores straight alpha; alpha is ⌊α · largest code + ½⌋.
///
/// Operations with 0 and 1 are left out, as they change nothing.
///
/// The domain is luma and alpha on one grid and chroma and alpha on another; ``Lowering`` is the other domain.
final class PlanarLowering: PictureDomain {
  let target: FrameTarget
  let constants: YUVConstants
  let space: ColorSpace
  let layout: ComponentLayout
  let luma = ProgramBuilder()
  let chroma = ProgramBuilder()
  @exclusivity(unchecked) var passes: [any Pass] = []
  @exclusivity(unchecked) var walk = GraphWalk<PlanarValue>()
  /// Kernels that are sums.
  @exclusivity(unchecked) private var sums: [GraphTask: Sums] = [:]
  /// The pixels for which values are wanted, by the grid of a placement.
  @exclusivity(unchecked) private var regions: [PixelRect] = []

  /// A lowering onto `target`; `nil` where nothing is drawn plane by plane.
  init?(_ target: FrameTarget) {
    guard target.takesPlanes, let layout = try? target.format.components() else { return nil }
    (self.target, self.layout) = (target, layout)
    constants = YUVConstants(target.color, bitDepth: target.format.bitDepth)
    space = ColorSpace(target.color)
  }

  /// What `image` is over `region`; `nil` where the definition does not hold.
  func lower(_ image: Image, over region: PixelRect) -> PlanarValue? {
    let grid = regions.firstIndex(of: region) ?? regions.count
    if grid == regions.count { regions.append(region) }
    // Float reports graphs that are too large.
    return try? walked(image, Placement(map: .identity, grid: grid))
  }

  /// The pixels for which values are wanted.
  func region(_ placement: Placement) -> PixelRect { regions[placement.grid] }

  /// The same in samples of chroma.
  func chromaRegion(_ placement: Placement) -> PixelRect {
    region(placement).reduced(target.format.chromaShiftX, target.format.chromaShiftY)
  }

  /// What is seen in `share` of `layers`.
  func part(of layers: [PlannedLayer], _ share: LayerShare) -> PlanarPicture.Part {
    let value = share.members.reversed().reduce(colored(.transparent)) { below, index in
      guard let layer = layers[index].value else { return below }
      let inside = share.inside.contains(index) ? layer.inside.map(self.value) : nil
      return over(inside ?? layer, below)
    }
    return part(value, share.rects)
  }

  /// The picture of `parts`; `nil` where its passes would take too much memory.
  func picture(of parts: [PlanarPicture.Part]) -> PlanarPicture? {
    guard passes.reduce(0, { $0 + $1.output.byteCount }) <= PictureRenderer.memoryLimit else {
      return nil
    }
    return PlanarPicture(target: target, luma: luma, chroma: chroma, parts: parts, passes: passes)
  }
}

// MARK: Which pictures are drawn plane by plane

extension PlanarLowering {
  /// Whether nothing is left of `image`; two crops that do not meet may both cover parts of one sample.
  func isUnseen(_ image: Image, _ placement: Placement) -> Bool { image.extent?.isEmpty == true }

  func nothing(_ placement: Placement) -> PlanarValue { colored(.transparent) }

  func moved(_ placement: Placement, _ map: AffineTransform, _ sampling: Image.Sampling)
    -> Placement?
  {
    guard map.isFinite else { return nil }
    let placed = placement.placing(map, sampling)
    return placed.map.inverted == nil ? nil : placed
  }

  func mixes(_ first: Image, _ second: Image, _ placement: Placement) -> Bool {
    !Self.isTurned(first, placement)
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

  func sources(of image: Image, _ task: GraphTask) -> [(Image, Placement)]? {
    switch image.node {
    case .color(let color): return target.hasCodes(of: color) ? [] : nil
    case .frame, .drawing: return []
    case .filter(let input, .gaussianBlur): return input.heldFrame == nil ? nil : []
    case .adjustment(let input, let adjustment):
      return matrix(adjustment) == nil ? nil : [(input, task.placement)]
    case .kernel(let kernel, let inputs, let numbers),
      .samplingKernel(let kernel, let inputs, let numbers, nil):
      guard let found = sums(kernel, inputs, numbers, task.placement) else { return nil }
      sums[task] = found
      return kernel.directInputs.sorted().map { (inputs[$0], task.placement) }
    case .empty, .transform, .crop, .opacity, .over, .dissolve, .pattern, .shape, .projection,
      .tile, .clampToEdges, .filter, .samplingKernel:
      return nil
    }
  }

  func read(_ image: Image, _ task: GraphTask) -> PlanarValue? {
    let placement = task.placement
    switch image.node {
    case .color(let color): return colored(color)
    case .frame(let buffer): return frame(buffer, placement)
    case .drawing(let drawing): return self.drawing(drawing, placement)
    case .filter(let input, .gaussianBlur(let sigmaX, let sigmaY)):
      return input.heldFrame.flatMap { blurred($0, sigmaX, sigmaY, placement) }
    case .adjustment(let input, let adjustment):
      guard let matrix = matrix(adjustment), let value = walk[input, placement] else { return nil }
      return changed(value, by: matrix)
    case .kernel(let kernel, let inputs, _), .samplingKernel(let kernel, let inputs, _, nil):
      guard let sums = sums[task] else { return nil }
      var found: [Int: PlanarValue] = [:]
      for index in kernel.directInputs { found[index] = walk[inputs[index], placement] }
      return found.count == kernel.directInputs.count ? summed(sums, found, placement) : nil
    case .empty, .transform, .crop, .opacity, .over, .dissolve, .pattern, .shape, .projection,
      .tile, .clampToEdges, .filter, .samplingKernel:
      return nil
    }
  }
}
