// SPDX-License-Identifier: MIT

import CKernels

/// One resolution of a plane that is being blurred: samples over a rectangle; beyond it they repeat.
struct BlurLevel {
  var view: PlaneView
  var rect: PixelRect

  init(view: PlaneView, minX: Int, minY: Int) {
    self.view = view
    rect = PixelRect(
      minX: minX, minY: minY, maxX: minX + view.size.width, maxY: minY + view.size.height)
  }

  init(_ raster: Raster) {
    (view, rect) = (PlaneView(source: .raster(raster, 0)), raster.rect)
  }
}

/// One thread's window onto a level: rows of floats over some columns, the last few of them kept.
final class BlurWindow {
  private let level: BlurLevel
  private let columns: Range<Int>
  private let kernels: UnsafePointer<mr_kernels>
  private var plane: mr_plane
  private let lines: [RowBuffer]
  private var held: [Int]
  /// Room for the rows of one step.
  let rows: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let rowCount: Int
  /// Room for two rows.
  let first: RowBuffer
  let second: RowBuffer

  /// A window that keeps `rowCount` rows of `level` over `columns`, with room for a row of `width`.
  init(
    _ level: BlurLevel, _ columns: Range<Int>, rowCount: Int, width: Int,
    _ kernels: UnsafePointer<mr_kernels>
  ) {
    (self.level, self.columns, self.kernels, self.rowCount) = (level, columns, kernels, rowCount)
    plane = level.view.encoded
    lines =
      Self.isInside(level, columns) ? [] : (0..<rowCount).map { _ in RowBuffer(columns.count) }
    held = Array(repeating: .min, count: rowCount)
    rows = .allocate(capacity: rowCount)
    rows.initialize(repeating: nil, count: rowCount)
    first = RowBuffer(width)
    second = RowBuffer(columns.count)
  }

  deinit { rows.deallocate() }

  /// Whether rows can be read where they are.
  private static func isInside(_ level: BlurLevel, _ columns: Range<Int>) -> Bool {
    guard case .raster = level.view.source else { return false }
    return columns.lowerBound >= level.rect.minX && columns.upperBound <= level.rect.maxX
  }

  /// Row `y` from the first column on.
  private func line(_ y: Int) -> UnsafePointer<Float> {
    let row = max(level.rect.minY, min(level.rect.maxY - 1, y)) - level.rect.minY
    if case .raster(let raster, let index) = level.view.source, lines.isEmpty {
      return UnsafePointer(raster.row(row, plane: index) + columns.lowerBound - level.rect.minX)
    }
    let slot = row % rowCount
    if held[slot] != row {
      kernels.pointee.widen(
        lines[slot].base, &plane, Int64(columns.lowerBound - level.rect.minX), Int64(row),
        Int32(columns.count))
      held[slot] = row
    }
    return UnsafePointer(lines[slot].base)
  }

  /// Points `rows` at the rows of `range`, `lead` columns in.
  func point(at range: ClosedRange<Int>, lead: Int) {
    for (index, y) in range.enumerated() { rows[index] = line(y) + lead }
  }
}
