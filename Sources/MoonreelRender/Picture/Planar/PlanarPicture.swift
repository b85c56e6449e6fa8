// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture as two programs: one for the samples of luma and alpha, one for those of chroma.
struct PlanarPicture {
  /// What is drawn of it together.
  struct Part {
    var lumaOutputs: [FrameEncoder.Output]
    var chromaOutputs: [FrameEncoder.Output]
    /// Where, in pixels on whole samples of chroma; `nil` for everywhere.
    var rects: [PixelRect]?
  }

  var target: FrameTarget
  var luma: ProgramBuilder
  var chroma: ProgramBuilder
  var parts: [Part]
  /// What the programs read: blurs, planes at another size, pictures with alpha.
  var passes: [any Pass]

  /// Draws the parts to `planes`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the picture's time is up.
  func draw(to planes: [FrameBuffer.Plane], _ engine: Engine) throws {
    let format = target.format
    for part in parts {
      try draw(luma, part.lumaOutputs, target.size, to: planes, engine, part.rects)
      guard !part.chromaOutputs.isEmpty else { continue }
      try draw(
        chroma, part.chromaOutputs, format.planeSize(1, of: target.size), to: planes, engine,
        part.rects?.map { $0.reduced(format.chromaShiftX, format.chromaShiftY) })
    }
  }

  private func draw(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ size: PixelSize,
    to planes: [FrameBuffer.Plane], _ engine: Engine, _ touched: [PixelRect]?
  ) throws {
    if touched == nil, drawBlurs(builder, outputs, size, planes, engine) {
      return try engine.pool.clock.check()
    }
    try runPasses(builder, outputs, engine)
    let bound = engine.bind(builder, outputs: outputs.map(\.value))
    try FrameWriter(outputs, to: planes, size: size).run(bound, engine, touched)
  }

  /// Runs the passes that `outputs` depend on.
  private func runPasses(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ engine: Engine
  ) throws {
    guard !passes.isEmpty else { return }
    let program = engine.programs.program(for: builder, outputs: outputs.map(\.value))
    for index in engine.needed(passes, for: builder.rasters(of: program)) {
      try engine.run(passes[index])
    }
  }
}
