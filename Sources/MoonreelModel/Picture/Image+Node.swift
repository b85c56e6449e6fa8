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
    /// Colours made from the place of each pixel.
    case pattern(Pattern)
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
    /// `input` with the straight components of each pixel changed.
    case adjustment(Image, Adjustment)
    /// What passes over `input`, once it is drawn, make of it.
    case filter(Image, RasterFilter)
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
    case .empty, .frame, .color, .pattern, .shape, .drawing: []
    case .transform(let input, _, _), .projection(let input, _, _), .tile(let input, _),
      .crop(let input, _), .clampToEdges(let input), .opacity(let input, _),
      .adjustment(let input, _), .filter(let input, _):
      [input]
    case .over(let first, let second), .dissolve(let first, let second, _):
      [first, second]
    case .kernel(_, let inputs, _), .samplingKernel(_, let inputs, _, _): inputs
    }
  }

  /// What it is called in messages.
  public var name: String {
    switch self {
    case .empty: "empty picture"
    case .frame: "frame"
    case .color: "colour"
    case .pattern: "pattern"
    case .shape: "shape"
    case .drawing: "drawing"
    case .transform: "transform"
    case .projection: "perspective"
    case .tile: "tiling"
    case .crop: "crop"
    case .clampToEdges: "picture with held edges"
    case .opacity: "opacity"
    case .over: "layer over another"
    case .dissolve: "dissolve"
    case .adjustment: "colour adjustment"
    case .filter(_, let filter): filter.name
    case .kernel(let kernel, _, _), .samplingKernel(let kernel, _, _, _): "kernel '\(kernel.name)'"
    }
  }

  /// The rectangle outside which the picture is transparent; `nil` for the whole plane.
  var extent: Rect? {
    switch self {
    case .empty: .zero
    case .frame(let buffer): Rect(origin: .zero, size: buffer.size.size)
    case .color: nil
    case .pattern(let pattern): pattern.extent
    case .shape(let path, _, let feather): path.bounds.grown(by: max(0, feather) / 2)
    case .drawing(let drawing): drawing.extent
    case .transform(let input, let map, _): input.extent.map(map.boundingBox(of:))
    case .projection(let input, let map, _): input.extent.flatMap(map.boundingBox(of:))
    case .tile(let input, _): input.extent?.isEmpty == true ? .zero : nil
    case .crop(let input, let rect): input.extent?.intersection(rect) ?? rect
    case .clampToEdges(let input): input.extent?.isEmpty == true ? .zero : nil
    case .opacity(let input, _): input.extent
    case .over(let first, let second), .dissolve(let first, let second, _):
      Image.union(first.extent, second.extent)
    case .adjustment(let input, let adjustment): adjustment.extent(of: input.extent)
    case .filter(let input, let filter): input.extent.map(filter.extent(of:))
    case .kernel(let kernel, let inputs, _): kernel.extent(over: inputs)
    case .samplingKernel(let kernel, let inputs, _, let reach):
      kernel.extent(over: inputs, reach: reach)
    }
  }
}

extension Image {
  static func union(_ first: Rect?, _ second: Rect?) -> Rect? {
    guard let first, let second else { return nil }
    if first.isEmpty { return second }
    return second.isEmpty ? first : first.union(second)
  }
}
