// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Every native format, in and out, at sizes that are odd, tiny or a single row.
struct FormatTests {
  private let renderer = PictureRenderer(threadCount: 2)

  static let formats: [PixelFormat] =
    [
      .yuv420(), .yuv420(10), .yuv420(12), .yuv420(16), .yuv422(), .yuv422(10), .yuv444(),
      .yuv444(12), .yuv420(alpha: true), .yuv422(10, alpha: true), .yuv444(10, alpha: true), .nv12,
      .p010, .gray(), .gray(10), .gray(16), .rgba, .rgb24, .rgba64, .gbr(), .gbr(10),
      .gbr(12, alpha: true), packed("bgra", alpha: true), packed("argb", alpha: true),
      packed("bgr"),
      packed("xrgb"), packed("rgbx"), packed("ya", .gray, alpha: true),
      packed("ya", .gray, 16, alpha: true), .gray(32), .gbr(32),
    ] + twins.map(\.shared)

  /// Formats whose planes or words are shared, and planar ones of the same samples.
  static let twins: [(shared: PixelFormat, plain: PixelFormat)] = [
    (.nv12, .yuv420()), (.p010, .yuv420(10)), (semiplanar(12, 1, 1), .yuv420(12)),
    (semiplanar(16, 1, 1), .yuv420(16)), (semiplanar(8, 1, 0), .yuv422()),
    (semiplanar(10, 1, 0, shift: 0), .yuv422(10)), (semiplanar(10, 1, 0), .yuv422(10)),
    (semiplanar(12, 1, 0), .yuv422(12)), (semiplanar(16, 1, 0), .yuv422(16)),
    (semiplanar(8, 0, 0), .yuv444()), (semiplanar(10, 0, 0), .yuv444(10)),
    (semiplanar(16, 0, 0), .yuv444(16)), (packed("vuya", .yuv, alpha: true), .yuv444(alpha: true)),
    (packed("vuyx", .yuv), .yuv444()), (packed("vyu", .yuv), .yuv444()),
    (packed("ayuv", .yuv, 16, alpha: true), .yuv444(16, alpha: true)),
    (packed("uyvx", .yuv, 12, shift: 4), .yuv444(12)),
    (packed("bgr", .rgb, 16), .gbr(16)),
    (packed("bgra", .rgb, 16, alpha: true), .gbr(16, alpha: true)),
    (packed("abgr", alpha: true), .gbr(alpha: true)),
  ]

  static func semiplanar(_ depth: Int, _ x: Int, _ y: Int, shift: Int? = nil) -> PixelFormat {
    PixelFormat(
      family: .yuv, packing: .semiplanar, bitDepth: depth, chromaShiftX: x, chromaShiftY: y,
      bitShift: depth == 8 ? 0 : shift ?? 16 - depth)
  }

  static func packed(
    _ order: String, _ family: PixelFormat.Family = .rgb, _ depth: Int = 8, alpha: Bool = false,
    shift: Int = 0
  ) -> PixelFormat {
    PixelFormat(
      family: family, packing: .packed(order: order), bitDepth: depth, hasAlpha: alpha,
      bitShift: shift)
  }

  static let sizes = [(1, 1), (1, 7), (5, 1), (2, 2), (3, 3), (17, 5), (1027, 3), (2050, 2)]

  private func color(_ format: PixelFormat) -> ColorTags {
    format.family == .rgb ? .srgb : .bt709
  }

  @Test func aUniformColourSurvivesEveryFormatAndSize() throws {
    for format in Self.formats {
      for (width, height) in Self.sizes {
        let target = FrameTarget(
          size: PixelSize(width, height), format: format, color: color(format))
        let gray = Image(color: Color(0.6, 0.6, 0.6)).over(Image(.noise(seed: 1)))
        let first = try renderer.render(gray, to: target)
        let back = try renderer.render(Image(frame: first), to: .rgb(width, height))
        let bytes = back.bytes
        #expect(bytes.count == width * height * 3)
        #expect(bytes.allSatisfy { abs(Int($0) - 153) <= 1 }, "\(format) \(width)x\(height)")
      }
    }
  }

