// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

/// Pictures of 160×90, equal to the bit wherever they are drawn.
struct GoldenTests {
  static let size = Size(160, 90)

  static var pictures: [(name: String, image: Image)] {
    [
      ("card", card()), ("card-late", card(phase: 0.7)),
      ("linear-gradient", gradient()), ("radial-gradient", radial()),
      ("checker", Image(.checker(side: 10, .white, Color(0.2, 0.3, 0.5)))),
      ("checker-turned", turned(Image(.checker(side: 10, .white, Color(0.2, 0.3, 0.5))), 30)),
      ("noise", Image(.noise(seed: 7))),
      ("turned-card", turned(card(), 20).over(Image(.checker(side: 15, .white, .black)))),
      ("turned-frame", turned(Image(frame: frame), 20).over(gradient())),
      ("nearest", enlarged(.nearest)), ("bilinear", enlarged(.bilinear)),
      ("bicubic", enlarged(.bicubic)), ("lanczos", enlarged(.lanczos)),
      (
        "reduced", Image(frame: frame).transformed(by: .init(scaleX: 0.3, y: 0.37)).over(gradient())
      ),
      ("reduced-turned", turned(Image(frame: frame), 40, scale: 0.4).over(gradient())),
      ("crop", card().cropped(to: Rect(x: 20.5, y: 10.25, width: 60, height: 60)).over(gradient())),
      ("blur", card().clampedToEdges().gaussianBlurred(sigma: 4)),
      (
        "blur-edges",
        card().cropped(to: Rect(x: 30, y: 20, width: 90, height: 50))
          .gaussianBlurred(sigma: 5).over(Image(color: .white))
      ),
      ("blur-turned", turned(card().gaussianBlurred(sigma: 2), 10)),
      ("opacity", card().opacity(0.4).over(Image(color: Color(1, 0.5, 0)))),
      ("dissolve", card().dissolved(to: gradient(), amount: 0.5)),
      ("saturation", card().saturation(0.2)), ("hue", card().hue(degrees: 90)),
      ("gamma", card().gamma(0.5)),
      ("curve", card().colorPolynomial(red: [0, 1.32, -0.32], green: [0, 1], blue: [1, -1])),
    ]
  }

  static let frame: FrameBuffer = .make(.yuv420(), 160, 90) { plane, _, x, y in
    plane == 0 ? 16 + (x * 5 + y * 3) % 220 : plane == 1 ? 60 + x : 200 - 2 * y
  }

  static func card(phase: Double = 0.2) -> Image { Image(.testCard(size: size, phase: phase)) }

  static func gradient() -> Image {
    Image(
      .linearGradient(
        from: .zero, to: Point(160, 90),
        stops: [
          .init(0, Color(0.06, 0.06, 0.1)), .init(0.5, Color(0.9, 0.3, 0.1)), .init(1, .white),
        ]))
  }

  static func radial() -> Image {
    Image(
      .radialGradient(
        center: Point(80, 45), radius: 60, stops: [.init(0, .white), .init(1, .transparent)])
    ).over(Image(color: Color(0, 0, 0.5)))
  }

  static func turned(_ image: Image, _ degrees: Double, scale: Double = 0.7) -> Image {
    image.transformed(
      by: AffineTransform(translationX: -80, y: -45)
        .followed(by: AffineTransform(scaleX: scale, y: scale))
        .followed(by: AffineTransform(rotationDegrees: degrees))
        .followed(by: AffineTransform(translationX: 80, y: 45)))
  }

  static func enlarged(_ sampling: Image.Sampling) -> Image {
    Image(frame: frame).transformed(by: AffineTransform(scaleX: 3.3, y: 2.7), sampling: sampling)
  }

  @Test func everyPictureIsAsRecorded() throws {
    let renderer = PictureRenderer()
    let drawn = try Self.pictures.map { picture in
      (
        name: picture.name,
        picture: GoldenPicture(try renderer.render(picture.image, to: .rgb(160, 90)))
      )
    }
    let file = #filePath
    let goldens = Goldens(
      file.prefix(file.count - "GoldenTests.swift".count) + "Goldens.txt", suite: "GoldenTests")
    for fault in try goldens.faults(drawn) { Issue.record("\(fault)") }
  }
}
