// SPDX-License-Identifier: MIT

import MoonreelCore

// Blurs that a picture reads, and pictures that are nothing but a blur: those are rounded row by
// row, without a raster in between.
extension PlanarPicture {
  /// A blurred plane that is an output as it is.
  private struct PlainBlur {
    var pass: BlurPass
    var output: FrameEncoder.Output
    var offset: Float
  }

  /// Runs the blurs that `outputs` read; returns whether that has drawn them.
  func runBlurs(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ size: PixelSize,
    _ planes: [FrameBuffer.Plane], _ engine: Engine
  ) -> Bool {
    guard !passes.isEmpty else { return false }
    let plain = outputs.compactMap { plainBlur(builder, $0, size) }
    if plain.count == outputs.count {
      for blur in plain {
        blur.pass.run(engine, to: .codes(planes, blur.output, offset: blur.offset))
      }
      return true
    }
    let program = engine.programs.program(
      for: builder, outputs: outputs.map(\.value))
    let wanted = Set(builder.rasters(of: program))
    for pass in passes where wanted.contains(pass.output) {
      pass.output.allocate(from: engine.memory)
      pass.run(engine)
    }
    return false
  }

  /// The blur that `output` is, where it is (blur − offset) + offset over the whole plane.
  private func plainBlur(
    _ builder: ProgramBuilder, _ output: FrameEncoder.Output, _ size: PixelSize
  ) -> PlainBlur? {
    var (source, offset) = (builder.instructions[output.value.instruction], Float(0))
    if source.operation == .add, let raised = builder.number(source.b) {
      let lowered = builder.instructions[source.a.instruction]
      guard lowered.operation == .sub, builder.number(lowered.b) == raised else { return nil }
      (source, offset) = (builder.instructions[lowered.a.instruction], raised)
    }
    guard source.operation == .load,
      case .plane(let view) = builder.payloads[Int(source.payload)],
      case .raster(let raster, _) = view.source, raster.rect == PixelRect(size: size),
      view.offsetX == 0, view.offsetY == 0,
      let pass = passes.first(where: { $0.output === raster })
    else { return nil }
    return PlainBlur(pass: pass, output: output, offset: offset)
  }
}
