// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelText

/// Lines, shadows, glows, plates and gradients. The letter is a full block: a rectangle.
@Suite("Text decorations", Fonts.needed("DejaVu Sans")) struct DecorationTests {
  private func block(_ set: (inout TextDescription) -> Void) throws -> (
    pixels: Pixels, body: Rect
  ) {
    let plain = try TextDrawing(of: .plain("█", size: 100))
    let drawing = try TextDrawing(of: .plain("█", size: 100, set))
    let pixels = try Pixels(drawing)
    #expect(pixels.hasClearEdges)
    let body = try #require(plain.ink)
    #expect(try #require(drawing.ink).grown(by: 0.01).contains(body))
    return (pixels, body)
  }

  private static let red = SIMD4(255, 0, 0, 255)
  private static let blue = SIMD4(0, 0, 255, 255)
  private static let white = SIMD4(255, 255, 255, 255)

  @Test("strokes outside lie around the letters, the first on top")
  func outside() throws {
    let (pixels, body) = try block {
      $0.strokes = [
        Stroke(width: 4, paint: .color(Color(1, 0, 0)), position: .outside),
        Stroke(width: 10, paint: .color(Color(0, 0, 1)), position: .outside),
      ]
    }
    let middle = (body.minY + body.maxY) / 2
    #expect(pixels.at(body.minX + 1.5, middle) == Self.white)
    #expect(pixels.at(body.minX - 2, middle) == Self.red)
    #expect(pixels.at(body.minX - 7, middle) == Self.blue)
    #expect(pixels.at(body.minX - 11.5, middle).w == 0)
  }

  @Test("strokes inside and on the line")
  func insideAndCentre() throws {
    let (inside, body) = try block {
      $0.strokes = [Stroke(width: 6, paint: .color(Color(1, 0, 0)), position: .inside)]
    }
    let middle = (body.minY + body.maxY) / 2
    #expect(inside.at(body.minX + 3, middle) == Self.red)
    #expect(inside.at(body.minX + 8, middle) == Self.white)
    #expect(inside.at(body.minX - 1.5, middle).w == 0)
    let (centre, _) = try block {
      $0.strokes = [Stroke(width: 6, paint: .color(Color(1, 0, 0)), position: .center)]
    }
    #expect(centre.at(body.minX + 1.5, middle) == Self.red)
    #expect(centre.at(body.minX - 1.5, middle) == Self.red)
    #expect(centre.at(body.minX + 5, middle) == Self.white)
  }

  @Test("nothing of a stroke outside shows through translucent letters")
  func translucent() throws {
    let (pixels, body) = try block {
      $0.style.fill = .color(Color(1, 1, 1, 0.5))
      $0.strokes = [Stroke(width: 8, paint: .color(Color(1, 0, 0)), position: .outside)]
    }
    let inner = pixels.at(body.minX + 3, (body.minY + body.maxY) / 2)
    #expect((127...128).contains(inner.w) && inner.x == inner.y)
    #expect(pixels.at(body.minX - 4, (body.minY + body.maxY) / 2) == Self.red)
  }

  @Test("a sharp shadow is the letters moved, at any scale")
  func sharpShadow() throws {
    let shadow = Shadow(offset: Point(20, 12), blur: 0, paint: .color(Color(0, 0, 1)))
    let (pixels, body) = try block { $0.shadows = [shadow] }
    #expect(pixels.at(body.maxX + 10, body.maxY + 5) == Self.blue)
    #expect(pixels.at(body.maxX + 18, body.maxY - 5) == Self.blue)
    #expect(pixels.at(body.maxX + 21.5, body.maxY - 5).w == 0)
    #expect(pixels.at(body.maxX + 5, body.minY + 5).w == 0)
    #expect(pixels.at(body.maxX - 3, body.maxY - 3) == Self.white)
    let large = try Pixels(
      try TextDrawing(of: .plain("█", size: 100) { $0.shadows = [shadow] }), scale: 2.5)
    #expect(large.at(body.maxX + 18, body.maxY - 5) == Self.blue && large.hasClearEdges)
  }

  @Test("a blurred shadow keeps its light and falls off like a gaussian")
  func blurredShadow() throws {
    let (pixels, body) = try block {
      $0.style.fill = .color(.transparent)
      $0.shadows = [Shadow(offset: .zero, blur: 6, paint: .color(Color(0, 0, 1)))]
    }
    let middle = (body.minY + body.maxY) / 2
    // An edge far from others is half at the edge, 15.9 % one standard deviation outside.
    let edge = (pixels.at(body.minX - 0.5, middle).w + pixels.at(body.minX + 0.5, middle).w) / 2
    #expect(abs(edge - 127) <= 12)
    #expect(abs(pixels.at(body.minX - 6, middle).w - 40) <= 8)
    #expect(abs(pixels.area / (body.size.width * body.size.height) - 1) < 0.02)
  }

  @Test("a glow's strength and spread make it denser")
  func glow() throws {
    func alpha(_ spread: Double, _ strength: Int) throws -> Int {
      let (pixels, body) = try block {
        $0.shadows = [
          Shadow(offset: .zero, blur: 5, spread: spread, strength: strength, paint: .color(.white))
        ]
      }
      return pixels.at(body.minX - 4, (body.minY + body.maxY) / 2).w
    }
    let (weak, strong, wide) = (try alpha(0, 1), try alpha(0, 3), try alpha(4, 1))
    #expect(weak > 20 && strong > weak + 40 && wide > weak + 40)
  }

  @Test("a plate surrounds the block, with round corners, and is its box")
  func plate() throws {
    var description = TextDescription.plain("plate", size: 40)
    description.backdrop = Backdrop(
      paint: .color(Color(0, 0, 1)), paddingX: 20, paddingY: 10, radius: 15)
    let drawing = try TextDrawing(of: description)
    let plain = try TextDrawing(of: .plain("plate", size: 40))
    #expect(drawing.box.minX == -20 && drawing.box.minY == -10)
    #expect(drawing.box.size.width == plain.box.size.width + 40)
    #expect(drawing.box.size.height == plain.box.size.height + 20)
    let pixels = try Pixels(drawing)
    #expect(pixels.at(-18, drawing.box.size.height / 2 - 10) == Self.blue)
    #expect(pixels.at(-18.5, -8.5).w == 0, "the corner is round")
  }

  @Test("gradients run over the block, and alpha goes with colour")
  func gradients() throws {
    let across = Paint.linear(
      from: RelativePosition(x: RelativeLength(), y: RelativeLength()),
      to: RelativePosition(x: RelativeLength(share: 1), y: RelativeLength()),
      stops: [Image.GradientStop(0, Color(1, 0, 0)), Image.GradientStop(1, Color(0, 0, 1))])
    let (pixels, body) = try block { $0.style.fill = across }
    let middle = (body.minY + body.maxY) / 2
    let (left, right) = (pixels.at(body.minX + 2, middle), pixels.at(body.maxX - 2, middle))
    #expect(left.x > 230 && left.z < 30 && right.x < 30 && right.z > 230)
    let fading = Paint.linear(
      from: RelativePosition(x: RelativeLength(), y: RelativeLength()),
      to: RelativePosition(x: RelativeLength(share: 1), y: RelativeLength()),
      stops: [Image.GradientStop(0, .white), Image.GradientStop(1, .transparent)])
    let (faded, _) = try block { $0.style.fill = fading }
    let half = faded.at((body.minX + body.maxX) / 2, middle)
    #expect(abs(half.w - 127) <= 4 && abs(half.x - half.w) <= 2, "white throughout: \(half)")
  }

  @Test("weights of a blur make one")
  func weights() {
    for sigma in [0.1, 0.5, 1, 7.3, 200] {
      let weights = MaskCanvas.weights(sigma: sigma)
      let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
      #expect(abs(sum - 1) < 1e-4 && weights.count == max(2, Int((3 * sigma).rounded(.up)) + 1))
    }
  }
}
