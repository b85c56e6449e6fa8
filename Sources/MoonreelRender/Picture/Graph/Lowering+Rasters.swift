// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures that must be drawn before they can be read.
extension Lowering {
  /// What has to be drawn for `image`: a blur's input, the picture whose edges are held, noise that
  /// is not read pixel by pixel.
  func rasterRequest(for image: Image, _ placement: Placement) throws -> RasterRequest {
    switch image.node {
    case .gaussianBlur(let input, let sigmaX, let sigmaY):
      return try blurRequest(input, sigmaX, sigmaY, placement)
    case .clampToEdges(let input): return try heldRequest(input, placement)
    case .samplingKernel: return try drawnRequest(image, placement)
    case .boxBlur(let input, let radius): return try boxRequest(input, radius, placement)
    case .pixelate(let input, let cell, let origin):
      return try cellRequest(input, cell, origin, placement)
    case .projection(let input, let map, let sampling):
      return try projectionRequest(input, map, sampling, placement)
    case .tile(let input, let mirrors): return try tileRequest(input, mirrors, placement)
    default:
      // Noise has one value a pixel of its own grid, whatever the scale.
      let needed = neededRect(placement.map, placement)
      let grid = addGrid(try checked(needed))
      return RasterRequest(
        input: (image, Placement(map: .identity, grid: grid)), rect: needed, map: placement.map,
        filter: .none, fills: true)
    }
  }

  /// The map from the picture's grid at the target's scale to the placement's grid.
  func fromScaled(_ placement: Placement) -> AffineTransform {
    AffineTransform(scaleX: 1 / scale, y: 1 / scale).followed(by: placement.map)
  }

  private func blurRequest(
    _ input: Image, _ sigmaX: Double, _ sigmaY: Double, _ placement: Placement
  ) throws -> RasterRequest {
    let (x, y) = (max(0, sigmaX * scale), max(0, sigmaY * scale))
    try checkBlur(max(x, y), max(sigmaX, sigmaY))
    let blur = GaussianBlur(x: .of(sigma: x), y: .of(sigma: y))
    let map = fromScaled(placement)
    var output = neededRect(map, placement)
    var rect = blur.source(of: output)
    var fills = true
    if let extent = scaledExtent(input) {
      // One transparent pixel around, so that reads beyond the edge find nothing.
      output = output.intersection(extent.grown(blur.x.reach + 1, blur.y.reach + 1))
      let drawn = blur.source(of: output).intersection(extent.grown(1, 1))
      fills = drawn == rect
      rect = drawn
    }
    let filter = RasterRequest.Filter.blur(blur, output: output)
    guard !rect.isEmpty, !output.isEmpty else {
      return RasterRequest(input: nil, rect: rect, map: map, filter: filter, fills: false)
    }
    _ = try checked(output)
    let grid = addGrid(try checked(rect))
    return RasterRequest(
      input: (input, Placement(map: AffineTransform(scaleX: scale, y: scale), grid: grid)),
      rect: rect, map: map, filter: filter, fills: fills)
  }

