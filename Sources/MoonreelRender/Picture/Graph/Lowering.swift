// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Turns a graph of pictures into programs on grids of pixels, and passes that fill rasters between
/// them.
///
/// Placements are pushed down to the leaves: a transform over a whole composition costs no raster,
/// each frame in it is sampled once, where it ends up. Only neighbourhood operations (blur,
/// filtered reduction, edges held on something that is no frame) get a raster, over the rectangle
/// that is needed.
///
/// The work is a stack of pictures to be lowered, each remembered by identity and placement: shared
/// pictures are lowered once, and depth costs memory, not stack.
final class Lowering {
  /// One grid of pixels and the program that runs on it.
  final class Grid {
    let builder = ProgramBuilder()
    /// The pixels for which values are wanted.
    let region: PixelRect

    init(region: PixelRect) { self.region = region }
  }

  struct Task: Hashable {
    var image: ObjectIdentifier
    var placement: Placement

    /// Placements of one picture mostly differ in where it lies; equality compares all.
    func hash(into hasher: inout Hasher) {
      hasher.combine(image)
      hasher.combine(placement.map.tx)
      hasher.combine(placement.map.ty)
    }
  }

  /// Pictures a frame may be made of, counted by placement.
  static let nodeLimit = 65_536
  /// Pixels a raster may have.
  static let rasterLimit = 1 << 28

  // One lowering is never shared between threads, and nothing here calls back while it changes: the
  // checks for overlapping accesses would cost a tenth of all.
  @exclusivity(unchecked) private(set) var grids: [Grid]
  @exclusivity(unchecked) private(set) var passes: [any Pass] = []
  /// Output pixels per image pixel; rasters are drawn at this scale.
  let scale: Double
  /// The colour space of the values.
  let space: ColorSpace
  @exclusivity(unchecked) private var done: [Task: PixelValue] = [:]
  @exclusivity(unchecked) private var requests: [Task: RasterRequest] = [:]
  @exclusivity(unchecked) private var sampleRequests: [Task: [Int: SampleRequest]] = [:]
  @exclusivity(unchecked) private var reductions: [Reduction: Raster] = [:]
  @exclusivity(unchecked) private var lastLayout: (format: PixelFormat, layout: ComponentLayout)?

  let quality: RenderQuality
  /// Whether a pixel may depend on how large the region is.
  @exclusivity(unchecked) var seesRegion = false

  /// A lowering onto `region`, with `scale` output pixels per image pixel.
  init(region: PixelRect, scale: Double, space: ColorSpace, quality: RenderQuality = .good) {
    grids = [Grid(region: region)]
    (self.scale, self.space, self.quality) = (scale, space, quality)
  }

  /// The values of `image` on the first grid.
  func lower(_ image: Image) throws -> PixelValue {
    let root = Placement(map: AffineTransform(scaleX: scale, y: scale), grid: 0)
    var stack = [Step(image: image, placement: root)]
    while var step = stack.popLast() {
      if !step.isOpen {
        if done[step.task] != nil { continue }
        let missing = try missingInputs(of: step)
        if !missing.isEmpty {
          step.isOpen = true
          stack.append(step)
          stack += missing
          try checkSize(stack.count + done.count)
          continue
        }
      }
      done[step.task] = try combine(step.image, step.placement, step.task)
    }
    return try value(image, root)
  }

  /// What has to be lowered before `step`, the deepest last, which comes first: fewer values are
  /// alive at once.
  private func missingInputs(of step: Step) throws -> [Step] {
    var missing: [Step] = []
    for (image, placement) in try inputs(of: step.image, step.placement, step.task) {
      let input = Step(image: image, placement: placement)
      if done[input.task] == nil { missing.append(input) }
    }
    if missing.count > 1 { missing.sort { $0.image.depth < $1.image.depth } }
    return missing
  }

  /// A picture on the stack; open once what it needs lies above it.
  private struct Step {
    let image: Image
    let placement: Placement
    var isOpen = false

    var task: Task { Task(image: ObjectIdentifier(image), placement: placement) }
  }

