// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// What a picture needs and does not find is an error that names the picture, never nothing.
struct MissingPartTests {
  private static let color = Image(color: .white)
  private static let board = Image(.checker(side: 3, .white, .black))
  private static let square = color.cropped(to: Rect(x: 1, y: 1, width: 6, height: 6))

  private func lowering() -> Lowering {
    Lowering(region: PixelRect(size: PixelSize(8, 8)), scale: 1, space: ColorSpace(.srgb))
  }

  private let place = Placement(map: .identity, grid: 0)

  @Test(
    "a picture that was not drawn before it is used",
    arguments: [
      (square.gaussianBlurred(sigma: 2), "gaussian blur"),
      (square.boxBlurred(radius: 2), "box blur"),
      (square.pixelated(cell: Size(2, 2)), "mosaic"), (board, "pattern"),
      (square.over(board), "layer over another"), (square.gamma(2), "colour adjustment"),
      (square.clampedToEdges(), "picture with held edges"),
    ])
  func inputs(_ image: Image, _ name: String) {
    let error = #expect(throws: MoonreelError.self) { try lowering().found(image, place) }
    #expect(error?.message.contains("Cannot draw the \(name) in a picture") == true)
  }

  @Test("a raster of what is drawn in its place", arguments: [color, square, square.opacity(0.5)])
  func rasters(_ image: Image) {
    let error = #expect(throws: MoonreelError.self) {
      try lowering().rasterRequest(for: image, place)
    }
    #expect(error?.message.contains("the \(image.node.name) in a picture") == true)
  }

  @Test("a pattern and a kernel that are flattened")
  func places() {
    let flat = Placement(map: AffineTransform(scaleX: 0, y: 1), grid: 0)
    let kernel = PixelKernel("copy", inputs: 1) { $0.input(0) }
    let pattern = #expect(throws: MoonreelError.self) {
      try lowering().generated(.checker(side: 3, .white, .black), flat)
    }
    #expect(pattern?.message.contains("the pattern in a picture: its place") == true)
    let copy = #expect(throws: MoonreelError.self) {
      try lowering().applied(kernel, [Self.color], [], nil, [:], flat)
    }
    #expect(copy?.message.contains("the kernel 'copy' in a picture: its place") == true)
  }
}
