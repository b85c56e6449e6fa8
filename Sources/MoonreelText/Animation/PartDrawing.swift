// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Some letters of a title, or what lies under them.
final class PartDrawing: Drawing {
  private struct Key: Hashable {
    var description: TextDescription
    var clusters: [Int]
    var layers: Set<DecoratedFigure.Layer>
  }

  private struct RasterKey: Hashable {
    var key: Key
    var scale: Double
  }

  private static let rasters = RasterCache<RasterKey, DrawingRaster>(limit: 64 << 20)

  private let layout: TextLayout
  private let key: Key
  private let ink: Rect
  private let memo = DigestMemo()
  let extent: Rect
  var box: Rect { ink }

  /// The `clusters` of `title`, some layers of what is drawn for them; `nil` where nothing is.
  ///
  /// To be made within ``FontCollection/exclusively(_:)`` of the title's fonts.
  init?(_ clusters: [Int], _ layers: Set<DecoratedFigure.Layer>, of title: TextDrawing) {
    layout = title.layout
    key = Key(description: title.description, clusters: clusters, layers: layers)
    guard let ink = Self.figure(title.layout, key).bounds() else { return nil }
    (self.ink, extent) = (ink, FigureRaster.extent(of: ink))
  }

  func raster(scale: Double) throws -> DrawingRaster {
    try Self.rasters.value(RasterKey(key: key, scale: scale), cost: \.byteCount) {
      try layout.fonts.exclusively {
        try FigureRaster.raster(of: Self.figure(layout, key), ink: ink, scale: scale)
      }
    }
  }

  var digest: Digest? {
    memo.value {
      DigestWriter("part of a text", key.description, key.clusters, key.layers.sorted).digest
    }
  }

  private static func figure(_ layout: TextLayout, _ key: Key) -> DecoratedFigure {
    var figure = TextDrawing.figure(layout, key.description)
    figure.figure = TextFigure(clusters: key.clusters.map { layout.clusters[$0] }, box: layout.box)
    if !key.layers.contains(.plate) { figure.plate = nil }
    figure.layers = key.layers
    return figure
  }
}
