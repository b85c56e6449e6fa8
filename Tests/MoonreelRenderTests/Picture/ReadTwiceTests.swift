// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Chains of pictures of which each reads the one before more than once: what they cost grows with their length, and
/// does not double with each link.
@Suite struct ReadTwiceTests {
  /// Links that would be a million pictures if each link drew the one before twice.
  private static let links = 20

  /// The pixel itself or the one so many further left, whichever is brighter.
  private static let longer = PixelKernel(
    "longer", inputs: 1, numbers: 1, extent: .everywhere
  ) { kernel in
    let (own, other) = (
      kernel.input(0), kernel.sample(0, kernel.x - kernel.number(0), kernel.y)
    )
    return KernelPixel(
      own.red.maximum(other.red), own.green.maximum(other.green), own.blue.maximum(other.blue),
      own.alpha.maximum(other.alpha))
  }
  /// The mean of two pictures, each read at another place.
  private static let mean = PixelKernel("mean", inputs: 2, extent: .grown(0)) { kernel in
    let (first, second) = (
      kernel.sample(0, kernel.x - 1, kernel.y), kernel.sample(1, kernel.x + 1, kernel.y)
    )
    return KernelPixel(
      (first.red + second.red) * 0.5, (first.green + second.green) * 0.5,
      (first.blue + second.blue) * 0.5, (first.alpha + second.alpha) * 0.5)
  }
  /// The same, moved by nothing that the engine could see through.
  private static let same = PixelKernel("same", inputs: 1, extent: .input(0)) { kernel in
    kernel.sample(0, kernel.x, kernel.y + kernel.y * 0)
  }

  private static let width = 64
  private static let dot = Image(color: .white).cropped(to: Rect(x: 3, y: 0, width: 1, height: 2))

  /// The red of the first row.
  private func row(_ image: Image) throws -> [Float] {
    let frame = try PictureRenderer(threadCount: 2).render(image, to: .float(Self.width, 2))
    return (0..<Self.width).map { frame.float(2, $0, 0) }
  }

  @Test("at its own place and at another")
  func ownAndOther() throws {
    var image = Self.dot
    for link in 0..<Self.links {
      // Twice as far each time; from the sixth on, nothing that can be seen is added.
      let way = Float(link < 5 ? 1 << link : 100)
      image = image.applying(Self.longer, numbers: [way])
    }
    let wanted: [Float] = (0..<Self.width).map { (3..<35).contains($0) ? 1 : 0 }
    #expect(try row(image) == wanted)
  }

  @Test("by two kernels, each at another place")
  func siblings() throws {
    // Of the columns left of the frame as many as a mean may come from.
    let margin = Self.links + 1
    var (image, plain) = (Self.dot, [Double](repeating: 0, count: Self.width + 2 * margin))
    plain[margin + 3] = 1
    for _ in 0..<Self.links {
      image = image.applying(Self.same).applying(Self.mean, to: image, reach: 1)
      plain = plain.indices.map { x in
        ((x > 0 ? plain[x - 1] : 0) + (x + 1 < plain.count ? plain[x + 1] : 0)) / 2
      }
    }
    let found = try row(image)
    for x in found.indices {
      #expect(abs(Double(found[x]) - plain[x + margin]) < 1e-5, "column \(x)")
    }
  }

  @Test("as it is and blurred")
  func plainAndBlurred() throws {
    let whole = Rect(x: 0, y: 0, width: Double(Self.width), height: 2)
    var image = Image(color: .white).cropped(to: whole)
    for _ in 0..<Self.links {
      image = image.clampedToEdges().gaussianBlurred(sigma: 2).cropped(to: whole).opacity(0.5).over(
        image)
    }
    #expect(try row(image).allSatisfy { abs($0 - 1) < 1e-5 })
  }
}
