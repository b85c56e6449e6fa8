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
/// The domain is R'G'B'A in float32; ``PlanarLowering`` is the other one.
final class Lowering: PictureDomain {
  /// One grid of pixels and the program that runs on it.
  final class Grid {
    let builder = ProgramBuilder()
    /// The pixels for which values are wanted.
    let region: PixelRect

    init(region: PixelRect) { self.region = region }
  }

  /// A picture on its own grid.
  struct GridKey: Hashable {
    var image: ObjectIdentifier
    var rect: PixelRect
  }

  /// What a raster holds: values of a grid.
  struct RasterKey: Hashable {
    var grid: Int
    var rect: PixelRect
    var planes: [Value]
    var components: [Int?]
  }

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
  @exclusivity(unchecked) var walk = GraphWalk<PixelValue>()
  @exclusivity(unchecked) private var requests: [GraphTask: RasterRequest] = [:]
  @exclusivity(unchecked) var ownGrids: [GridKey: Int] = [:]
  @exclusivity(unchecked) var rasters: [RasterKey: Raster] = [:]
  @exclusivity(unchecked) private var sampleRequests: [GraphTask: [Int: SampleRequest]] = [:]
  @exclusivity(unchecked) private var reductions: [Reduction: Raster] = [:]
  @exclusivity(unchecked) private var lastLayout: (format: PixelFormat, layout: ComponentLayout)?

  /// Grids on which a picture is drawn that is kept.
  @exclusivity(unchecked) var keptGrids: Set<Int> = []

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
    guard let value = try walked(image, root) else { throw Self.missing("value", image) }
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

  func nothing(_ placement: Placement) -> PixelValue {
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

// MARK: What is read in a way of its own

extension Lowering {
  /// Nothing is seen of what lies elsewhere or is flattened.
  func isUnseen(_ image: Image, _ placement: Placement) -> Bool {
    isOutside(image, placement) || placement.map.inverted == nil
  }

  func mixes(_ first: Image, _ second: Image, _ placement: Placement) -> Bool { true }

  func sources(of image: Image, _ task: GraphTask) throws -> [(Image, Placement)]? {
    let placement = task.placement
    switch image.node {
    case .adjustment(let input, _): return [(input, placement)]
    case .kernel where isKept(image, placement):
      let request = try requests[task] ?? keptRequest(image, placement)
      requests[task] = request
      return request.input.map { [$0] } ?? []
    case .kernel(_, let inputs, _): return inputs.map { ($0, placement) }
    case .samplingKernel(let kernel, let inputs, let numbers, let reach)
    where isOnItsGrid(placement):
      try checkKernel(kernel, inputs, numbers)
      let requested =
        try sampleRequests[task] ?? self.requests(kernel, inputs, numbers, reach, placement)
      sampleRequests[task] = requested
      return directInputs(kernel, inputs, requested).map { (inputs[$0], placement) }
        + requested.keys.sorted().compactMap { requested[$0]?.input }
    case .filter(let input, .gaussianBlur) where heldFrame(input) != nil: return []
    case .pattern(let pattern) where Self.isReadInPlace(pattern, placement): return []
    case .clampToEdges, .filter, .pattern, .samplingKernel, .projection, .tile:
      let request = try requests[task] ?? rasterRequest(for: image, placement)
      requests[task] = request
      return request.input.map { [$0] } ?? []
    case .frame, .color, .shape, .drawing: return []
    case .empty, .transform, .crop, .opacity, .over, .dissolve:
      throw Self.missing("reading", image)
    }
  }

  func moved(_ placement: Placement, _ map: AffineTransform, _ sampling: Image.Sampling) throws
    -> Placement?
  {
    guard map.isFinite else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot draw a picture moved by a transform with a coefficient that is not a finite number: \(map)."
      )
    }
    return placement.placing(map, sampling)
  }

  func read(_ image: Image, _ task: GraphTask) throws -> PixelValue? {
    let placement = task.placement
    let builder = builder(placement)
    switch image.node {
    case .frame(let buffer): return try frame(buffer, placement)
    case .color(let color): return fromOrdinary(constant(color, builder), builder)
    case .pattern(let pattern) where Self.isReadInPlace(pattern, placement):
      return fromOrdinary(try generated(pattern, placement), builder)
    case .shape(let path, let rule, let feather):
      return fromOrdinary(try shape(path, rule, feather, placement), builder)
    case .drawing(let drawing): return try self.drawing(drawing, placement)
    case .adjustment(let input, let adjustment):
      return adjusted(try found(input, placement), adjustment, builder)
    case .filter(let input, let filter): return try filtered(input, filter, image, task)
    case .kernel where isKept(image, placement): return try drawn(image, task)
    case .kernel(let kernel, let inputs, let numbers):
      return try applied(kernel, inputs, numbers, nil, [:], placement)
    case .samplingKernel(let kernel, let inputs, let numbers, let reach)
    where isOnItsGrid(placement):
      guard let requested = sampleRequests[task] else { throw Self.missing("request", image) }
      return try applied(kernel, inputs, numbers, reach, requested, placement)
    case .clampToEdges, .pattern, .samplingKernel, .projection, .tile:
      return try drawn(image, task)
    case .empty, .transform, .crop, .opacity, .over, .dissolve:
      throw Self.missing("reading", image)
    }
  }

  private func filtered(
    _ input: Image, _ filter: RasterFilter, _ image: Image, _ task: GraphTask
  ) throws -> PixelValue {
    if case .gaussianBlur(let x, let y) = filter, let buffer = heldFrame(input) {
      return try blurred(buffer, x, y, task.placement)
    }
    return try drawn(image, task)
  }

  /// The values of `image`, for which a raster has been asked.
  private func drawn(_ image: Image, _ task: GraphTask) throws -> PixelValue {
    guard let request = requests[task] else { throw Self.missing("request", image) }
    return try finish(request, task.placement)
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
