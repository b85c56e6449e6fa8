// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads the sampled inputs of one kernel while it is lowered.
struct KernelSampler {
  private let lowering: Lowering
  private let kernel: PixelKernel
  private let reach: Double?
  private let placement: Placement
  /// From the placement's grid to the picture.
  private let inverse: AffineTransform
  /// By input; none where nothing of it can be read.
  private var rasters: [Int: Raster] = [:]
  private var frames: [Int: FrameReader] = [:]

  /// Adds the passes that draw what `requests` ask for.
  init(
    _ lowering: Lowering, _ kernel: PixelKernel, _ requests: [Int: SampleRequest],
    _ reach: Double?, _ placement: Placement
  ) throws {
    (self.lowering, self.kernel) = (lowering, kernel)
    (self.reach, self.placement) = (reach, placement)
    inverse = try Lowering.inverse(placement, "kernel '\(kernel.name)'")
    for index in requests.keys.sorted() {
      switch requests[index] {
      case .drawn(let input, let rect):
        let builder = lowering.builder(input.1)
        let drawn = try lowering.found(input.0, input.1)
        let isOpaque = builder.number(drawn.alpha) == 1
        let values = isOpaque ? drawn.colors : drawn.components
        rasters[index] = lowering.addRaster(values, of: input.0, over: rect, input.1)
      case .planes(let frame):
        frames[index] = FrameReader(frame, try frame.format.components())
      case nil: break
      }
    }
  }

  /// The pixel of input `index` at the position `operands`, which the steps `steps` compute; `ramps` is that position
  /// where it changes evenly from pixel to pixel.
  func sample(_ index: Int, _ steps: [Int], _ operands: [Value], _ ramps: [Ramp?]) -> [Value] {
    let builder = lowering.builder(placement)
    if let frame = frames[index] { return planes(of: frame, operands, ramps, builder) }
    guard let raster = rasters[index] else {
      return lowering.nothing(placement).components
    }
    if let x = offset(steps[0], .x), let y = offset(steps[1], .y) {
      return load(raster, x, y, builder)
    }
    if let x = ramps[0], let y = ramps[1], let values = gathered(raster, x, y, builder) {
      return values
    }
    let (x, y) = limited(operands, builder)
    let planes = builder.sample(SampledPlanes(raster, scale: lowering.scale), x, y)
    return raster.picture(of: planes, builder)
  }

  /// The pixel of input `index`, which is drawn for other reads, at the kernel's own place.
  func own(_ index: Int) -> [Value] {
    let builder = lowering.builder(placement)
    return rasters[index].map { load($0, 0, 0, builder) } ?? lowering.nothing(placement).components
  }

  private func limited(_ operands: [Value], _ builder: ProgramBuilder) -> (Value, Value) {
    (
      limited(operands[0], around: Ramp.x(of: inverse), builder),
      limited(operands[1], around: Ramp.y(of: inverse), builder)
    )
  }

  private func limited(_ position: Value, around own: Ramp, _ builder: ProgramBuilder) -> Value {
    guard let reach = reach.map({ builder.param(Float($0)) }) else { return position }
    let own = builder.ramp(own)
    return builder.emit(
      .minimum, builder.emit(.maximum, position, builder.sub(own, reach)), builder.add(own, reach))
  }

  // MARK: Positions that change evenly

  /// The components at the position (`x`, `y`); `nil` where the kernel's reach limits it, or where it is absurd.
  private func gathered(_ raster: Raster, _ x: Ramp, _ y: Ramp, _ builder: ProgramBuilder)
    -> [Value]?
  {
    let (left, top) = (-Double(raster.rect.minX), -Double(raster.rect.minY))
    guard raster.rect.width > 1, raster.rect.height > 1, areWithinReach(x, y),
      let map = FixedMap(
        x: x.scaled(lowering.scale, plus: left), y: y.scaled(lowering.scale, plus: top),
        over: lowering.region(placement))
    else { return nil }
    let planes = (0..<raster.planeCount).map { plane in
      // Its last column and row stand for what lies beyond its edges.
      let view = PlaneView(source: .raster(raster, plane), trim: 1)
      return builder.source(.bilinear, .gather(view, map, nil))
    }
    return raster.picture(of: planes, builder)
  }

  private func areWithinReach(_ x: Ramp, _ y: Ramp) -> Bool {
    isWithinReach(x, of: Ramp.x(of: inverse)) && isWithinReach(y, of: Ramp.y(of: inverse))
  }

  private func isWithinReach(_ position: Ramp, of own: Ramp) -> Bool {
    guard position.base.isFinite, position.stepX.isFinite, position.stepY.isFinite else {
      return false
    }
    guard let reach else { return true }
    let bounds = position.plus(own.scaled(-1)).bounds(over: lowering.region(placement))
    // Numbers are float32: what is meant to be the reach may be a little more, and there is a pixel to spare.
    let most = reach + 1e-6 * (reach + 1)
    return bounds.lowerBound >= -most && bounds.upperBound <= most
  }

  // MARK: Frames

  /// The components at a position, each plane of `frame` read at its own resolution.
  private func planes(
    of frame: FrameReader, _ operands: [Value], _ ramps: [Ramp?], _ builder: ProgramBuilder
  ) -> [Value] {
    let components = frame.layout.color
    var codes: [Value]?
    if let x = ramps[0], let y = ramps[1], areWithinReach(x, y) {
      codes = frame.gathered(components, x, y, lowering.region(placement), builder)
    }
    let found = codes ?? frame.sampled(components, limited(operands, builder), builder)
    return frame.colors(found, builder) + [builder.one]
  }

  // MARK: Neighbours

  /// How many pixels of the grid the position of step `step` lies from the kernel's own, where that
  /// is the same whole number for all.
  private func offset(_ step: Int, _ own: PixelKernel.Operation) -> Int? {
    guard var distance = kernel.distance(step, from: own) else { return nil }
    if let reach { distance = max(-reach, min(reach, distance)) }
    let pixels = distance * lowering.scale
    return pixels == pixels.rounded() && abs(pixels) < 0x1p24 ? Int(pixels) : nil
  }

  /// The components at a fixed distance: read as they lie.
  private func load(_ raster: Raster, _ x: Int, _ y: Int, _ builder: ProgramBuilder) -> [Value] {
    let move = lowering.fromScaled(placement).wholeTranslation ?? (0, 0)
    let planes = (0..<raster.planeCount).map { plane in
      var view = PlaneView(source: .raster(raster, plane))
      view.offsetX = x - move.x - raster.rect.minX
      view.offsetY = y - move.y - raster.rect.minY
      return builder.source(.load, .plane(view))
    }
    return raster.picture(of: planes, builder)
  }
}
