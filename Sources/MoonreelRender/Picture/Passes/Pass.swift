// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// One thing that fills a raster.
protocol Pass: AnyObject {
  /// What it fills.
  var output: Raster { get }
  /// What it reads; filled by earlier passes.
  func inputs(_ engine: Engine) -> [Raster]
  /// Fills `output`, which has its memory.
  func run(_ engine: Engine)
  /// What the result depends on, where the next frame probably needs the same result; `nil` elsewhere.
  var memoKey: RasterMemo.Key? { get }
}

extension Pass {
  var memoKey: RasterMemo.Key? { nil }
}

/// What every pass needs to run: kernels, threads, compiled programs.
struct Engine {
  var kernels: UnsafePointer<mr_kernels>
  var pool: TilePool
  var programs: ProgramCache
  var memory = BlockMemory(limit: 48 << 20)
  var axes = ResampleAxisCache()
  var memo = RasterMemo(limit: 0)

  /// Which of `passes`, by index, have to run before `wanted` can be read; what is known from the frame
  /// before is borrowed.
  func needed(_ passes: [any Pass], for wanted: [Raster]) -> [Int] {
    var wanted = Set(wanted.flatMap(\.drawn))
    var needed: [Int] = []
    for index in passes.indices.reversed() {
      let pass = passes[index]
      guard wanted.contains(pass.output), !pass.output.isDrawn else { continue }
      if let key = pass.memoKey, let known = memo.raster(key) {
        pass.output.borrow(from: known)
        continue
      }
      wanted.formUnion(pass.inputs(self).flatMap(\.drawn))
      needed.append(index)
    }
    return needed.reversed()
  }

  /// Draws what `pass` fills.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the picture's time is up.
  func run(_ pass: any Pass) throws {
    pass.output.allocate(from: memory)
    pass.run(self)
    // What was left undrawn is never kept.
    try pool.clock.check()
    // What is kept may be read with guards later on.
    if pass.output.isGuarded || pass.memoKey != nil { pass.output.fillGuards() }
    if let key = pass.memoKey { memo.offer(pass.output, key) }
  }

  /// The program of `builder` with its numbers.
  func bind(_ builder: ProgramBuilder, outputs: [Value]) -> BoundProgram {
    BoundProgram(
      programs.program(for: builder, outputs: outputs), params: builder.params,
      payloads: builder.payloads, kernels: kernels, clock: pool.clock)
  }
}
