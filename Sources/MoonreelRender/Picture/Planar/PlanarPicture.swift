// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture as two programs: one for the samples of luma and alpha, one for those of chroma.
struct PlanarPicture {
  var target: FrameTarget
  var luma: ProgramBuilder
  var lumaOutputs: [FrameEncoder.Output]
  var chroma: ProgramBuilder
  var chromaOutputs: [FrameEncoder.Output]
  /// What the programs read: blurs, planes at another size.
  var passes: [any Pass]

  /// Draws to all of `planes`, or to the samples that share a pixel with `touched`.
  func draw(to planes: [FrameBuffer.Plane], _ engine: Engine, _ touched: [PixelRect]? = nil) {
    let format = target.format
    draw(luma, lumaOutputs, target.size, to: planes, engine, touched)
    guard !chromaOutputs.isEmpty else { return }
    draw(
      chroma, chromaOutputs, format.planeSize(1, of: target.size), to: planes, engine,
      touched?.map { $0.reduced(format.chromaShiftX, format.chromaShiftY) })
  }

  private func draw(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ size: PixelSize,
    to planes: [FrameBuffer.Plane], _ engine: Engine, _ touched: [PixelRect]?
  ) {
    if touched == nil, drawBlurs(builder, outputs, size, planes, engine) { return }
    runPasses(builder, outputs, engine)
    let bound = engine.bind(builder, outputs: outputs.map(\.value))
    FrameWriter(outputs, to: planes, size: size).run(bound, engine, touched)
  }

  /// Runs the passes that `outputs` depend on.
  private func runPasses(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ engine: Engine
  ) {
    guard !passes.isEmpty else { return }
    let program = engine.programs.program(for: builder, outputs: outputs.map(\.value))
    let wanted = Set(builder.rasters(of: program))
    for pass in passes where wanted.contains(pass.output) { engine.run(pass) }
  }
}
