// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures that must be drawn before they can be read.
extension Lowering {
  /// What has to be drawn for `image`: a filter's input, the picture whose edges are held, noise that
  /// is not read pixel by pixel.
  func rasterRequest(for image: Image, _ placement: Placement) throws -> RasterRequest {
    switch image.node {
    case .filter(let input, let filter): return try request(filter, input, placement)
    case .clampToEdges(let input): return try heldRequest(input, placement)
    case .samplingKernel: return try drawnRequest(image, placement)
    case .projection(let input, let map, let sampling):
      return try projectionRequest(input, map, sampling, placement)
    case .tile(let input, let mirrors): return try tileRequest(input, mirrors, placement)
    case .pattern: return try ownGridRequest(image, placement)
    case .empty, .frame, .color, .shape, .drawing, .transform, .crop, .opacity, .over, .dissolve,
      .adjustment, .kernel:
      throw Self.missing("raster", image)
    }
  }

  /// `image` at one pixel for one of its own, whatever the scale: noise has one value a pixel.
  private func ownGridRequest(_ image: Image, _ placement: Placement) throws -> RasterRequest {
    let needed = neededRect(placement.map, placement)
    let grid = addGrid(try checked(needed))
    return RasterRequest(
      (image, Placement(map: .identity, grid: grid)), rect: needed, fills: true,
      map: placement.map)
  }

  /// The map from the picture's grid at the target's scale to the placement's grid.
  func fromScaled(_ placement: Placement) -> AffineTransform {
    AffineTransform(scaleX: 1 / scale, y: 1 / scale).followed(by: placement.map)
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
    return try held(image, rect, map)
  }

  private func held(_ input: Image, _ rect: PixelRect, _ map: AffineTransform) throws
    -> RasterRequest
  {
    guard !rect.isEmpty else { return .nothing }
    return RasterRequest(
      (input, try ownPlacement(of: input, rect)), rect: rect, fills: true, map: map)
  }

  /// The own grid of `image` at the target's scale, over `rect`: one for all who read it there. Were it drawn anew for
  /// each of them, a chain of pictures of which each reads the one before twice would be drawn twice for each link.
  func ownPlacement(of image: Image, _ rect: PixelRect) throws -> Placement {
    let key = GridKey(image: ObjectIdentifier(image), rect: rect)
    let grid = try ownGrids[key] ?? addGrid(checked(rect))
    ownGrids[key] = grid
    return Placement(map: AffineTransform(scaleX: scale, y: scale), grid: grid)
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
      return .empty
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
    // Nothing can be seen of it.
    guard let (image, inputPlacement) = request.input else { return nothing(placement) }
    let builder = builder(inputPlacement)
    let drawn = try found(image, inputPlacement)
    let isOpaque = request.fills && builder.number(drawn.alpha) == 1
    let values = isOpaque ? drawn.colors : drawn.components
    let raster = addRaster(
      values, of: image, over: request.rect, inputPlacement, sharing: request.sharesPlanes,
      repeats: request.repeatsEdges)
    return try request.read(self, raster, placement)
  }

  /// Draws the components `values` of `image` on the placement's grid into a raster; where `sharing`, those that are alike into one
  /// plane, and those that are 0 everywhere into none. What is there already is not drawn again: where `repeats`, whoever
  /// reads the raster repeats its edges, and it may be smaller than `rect` by what would repeat them.
  func addRaster(
    _ values: [Value], of image: Image, over rect: PixelRect, _ placement: Placement,
    sharing: Bool = true, repeats: Bool = false
  ) -> Raster {
    let builder = builder(placement)
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
    let key = RasterKey(grid: placement.grid, rect: rect, planes: planes, components: components)
    if let drawn = rasters[key] { return drawn }
    if let known = known(planes, builder, over: rect, components, repeats: repeats) { return known }
    let raster = Raster(rect: rect, planeCount: planes.count, components: components)
    addPass(
      ProgramPass(builder, planes, into: raster, key: memoKey(image, placement, rect, components)))
    rasters[key] = raster
    return raster
  }

  /// What `planes`, of a grid, are over `rect`, where they are nothing but planes of rasters over one rectangle.
  private func known(
    _ planes: [Value], _ builder: ProgramBuilder, over rect: PixelRect, _ components: [Int?],
    repeats: Bool
  ) -> Raster? {
    var shown: [Raster.Plane] = []
    var place: PixelRect?
    for value in planes {
      guard let view = builder.rowView(value), case .raster(let raster, let index) = view.source
      else { return nil }
      let own = PixelRect(size: view.size).moved(-view.offsetX, -view.offsetY)
      guard place.map({ $0 == own }) ?? true,
        shown.first.map({ $0.raster.stride == raster.stride }) ?? true
      else { return nil }
      place = own
      shown.append(Raster.Plane(raster: raster, index: index))
    }
    guard let place else { return nil }
    var seen = rect.intersection(place)
    guard !seen.isEmpty else { return nil }
    if seen != rect, !repeats {
      guard rect.intersection(place.grownAtEnd) == rect,
        shown.allSatisfy({ $0.raster.drawn == [$0.raster] })
      else { return nil }
      for plane in shown { plane.raster.isGuarded = true }
      seen = rect
    }
    return Raster(
      showing: shown, at: (place.minX, place.minY), rect: seen, components: components)
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
