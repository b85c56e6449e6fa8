// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Draws pictures: compiles an ``Image`` graph to a tile program and runs it into a frame.
///
/// A frame depends on nothing but its graph and target: not on the number of threads, not on the
/// CPU. One renderer may be used from several threads at once; it keeps compiled programs, so use
/// the same one for all frames of an export.
///
/// For example:
///
///     let renderer = PictureRenderer()
///     let target = FrameTarget(size: PixelSize(1920, 1080), format: .yuv420(), color: .bt709)
///     let frame = try renderer.render(Image(frame: decoded).saturation(0.5), to: target)
///
/// `@unchecked Sendable`: the kernel table is constant, the cache guards itself.
public final class PictureRenderer: @unchecked Sendable {
  /// How many threads draw at once.
  public let threadCount: Int
  private let kernels: UnsafePointer<mr_kernels>
  private let programs = ProgramCache()
  private let memory = BlockMemory(limit: 512 << 20)
  private let axes = ResampleAxisCache()
  let memo: RasterMemo
  /// Seconds that drawing one picture may take.
  private let frameLimit: Double

  /// A renderer on `threadCount` threads; `nil` takes one for each core.
  ///
  /// - Parameter frameLimit: seconds that drawing one picture may take; `nil`: ``usualFrameLimit``.
  public convenience init(threadCount: Int? = nil, frameLimit: Double? = nil) {
    self.init(threadCount: threadCount, kernels: mr_kernels_best(), frameLimit: frameLimit)
  }

  /// A renderer that draws stills anew for every frame; for measurements.
  package static func forgetful(threadCount: Int) -> PictureRenderer {
    PictureRenderer(threadCount: threadCount, kernels: mr_kernels_best(), memoLimit: 0)
  }

  /// A renderer that runs the kernels of one CPU level, and keeps at most `memoLimit` bytes of pictures that
  /// stay: four planes of 1080p and some titles.
  init(
    threadCount: Int?, kernels: UnsafePointer<mr_kernels>, memoLimit: Int = 48 << 20,
    frameLimit: Double? = nil
  ) {
    self.frameLimit = frameLimit ?? Self.usualFrameLimit
    memo = RasterMemo(limit: memoLimit)
    self.threadCount = max(1, threadCount ?? TilePool.coreCount)
    self.kernels = kernels
  }

  /// How many compiled programs are kept; for tests.
  var programCount: Int { programs.count }

  /// Draws `image` into a new frame of `target`'s shape, or returns the picture's own frame where
  /// nothing changes it.
  ///
  /// - Parameter threadCount: how many threads draw it at most; `nil` for all that the renderer has. One
  ///   takes less time in all, as nothing is handed over, and longer for the frame.
  /// - Throws: `MoonreelError`: `invalidArgument` for a target without pixels, `unsupportedFormat`
  ///   for pixel formats without a native reader or writer, `limitExceeded` for graphs that are too
  ///   large or take too long, `renderingFailed` for transforms that are not finite.
  public func render(_ image: Image, to target: FrameTarget, threadCount: Int? = nil) throws
    -> FrameBuffer
  {
    try target.validate()
    defer {
      memo.endFrame()
      memory.endFrame()
    }
    return try flushingDenormals {
      let engine = engine(threadCount)
      let plan = DrawingPlan(image, for: target)
      if let frame = plan.frame { return frame }
      return try target.makeFrame { try draw(plan, target, to: $0, engine) }
    }
  }

  /// Draws what `plan` says to `planes`.
  private func draw(
    _ plan: DrawingPlan, _ target: FrameTarget, to planes: [FrameBuffer.Plane], _ engine: Engine
  ) throws {
    for copy in plan.copies { copy.draw(to: planes) }
    try plan.planar?.draw(to: planes, engine)
    if plan.float == [PixelRect(size: target.size)] {
      return try drawInFloat(plan.list.image, target, to: planes, engine)
    }
    for group in PixelRect.groups(plan.float) {
      let seen = plan.list.image(over: reading(group, target))
      try drawInFloat(seen, target, to: planes, engine, group)
    }
  }

