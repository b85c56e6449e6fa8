// SPDX-License-Identifier: MIT

/// A look as it comes in a file: one table, or curves that shape a colour before a cube maps it.
public struct ColorLUT: Hashable, Sendable {
  /// What the file calls it; empty where it has no name.
  public var title: String
  /// The tables, applied one after the other.
  public var tables: [LookupTable]

  /// A look of `tables`, applied in order.
  public init(title: String = "", tables: [LookupTable]) {
    (self.title, self.tables) = (title, tables)
  }
}

extension Image {
  /// This picture's straight colours looked up in `table`.
  public func lookedUp(in table: LookupTable) -> Image {
    Image(.adjustment(self, .lookup(table)))
  }

  /// This picture with the look `lut` at `intensity`: 0 leaves it as it is, 1 (the default) is the
  /// whole look, and between them is the weighted mean.
  public func lut(_ lut: ColorLUT, intensity: Float = 1) -> Image {
    let looked = lut.tables.reduce(self) { $0.lookedUp(in: $1) }
    return toned(by: looked, intensity: intensity)
  }

  /// This picture at intensity 0, `changed` at 1, the weighted mean between; limited to 0…1.
  func toned(by changed: Image, intensity: Float) -> Image {
    if intensity <= 0 || changed === self { return self }
    return intensity >= 1 ? changed : dissolved(to: changed, amount: intensity)
  }
}
