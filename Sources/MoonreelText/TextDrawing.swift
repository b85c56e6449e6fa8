// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A title laid out: drawn at any scale, measured without being drawn.
///
/// For example:
///
///     let title = try TextDrawing(of: TextDescription("Moonreel"))
///     let image = Image(.drawing(title))
public final class TextDrawing: Drawing {
  /// What is written, and how it looks.
  public let description: TextDescription
  /// The lines' own rectangle, or that of their plate.
  public let box: Rect
  /// Where something is drawn; `nil`: nowhere.
  public let ink: Rect?
  /// The rectangle outside which it is transparent.
  public let extent: Rect
  /// The first line's baseline, in pixels below the lines' upper edge.
  public var baseline: Double { layout.baseline }
  /// How many lines there are.
  public var lineCount: Int { layout.lineCount }
  /// What the sizes were multiplied by so that the text has room; 1 where it was not to be fitted.
  public var fittingFactor: Double { layout.factor }
  /// Whether something was left out in favour of an ellipsis.
  public var isEllipsized: Bool { layout.isEllipsized }
  /// The characters for which no font has a glyph, each once, in order.
  public var missingCharacters: [Unicode.Scalar] { layout.missing }
  /// The families that were asked for where none of them is installed.
  public let missingFonts: [String]

  let layout: TextLayout
  private let memo = DigestMemo()

  private struct RasterKey: Hashable {
    var description: TextDescription
    var scale: Double
  }

  private static let known = RasterCache<TextDescription, TextDrawing>(limit: 16 << 20)
  private static let rasters = RasterCache<RasterKey, DrawingRaster>(limit: 96 << 20)

  /// `description` laid out, or what was made of an equal one before.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for markup that cannot be read, `limitExceeded` for a text
  ///   that is too long or too large, `unsupportedFormat` for a file that is no font.
  public static func of(_ description: TextDescription) throws -> TextDrawing {
    try known.value(description, cost: { 4096 + 256 * $0.layout.clusters.count }) {
      try TextDrawing(of: description)
    }
  }

  /// Lays out `description`.
  ///
  /// - Throws: as ``of(_:)``.
  public init(of description: TextDescription) throws {
    try Self.check(description)
    let fonts = try FontCollection.with(files: description.fontFiles)
    let made = try fonts.exclusively {
      let layout = try TextLayout(description, fonts: fonts)
      try RasterPlane.check(layout.cells, "the text", TextDrawing.remedy)
      let ink = TextDrawing.figure(layout, description).bounds()
      return (layout: layout, ink: ink, missingFonts: description.missingFonts(in: fonts))
    }
    (layout, ink, missingFonts) = made
    self.description = description
    box = description.backdrop.map { made.layout.box.padded($0) } ?? made.layout.box
    extent = made.ink.map(FigureRaster.extent) ?? .zero
    try RasterPlane.check(made.ink, "the text", Self.remedy)
  }

  /// Its letters as they lie, and the text.
  public var byteEstimate: Int {
    8192 + 384 * layout.clusters.count + 4 * description.byteCount
  }

  /// Pixels at `scale`, drawn where they were not before.
  public func raster(scale: Double) throws -> DrawingRaster {
    let key = RasterKey(description: description, scale: scale)
    return try Self.rasters.value(key, cost: \.byteCount) {
      try layout.fonts.exclusively {
        try FigureRaster.raster(
          of: Self.figure(layout, description), ink: ink ?? .zero, scale: scale)
      }
    }
  }

  /// Stands for the description and the font files that it names; families by their names.
  public var digest: Digest? { memo.value { DigestWriter("text", description).digest } }

  static func figure(_ layout: TextLayout, _ description: TextDescription)
    -> DecoratedFigure
  {
    var figure = DecoratedFigure(figure: TextFigure(clusters: layout.clusters, box: layout.box))
    (figure.strokes, figure.shadows) = (description.strokes, description.shadows)
    figure.plate = description.backdrop.map { backdrop in
      (Path(rect: layout.box.padded(backdrop), radius: backdrop.radius), backdrop.paint)
    }
    return figure
  }

  // MARK: Limits

  private static let remedy = "give it a width to break its lines at, or a smaller size"

  private static func check(_ description: TextDescription) throws {
    let count = description.byteCount
    guard count <= TextDescription.longestText else {
      throw MoonreelError(
        .limitExceeded,
        "a text has at most \(TextDescription.longestText) bytes, this one has \(count); split it")
    }
  }
}

extension TextDescription {
  /// The files that its styles name.
  var fontFiles: Set<String> { Set(styles.compactMap(\.fontFile)) }

  /// How long its text is in UTF-8.
  var byteCount: Int {
    switch content {
    case .spans(let spans): spans.reduce(0) { $0 + $1.text.utf8.count }
    case .markup(let text): text.utf8.count
    }
  }

  private var styles: [TextStyle] {
    guard case .spans(let spans) = content else { return [style] }
    return [style] + spans.map(\.style)
  }

  /// The families of styles none of whose families is there.
  func missingFonts(in fonts: FontCollection) -> [String] {
    styles.filter { $0.fontFile == nil }.flatMap { style -> [String] in
      let families = FontDescription(style, in: fonts, factor: 1).families
      return families.contains { fonts.has(family: $0) } ? [] : families
    }
  }
}

extension Rect {
  /// This rectangle with room around it.
  fileprivate func padded(_ backdrop: Backdrop) -> Rect {
    Rect(
      x: minX - backdrop.paddingX, y: minY - backdrop.paddingY,
      width: size.width + 2 * backdrop.paddingX, height: size.height + 2 * backdrop.paddingY)
  }
}