  @Test func alphaIsStraightInFilesAndPremultipliedInside() throws {
    for format in Self.formats where format.hasAlpha && format.family != .gray {
      var target = FrameTarget(
        size: PixelSize(4, 4), format: format, color: color(format), background: .transparent)
      let half = Image(color: Color(1, 0.5, 0.25, 0.5)).over(Image(color: .transparent))
      let straight = try renderer.render(half, to: target)
      target.alphaMode = .premultiplied
      let multiplied = try renderer.render(half, to: target)
      #expect(straight.bytes != multiplied.bytes, "\(format)")
      let wanted = try renderer.render(half, to: .rgb(4, 4))
      for frame in [straight, multiplied] {
        let found = try renderer.render(Image(frame: frame), to: .rgb(4, 4))
        let worst = zip(found.bytes, wanted.bytes).map { abs(Int($0) - Int($1)) }.max()
        #expect((worst ?? 9) <= 2, "\(format) \(frame.alphaMode)")
      }
    }
  }

  /// The codes of a picture, component by component.
  private func codes(_ frame: FrameBuffer) throws -> [[Int]] {
    let layout = try frame.format.components()
    return (layout.color + (layout.alpha.map { [$0] } ?? [])).map { component in
      let size = component.size(in: frame)
      return (0..<size.height).flatMap { y in
        (0..<size.width).map { frame.code(component.plane, $0, y, part: component.offset) }
      }
    }
  }

  /// The samples of `frame` in `format`.
  private func rearranged(_ frame: FrameBuffer, as format: PixelFormat) throws -> FrameBuffer {
    let layout = try format.components()
    let places = layout.color + (layout.alpha.map { [$0] } ?? [])
    let codes = try codes(frame)
    return .make(format, frame.size.width, frame.size.height, frame.color) { plane, part, x, y in
      guard let index = places.firstIndex(where: { $0.plane == plane && $0.offset == part })
      else { return 7 }
      return codes[index][y * places[index].size(width: frame, format) + x]
    }
  }

  @Test func sharedPlanesAreReadLikePlainOnes() throws {
    for (index, (shared, plain)) in Self.twins.enumerated() {
      for (width, height) in Self.sizes.dropLast() {
        let frame = FrameBuffer.random(plain, width, height, color(plain), seed: UInt64(index))
        let twin = try rearranged(frame, as: shared)
        let turn = AffineTransform(scaleX: 0.8, y: 1.3).followed(by: .init(rotationDegrees: 20))
        for map in [AffineTransform.identity, turn] {
          let target = FrameTarget.float(width, height)
          let drawn = try [frame, twin].map {
            try renderer.render(Image(frame: $0).transformed(by: map), to: target).bytes
          }
          #expect(drawn[0] == drawn[1], "\(shared) \(width)x\(height)")
        }
        var faded = FrameTarget(size: frame.size, format: plain, color: frame.color)
        faded.background = .black
        let halves = try [frame, twin].map {
          try renderer.render(Image(frame: $0).opacity(0.5), to: faded).bytes
        }
        #expect(halves[0] == halves[1], "\(shared) \(width)x\(height) faded")
      }
    }
  }

  @Test func sharedPlanesAreWrittenLikePlainOnes() throws {
    for (shared, plain) in Self.twins {
      for (width, height) in Self.sizes {
        let noise = Image(.noise(seed: 3)).opacity(0.7)
        let clip = Image(
          frame: .random(plain, width, height, color(plain), seed: 9)
        ).opacity(0.4)
        for image in [noise, clip] {
          let found = try [shared, plain].map { format in
            try codes(
              renderer.render(
                image,
                to: FrameTarget(
                  size: PixelSize(width, height), format: format, color: color(format),
                  background: format.hasAlpha ? .transparent : .black)))
          }
          #expect(found[0] == found[1], "\(shared) \(width)x\(height)")
        }
      }
    }
  }

