// SPDX-License-Identifier: MIT

import MoonreelCore

/// Lengths along the four edges of a rectangle, in pixels.
public struct EdgeInsets: Hashable, Sendable {
  /// From the upper edge down.
  public var top: Double
  /// From the right edge to the left.
  public var right: Double
  /// From the lower edge up.
  public var bottom: Double
  /// From the left edge to the right.
  public var left: Double

  /// Lengths in the order of CSS.
  public init(top: Double, right: Double, bottom: Double, left: Double) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// All of them `factor` times as long.
  func scaled(by factor: Double) -> EdgeInsets {
    EdgeInsets(
      top: top * factor, right: right * factor, bottom: bottom * factor, left: left * factor)
  }

  fileprivate var lengths: [Double] { [top, right, bottom, left] }
}

/// How a picture is cut into nine by four lines, and the pieces are put together again at another size:
/// corners stay as they are, edges grow along one axis, the middle along both (the border images of CSS
/// Backgrounds and Borders Level 3).
///
///     ┌───┬───────┬───┐
///     │ a │   b   │ c │
///     ├───┼───────┼───┤      a, c, g, i keep their size; b and h grow across,
///     │ d │   e   │ f │      d and f down, e both ways.
///     ├───┼───────┼───┤
///     │ g │   h   │ i │
///     └───┴───────┴───┘
public struct NineSlice: Hashable, Sendable {
  /// What becomes of an edge, or of the middle, that has to be longer or shorter.
  public enum Fill: String, Hashable, Sendable, CaseIterable {
    /// It is stretched.
    case stretch
    /// It is repeated from the middle outwards and cut off at both ends.
    case `repeat`
    /// It is repeated a whole number of times, stretched a little for that.
    case round
  }

  /// Where the picture is cut, from its edges.
  public var insets: EdgeInsets
  /// How large the result is.
  public var size: Size
  /// How wide the edges of the result are; `nil`: as wide as they were cut. Where they do not fit into
  /// ``size`` they become narrower, all in the same proportion.
  public var widths: EdgeInsets?
  /// What becomes of what lies between the corners.
  public var fill: Fill

  /// Cuts at `insets` and makes a picture of `size`.
  public init(
    insets: EdgeInsets, size: Size, widths: EdgeInsets? = nil, fill: Fill = .stretch
  ) {
    (self.insets, self.size, self.widths, self.fill) = (insets, size, widths, fill)
  }
}

extension Image {
  /// This picture cut into nine and put together at another size, its corner at the origin.
  ///
  /// The pieces do not see each other's pixels, and nothing shows where they meet.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the picture has no edges, or the insets or sizes
  ///   make no sense for it.
  public func nineSliced(_ slices: NineSlice) throws -> Image {
    guard let extent, !extent.isEmpty else {
      throw MoonreelError(
        .invalidArgument, "a picture without edges cannot be cut from them; crop it first")
    }
    try slices.check(extent)
    let whole = clampedToEdges()
    let (columns, rows) = (slices.columns(of: extent), slices.rows(of: extent))
    var result = Image.empty
    for row in rows {
      for column in columns {
        let piece = slices.piece(of: whole, column, row)
        // Pieces that share a pixel each cover a part of it: the parts add up.
        result = piece.composited(onto: result, .plus)
      }
    }
    return result
  }
}

extension NineSlice {
  /// A stretch of the picture along one axis, and the stretch of the result that it fills.
  fileprivate struct Span {
    var source: (start: Double, length: Double)
    var target: (start: Double, length: Double)
    /// How long one repetition is in the result.
    var tile: Double
    /// Where a repetition begins.
    var tileStart: Double

    var isEmpty: Bool { source.length <= 0 || target.length <= 0 }
    var scale: Double { tile / source.length }
    /// Whether it is neither stretched nor repeated.
    var isAsItWas: Bool { tile == source.length && !repeats }
    var repeats: Bool { tile != target.length }
  }