  private func checkSize(_ count: Int) throws {
    guard count > Self.nodeLimit else { return }
    throw MoonreelError(
      .limitExceeded,
      "Cannot draw a picture made of more than \(Self.nodeLimit) parts. Build it from fewer pictures, or render a part of it to a file first."
    )
  }

  func value(_ image: Image, _ placement: Placement) throws -> PixelValue {
    let task = Task(image: ObjectIdentifier(image), placement: placement)
    guard let value = done[task] else {
      throw Self.missing("picture", image)
    }
    return value
  }

  func builder(_ placement: Placement) -> ProgramBuilder { grids[placement.grid].builder }
  func region(_ placement: Placement) -> PixelRect { grids[placement.grid].region }

  func addGrid(_ region: PixelRect) -> Int {
    grids.append(Grid(region: region))
    return grids.count - 1
  }

  func addPass(_ pass: any Pass) { passes.append(pass) }

  /// What `reduction` says, made once however often it is read.
  func reduced(_ reduction: Reduction) throws -> Raster {
    if let known = reductions[reduction] { return known }
    let raster = Raster(rect: reduction.rect, planeCount: 1)
    addPass(
      ResamplePass(
        reduction.view, map: AffineTransform(scaleX: reduction.x, y: reduction.y),
        sampling: reduction.sampling, into: raster))
    reductions[reduction] = raster
    return raster
  }

  /// Where the components of `format` lie; neighbouring frames mostly have the same.
  func layout(of format: PixelFormat) throws -> ComponentLayout {
    if let lastLayout, lastLayout.format == format { return lastLayout.layout }
    let layout = try format.components()
    lastLayout = (format, layout)
    return layout
  }

  func transparent(_ placement: Placement) -> PixelValue {
    let zero = builder(placement).zero
    return PixelValue(zero, zero, zero, zero)
  }

  /// Whether nothing of `image` can be seen on the grid.
  func isOutside(_ image: Image, _ placement: Placement) -> Bool {
    guard let extent = image.extent else { return false }
    if extent.isEmpty { return true }
    guard !placement.clamps else { return false }
    let box = PixelRect(covering: placement.map.boundingBox(of: extent)).grown(1, 1)
    return box.intersection(region(placement)).isEmpty
  }
}

// MARK: What a picture is made from

extension Lowering {
  private func inputs(of image: Image, _ placement: Placement, _ task: Task) throws
    -> [(Image, Placement)]
  {
    guard !isOutside(image, placement) else { return [] }
    switch image.node {
    case .transform(let input, let map, let sampling):
      return [(input, try moved(placement, map, sampling))]
    case .crop(let input, _), .opacity(let input, _), .adjustment(let input, _):
      return [(input, placement)]
    case .over(let first, let second), .dissolve(let first, let second, _):
      return [(first, placement), (second, placement)]
    case .kernel(_, let inputs, _): return inputs.map { ($0, placement) }
    case .samplingKernel(let kernel, let inputs, _, let reach) where isOnItsGrid(placement):
      try checkKernel(kernel, inputs.count)
      let requested =
        try sampleRequests[task] ?? self.requests(kernel, inputs, reach, placement)
      sampleRequests[task] = requested
      return kernel.directInputs.sorted().map { (inputs[$0], placement) }
        + requested.keys.sorted().compactMap { requested[$0]?.input }
    case .clampToEdges(let input) where Self.isUprightFrame(input):
      return [(input, placement.clamped)]
    case .filter(let input, .gaussianBlur) where heldFrame(input) != nil: return []
    case .pattern(let pattern) where Self.isReadInPlace(pattern, placement): return []
    case .clampToEdges, .filter, .pattern, .samplingKernel, .projection, .tile:
      let request = try requests[task] ?? rasterRequest(for: image, placement)
      requests[task] = request
      return request.input.map { [$0] } ?? []
    case .empty, .frame, .color, .shape, .drawing: return []
    }
  }

