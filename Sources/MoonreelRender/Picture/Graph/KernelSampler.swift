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

  /// Adds the passes that draw what `requests` ask for.
  init(
    _ lowering: Lowering, _ kernel: PixelKernel, _ requests: [Int: SampleRequest],
    _ reach: Double?, _ placement: Placement
  ) throws {
    (self.lowering, self.kernel) = (lowering, kernel)
    (self.reach, self.placement) = (reach, placement)
    inverse = try Lowering.inverse(placement, "kernel '\(kernel.name)'")
    for index in requests.keys.sorted() {
      guard let request = requests[index] else { continue }
      let builder = lowering.builder(request.input.1)
      let drawn = try lowering.found(request.input.0, request.input.1)
      let isOpaque = builder.number(drawn.alpha) == 1
      let values = isOpaque ? drawn.colors : drawn.components
      rasters[index] = lowering.addRaster(values, over: request.rect, request.input.1)
    }
  }

  /// The pixel of input `index` at the position `operands`, which the steps `steps` compute; `ramps` is that position
  /// where it changes evenly from pixel to pixel.
  func sample(_ index: Int, _ steps: [Int], _ operands: [Value], _ ramps: [Ramp?]) -> [Value] {
    let builder = lowering.builder(placement)
    guard let raster = rasters[index] else {
      return lowering.nothing(placement).components
    }
    if let x = offset(steps[0], .x), let y = offset(steps[1], .y) {
      return load(raster, x, y, builder)
    }
    if let x = ramps[0], let y = ramps[1], let values = gathered(raster, x, y, builder) {
      return values
    }
    let x = limited(operands[0], around: Ramp.x(of: inverse), builder)
    let y = limited(operands[1], around: Ramp.y(of: inverse), builder)
    return builder.sample(raster, x, y, scale: lowering.scale)
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
    guard let inverse = placement.map.inverted, raster.rect.width > 1, raster.rect.height > 1,
      isWithinReach(x, of: Ramp.x(of: inverse)), isWithinReach(y, of: Ramp.y(of: inverse))
    else { return nil }
    let (left, top) = (-Double(raster.rect.minX), -Double(raster.rect.minY))
    let samples = (
      x: x.scaled(lowering.scale, plus: left), y: y.scaled(lowering.scale, plus: top)
    )
    let region = lowering.region(placement)
    for ramp in [samples.x, samples.y] {
      let bounds = ramp.bounds(over: region)
      guard bounds.lowerBound > -0x1p28, bounds.upperBound < 0x1p28 else { return nil }
    }
    let map = FixedMap(x: samples.x, y: samples.y)
    let planes = (0..<raster.planeCount).map { plane in
      // Its last column and row stand for what lies beyond its edges.
      let view = PlaneView(source: .raster(raster, plane), trim: 1)
      return builder.source(.bilinear, .gather(view, map, nil))
    }
    return raster.picture(of: planes, builder)
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

  // MARK: Neighbours

  /// How many pixels of the grid the position of step `step` lies from the kernel's own, where that
  /// is the same whole number for all.
  private func offset(_ step: Int, _ own: PixelKernel.Operation) -> Int? {
    let steps = kernel.steps
    if steps[step].operation == own { return 0 }
    guard [.computed(.add), .computed(.subtract)].contains(steps[step].operation),
      steps[steps[step].operands[0]].operation == own,
      case .literal(let number) = steps[steps[step].operands[1]].operation
    else { return nil }
    var distance = Double(steps[step].operation == .computed(.add) ? number : -number)
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
