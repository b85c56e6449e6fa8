// SPDX-License-Identifier: MIT

import CKernels

/// One thread's memory while it writes a frame: registers, and the rows that chroma is halved from.
final class FrameTile {
  let worker: TileWorker
  let halved: RowBuffer
  private let lines: [RowBuffer]
  /// For each component of chroma, the lines that its next row is made from.
  private let rows: UnsafeMutablePointer<UnsafePointer<Float>?>

  /// Room for `chromaCount` components on three lines.
  init(_ bound: BoundProgram, chromaCount: Int) {
    worker = TileWorker(bound)
    halved = RowBuffer(Int(MR_LANES))
    lines = (0..<3 * chromaCount).map { _ in RowBuffer(Int(MR_LANES) + 8) }
    rows = .allocate(capacity: max(1, 3 * chromaCount))
    rows.initialize(repeating: nil, count: max(1, 3 * chromaCount))
  }

  deinit { rows.deallocate() }

  /// Makes `line` the one at `place`, 0 to 2, of those that the next row of chroma is made from.
  func show(line: Int, at place: Int) {
    for first in stride(from: 0, to: lines.count, by: 3) {
      rows[first + place] = UnsafePointer(lines[first + line].base + 1)
    }
  }

  /// Pixel 0 of the lines shown, in order; pixel −1 may be read.
  func rows(chroma: Int) -> UnsafePointer<UnsafePointer<Float>?> {
    UnsafePointer(rows + 3 * chroma)
  }

  /// Keeps `lead + count` values as a line from pixel −lead on; its ends repeat.
  func keep(_ values: UnsafePointer<Float>, lead: Int, count: Int, chroma: Int, line: Int) {
    let base = lines[line + 3 * chroma].base
    (base + 1 - lead).update(from: values, count: lead + count)
    if lead == 0 { base[0] = values[0] }
    base[1 + count] = values[lead + count - 1]
  }
}
