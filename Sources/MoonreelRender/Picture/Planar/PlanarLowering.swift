// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The definition of pictures that need no conversion: drawn plane by plane, on code values, at the
/// planes' own resolution.
///
/// It holds where the target is Y'CbCr or gray, at scale 1, and the picture is made of
/// - frames of the target's family, depth, subsampling, matrix, range and siting,
/// - moved by whole pixels that are multiples of the subsampling,
/// - single colours,
/// - crops whose visible edges are multiples of the subsampling,
/// - opacity, over and dissolve,
/// - gaussian blurs of such frames, where they store no alpha and their edges are held.
///
/// Then, with o the plane's offset (luma: black's code value; chroma: the neutral one), every
/// sample is computed in float32, each operation rounded:
/// - a frame is v = code − o, with alpha α = code / largest code (1 where it stores none); straight
///   values are multiplied: v · α. On chroma planes α is the mean of the luma footprint's alphas,
///   the footprint's edge repeating;
/// - a colour is its exact value (premultiplied, not rounded to a code) and its alpha;
/// - a blurred frame is v = code − o of the plane's codes, blurred at its own resolution (σ in its
///   samples) and not rounded, with α = 1;
/// - outside a frame or crop v = α = 0;
/// - opacity k: (v · k, α · k);
/// - over: v = v_bottom · (1 − α_top) + v_top, and α likewise;
/// - dissolve t: v = v₁ · (1 − t) + v₂ · t, and α likewise;
/// - the background lies under all; the sample is ⌊(v + o) + ½⌋, limited to the code range, v
///   divided by α first where the target stores straight alpha; alpha is ⌊α · largest code + ½⌋.
///
/// Operations with 0 and 1 are left out, as they change nothing.
final class PlanarLowering {
  private struct Task: Hashable {
    var image: ObjectIdentifier
    var x: Int
    var y: Int
  }

  let target: FrameTarget
  let constants: YUVConstants
  let space: ColorSpace
  let luma = ProgramBuilder()
  let chroma = ProgramBuilder()
  var passes: [BlurPass] = []
  private var done: [Task: PlanarValue] = [:]

  private init(_ target: FrameTarget) {
    self.target = target
    constants = YUVConstants(target.color, bitDepth: target.format.bitDepth)
    space = ColorSpace(target.color)
  }

  /// The planar program of `image`, or `nil` where the definition does not hold.
  static func lower(_ image: Image, for target: FrameTarget) throws -> PlanarPicture? {
    guard target.format.family != .rgb, target.format.bitDepth <= 16, target.scale == 1,
      target.workingSpace.isSame(as: ColorSpace(target.color)),
      let layout = try? target.format.components()
    else { return nil }
    let lowering = PlanarLowering(target)
    guard lowering.isDefined(target.background) else { return nil }
    guard let value = lowering.lower(image) else { return nil }
    let background = lowering.colored(target.background)
    return lowering.picture(lowering.over(value, background), layout)
  }

  private func lower(_ image: Image) -> PlanarValue? {
    var stack = [(image, 0, 0)]
    while let (image, x, y) = stack.last {
      let task = Task(image: ObjectIdentifier(image), x: x, y: y)
      if done[task] != nil {
        stack.removeLast()
        continue
      }
      guard let inputs = inputs(of: image.node, x, y) else { return nil }
      let missing = inputs.filter { value($0.0, $0.1, $0.2) == nil }
      if missing.isEmpty {
        guard let value = combine(image.node, x, y) else { return nil }
        done[task] = value
        stack.removeLast()
      } else {
        stack += missing.sorted { $0.0.depth < $1.0.depth }
      }
      // The float path reports graphs that are too large.
      guard stack.count + done.count <= Lowering.nodeLimit else { return nil }
    }
    return value(image, 0, 0)
  }

  private func value(_ image: Image, _ x: Int, _ y: Int) -> PlanarValue? {
    done[Task(image: ObjectIdentifier(image), x: x, y: y)]
  }

  /// The pictures that `node` needs; `nil` where it cannot be drawn plane by plane.
  private func inputs(of node: Image.Node, _ x: Int, _ y: Int) -> [(Image, Int, Int)]? {
    switch node {
    case .color(let color): return isDefined(color) ? [] : nil
    case .empty, .frame: return []
    case .gaussianBlur(let input, _, _): return input.heldFrame == nil ? nil : []
    case .transform(let input, let map, _):
      guard map.isFinite, let move = map.wholeTranslation else { return nil }
      return [(input, x + move.x, y + move.y)]
    case .crop(let input, _), .opacity(let input, _): return [(input, x, y)]
    case .over(let first, let second), .dissolve(let first, let second, _):
      return [(first, x, y), (second, x, y)]
    default: return nil
    }
  }

  private func combine(_ node: Image.Node, _ x: Int, _ y: Int) -> PlanarValue? {
    switch node {
    case .empty: return colored(.transparent)
    case .color(let color): return colored(color)
    case .frame(let buffer): return frame(buffer, x, y)
    case .gaussianBlur(let input, let sigmaX, let sigmaY):
      return input.heldFrame.flatMap { blurred($0, sigmaX, sigmaY, x, y) }
    case .transform(let input, let map, _):
      guard let move = map.wholeTranslation else { return nil }
      return value(input, x + move.x, y + move.y)
    case .crop(let input, let rect):
      guard let value = value(input, x, y) else { return nil }
      return cropped(value, to: rect, x, y)
    case .opacity(let input, let factor):
      return value(input, x, y).map { weighted($0, factor) }
    case .over(let top, let bottom):
      guard let top = value(top, x, y), let bottom = value(bottom, x, y) else { return nil }
      return over(top, bottom)
    case .dissolve(let first, let second, let amount):
      guard let first = value(first, x, y), let second = value(second, x, y) else { return nil }
      return dissolved(first, second, amount)
    default: return nil
    }
  }
}
