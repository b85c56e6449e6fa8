// SPDX-License-Identifier: MIT

import MoonreelCore

/// Colours by colour: three curves side by side, or a cube in which every colour has its place.
///
/// Between entries, curves are linear and cubes are interpolated in tetrahedra (the cube around a
/// colour is cut into six along its gray diagonal, and the four corners of the one that holds the
/// colour are weighted linearly), which keeps grays gray. Outside the domain the nearest entry
/// holds. Compared by identity.
///
/// `@unchecked Sendable`: the memory is written in `init` only.
public final class LookupTable: @unchecked Sendable {
  /// What is looked up by what.
  public enum Shape: String, Hashable, Sendable {
    /// Each component by itself, in a column of its own.
    case curves
    /// The three components together; size³ entries, red changing fastest, then green.
    case cube
  }

  /// What is looked up by what.
  public let shape: Shape
  /// How many entries there are along an axis, 2 or more.
  public let size: Int
  /// The red, green and blue that have the first entry, straight and gamma-encoded.
  public let low: SIMD3<Float>
  /// The red, green and blue that have the last entry.
  public let high: SIMD3<Float>
  /// The entries, four floats each: red, green, blue, 0.
  public let entries: UnsafePointer<Float>
  private let memo = DigestMemo()
  private let memory: UnsafeMutablePointer<Float>
  /// What it counts against the memory of the script that made it.
  private let charge: MemoryCharge?

  /// The most entries along an axis of a cube, and of curves.
  public static let limits: [Shape: Int] = [.cube: 129, .curves: 65_536]

  /// A table of `colors`.
  ///
  /// - Parameters:
  ///   - colors: size entries for curves, size³ for a cube, red changing fastest.
  ///   - low: The red, green and blue of the first entry.
  ///   - high: The red, green and blue of the last entry, each above `low`.
  /// - Throws: `MoonreelError` (`invalidArgument`) for another number of colours, too many or too few,
  ///   or a domain that is empty or not finite.
  public init(
    _ shape: Shape, size: Int, colors: [SIMD3<Float>], low: SIMD3<Float> = .zero,
    high: SIMD3<Float> = .one
  ) throws {
    let limit = Self.limits[shape] ?? 2
    guard (2...limit).contains(size) else {
      throw MoonreelError(
        .invalidArgument,
        "A table of \(shape.rawValue) may have 2 to \(limit) entries, not \(size).")
    }
    let count = shape == .cube ? size * size * size : size
    guard colors.count == count else {
      throw MoonreelError(
        .invalidArgument, "A table of \(count) colours cannot be made of \(colors.count).")
    }
    for axis in 0..<3 {
      guard low[axis].isFinite, high[axis].isFinite, low[axis] < high[axis] else {
        throw MoonreelError(
          .invalidArgument,
          "The domain of a table must rise: it goes from \(low[axis]) to \(high[axis]).")
      }
    }
    (self.shape, self.size, self.low, self.high) = (shape, size, low, high)
    memory = .allocate(capacity: 4 * count)
    charge = .current(128 + 16 * count)
    for (index, color) in colors.enumerated() {
      for part in 0..<3 { (memory + 4 * index + part).initialize(to: color[part]) }
      (memory + 4 * index + 3).initialize(to: 0)
    }
    entries = UnsafePointer(memory)
  }

  deinit { memory.deallocate() }

  /// How many entries there are in all.
  public var count: Int { shape == .cube ? size * size * size : size }

  /// Entry `index`.
  public subscript(index: Int) -> SIMD3<Float> {
    precondition((0..<count).contains(index), "the table has no entry \(index)")
    return SIMD3(entries[4 * index], entries[4 * index + 1], entries[4 * index + 2])
  }
}

extension LookupTable {
  /// Stands for shape, domain and entries: tables that are alike have the same.
  var digest: Digest {
    memo.value {
      var writer = DigestWriter("table", shape.rawValue, size)
      for color in [low, high] { writer.add(color.x, color.y, color.z) }
      writer.append(UnsafeRawBufferPointer(start: entries, count: 16 * count))
      return writer.digest
    }
  }
}

extension LookupTable: Hashable {
  /// Whether both are the same table, not merely alike.
  public static func == (first: LookupTable, second: LookupTable) -> Bool { first === second }

  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
