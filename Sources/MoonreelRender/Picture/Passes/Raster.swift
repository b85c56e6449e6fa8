// SPDX-License-Identifier: MIT

import MoonreelCore

/// Planes of floats over a rectangle of pixels, in memory from the pass that fills it until the
/// last one that reads it is gone; or a part of such planes, where they lie.
///
/// `@unchecked Sendable`: each pass writes its own raster before any other reads it, and threads
/// write different rows.
final class Raster: Hashable, @unchecked Sendable {
  /// A plane of a raster.
  struct Plane {
    let raster: Raster
    let index: Int
  }

  let rect: PixelRect
  let planeCount: Int
  /// The plane of each component of the picture that it holds, where it holds one: components that are alike share a
  /// plane, and those that are 0 everywhere have none.
  let components: [Int?]
  /// Floats from row to row.
  let stride: Int
  /// Whether one more column at the right and one more row below, which repeat the last ones, can be read.
  var isGuarded = false
  private var memory: UnsafeMutablePointer<Float>?
  /// Where the memory goes back to, and how much it is.
  private var home: BlockMemory?
  private var blockSize = 0
  /// Whose memory this is, if it is another's.
  private var lender: Raster?
  /// The planes of others that it shows, and how many floats of them lie before its first; none where it has its own.
  private let shown: [Plane]
  private let lead: Int

  /// - Parameter components: the plane of each component; `nil`: one each.
  init(rect: PixelRect, planeCount: Int, components: [Int?]? = nil) {
    self.rect = rect
    self.planeCount = planeCount
    self.components = components ?? Array(0..<planeCount)
    stride = Self.stride(rect.width)
    (shown, lead) = ([], 0)
  }

  /// One over other pixels for what becomes of the planes of `other`.
  convenience init(rect: PixelRect, like other: Raster) {
    self.init(rect: rect, planeCount: other.planeCount, components: other.components)
  }

  /// The samples of `planes`, all over the same rectangle, that lie in `rect` where their first sample stands at `origin`.
  init(showing planes: [Plane], at origin: (x: Int, y: Int), rect: PixelRect, components: [Int?]) {
    self.rect = rect
    (planeCount, self.components) = (planes.count, components)
    stride = planes[0].raster.stride
    shown = planes
    lead = (rect.minY - origin.y) * stride + rect.minX - origin.x
  }

  /// Programs write whole stretches of 128 lanes into rows, and those of a layer may begin anywhere. Rows lie no power
  /// of two apart, which would put them all in the same places of the cache.
  private static func stride(_ width: Int) -> Int { ((width + 127) & ~127) + 128 + 16 }

  deinit {
    guard let memory, lender == nil else { return }
    if let home { home.give(memory, blockSize) } else { memory.deallocate() }
  }

  /// Floats from plane to plane: with room for the guard row.
  private var planeStride: Int { stride * (rect.height + 1) }

  /// Of its own memory, with room behind the last row: whole vectors are read.
  var byteCount: Int {
    shown.isEmpty ? (planeCount * planeStride + 256) * MemoryLayout<Float>.stride : 0
  }

  /// The rasters that have to be drawn before this one can be read.
  var drawn: [Raster] { shown.isEmpty ? [self] : shown.flatMap(\.raster.drawn) }

  /// Gets the memory, which is not cleared, from what earlier rasters left where `home` is given.
  func allocate(from home: BlockMemory? = nil) {
    guard memory == nil, shown.isEmpty else { return }
    self.home = home
    let wanted = BlockMemory.size(for: max(64, byteCount))
    let block = home?.take(wanted) ?? (memory: BlockMemory.allocate(wanted), size: wanted)
    blockSize = block.size
    memory = block.memory.bindMemory(to: Float.self, capacity: blockSize / 4)
  }

  /// Shows what `other`, of the same shape and drawn, shows.
  func borrow(from other: Raster) {
    precondition(memory == nil && rect == other.rect && planeCount == other.planeCount)
    (memory, lender) = (other.memory, other)
  }

  /// Whether it has its memory, and so its samples once the pass that fills it has run.
  var isDrawn: Bool { memory != nil }

  /// The first sample of plane `index`.
  func plane(_ index: Int) -> UnsafeMutablePointer<Float> {
    if !shown.isEmpty { return shown[index].raster.plane(shown[index].index) + lead }
    guard let memory else { preconditionFailure("a raster is read before it is drawn") }
    return memory + index * planeStride
  }

  /// The row `y` (0 at the rectangle's top) of plane `index`.
  func row(_ y: Int, plane index: Int) -> UnsafeMutablePointer<Float> {
    plane(index) + y * stride
  }

  /// Repeats the last column and the last row once.
  func fillGuards() {
    for plane in 0..<planeCount {
      for y in 0..<rect.height {
        let row = row(y, plane: plane)
        row[rect.width] = row[rect.width - 1]
      }
      row(rect.height, plane: plane)
        .update(from: row(rect.height - 1, plane: plane), count: rect.width + 1)
    }
  }

  static func == (first: Raster, second: Raster) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
