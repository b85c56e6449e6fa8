// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelSandbox
import MoonreelText

/// An SVG picture that is drawn at any scale.
///
/// For example: `try SVGDrawing.of(SVGDescription(content)).image`.
public final class SVGDrawing: Drawing {
  /// What it shows.
  public let description: SVGDescription
  /// From the origin to its own size.
  public let box: Rect
  /// The same: what lies beyond is cut off.
  public var extent: Rect { box }

  private struct RasterKey: Hashable {
    var description: SVGDescription
    var scale: Double
  }

  private static let known = RasterCache<SVGDescription, SVGDrawing>(limit: 32 << 20)
  private static let rasters = RasterCache<RasterKey, DrawingRaster>(limit: 64 << 20)

  private let document: Isolated<SVGDocument>

  /// The picture that `description` says, or what was made of an equal one before.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` for what is no SVG or has no size, `accessDenied` for
  ///   rules that refer to files, `limitExceeded` for a picture that is too large.
  public static func of(_ description: SVGDescription) throws -> SVGDrawing {
    try known.value(description, cost: { 4096 + 4 * $0.description.content.text.count }) {
      try SVGDrawing(description)
    }
  }

  private init(_ description: SVGDescription) throws {
    let (content, style) = (description.content, description.addedStyle)
    if let address = StyleReferences.foreign(in: style) {
      throw MoonreelError(
        .accessDenied,
        "The rules for '\(content.name)' refer to '\(address)'; they may refer to nothing outside.")
    }
    self.description = description
    document = try SVGDocument.isolated(content.text, style: style, name: content.name)
    box = Rect(origin: .zero, size: try document.size())
    try RasterPlane.check(
      box, "'\(content.name)'", "give it a smaller width and height, it is sharp at every scale")
  }

  /// The picture within its box, opaque up to the edge where it is drawn so.
  public var image: Image { Image(.drawing(self)).cropped(to: box) }

  /// The picture taken apart.
  public var byteEstimate: Int { 4096 + 8 * description.content.text.count }

  /// Pixels at `scale`, drawn where they were not before. Those at the edges go on beyond them: what samples
  /// there finds no darker rim, and ``image`` cuts it off.
  public func raster(scale: Double) throws -> DrawingRaster {
    let key = RasterKey(description: description, scale: scale)
    return try Self.rasters.value(key, cost: \.byteCount) {
      try RasterPlane.raster(
        of: box, scale: scale, margin: RasterPlane.clampedMargin,
        isShared: document.needsSharedCanvas
      ) { plane in
        try document.draw(on: plane, size: box.size)
        plane.clamp(to: box)
      }
    }
  }

  /// Stands for the file's text with everything that it refers to in it, and for the rules that are added.
  public var digest: Digest? {
    DigestWriter("svg", description.content.textDigest, description.style, description.color).digest
  }
}
