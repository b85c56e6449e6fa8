// SPDX-License-Identifier: MIT

import MoonreelCore

/// Planes of floats over a rectangle of pixels, in memory from the pass that fills it until the
/// last one that reads it is gone.
///
/// `@unchecked Sendable`: each pass writes its own raster before any other reads it, and threads
/// write different rows.
final class Raster: Hashable, @unchecked Sendable {
  let rect: PixelRect
  let planeCount: Int
  /// The plane of each component of the picture that it holds, where it holds one: components that are alike share a
  /// plane, and those that are 0 everywhere have none.
  let components: [Int?]
  /// Floats from row to row.
  let stride: Int
  private var memory: UnsafeMutablePointer<Float>?
  /// Where the memory goes back to.
  private var home: BlockMemory?
  /// Whose memory this is, if it is another's.
  private var lender: Raster?

  /// - Parameter components: the plane of each component; `nil`: one each.
  init(rect: PixelRect, planeCount: Int, components: [Int?]? = nil) {
    self.rect = rect
    self.planeCount = planeCount
    self.components = components ?? Array(0..<planeCount)
    stride = (rect.width + 15) & ~15
  }

  /// One over other pixels for what becomes of the planes of `other`.
  convenience init(rect: PixelRect, like other: Raster) {
    self.init(rect: rect, planeCount: other.planeCount, components: other.components)
  }

  deinit {
    guard let memory, lender == nil else { return }
    if let home { home.give(memory, blockSize) } else { memory.deallocate() }
  }

  private var blockSize: Int { BlockMemory.size(for: max(64, byteCount)) }

  var byteCount: Int { planeCount * stride * rect.height * MemoryLayout<Float>.stride }

  /// Gets the memory, which is not cleared, from what earlier rasters left where `home` is given.
  func allocate(from home: BlockMemory? = nil) {
    guard memory == nil else { return }
    self.home = home
    let raw = home?.take(blockSize) ?? BlockMemory.allocate(blockSize)
    memory = raw.bindMemory(to: Float.self, capacity: blockSize / 4)
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
    guard let memory else { preconditionFailure("a raster is read before it is drawn") }
    return memory + index * stride * rect.height
  }

  /// The row `y` (0 at the rectangle's top) of plane `index`.
  func row(_ y: Int, plane index: Int) -> UnsafeMutablePointer<Float> {
    plane(index) + y * stride
  }

  static func == (first: Raster, second: Raster) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