  /// Draws `image` wholly in float, at once or piece by piece; for comparison.
  func renderInFloat(_ image: Image, to target: FrameTarget, pieces: [PixelRect]? = nil) throws
    -> FrameBuffer
  {
    let image = image.over(Image(color: target.background))
    return try flushingDenormals {
      try target.makeFrame { planes in
        for piece in pieces ?? [PixelRect(size: target.size)] {
          try drawInFloat(image, target, to: planes, engine(), pieces.map { _ in [piece] })
        }
      }
    }
  }

  /// What passes need, with at most `limit` threads.
  private func engine(_ limit: Int? = nil) -> Engine {
    let threads = max(1, min(threadCount, limit ?? threadCount))
    return Engine(
      kernels: kernels, pool: TilePool(threadCount: threads, clock: FrameClock(limit: frameLimit)),
      programs: programs, memory: memory, axes: axes, memo: memo)
  }

  /// Does everything but draw: builds the program for `image` and looks it up; for measurements.
  package func prepare(_ image: Image, for target: FrameTarget) throws {
    let (engine, plan) = (engine(), DrawingPlan(image, for: target))
    if plan.float.isEmpty { return }
    let (outputs, _, builder) = try lower(
      plan.list.image, try FrameEncoder(target), PixelRect(size: target.size))
    _ = engine.programs.program(for: builder, outputs: outputs.map(\.value))
  }

  /// Draws in float; only what the pixels in `touched` reach, where they are given.
  private func drawInFloat(
    _ image: Image, _ target: FrameTarget, to planes: [FrameBuffer.Plane], _ engine: Engine,
    _ touched: [PixelRect]? = nil
  ) throws {
    let encoder = try FrameEncoder(target)
    var (outputs, passes, builder) = try lower(image, encoder, reading(touched, target))
    try engine.pool.clock.check()
    let program = engine.programs.program(
      for: builder, outputs: outputs.map(\.value))
    try runPasses(&passes, for: builder.rasters(of: program), engine)
    let bound = engine.bind(builder, outputs: outputs.map(\.value))
    try FrameWriter(outputs, to: planes, target).run(bound, engine, touched)
  }

  /// The pixels that decide about what `touched` reaches.
  private func reading(_ touched: [PixelRect]?, _ target: FrameTarget) -> PixelRect {
    let whole = PixelRect(size: target.size)
    guard let touched, let first = touched.first else { return whole }
    // The other pixels of a block of chroma, and those beside it where chroma lies on columns or rows.
    return touched.dropFirst().reduce(first) { $0.union($1) }.grown(3, 3).intersection(whole)
  }

  private func lowering(_ region: PixelRect, _ target: FrameTarget) -> Lowering {
    Lowering(
      region: region, scale: target.scale, space: target.workingSpace, quality: target.quality)
  }

  /// `image` as instructions, with what fills the rasters that they read.
  func lower(_ image: Image, _ encoder: FrameEncoder, _ region: PixelRect) throws
    -> ([FrameEncoder.Output], [any Pass], ProgramBuilder)
  {
    let target = encoder.target
    let whole = PixelRect(size: target.size)
    var lowering = self.lowering(region, target)
    var value = try lowering.lower(image)
    if lowering.seesRegion, region != whole {
      lowering = self.lowering(whole, target)
      value = try lowering.lower(image)
    }
    let builder = lowering.grids[0].builder
    if let kernel = target.workingSpace.kernel(to: ColorSpace(target.color)) {
      value = Lowering.apply(kernel, to: value, builder)
    }
    let outputs = encoder.outputs(of: value, builder)
    return (outputs, lowering.passes, builder)
  }

  /// Runs the passes that `wanted` depends on; each is let go, with what only it reads, once it has
  /// run.
  private func runPasses(_ passes: inout [any Pass], for wanted: [Raster], _ engine: Engine) throws
  {
    let needed = engine.needed(passes, for: wanted)
    let byteCount = needed.reduce(0) { $0 + passes[$1].output.byteCount }
    guard byteCount <= Self.memoryLimit else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot draw this picture: its blurs and reductions need \(byteCount >> 20) MiB at once, more than \(Self.memoryLimit >> 20). Crop pictures before they are blurred, or use fewer."
      )
    }
    var rest: [(any Pass)?] = needed.map { passes[$0] }
    passes = []
    for index in rest.indices {
      if let pass = rest[index] { try engine.run(pass) }
      rest[index] = nil
    }
  }

  static let memoryLimit = 6 << 30
}
