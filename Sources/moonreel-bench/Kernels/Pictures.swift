// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// The pictures that are drawn, 1920x1080 unless their name says otherwise.
struct Pictures {
  let size = PixelSize(1920, 1080)
  let first = Pictures.clip(PixelSize(1920, 1080), seed: 1)
  let second = Pictures.clip(PixelSize(1920, 1080), seed: 2)
  let half = Pictures.clip(PixelSize(960, 540), seed: 3)
  let renderer = PictureRenderer.forgetful(threadCount: 1)

  /// A 4:2:0 frame with some structure and some noise.
  static func clip(_ size: PixelSize, seed: UInt32) -> FrameBuffer {
    FrameBuffer(format: .yuv420(), size: size, color: .bt709) { planes in
      var state = seed
      for plane in planes {
        for y in 0..<plane.size.height {
          for x in 0..<plane.size.width {
            state = state &* 1_664_525 &+ 1_013_904_223
            let code = 40 + (x / 7 + y / 5) % 150 + Int(state >> 27)
            plane.base.storeBytes(
              of: UInt8(code), toByteOffset: y * plane.strideBytes + x, as: UInt8.self)
          }
        }
      }
    }
  }

  private func target(_ size: PixelSize) -> FrameTarget {
    FrameTarget(size: size, format: .yuv420(), color: .bt709)
  }

  func drawing(
    _ name: String, _ image: @escaping () throws -> Image, size: PixelSize? = nil
  )
    -> Row
  {
    let target = target(size ?? self.size)
    return Row(name) { _ = try renderer.render(try image(), to: target) }
  }

  /// A turn by `degrees` and a scale about the frame's centre.
  private func turn(_ degrees: Double, _ scale: Double) -> AffineTransform {
    AffineTransform(translationX: -960, y: -540)
      .followed(by: AffineTransform(scaleX: scale, y: scale))
      .followed(by: AffineTransform(rotationDegrees: degrees))
      .followed(by: AffineTransform(translationX: 960, y: 540))
  }

  private func turned(_ degrees: Double, _ scale: Double, _ sampling: Image.Sampling) -> Image {
    Image(frame: first).transformed(by: turn(degrees, scale), sampling: sampling)
      .opacity(0.8).over(Image(frame: second))
  }

  /// In perspective; a pixel covers 0.9 to 1.2 samples.
  private func leaning(_ sampling: Image.Sampling) throws -> Image {
    try Image(frame: first).cornerPinned(
      topLeft: Point(60, 20), topRight: Point(1900, 90), bottomRight: Point(1880, 1000),
      bottomLeft: Point(30, 1070), sampling: sampling)
  }

  private func blurred(_ sigma: Double) -> Image {
    Image(frame: first).clampedToEdges().gaussianBlurred(sigma: sigma)
  }

  /// The middle frame of the edit E4.
  private var effects: Image {
    blurred(8).cropped(to: Rect(x: 0, y: 0, width: 1920, height: 1080)).saturation(1.3)
      .colorPolynomial(red: [0, 1.32, -0.32], green: [0, 1.32, -0.32], blue: [0, 1.32, -0.32])
      .transformed(by: turn(2.5, 1.25), sampling: .bilinear)
  }

  /// Ten operations on each of three components, twice: cubic polynomials and matrices.
  private var program: Image {
    var image = Image(frame: first)
    for step in 1...4 {
      let small = Float(step) / 100
      let curve: [Float] = [small, 1 - small, small, -small]
      image = image.colorPolynomial(red: curve, green: curve, blue: curve)
      image = image.saturation(1 + 0.1 * Float(step))
    }
    return image
  }

  /// Ten layers, each moved, turned and translucent.
  private var timeline: Image {
    (0..<10).reduce(Image(color: .black)) { below, index in
      Image(frame: index % 2 == 0 ? first : second)
        .transformed(by: turn(Double(index), 0.5 + 0.05 * Double(index)), sampling: .bilinear)
        .opacity(0.85).over(below)
    }
  }
}

extension Pictures {
  /// Everything that is measured.
  var rows: [Row] { planeRows + blurRows + layerRows + otherRows + soundRows }

  private var planeRows: [Row] {
    let whole = AffineTransform(translationX: 100, y: 60)
    return [
      drawing("untouched frame") { Image(frame: first) },
      drawing("dissolve") { Image(frame: first).dissolved(to: Image(frame: second), amount: 0.3) },
      drawing("fade to black") { Image(frame: first).opacity(0.7) },
      drawing("layer at whole pixels") {
        Image(frame: first).transformed(by: whole).over(Image(frame: second))
      },
      drawing("translucent half-size layer") {
        Image(frame: half).transformed(by: whole).opacity(0.9).over(Image(frame: second))
      },
      drawing("half-size layer at whole pixels") {
        Image(frame: half).transformed(by: whole).over(Image(frame: second))
      },
      drawing("translucent layer at whole pixels") {
        Image(frame: first).transformed(by: whole).opacity(0.8).over(Image(frame: second))
      },
    ]
  }

