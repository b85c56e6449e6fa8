// SPDX-License-Identifier: MIT

import MoonreelCore

// Pictures that end at straight edges, as frames do.
extension RasterPlane {
  /// How many pixels go on beyond the edges: more than sampling reaches.
  package static let clampedMargin = 8

  /// Continues the pixels that lie wholly within `rect` of the drawing outwards, over those that its edges
  /// cut.
  package func clamp(to rect: Rect) {
    let columns = pixels(from: rect.minX, to: rect.maxX, origin: originX, count: size.width)
    let rows = pixels(from: rect.minY, to: rect.maxY, origin: originY, count: size.height)
    for y in rows {
      let row = (base + y * strideBytes).assumingMemoryBound(to: UInt32.self)
      for x in 0..<columns.lowerBound { row[x] = row[columns.lowerBound] }
      for x in columns.upperBound..<size.width { row[x] = row[columns.upperBound - 1] }
    }
    for y in 0..<rows.lowerBound { copyRow(rows.lowerBound, to: y) }
    for y in rows.upperBound..<size.height { copyRow(rows.upperBound - 1, to: y) }
  }

  /// The pixels that lie wholly between two places; of something narrower than that, the one in its middle.
  private func pixels(from start: Double, to end: Double, origin: Int, count: Int) -> Range<Int> {
    let first = Int(limiting: (start * scale - 1e-6).rounded(.up)) - origin
    let last = Int(limiting: (end * scale + 1e-6).rounded(.down)) - origin
    if first < last { return max(0, first)..<min(count, last) }
    let middle = Int(limiting: ((start + end) / 2 * scale).rounded(.down)) - origin
    let index = min(count - 1, max(0, middle))
    return index..<(index + 1)
  }

  private func copyRow(_ from: Int, to: Int) {
    (base + to * strideBytes).copyMemory(from: base + from * strideBytes, byteCount: 4 * size.width)
  }
}
