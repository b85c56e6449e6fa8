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
      let drawn = try lowering.value(request.input.0, request.input.1)
      let isOpaque = builder.number(drawn.alpha) == 1
      let values = isOpaque ? drawn.colors : drawn.components
      let raster = Raster(rect: request.rect, planeCount: values.count)
      lowering.addPass(ProgramPass(builder, values, into: raster))
      rasters[index] = raster
    }
  }

  /// The pixel of input `index` at the position `operands`, which the steps `steps` compute.
  func sample(_ index: Int, _ steps: [Int], _ operands: [Value]) -> [Value] {
    let builder = lowering.builder(placement)
    guard let raster = rasters[index] else {
      return lowering.transparent(placement).components
    }
    if let x = offset(steps[0], .x), let y = offset(steps[1], .y) {
      return load(raster, x, y, builder)
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
    let components = (0..<raster.planeCount).map { plane in
      var view = PlaneView(source: .raster(raster, plane))
      view.offsetX = x - move.x - raster.rect.minX
      view.offsetY = y - move.y - raster.rect.minY
      return builder.source(.load, .plane(view))
    }
    return components.count > 3 ? components : components + [builder.one]
  }
}