  private var blurRows: [Row] {
    [0.5, 1, 2, 4, 8, 16, 50, 200].map { sigma in
      drawing("blur sigma \(sigma)") { blurred(sigma) }
    } + [
      drawing("blur sigma 8, then saturation") { blurred(8).saturation(1.3) },
      drawing("blur sigma 8, edges fade") {
        Image(frame: half).gaussianBlurred(sigma: 8).over(Image(frame: second))
      },
    ]
  }

  private var layerRows: [Row] {
    [
      drawing("E4: blur, saturation, curve, turn") { effects },
      drawing("E3: small moving layer") { inset },
      drawing("E3: small moving layer, logo, title") { template },
      drawing("E7: nine small turned layers") { grid },
      drawing("turned bilinear, enlarged") { turned(10, 1.2, .bilinear) },
      drawing("turned bilinear, reduced") { turned(10, 0.8, .bilinear) },
      drawing("turned bilinear, 45 degrees") { turned(45, 1.2, .bilinear) },
      drawing("turned bicubic, enlarged") { turned(10, 1.2, .bicubic) },
      drawing("in perspective, bilinear") { try leaning(.bilinear) },
      drawing("in perspective, bicubic") { try leaning(.bicubic) },
      drawing("1080p to 540p, bicubic", { scaled(first, 0.5) }, size: PixelSize(960, 540)),
      drawing("540p to 1080p, bicubic") { scaled(half, 2) },
      drawing("540p to 1080p, bilinear") {
        Image(frame: half).transformed(
          by: AffineTransform(scaleX: 2, y: 2), sampling: .bilinear)
      },
    ]
  }

  /// A clip at half size, between pixels, that fades in over another (the edit E3).
  private var inset: Image {
    let map = AffineTransform(scaleX: 0.5, y: 0.5)
      .followed(by: AffineTransform(translationX: 300.37, y: 187.21))
    return Image(frame: first).transformed(by: map).opacity(0.7).over(Image(frame: second))
  }

  /// The small layer under a logo and a title, as pictures with alpha at whole pixels (the edit E3).
  private var template: Image {
    let marks = [
      (Self.logo, AffineTransform(translationX: 1280, y: 840), 0.8),
      (Self.title, AffineTransform(translationX: 480, y: 690), 1),
    ]
    return marks.reduce(inset) { below, mark in
      Image(frame: mark.0).transformed(by: mark.1).opacity(Float(mark.2)).over(below)
    }
  }

  private static let logo = stripes(PixelSize(600, 200))
  private static let title = stripes(PixelSize(960, 200))

  /// Premultiplied stripes, opaque, half and none.
  private static func stripes(_ size: PixelSize) -> FrameBuffer {
    FrameBuffer(format: .rgba, size: size, color: .srgb, alphaMode: .premultiplied) { planes in
      for y in 0..<size.height {
        for x in 0..<4 * size.width {
          let code = [255, 128, 0][(x / 4 / 40 + y / 20) % 3]
          planes[0].base.storeBytes(
            of: UInt8(code), toByteOffset: y * planes[0].strideBytes + x, as: UInt8.self)
        }
      }
    }
  }

  /// Nine small turned layers in a grid over a gradient (the edit E7).
  private var grid: Image {
    let stops: [Image.GradientStop] = [
      .init(0, Color(0.06, 0.06, 0.09)), .init(1, Color(0.19, 0.19, 0.38)),
    ]
    let below = Image(
      .linearGradient(from: Point(0, 0), to: Point(1920, 0), stops: stops))
    return (0..<9).reduce(below) { below, index in
      let map = AffineTransform(translationX: -960, y: -540)
        .followed(by: AffineTransform(scaleX: 1 / 3.0, y: 1 / 3.0))
        .followed(by: AffineTransform(rotationDegrees: index % 2 == 0 ? 7.5 : -7.5))
        .followed(
          by: AffineTransform(
            translationX: Double(320 + 640 * (index % 3)), y: Double(180 + 360 * (index / 3))))
      return Image(frame: index % 2 == 0 ? first : second)
        .transformed(by: map, sampling: .bilinear).opacity(0.85).over(below)
    }
  }

  private func scaled(_ frame: FrameBuffer, _ scale: Double) -> Image {
    Image(frame: frame).transformed(by: AffineTransform(scaleX: scale, y: scale))
  }

  private var otherRows: [Row] {
    let target = target(size)
    return [
      drawing("to float and back") {
        Image(frame: first).colorPolynomial(red: [0, 1], green: [0, 1], blue: [0, 1])
      },
      drawing("program of 60 operations") { program },
      drawing("gamma") { Image(frame: first).gamma(0.8) },
      drawing("test card") { Image(.testCard(size: Size(1920, 1080), phase: 0.3)) },
      Row("graph and look-up, ten layers") { try renderer.prepare(timeline, for: target) },
    ]
  }
}
