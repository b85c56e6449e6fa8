// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Filters against what their documentation says, pixel by pixel in double precision.
struct FilterTests {
  private typealias RGBA = SIMD4<Double>

  static let sizes = [(1, 1), (5, 1), (1, 6), (2, 2), (13, 9), (24, 17)]

  @Test(arguments: FilterCase.all) func pixelsAreWhatTheFormulasSay(_ filter: FilterCase) throws {
    for (width, height) in Self.sizes {
      let buffer = FrameBuffer.random(
        .rgba, width, height, .srgb, seed: UInt64(width * 31 + height))
      for holds in [false, true] {
        let input = holds ? Image(frame: buffer).clampedToEdges() : Image(frame: buffer)
        let plain = PlainPicture(buffer, holds: holds || filter.holds)
        let margin = 6
        let moved = filter.image(input).transformed(
          by: AffineTransform(translationX: Double(margin), y: Double(margin)))
        let drawn = try PlainPicture(drawing: moved, width + 2 * margin, height + 2 * margin)
        let isCut = filter.isInside && !holds
        var worst = (0.0, "")
        for y in -margin..<height + margin {
          for x in -margin..<width + margin {
            let isOutside = !(0..<width).contains(x) || !(0..<height).contains(y)
            let wanted = isCut && isOutside ? .zero : filter.pixel(plain, x, y)
            let found = drawn[x + margin, y + margin]
            for part in 0..<4 {
              let error = abs(found[part] - wanted[part])
              if !(error <= worst.0) { worst = (error, "\(x),\(y) \(part)") }
            }
          }
        }
        #expect(worst.0 < 1e-4, "\(width)x\(height), held \(holds): \(worst)")
      }
    }
  }

  /// `image` over the area that the tests below look at.
  private func draw(_ image: Image) throws -> PlainPicture {
    try PlainPicture(
      drawing: image.transformed(by: AffineTransform(translationX: 20, y: 20)), 60, 55)
  }

  private func compare(
    _ image: Image, _ name: String, _ wanted: (Int, Int) -> SIMD4<Double>
  ) throws {
    let drawn = try draw(image)
    for y in 0..<55 {
      for x in 0..<60 {
        let (found, wanted) = (drawn[x, y], wanted(x, y))
        for part in 0..<4 {
          #expect(abs(found[part] - wanted[part]) < 1e-4, "\(name) at \(x),\(y) \(part)")
        }
      }
    }
  }

  private let input = Image(frame: .random(.rgba, 19, 13, .srgb, seed: 77))

  @Test func sharpeningAddsTheDifference() throws {
    let extent = Rect(x: 0, y: 0, width: 19, height: 13)
    let sharp = try draw(input)
    let soft = try draw(input.clampedToEdges().gaussianBlurred(sigma: 1.7))
    let result = input.sharpened(sigma: 1.7, amount: 0.8, threshold: 0.1)
    #expect(result.extent == extent)
    try compare(result, "sharpened") { x, y in
      var pixel = sharp[x, y]
      guard (20..<39).contains(x), (20..<33).contains(y) else { return .zero }
      for part in 0..<3 where abs(pixel[part] - soft[x, y][part]) >= 0.1 {
        pixel[part] += 0.8 * (pixel[part] - soft[x, y][part])
      }
      return pixel
    }
  }

  @Test func glowsAndShadowsAreTheirBlurs() throws {
    let plain = try draw(input)
    let bright = input.bloomed(threshold: 0.4, sigma: 2, intensity: 0.7)
    // The highlights by a kernel of their own, blurred by the engine.
    let highlights = PixelKernel("test", inputs: 1) { kernel in
      let pixel = kernel.input(0)
      let share = ((pixel.straight.luma - 0.4) * 10).clamped()
      return pixel.map { $0 * (share * share * (3 - share * 2)) }
    }
    let glow = try draw(input.applying(highlights).gaussianBlurred(sigma: 2))
    try compare(bright, "bloom") { x, y in
      var sum = plain[x, y] + 0.7 * glow[x, y]
      sum.w = min(1, sum.w)
      return sum
    }
    let color = Color(0.2, 0.1, 0.6, 0.8)
    let shadowed = input.dropShadow(offset: Point(4, 3), blur: 1.5, color: color, opacity: 0.75)
    let blurred = try draw(
      input.gaussianBlurred(sigma: 1.5).transformed(by: AffineTransform(translationX: 4, y: 3)))
    try compare(shadowed, "shadow") { x, y in
      let alpha = blurred[x, y].w * 0.8 * 0.75
      let shadow = SIMD4(0.2 * alpha, 0.1 * alpha, 0.6 * alpha, alpha)
      return plain[x, y] + shadow * (1 - plain[x, y].w)
    }
  }

