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
  /// What the result follows from, where the next frame may well want the same; `nil` elsewhere.
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

  /// Draws what `pass` fills, unless it is known from the frame before.
  func run(_ pass: any Pass) {
    let key = pass.memoKey
    if let key, let known = memo.raster(key) {
      pass.output.borrow(from: known)
      return
    }
    pass.output.allocate(from: memory)
    pass.run(self)
    if let key { memo.offer(pass.output, key) }
  }

  /// The program of `builder` with its numbers.
  func bind(_ builder: ProgramBuilder, outputs: [Value]) -> BoundProgram {
    BoundProgram(
      programs.program(for: builder, outputs: outputs), params: builder.params,
      payloads: builder.payloads, kernels: kernels)
  }
}
