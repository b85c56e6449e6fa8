// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// This picture, each pixel read from where a map says: (x + `scaleX` · (R − ½), y + `scaleY` ·
  /// (G − ½)), with the map's red and green there (W3C Filter Effects Level 1, feDisplacementMap).
  /// Where the map is not opaque, distances are multiplied by its alpha, so that nothing moves
  /// where there is no map.
  ///
  /// The extent grows by half the larger scale; the picture is transparent outside its extent
  /// unless ``clampedToEdges()`` comes first.
  ///
  /// - Parameters:
  ///   - map: Red moves across, green down; gray ½ stays. Values count as far as 0…1.
  ///   - scaleX: Pixels between the reads of red 0 and red 1.
  ///   - scaleY: The same for green, down.
  public func displaced(by map: Image, scaleX: Double, scaleY: Double) -> Image {
    applying(
      Self.displacement, to: map, numbers: [Float(scaleX), Float(scaleY)],
      reach: max(abs(scaleX), abs(scaleY)) / 2)
  }

  private static let displacement = PixelKernel(
    "displacement", inputs: 2, numbers: 2, extent: .grown(0)
  ) { kernel in
    let map = kernel.input(1)
    let x = (map.red - map.alpha * 0.5) * kernel.number(0)
    let y = (map.green - map.alpha * 0.5) * kernel.number(1)
    return kernel.sample(0, kernel.x + x, kernel.y + y)
  }
}
