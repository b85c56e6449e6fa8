// SPDX-License-Identifier: MIT

import MoonreelCore

// Pictures that are nothing but a blur: they are rounded row by row, without a raster in between.
extension PlanarPicture {
  /// A blurred plane that is an output as it is.
  private struct PlainBlur {
    var pass: BlurPass
    var output: FrameEncoder.Output
  }

  /// Draws `outputs` if each is nothing but a blurred plane; returns whether they are.
  func drawBlurs(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ size: PixelSize,
    _ planes: [FrameBuffer.Plane], _ engine: Engine
  ) -> Bool {
    let plain = outputs.compactMap { plainBlur(builder, $0, size) }
    guard plain.count == outputs.count else { return false }
    for blur in plain {
      blur.pass.run(engine, to: .codes(planes, blur.output))
    }
    return true
  }

  /// The blur that `output` is, where it is the blur less the output's offset over the whole plane.
  private func plainBlur(
    _ builder: ProgramBuilder, _ output: FrameEncoder.Output, _ size: PixelSize
  ) -> PlainBlur? {
    var source = builder.instructions[output.value.instruction]
    if output.offset != 0 {
      guard source.operation == .subtract, builder.number(source.b) == output.offset else {
        return nil
      }
      source = builder.instructions[source.a.instruction]
    }
    guard source.operation == .row,
      case .plane(let view) = builder.payloads[Int(source.payload)],
      case .raster(let raster, _) = view.source, raster.rect == PixelRect(size: size),
      view.offsetX == 0, view.offsetY == 0,
      let pass = passes.first(where: { $0.output === raster }) as? BlurPass
    else { return nil }
    return PlainBlur(pass: pass, output: output)
  }
}
