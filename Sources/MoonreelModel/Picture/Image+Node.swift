// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// How samples between pixels are found.
  public enum Sampling: String, Hashable, Sendable, CaseIterable {
    /// The nearest pixel.
    case nearest
    /// Two by two pixels, weighted linearly.
    case bilinear
    /// Four by four pixels, Catmull-Rom.
    case bicubic
    /// Six by six pixels, Lanczos with three lobes.
    case lanczos
  }

  /// One colour of a gradient.
  public struct GradientStop: Hashable, Sendable {
    /// Where it lies, 0…1 from start to end.
    public var position: Double
    /// The colour there.
    public var color: Color

    /// `color` at `position`.
    public init(_ position: Double, _ color: Color) {
      (self.position, self.color) = (position, color)
    }
  }

  /// A linear map of straight R'G'B'A: each row gives one output component as weights of red, green,
  /// blue, alpha and one; results are clamped to 0…1 only where the picture leaves the engine
  /// (alpha at once).
  public struct ColorMatrix: Hashable, Sendable {
    /// Twenty coefficients, row by row: red, green, blue, alpha out of (red, green, blue, alpha, 1).
    public var coefficients: [Float]

    /// The matrix with these twenty coefficients.
    ///
    /// - Precondition: there are twenty.
    public init(_ coefficients: [Float]) {
      precondition(coefficients.count == 20, "a colour matrix has 4 rows of 5")
      self.coefficients = coefficients
    }
  }

  /// What a picture is and what it is made from.
  ///
  /// Numbers that affect colour are `Float`: a value from a script is rounded once, on entry.
  public indirect enum Node: Sendable {
    /// Nothing anywhere.
    case empty
    /// A decoded frame in its own stored pixels (pixel aspect not applied), top-left corner at the
    /// origin.
    case frame(FrameBuffer)
    /// One colour everywhere.
    case color(Color)
    /// Colours changing along the line from `from` to `to`, held beyond both ends, everywhere.
    /// Interpolated on premultiplied values.
    case linearGradient(from: Point, to: Point, stops: [GradientStop])
    /// Colours changing from `center` outwards to `radius`, held beyond, everywhere.
    case radialGradient(center: Point, radius: Double, stops: [GradientStop])
    /// Squares of `side` pixels in two colours, the first at the origin, everywhere.
    case checker(side: Double, Color, Color)
    /// Gray values 0…1, one a pixel, a hash of pixel and `seed`, everywhere.
    case noise(seed: UInt32)
    /// A test card over `size`: bars, ramp, grid, circle, and a sweep at `phase` (0…1) that moves.
    case testCard(size: Size, phase: Double)
    /// White inside a path, nothing outside. Edges are cut by the exact area of each pixel; or, with
    /// a feather, alpha is 3t² − 2t³ of t = ½ + d / feather, limited to 0…1, where d is the distance
    /// to the outline in pixels, negative outside.
    case shape(Path, Path.FillRule, feather: Double)
    /// Text or outlines, drawn at the resolution at which they are wanted.
    case drawing(any Drawing)
    /// `input` moved by an affine map. Minification filters by area whatever the sampling.
    case transform(Image, AffineTransform, Sampling)
    /// `input` in perspective. Minification takes means over what a pixel covers.
    case projection(Image, ProjectiveTransform, Sampling)
    /// `input`'s extent again and again in all directions, every second one mirrored if wanted.
    case tile(Image, mirrors: Bool)
    /// `input` inside the rectangle, nothing outside; edges between pixels cut by coverage.
    case crop(Image, Rect)
    /// The pixels at the edge of `input`'s extent, continued outwards for ever.
    case clampToEdges(Image)
    /// `input` with all components multiplied by the factor, 0…1.
    case opacity(Image, Float)
    /// The first over the second (Porter-Duff source-over).
    case over(Image, Image)
    /// `first · (1 − amount) + second · amount` on premultiplied values.
    case dissolve(Image, Image, amount: Float)
    /// A linear map of straight components.
    case colorMatrix(Image, ColorMatrix)
    /// Straight red, green and blue through a polynomial: coefficients of 1, x, x², x³ for each.
    case colorPolynomial(Image, red: [Float], green: [Float], blue: [Float])
    /// Straight red, green and blue raised to a power; negative values stay as they are.
    case gamma(Image, Float)
    /// Straight colours looked up in a table.
    case lookup(Image, LookupTable)
    /// A gaussian blur with these standard deviations in pixels ; the extent grows by 4 σ, where
    /// less than 1/10,000 is left, outside is transparent (precede by `clampToEdges` for edges that hold).
    case gaussianBlur(Image, sigmaX: Double, sigmaY: Double)
    /// The mean over a square of 2 · `radius` + 1 pixels, the outermost counting by their share where
    /// the radius is no whole number; the extent grows by it, outside is transparent.
    case boxBlur(Image, radius: Double)
    /// Each cell of a grid in the mean of its pixels; `origin` is a corner of cells. What lies
    /// outside the extent counts as transparent, and the extent grows to whole cells.
    case pixelate(Image, cell: Size, origin: Point)
    /// What a function of one pixel makes of the inputs, with numbers for this use; as many of both
    /// as the kernel wants.
    case kernel(PixelKernel, inputs: [Image], numbers: [Float])
    /// The same for a function that also reads inputs at computed positions, at most `reach` pixels
    /// from its own along each axis; `nil` for anywhere.
    case samplingKernel(PixelKernel, inputs: [Image], numbers: [Float], reach: Double?)
  }
}