  @Test func planesUpsideDownAreReadLikeUprightOnes() throws {
    for format in [PixelFormat.yuv420(), .nv12, .p010, .rgb24, .gbr(10), .gray(16)] {
      let frame = FrameBuffer.random(format, 13, 7, color(format), seed: 4)
      let order = FrameBuffer.make(format, 13, 7, color(format)) { plane, part, x, y in
        frame.code(plane, x, frame.planes[plane].size.height - 1 - y, part: part)
      }
      let planes = order.planes.map { plane in
        FrameBuffer.Plane(
          base: plane.base + (plane.size.height - 1) * plane.strideBytes,
          strideBytes: -plane.strideBytes, size: plane.size)
      }
      let turned = FrameBuffer(
        format: format, size: frame.size, color: frame.color, planes: planes, owner: order)
      for map in [AffineTransform.identity, AffineTransform(rotationDegrees: 10)] {
        let drawn = try [frame, turned].map {
          try renderer.render(Image(frame: $0).transformed(by: map), to: .rgb(13, 7)).bytes
        }
        #expect(drawn[0] == drawn[1], "\(format)")
      }
    }
  }

  @Test func floatsAreLightWithoutCodes() throws {
    let frame = FrameBuffer(format: .gray(32), size: PixelSize(2, 1), color: .bt709) { planes in
      planes[0].base.storeBytes(of: 0.25, as: Float.self)
      planes[0].base.storeBytes(of: -3, toByteOffset: 4, as: Float.self)
    }
    let drawn = try renderer.render(Image(frame: frame), to: .float(2, 1))
    for plane in 0..<3 {
      #expect(drawn.float(plane, 0, 0) == 0.25 && drawn.float(plane, 1, 0) == -3)
    }
    let color = Image(color: Color(1, 0.5, 0.25))
    let luma = try renderer.render(
      color, to: FrameTarget(size: PixelSize(1, 1), format: .gray(32), color: .bt709))
    #expect(abs(luma.float(0, 0, 0) - Float(0.2126 + 0.7152 * 0.5 + 0.0722 * 0.25)) < 1e-6)
  }

  @Test func bytesWithoutMeaningAreOpaque() throws {
    let frame = try renderer.render(
      Image(color: .black),
      to: FrameTarget(
        size: PixelSize(3, 2), format: Self.packed("xrgb"), color: .srgb))
    #expect(frame.bytes.enumerated().allSatisfy { $1 == ($0 % 4 == 0 ? 255 : 0) })
  }

  @Test func formatsWithoutAReaderAreRefused() throws {
    let strange = PixelFormat(family: .yuv, packing: .packed(order: "yuyv"), bitDepth: 8)
    #expect(throws: MoonreelError.self) {
      try renderer.render(
        Image(color: .black),
        to: FrameTarget(size: PixelSize(4, 4), format: strange, color: .bt709))
    }
    #expect(!strange.isNative && PixelFormat.nv12.isNative)
  }

  @Test func roundingIsToNearestAndSaturates() throws {
    let values: [(Double, Int)] = [
      (0.5 / 255, 1), (0.49 / 255, 0), (1.5 / 255, 2), (254.49 / 255, 254), (1, 255), (7, 255),
      (-3, 0),
    ]
    for (value, code) in values {
      let frame = try renderer.render(
        Image(color: Color(value, value, value)), to: .rgb(1, 1))
      #expect(frame.code(0, 0, 0) == code, "\(value)")
    }
  }
}

extension Component {
  /// Samples in a row of this component of a picture like `frame` in `format`.
  fileprivate func size(width frame: FrameBuffer, _ format: PixelFormat) -> Int {
    format.planeSize(plane, of: frame.size).width
  }
}