  fileprivate func check(_ extent: Rect) throws {
    let numbers = insets.lengths + (widths?.lengths ?? []) + [size.width, size.height]
    guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 }), size.width > 0, size.height > 0 else {
      throw MoonreelError(
        .invalidArgument, "insets and widths must be 0 or more pixels, and the size above 0")
    }
    guard insets.left + insets.right <= extent.size.width,
      insets.top + insets.bottom <= extent.size.height
    else {
      throw MoonreelError(
        .invalidArgument,
        "insets of opposite edges must fit into the picture, which is \(PixelSize(rounding: extent.size)) pixels large"
      )
    }
  }

  /// The widths of the result's edges, narrower where there is no room.
  private var edges: EdgeInsets {
    let wanted = widths ?? insets
    func share(_ room: Double, _ wanted: Double) -> Double { wanted > room ? room / wanted : 1 }
    return wanted.scaled(
      by: min(
        share(size.width, wanted.left + wanted.right),
        share(size.height, wanted.top + wanted.bottom)))
  }

  fileprivate func columns(of extent: Rect) -> [Span] {
    spans(
      extent.minX, extent.size.width, insets.left, insets.right, size.width, edges.left,
      edges.right, across: (insets.top, edges.top))
  }

  fileprivate func rows(of extent: Rect) -> [Span] {
    spans(
      extent.minY, extent.size.height, insets.top, insets.bottom, size.height, edges.top,
      edges.bottom, across: (insets.left, edges.left))
  }

  /// The three spans of an axis; what is repeated keeps the proportions of the edge it lies in (`across`).
  private func spans(
    _ start: Double, _ length: Double, _ first: Double, _ last: Double, _ size: Double,
    _ firstWidth: Double, _ lastWidth: Double, across: (inset: Double, width: Double)
  ) -> [Span] {
    let (middle, room) = (length - first - last, size - firstWidth - lastWidth)
    let scale = across.inset > 0 && across.width > 0 ? across.width / across.inset : 1
    let tile = tile(middle * scale, in: room)
    // With `repeat` one lies in the middle; in the other cases a whole number of them fits.
    let shift = fill == .repeat ? (room - tile) / 2 : 0
    return [
      Span(
        source: (start, first), target: (0, firstWidth), tile: firstWidth, tileStart: 0),
      Span(
        source: (start + first, middle), target: (firstWidth, room), tile: tile,
        tileStart: firstWidth + shift),
      Span(
        source: (start + length - last, last), target: (size - lastWidth, lastWidth),
        tile: lastWidth, tileStart: size - lastWidth),
    ].filter { !$0.isEmpty }
  }

  private func tile(_ natural: Double, in room: Double) -> Double {
    switch fill {
    case .stretch: room
    case .repeat: natural
    case .round: room / max(1, (room / natural).rounded())
    }
  }

  /// The piece where `column` and `row` meet; `whole` is the picture with its edges held.
  fileprivate func piece(of whole: Image, _ column: Span, _ row: Span) -> Image {
    let source = Rect(
      x: column.source.start, y: row.source.start, width: column.source.length,
      height: row.source.length)
    let target = Rect(
      x: column.target.start, y: row.target.start, width: column.target.length,
      height: row.target.length)
    let map = AffineTransform(
      a: column.scale, b: 0, c: 0, d: row.scale,
      tx: column.tileStart - column.source.start * column.scale,
      ty: row.tileStart - row.source.start * row.scale)
    guard !column.isAsItWas || !row.isAsItWas else {
      return whole.transformed(by: map).cropped(to: target)
    }
    var piece = whole.cropped(to: source).clampedToEdges()
    if column.repeats || row.repeats {
      // Along an axis without repetitions there must be none within reach of sampling either.
      let (padX, padY) = (column.repeats ? 0.0 : 4, row.repeats ? 0.0 : 4)
      piece =
        piece.cropped(
          to: Rect(
            x: source.minX - padX, y: source.minY - padY, width: source.size.width + 2 * padX,
            height: source.size.height + 2 * padY)
        ).tiled(.repeat)
    }
    return piece.transformed(by: map).cropped(to: target)
  }
}