  /// `scaled` is the larger standard deviation in output pixels, `sigma` the same in its own.
  func checkBlur(_ scaled: Double, _ sigma: Double) throws {
    guard scaled.isFinite, scaled <= 4096 else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot blur with a standard deviation of \(sigma) pixels: it may be at most 4096 output pixels."
      )
    }
  }

  private func heldRequest(_ input: Image, _ placement: Placement) throws -> RasterRequest {
    let map = fromScaled(placement)
    let needed = neededRect(map, placement)
    guard let extent = input.extent else {
      return try held(input, needed, map)
    }
    return try held(
      uncut(input), needed.clamped(into: wholePixels(in: extent)), map)
  }

  /// `image`; or, where it is a crop that holds no whole pixel at the target's scale, the picture that it is cut from.
  /// The pixels that such a crop touches are kept whole, and the crop would leave only parts of them.
  private func uncut(_ image: Image) -> Image {
    guard case .crop(let input, _) = image.node, let extent = image.extent else { return image }
    let box = AffineTransform(scaleX: scale, y: scale).boundingBox(of: extent)
    let (first, last) = (
      Point((box.minX - 1e-9).rounded(.up), (box.minY - 1e-9).rounded(.up)),
      Point((box.maxX + 1e-9).rounded(.down), (box.maxY + 1e-9).rounded(.down))
    )
    return first.x < last.x && first.y < last.y ? image : input
  }

  /// The pixels that are wholly inside `extent`, where there are any: only they are held.
  func wholePixels(in extent: Rect) -> PixelRect {
    Self.wholePixels(of: AffineTransform(scaleX: scale, y: scale).boundingBox(of: extent))
  }

  /// The pixels that lie wholly inside `rect`; all that it touches where there are none.
  static func wholePixels(of rect: Rect) -> PixelRect {
    let touched = PixelRect(covering: rect)
    var whole = PixelRect(
      covering: Rect(
        x: (rect.minX - 1e-9).rounded(.up), y: (rect.minY - 1e-9).rounded(.up),
        width: 0, height: 0))
    whole.maxX = touched.maxX - (isWhole(rect.maxX) ? 0 : 1)
    whole.maxY = touched.maxY - (isWhole(rect.maxY) ? 0 : 1)
    return whole.isEmpty ? touched : whole
  }

  /// The picture itself, on its own grid at the target's scale.
  private func drawnRequest(_ image: Image, _ placement: Placement) throws -> RasterRequest {
    let map = fromScaled(placement)
    var rect = neededRect(map, placement)
    if let extent = scaledExtent(image) { rect = rect.intersection(extent.grown(1, 1)) }
    guard !rect.isEmpty else {
      return RasterRequest(input: nil, rect: rect, map: map, filter: .none, fills: false)
    }
    let grid = addGrid(try checked(rect))
    return RasterRequest(
      input: (image, Placement(map: AffineTransform(scaleX: scale, y: scale), grid: grid)),
      rect: rect, map: map, filter: .none, fills: true)
  }

  private func held(_ input: Image, _ rect: PixelRect, _ map: AffineTransform) throws
    -> RasterRequest
  {
    guard !rect.isEmpty else {
      return RasterRequest(input: nil, rect: rect, map: map, filter: .none, fills: false)
    }
    let grid = addGrid(try checked(rect))
    return RasterRequest(
      input: (input, Placement(map: AffineTransform(scaleX: scale, y: scale), grid: grid)),
      rect: rect, map: map, filter: .none, fills: true)
  }

  private static func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-9 }

  func scaledExtent(_ image: Image) -> PixelRect? {
    image.extent.map {
      PixelRect(covering: AffineTransform(scaleX: scale, y: scale).boundingBox(of: $0))
    }
  }

  /// The samples, on a plane that `map` brings to the placement's grid, that its pixels may touch.
  func neededRect(_ map: AffineTransform, _ placement: Placement) -> PixelRect {
    let region = region(placement)
    guard let inverse = map.inverted, !region.isEmpty else {
      return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }
    let box = PixelRect(covering: inverse.boundingBox(of: region.rect))
    if map.wholeTranslation != nil {
      return box
    }
    let radius = SampleKernel.radius(quality.sampling(for: placement.sampling ?? .bicubic))
    let footprint = inverse.footprint
    // What is reduced before it is gathered is weighted twice.
    let isReduced = quality != .draft && !map.isUpright && max(footprint.x, footprint.y) > 1
    let reach = (isReduced ? 2 : 1) * radius + 1
    return box.grown(
      Int(min(0x1p29, (reach * max(1, footprint.x)).rounded(.up))),
      Int(min(0x1p29, (reach * max(1, footprint.y)).rounded(.up))))
  }

  func checked(_ rect: PixelRect) throws -> PixelRect {
    guard rect.width.multipliedReportingOverflow(by: rect.height).partialValue <= Self.rasterLimit,
      rect.width < 1 << 24, rect.height < 1 << 24
    else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot draw an intermediate picture of \(rect.width)x\(rect.height) pixels: crop the picture before it is blurred or reduced so much."
      )
    }
    return rect
  }

  /// The values of a raster whose input has been lowered.
  func finish(_ request: RasterRequest, _ placement: Placement) throws -> PixelValue {
    guard let (image, inputPlacement) = request.input else { return transparent(placement) }
    let builder = builder(inputPlacement)
    let drawn = try value(image, inputPlacement)
    let isOpaque = request.fills && builder.number(drawn.alpha) == 1
    let values = isOpaque ? drawn.colors : drawn.components
    let raster = addRaster(
      values, over: request.rect, inputPlacement, sharing: request.filter.takesSharedPlanes)
    switch request.filter {
    case .none: return try sampled(raster, map: request.map, placement)
    case .projection(let projection): return try projected(raster, projection, placement)
    case .blur(let blur, let output):
      let result = Raster(rect: output, like: raster)
      let views = (0..<raster.planeCount).map { PlaneView(source: .raster(raster, $0)) }
      let origin = (raster.rect.minX, raster.rect.minY)
      addPass(BlurPass(views, at: origin, blur, into: result))
      return try sampled(result, map: request.map, placement)
    case .tile(let mirrors, let output):
      let result = Raster(rect: output, like: raster)
      addPass(TilePass(raster, mirrors: mirrors, into: result))
      return try sampled(result, map: request.map, placement)
    case .box(let mean, let output):
      let result = Raster(rect: output, like: raster)
      addPass(BoxBlurPass(raster, mean, into: result))
      return try sampled(result, map: request.map, placement)
    case .cells(let grid):
      return try cells(grid, of: raster, request.map, placement)
    }
  }

  /// Draws the components `values` of the placement's grid into a raster, once for all who want them; where `sharing`,
  /// those that are alike into one plane, and those that are 0 everywhere into none.
  func addRaster(
    _ values: [Value], over rect: PixelRect, _ placement: Placement, sharing: Bool = true
  ) -> Raster {
    let content = RasterContent(grid: placement.grid, rect: rect, values: values, sharing: sharing)
    if let known = drawn[content] { return known }
    let raster = makeRaster(content, builder(placement))
    drawn[content] = raster
    return raster
  }

  private func makeRaster(_ content: RasterContent, _ builder: ProgramBuilder) -> Raster {
    let (values, sharing) = (content.values, content.sharing)
    var planes: [Value] = sharing ? [] : values
    var components: [Int?] = sharing ? [] : Array(values.indices)
    for value in values where sharing {
      if builder.number(value) == 0 {
        components.append(nil)
      } else if let known = planes.firstIndex(of: value) {
        components.append(known)
      } else {
        components.append(planes.count)
        planes.append(value)
      }
    }
    // A picture of nothing has one plane all the same.
    if planes.isEmpty { planes = [builder.zero] }
    let raster = Raster(rect: content.rect, planeCount: planes.count, components: components)
    addPass(ProgramPass(builder, planes, into: raster))
    return raster
  }

  /// The values of a raster of 3 (opaque) or 4 components.
  func sampled(_ raster: Raster, map: AffineTransform, _ placement: Placement) throws
    -> PixelValue
  {
    let planes = try (0..<raster.planeCount).map { plane in
      try sample(PlaneView(of: raster, plane), map: map, placement)
    }
    return PixelValue(raster.picture(of: planes, builder(placement)))
  }
}
