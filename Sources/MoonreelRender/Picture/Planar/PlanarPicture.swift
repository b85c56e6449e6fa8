// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture as two programs: one for the samples of luma and alpha, one for those of chroma.
struct PlanarPicture {
  var target: FrameTarget
  var luma: ProgramBuilder
  var lumaOutputs: [FrameEncoder.Output]
  var chroma: ProgramBuilder
  var chromaOutputs: [FrameEncoder.Output]
  /// The blurs that the programs read.
  var passes: [BlurPass]

  func render(_ engine: Engine) -> FrameBuffer {
    target.makeFrame { planes in
      run(luma, lumaOutputs, target.size, planes, engine)
      guard !chromaOutputs.isEmpty else { return }
      run(chroma, chromaOutputs, target.format.planeSize(1, of: target.size), planes, engine)
    }
  }

  private func run(
    _ builder: ProgramBuilder, _ outputs: [FrameEncoder.Output], _ size: PixelSize,
    _ planes: [FrameBuffer.Plane], _ engine: Engine
  ) {
    if runBlurs(builder, outputs, size, planes, engine) { return }
    let bound = engine.bind(builder, outputs: outputs.map(\.value))
    FrameWriter(outputs, to: planes, size: size).run(bound, engine)
  }
}