extension Image.Node {
  /// The pictures this one is made from.
  public var inputs: [Image] {
    switch self {
    case .empty, .frame, .color, .linearGradient, .radialGradient, .checker, .noise, .testCard,
      .shape, .drawing:
      []
    case .transform(let input, _, _), .crop(let input, _), .clampToEdges(let input),
      .opacity(let input, _), .colorMatrix(let input, _), .colorPolynomial(let input, _, _, _),
      .gamma(let input, _), .lookup(let input, _), .gaussianBlur(let input, _, _),
      .boxBlur(let input, _), .pixelate(let input, _, _), .projection(let input, _, _),
      .tile(let input, _):
      [input]
    case .over(let first, let second), .dissolve(let first, let second, _):
      [first, second]
    case .kernel(_, let inputs, _), .samplingKernel(_, let inputs, _, _): inputs
    }
  }

  /// The rectangle outside which the picture is transparent; `nil` for the whole plane.
  var extent: Rect? {
    switch self {
    case .empty: .zero
    case .frame(let buffer): Rect(origin: .zero, size: buffer.size.size)
    case .color, .linearGradient, .radialGradient, .checker, .noise: nil
    case .testCard(let size, _): Rect(origin: .zero, size: size)
    case .shape(let path, _, let feather): path.bounds.grown(by: max(0, feather) / 2)
    case .drawing(let drawing): drawing.extent
    case .transform(let input, let map, _): input.extent.map(map.boundingBox(of:))
    case .projection(let input, let map, _): input.extent.flatMap(map.boundingBox(of:))
    case .tile(let input, _): input.extent?.isEmpty == true ? .zero : nil
    case .crop(let input, let rect): input.extent?.intersection(rect) ?? rect
    case .clampToEdges(let input): input.extent?.isEmpty == true ? .zero : nil
    case .opacity(let input, _), .gamma(let input, _), .lookup(let input, _): input.extent
    case .colorPolynomial(let input, _, _, _): input.extent
    case .colorMatrix(let input, let matrix):
      matrix.coefficients[15...19].allSatisfy({ $0 == 0 }) || matrix.coefficients[19] == 0
        ? input.extent : nil
    case .over(let first, let second), .dissolve(let first, let second, _):
      Image.union(first.extent, second.extent)
    case .boxBlur(let input, let radius): input.extent?.grown(by: radius.rounded(.up))
    case .pixelate(let input, let cell, let origin):
      input.extent.map { Self.cells(around: $0, cell, origin) }
    case .kernel(let kernel, let inputs, _): kernel.extent(over: inputs)
    case .samplingKernel(let kernel, let inputs, _, let reach):
      kernel.extent(over: inputs, reach: reach)
    case .gaussianBlur(let input, let x, let y):
      input.extent.map { box in
        Rect(
          x: box.minX - (4 * x).rounded(.up), y: box.minY - (4 * y).rounded(.up),
          width: box.size.width + 2 * (4 * x).rounded(.up),
          height: box.size.height + 2 * (4 * y).rounded(.up))
      }
    }
  }
  /// The whole cells that `rect` touches.
  private static func cells(around rect: Rect, _ cell: Size, _ origin: Point) -> Rect {
    guard !rect.isEmpty else { return .zero }
    let left = ((rect.minX - origin.x) / cell.width).rounded(.down) * cell.width + origin.x
    let top = ((rect.minY - origin.y) / cell.height).rounded(.down) * cell.height + origin.y
    let right = ((rect.maxX - origin.x) / cell.width).rounded(.up) * cell.width + origin.x
    let bottom = ((rect.maxY - origin.y) / cell.height).rounded(.up) * cell.height + origin.y
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Image {
  static func union(_ first: Rect?, _ second: Rect?) -> Rect? {
    guard let first, let second else { return nil }
    if first.isEmpty { return second }
    return second.isEmpty ? first : first.union(second)
  }
}
