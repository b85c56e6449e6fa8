// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A way to compute pictures: which numbers stand for a pixel, and how they are read, cut and written. The walk over the
/// graph, and what is done alike to all numbers, is the same for all of them.
protocol PictureDomain: AnyObject {
  /// What a picture becomes.
  associatedtype Pixels

  /// What has been found so far.
  var walk: GraphWalk<Pixels> { get set }

  /// Whether nothing of `image` is seen where it is placed.
  func isUnseen(_ image: Image, _ placement: Placement) -> Bool
  /// Nothing, everywhere.
  func nothing(_ placement: Placement) -> Pixels
  /// Where a picture stands that is moved before it is placed; `nil` where the domain does not draw it there.
  func moved(_ placement: Placement, _ map: AffineTransform, _ sampling: Image.Sampling) throws
    -> Placement?
  /// Whether the domain draws what lies over one another or is mixed here.
  func mixes(_ first: Image, _ second: Image, _ placement: Placement) -> Bool
  /// The share of `pixels` that lies in `rect`; `nil` where the domain does not cut there.
  func cut(_ pixels: Pixels, to rect: Rect, _ placement: Placement) -> Pixels?
  /// Each of the groups that pixels are made of, made from those of one or two pictures.
  func combined(
    _ first: Pixels, _ second: Pixels, _ placement: Placement,
    _ change: (ProgramBuilder, PixelGroup, PixelGroup) -> PixelGroup
  ) -> Pixels
  /// `pixels` multiplied by a factor, 0…1.
  func faded(_ pixels: Pixels, _ factor: Float, _ placement: Placement) -> Pixels

  /// The pictures that `image`, which is read in a way of the domain's own, needs; `nil` where the domain does not read
  /// it.
  func sources(of image: Image, _ task: GraphTask) throws -> [(Image, Placement)]?
  /// `image`, which is read in a way of the domain's own, once those are known.
  func read(_ image: Image, _ task: GraphTask) throws -> Pixels?
}

/// A picture at a place.
struct GraphTask: Hashable {
  var image: ObjectIdentifier
  var placement: Placement

  init(_ image: Image, _ placement: Placement) {
    (self.image, self.placement) = (ObjectIdentifier(image), placement)
  }

  static func == (first: GraphTask, second: GraphTask) -> Bool {
    first.image == second.image && first.placement == second.placement
  }

  /// Placements of one picture mostly differ in where it lies; equality compares all.
  func hash(into hasher: inout Hasher) {
    hasher.combine(image)
    hasher.combine(placement.map.tx)
    hasher.combine(placement.map.ty)
    hasher.combine(placement.grid)
  }
}

/// What pictures have become, each at each of its places once.
struct GraphWalk<Pixels> {
  fileprivate(set) var done: [GraphTask: Pixels] = [:]

  /// Pictures a frame may be made of, counted by placement.
  static var nodeLimit: Int { 65_536 }

  subscript(image: Image, placement: Placement) -> Pixels? { done[GraphTask(image, placement)] }
}

/// A picture on the stack; open once what it needs lies above it.
private struct GraphStep {
  let image: Image
  let placement: Placement
  var isOpen = false

  var task: GraphTask { GraphTask(image, placement) }
}

extension PictureDomain {
  /// What `image` becomes at `root`; `nil` where the domain cannot draw it.
  ///
  /// The work is a stack of pictures, each remembered by identity and placement: shared pictures are found once, and
  /// depth costs memory, not stack.
  func walked(_ image: Image, _ root: Placement) throws -> Pixels? {
    var stack = [GraphStep(image: image, placement: root)]
    while var step = stack.popLast() {
      if !step.isOpen {
        if walk.done[step.task] != nil { continue }
        guard let missing = try missingInputs(of: step) else { return nil }
        if !missing.isEmpty {
          step.isOpen = true
          stack.append(step)
          stack += missing
          try checkSize(stack.count + walk.done.count)
          continue
        }
      }
      guard let pixels = try pixels(step.image, step.task) else { return nil }
      walk.done[step.task] = pixels
    }
    return walk[image, root]
  }

  /// What has to be found before `step`, the deepest last, which comes first: fewer values are alive at once.
  private func missingInputs(of step: GraphStep) throws -> [GraphStep]? {
    guard let inputs = try inputs(of: step.image, step.task) else { return nil }
    var missing: [GraphStep] = []
    for (image, placement) in inputs {
      let input = GraphStep(image: image, placement: placement)
      if walk.done[input.task] == nil { missing.append(input) }
    }
    if missing.count > 1 { missing.sort { $0.image.depth < $1.image.depth } }
    return missing
  }

  private func checkSize(_ count: Int) throws {
    guard count > GraphWalk<Pixels>.nodeLimit else { return }
    throw MoonreelError(
      .limitExceeded,
      "Cannot draw a picture made of more than \(GraphWalk<Pixels>.nodeLimit) parts. Build it from fewer pictures, or render a part of it to a file first."
    )
  }

  private func inputs(of image: Image, _ task: GraphTask) throws -> [(Image, Placement)]? {
    let placement = task.placement
    if isUnseen(image, placement) { return [] }
    switch image.node {
    case .empty: return []
    case .transform(let input, let map, let sampling):
      return try moved(placement, map, sampling).map { [(input, $0)] }
    case .crop(let input, _), .opacity(let input, _): return [(input, placement)]
    case .over(let first, let second), .dissolve(let first, let second, _):
      return mixes(first, second, placement) ? [(first, placement), (second, placement)] : nil
    case .clampToEdges(let input) where input.isUprightFrame: return [(input, placement.clamped)]
    case .frame, .color, .pattern, .shape, .drawing, .projection, .tile, .clampToEdges, .adjustment,
      .filter, .kernel, .samplingKernel:
      return try sources(of: image, task)
    }
  }

  private func pixels(_ image: Image, _ task: GraphTask) throws -> Pixels? {
    let placement = task.placement
    if isUnseen(image, placement) { return nothing(placement) }
    switch image.node {
    case .empty: return nothing(placement)
    case .transform(let input, let map, let sampling):
      return try moved(placement, map, sampling).map { try found(input, $0) }
    case .crop(let input, let rect):
      return cut(try found(input, placement), to: rect, placement)
    case .opacity(let input, let factor):
      return faded(try found(input, placement), factor, placement)
    case .over(let top, let bottom):
      return combined(try found(top, placement), try found(bottom, placement), placement) {
        $0.over($1, $2)
      }
    case .dissolve(let first, let second, let amount):
      return combined(try found(first, placement), try found(second, placement), placement) {
        $0.dissolved($1, $2, amount)
      }
    case .clampToEdges(let input) where input.isUprightFrame:
      return try found(input, placement.clamped)
    case .frame, .color, .pattern, .shape, .drawing, .projection, .tile, .clampToEdges, .adjustment,
      .filter, .kernel, .samplingKernel:
      return try read(image, task)
    }
  }

  /// What `image` has become at `placement`.
  func found(_ image: Image, _ placement: Placement) throws -> Pixels {
    guard let pixels = walk[image, placement] else { throw Lowering.missing("picture", image) }
    return pixels
  }
}

extension Image {
  /// Whether it is a frame at most moved and scaled, so that holding its edges is the same as holding the frame's.
  var isUprightFrame: Bool {
    var image = self
    while case .transform(let input, let map, _) = image.node {
      guard map.isUpright, map.determinant != 0 else { return false }
      image = input
    }
    if case .frame = image.node { return true }
    return false
  }
}
