// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import Testing

@testable import MoonreelScript

/// The reds of a frame of 400x200 pixels that shows one layer over black.
struct LayerInk {
  static let (width, height) = (400, 200)
  /// Row by row, 0…255.
  let reds: [UInt8]

  /// The frame at `seconds` of a composition with `show:add { duration = 1, LAYER }`, at 10 frames a second.
  init(_ layer: String, at seconds: Double = 0.5) throws {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { \(Self.width), \(Self.height) }, fps = 10, duration = 1 }
      show:add { duration = 1, \(layer) }
      return show
      """)
    let request = try #require(outcome.result?.request, "\(outcome.message)")
    let generator = try StillGenerator(
      timeline: request.timeline, composition: request.videoComposition, gate: .unrestricted)
    let frame = try generator.still(at: try Time(seconds: seconds)).frame
    reds = withExtendedLifetime(frame) {
      let plane = frame.planes[0]
      return (0..<Self.height).flatMap { y in
        (0..<Self.width).map { x in
          plane.base.load(fromByteOffset: y * plane.strideBytes + 4 * x, as: UInt8.self)
        }
      }
    }
  }

  /// The red at a pixel.
  func at(_ x: Int, _ y: Int) -> UInt8 { reds[y * Self.width + x] }

  /// How many pixels of full red there would be in all.
  var area: Double { reds.reduce(0) { $0 + Double($1) } / 255 }

  /// The rectangle that differs clearly from black; zero where nothing does.
  var bounds: Rect {
    var all: Rect?
    for (index, red) in reds.enumerated() where red > 100 {
      let (y, x) = index.quotientAndRemainder(dividingBy: Self.width)
      let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
      all = all?.union(pixel) ?? pixel
    }
    return all ?? .zero
  }
}