  private func moved(
    _ placement: Placement, _ map: AffineTransform, _ sampling: Image.Sampling
  ) throws -> Placement {
    guard map.isFinite else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot draw a picture moved by a transform with a coefficient that is not a finite number: \(map)."
      )
    }
    return placement.placing(map, sampling)
  }

  /// Whether `image` is a frame at most moved and scaled, so that holding its edges is the same as
  /// holding the frame's.
  static func isUprightFrame(_ image: Image) -> Bool {
    var image = image
    while case .transform(let input, let map, _) = image.node {
      guard map.isUpright, map.determinant != 0 else { return false }
      image = input
    }
    if case .frame = image.node { return true }
    return false
  }

  private func combine(_ image: Image, _ placement: Placement, _ task: Task) throws -> PixelValue {
    // Nothing is seen of what lies elsewhere or is flattened.
    guard !isOutside(image, placement), placement.map.inverted != nil else {
      return transparent(placement)
    }
    let builder = builder(placement)
    switch image.node {
    case .empty: return transparent(placement)
    case .frame(let buffer): return try frame(buffer, placement)
    case .color(let color): return fromOrdinary(constant(color, builder), builder)
    case .pattern(let pattern) where Self.isReadInPlace(pattern, placement):
      return fromOrdinary(try generated(pattern, placement), builder)
    case .shape(let path, let rule, let feather):
      return fromOrdinary(try shape(path, rule, feather, placement), builder)
    case .drawing(let drawing): return try self.drawing(drawing, placement)
    case .transform(let input, let map, let sampling):
      return try value(input, try moved(placement, map, sampling))
    case .crop(let input, let rect):
      return covered(try value(input, placement), by: coverage(of: rect, placement), placement)
    case .clampToEdges(let input) where Self.isUprightFrame(input):
      return try value(input, placement.clamped)
    case .opacity(let input, let factor):
      return faded(try value(input, placement), factor, builder)
    case .over(let top, let bottom):
      return over(try value(top, placement), try value(bottom, placement), builder)
    case .dissolve(let first, let second, let amount):
      return dissolve(
        try value(first, placement), try value(second, placement), amount, builder)
    case .adjustment(let input, let adjustment):
      return adjusted(try value(input, placement), adjustment, builder)
    case .filter(let input, let filter): return try filtered(input, filter, image, placement, task)
    case .kernel(let kernel, let inputs, let numbers):
      return try applied(kernel, inputs, numbers, nil, [:], placement)
    case .samplingKernel(let kernel, let inputs, let numbers, let reach)
    where isOnItsGrid(placement):
      guard let requested = sampleRequests[task] else { throw Self.missing("request", image) }
      return try applied(kernel, inputs, numbers, reach, requested, placement)
    case .clampToEdges, .pattern, .samplingKernel, .projection, .tile:
      return try drawn(image, placement, task)
    }
  }

  private func filtered(
    _ input: Image, _ filter: RasterFilter, _ image: Image, _ placement: Placement, _ task: Task
  ) throws -> PixelValue {
    if case .gaussianBlur(let x, let y) = filter, let buffer = heldFrame(input) {
      return try blurred(buffer, x, y, placement)
    }
    return try drawn(image, placement, task)
  }

  /// The values of `image`, for which a raster has been asked.
  private func drawn(_ image: Image, _ placement: Placement, _ task: Task) throws -> PixelValue {
    guard let request = requests[task] else { throw Self.missing("request", image) }
    return try finish(request, placement)
  }

  /// What is wrong where a picture is combined from what was not made before.
  static func missing(_ what: String, _ image: Image) -> MoonreelError {
    missing(what, image.node.name)
  }

  static func missing(_ what: String, _ name: String) -> MoonreelError {
    MoonreelError(
      .internalError,
      "Cannot draw the \(name) in a picture: its \(what) is missing, which is a mistake of Moonreel. Please report it with the script."
    )
  }

  /// The map from the placement's grid to the picture, for pictures that are not flattened.
  static func inverse(_ placement: Placement, _ name: String) throws -> AffineTransform {
    guard let inverse = placement.map.inverted else { throw missing("place", name) }
    return inverse
  }
}
