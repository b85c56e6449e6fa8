// SPDX-License-Identifier: MIT

/// A gaussian blur of some planes into the planes of a raster.
///
/// Each plane is blurred at its own resolution; beyond it its edges repeat.
final class BlurPass: Pass {
  let output: Raster
  private let views: [PlaneView]
  private let origin: (x: Int, y: Int)
  private let blur: GaussianBlur

  /// Fills plane i of `output` with `views[i]`, whose first sample lies at `origin` on the raster's
  /// grid, blurred.
  init(
    _ views: [PlaneView], at origin: (x: Int, y: Int) = (0, 0), _ blur: GaussianBlur,
    into output: Raster
  ) {
    (self.views, self.origin, self.blur, self.output) = (views, origin, blur, output)
  }

  func inputs(_ engine: Engine) -> [Raster] {
    guard case .raster(let raster, _) = views.first?.source else { return [] }
    return [raster]
  }

  func run(_ engine: Engine) {
    for plane in views.indices { run(engine, plane, to: .raster(output, plane: plane)) }
  }

  /// Gives `sink` what plane `plane` of the output would hold.
  func run(_ engine: Engine, _ plane: Int = 0, to sink: BlurSink) {
    let level = BlurLevel(view: views[plane], minX: origin.x, minY: origin.y)
    blur.run(engine, level, output.rect, to: sink)
  }
}