  @Test func grainHasItsStrengthAndFollowsLuma() throws {
    func noise(_ gray: Double, size: Double, response: Float, frame: Int) throws -> [Double] {
      let image = Image(color: Color(gray, gray, gray)).grained(
        amount: 0.1, size: size, lumaResponse: response, seed: 5, frame: frame)
      let drawn = try PlainPicture(drawing: image, 200, 150)
      return (0..<150).flatMap { y in (0..<200).map { drawn[$0, y].y - gray } }
    }
    func deviation(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
        .squareRoot()
    }
    for size in [1.0, 2.5, 4] {
      let grain = try noise(0.5, size: size, response: 1, frame: 3)
      #expect(abs(deviation(grain) - 0.1) < 0.012, "size \(size): \(deviation(grain))")
      #expect(abs(grain.reduce(0, +) / Double(grain.count)) < 0.01)
    }
    #expect(deviation(try noise(0, size: 1, response: 1, frame: 0)) < 1e-6)
    #expect(abs(deviation(try noise(0, size: 1, response: 0.5, frame: 0)) - 0.05) < 0.002)
    let (first, again) = (
      try noise(0.5, size: 1, response: 0, frame: 1), try noise(0.5, size: 1, response: 0, frame: 1)
    )
    #expect(first == again)
    #expect(first != (try noise(0.5, size: 1, response: 0, frame: 2)))
    // Neighbours of fine grain have nothing in common.
    let products = zip(first, first.dropFirst()).map(*)
    #expect(abs(products.reduce(0, +) / Double(products.count)) < 0.0003)
  }

  @Test func boxesAreMeansWhereverTheyBegin() throws {
    let plain = try draw(input)
    for radius in [0.5, 1, 2.25, 7, 20] {
      let reach = Int(radius.rounded(.up))
      let weights = (-reach...reach).map { min(1, max(0, radius + 1 - abs(Double($0)))) }
      let sum = weights.reduce(0, +)
      try compare(input.boxBlurred(radius: radius), "box \(radius)") { x, y in
        var total = SIMD4<Double>.zero
        for (dy, down) in zip(-reach...reach, weights) {
          for (dx, across) in zip(-reach...reach, weights) {
            total += plain[x + dx, y + dy] * (across * down)
          }
        }
        return total / (sum * sum)
      }
      // The same bits whatever part of it is drawn.
      let renderer = PictureRenderer(threadCount: 2)
      let image = input.clampedToEdges().boxBlurred(radius: radius)
      let whole = try renderer.render(image, to: .float(30, 20))
      let part = try renderer.render(
        image.transformed(by: AffineTransform(translationX: -9, y: -6)), to: .float(5, 4))
      #expect(part.float(1, 3, 2) == whole.float(1, 12, 8))
    }
  }

  @Test func cellsAreTheMeansOfTheirPixels() throws {
    let plain = try PlainPicture(drawing: input, 19, 13)
    for (width, height, left, top) in [(4.0, 3.0, 0.0, 0.0), (2.5, 6.0, -1.1, 2.3), (40, 1, 3, 0)] {
      let mosaic = input.pixelated(cell: Size(width, height), center: Point(left, top))
      let drawn = try draw(mosaic)
      // The share of pixel `index` that lies in the cell from `low` on.
      func share(_ index: Int, _ low: Double, _ length: Double) -> Double {
        max(0, min(Double(index) + 1, low + length) - max(Double(index), low))
      }
      for y in 0..<13 {
        for x in 0..<19 {
          let column = ((Double(x) + 0.5 - left) / width).rounded(.down) * width + left
          let row = ((Double(y) + 0.5 - top) / height).rounded(.down) * height + top
          var total = SIMD4<Double>.zero
          for j in 0..<13 {
            for i in 0..<19 {
              total += plain[i, j] * (share(i, column, width) * share(j, row, height))
            }
          }
          let error = drawn[x + 20, y + 20] - total / (width * height)
          #expect((0..<4).allSatisfy { abs(error[$0]) < 1e-4 }, "\(width)x\(height) at \(x),\(y)")
        }
      }
      let extent = try #require(mosaic.extent)
      #expect(extent.contains(Rect(x: 0, y: 0, width: 19, height: 13)))
      #expect(drawn[Int(extent.minX.rounded(.down)) + 19, 25] == .zero)
    }
  }

  @Test func extentsAreDocumented() {
    let box = Rect(x: 0, y: 0, width: 19, height: 13)
    #expect(input.motionBlurred(length: 5, angleDegrees: 0).extent == box.grown(by: 3))
    #expect(input.convolved([Float](repeating: 1, count: 25)).extent == box.grown(by: 2))
    #expect(input.sobelEdges().extent == box)
    #expect(input.medianFiltered().extent == box)
    #expect(input.dilated(radius: 4).extent == box.grown(by: 4))
    #expect(input.eroded(radius: 4).extent == box)
    #expect(
      input.displaced(by: Image(color: .white), scaleX: 6, scaleY: 2).extent == box.grown(by: 3))
    #expect(input.grained(amount: 0.1).extent == box)
    #expect(input.zoomBlurred(amount: 0.4, center: Point(9.5, 6.5), taps: 8).extent != nil)
    #expect(Image.empty.medianFiltered().extent?.isEmpty == true)
  }

  @Test func nothingAskedChangesNothing() {
    let filters: [(Image) -> Image] = [
      { $0.zoomBlurred(size: 0, center: Point(1, 1)) },
      { $0.motionBlurred(length: 0, angleDegrees: 4) },
      { $0.spinBlurred(angleDegrees: 0, center: Point(1, 1)) }, { $0.dilated(radius: 0) },
      { $0.sharpened(sigma: 2, amount: 0) }, { $0.grained(amount: 0) },
    ]
    for filter in filters { #expect(filter(input) === input) }
  }
}
