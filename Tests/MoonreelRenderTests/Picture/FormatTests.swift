// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Every native format, in and out, at sizes that are odd, tiny or a single row.
struct FormatTests {
  private let renderer = PictureRenderer(threadCount: 2)

  static let formats: [PixelFormat] = [
    .yuv420(), .yuv420(10), .yuv420(12), .yuv420(16), .yuv422(), .yuv422(10), .yuv444(),
    .yuv444(12), .yuv420(alpha: true), .yuv422(10, alpha: true), .yuv444(10, alpha: true), .nv12,
    .p010, .gray(), .gray(10), .gray(16), .rgba, .rgb24, .rgba64, .gbr(), .gbr(10),
    .gbr(12, alpha: true), packed("bgra", alpha: true), packed("argb", alpha: true), packed("bgr"),
    packed("xrgb"), packed("rgbx"),
  ]

  static func packed(_ order: String, alpha: Bool = false) -> PixelFormat {
    PixelFormat(family: .rgb, packing: .packed(order: order), bitDepth: 8, hasAlpha: alpha)
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
    for format in Self.formats where format.hasAlpha {
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
