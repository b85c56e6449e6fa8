// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

@testable import MoonreelRender

/// A scene of waves that can be drawn from any place, between pixels too: exactly, since it is a formula.
struct DrawnScene {
  private struct Wave {
    let x, y, phase, height: Double
  }

  private let waves: [Wave]
  var contrast = 1.0
  var brightness = 0.0
  /// Another scene in a square in the middle, and where that one went.
  var cover: (seed: UInt64, move: Similarity)?

  init(seed: UInt64) {
    var number = seed
    func next() -> Double {
      number = SplitMix64.mixed(number)
      return Double(number >> 11) / Double(1 << 53)
    }
    waves = (0..<10).map { index in
      let (angle, length) = (next() * 2 * .pi, 9 * pow(1.35, Double(index)) * (0.8 + 0.4 * next()))
      return Wave(
        x: cos(angle) * 2 * .pi / length, y: sin(angle) * 2 * .pi / length,
        phase: next() * 2 * .pi, height: 11)
    }
  }

  private func luma(_ point: Point) -> Double {
    waves.reduce(128) { sum, wave in
      sum + wave.height * sin(wave.x * point.x + wave.y * point.y + wave.phase)
    }
  }

  /// What is seen after everything went by `move` about the middle.
  func frame(_ size: PixelSize, _ move: Similarity) -> FrameBuffer {
    let (back, middle) = (move.inverted, Point(Double(size.width) / 2, Double(size.height) / 2))
    let covering = cover.map { (DrawnScene(seed: $0.seed), $0.move.inverted) }
    return FrameBuffer(format: .gray(), size: size, color: .bt709) { planes in
      for y in 0..<size.height {
        let row = planes[0].base.assumingMemoryBound(to: UInt8.self) + y * planes[0].strideBytes
        for x in 0..<size.width {
          let place = Point(Double(x) + 0.5 - middle.x, Double(y) + 0.5 - middle.y)
          var value = luma(back.apply(to: place))
          if let (scene, back) = covering, max(abs(place.x), abs(place.y)) < middle.y * 0.9 {
            value = scene.luma(back.apply(to: place))
          }
          row[x] = UInt8(min(255, max(0, (value * contrast + brightness).rounded())))
        }
      }
    }
  }
}

extension Similarity {
  init(degrees: Double, scale: Double = 1, tx: Double = 0, ty: Double = 0) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    self.init(a: scale * cosine, b: scale * sine, tx: tx, ty: ty)
  }
}
