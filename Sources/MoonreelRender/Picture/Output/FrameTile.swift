// SPDX-License-Identifier: MIT

import CKernels

/// One thread's memory while it writes a frame: registers, and the rows that chroma is halved from.
final class FrameTile {
  let worker: TileWorker
  let halved: RowBuffer
  private let lines: [RowBuffer]

  /// Room for `chromaCount` components on three lines.
  init(_ bound: BoundProgram, chromaCount: Int) {
    worker = TileWorker(bound)
    halved = RowBuffer(Int(MR_LANES))
    lines = (0..<3 * chromaCount).map { _ in RowBuffer(Int(MR_LANES) + 8) }
  }

  /// The line's pixel 0; pixel −1 may be read.
  func line(_ line: Int, chroma: Int) -> UnsafePointer<Float> {
    UnsafePointer(lines[line + 3 * chroma].base + 1)
  }

  /// Keeps `lead + count` values as a line from pixel −lead on; its ends repeat.
  func keep(_ values: UnsafePointer<Float>, lead: Int, count: Int, chroma: Int, line: Int) {
    let base = lines[line + 3 * chroma].base
    (base + 1 - lead).update(from: values, count: lead + count)
    if lead == 0 { base[0] = values[0] }
    base[1 + count] = values[lead + count - 1]
  }
}
