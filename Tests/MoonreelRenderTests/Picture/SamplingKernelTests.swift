// SPDX-License-Identifier: MIT

import CKernels
import Foundation
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Kernels that read their inputs at computed positions.
struct SamplingKernelTests {
  /// A wave: each pixel comes from somewhere else, between pixels.
  static let wave = PixelKernel("wave", inputs: 1, numbers: 2, extent: .grown(0)) { kernel in
    let x = kernel.x + (kernel.y * kernel.number(0)).sine * kernel.number(1)
    return kernel.sample(0, x, kernel.y + (kernel.x * 0.6).cosine * 2.5)
  }
  /// The mirror image about a number, anywhere, plus what stands here.
  static let mirror = PixelKernel("mirror", inputs: 1, numbers: 1, extent: .everywhere) { kernel in
    let there = kernel.sample(0, kernel.number(0) - kernel.x, kernel.y)
    return KernelPixel(
      there.red, kernel.input(0).green, there.blue, there.alpha.maximum(kernel.input(0).alpha))
  }
  /// Neighbours at fixed distances.
  static let cross = PixelKernel("cross", inputs: 1, extent: .grown(0)) { kernel in
    let (left, low) = (
      kernel.sample(0, kernel.x - 2, kernel.y), kernel.sample(0, kernel.x, kernel.y + 1)
    )
    let near = kernel.sample(0, kernel.x + 0.25, kernel.y - 0.5)
    return KernelPixel(left.red, low.green, near.blue, (left.alpha + low.alpha + near.alpha) * 0.25)
  }

  static func frame(_ width: Int, _ height: Int, _ seed: UInt64) -> Image {
    Image(frame: .random(.rgba, width, height, .srgb, seed: seed))
  }

  /// The largest difference between the engine and the slow painter.
  private func error(_ image: Image, _ width: Int, _ height: Int) throws -> Double {
    let frame = try PictureRenderer(threadCount: 2).render(image, to: .float(width, height))
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let wanted = SlowPainter().color(image, .identity, x, y)
        for (plane, part) in [(0, 1), (1, 2), (2, 0), (3, 3)] {
          let error = abs(Double(frame.float(plane, x, y)) - wanted[part])
          worst = error.isNaN ? .infinity : max(worst, error)
        }
      }
    }
    return worst
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 7), (13, 9), (24, 18), (300, 2)])
  func positionsAreReadLinearly(_ width: Int, _ height: Int) throws {
    let input = Self.frame(width, height, 5)
    let moved = AffineTransform(translationX: 3, y: 2)
    for picture in [input, input.clampedToEdges(), input.transformed(by: moved)] {
      for reach: Double? in [nil, 0, 2, 5.5] {
        let pictures = [
          picture.applying(Self.wave, numbers: [0.7, 4.3], reach: reach),
          picture.applying(Self.mirror, numbers: [Float(width)], reach: reach),
          picture.applying(Self.cross, reach: reach),
        ]
        for image in pictures {
          let place = "\(width)x\(height), reach \(String(describing: reach))"
          #expect(try error(image, width + 7, height + 6) < 2e-5, "\(place)")
          let shifted = image.transformed(by: AffineTransform(translationX: -2, y: 1))
          #expect(try error(shifted, width + 3, height + 3) < 2e-5, "\(place), moved")
        }
      }
    }
  }

  /// The same place moved by numbers, which changes evenly, and moved along a wave, which does not.
  static let planeKernels = [
    PixelKernel("moved", inputs: 1, numbers: 2, extent: .input(0)) { kernel in
      kernel.sample(0, kernel.x + kernel.number(0), kernel.y + kernel.number(1))
    },
    PixelKernel("waved", inputs: 1, numbers: 2, extent: .input(0)) { kernel in
      kernel.sample(
        0, kernel.x + (kernel.y * kernel.number(0)).sine * 3, kernel.y + kernel.number(1))
    },
  ]

  @Test(
    "the planes of a frame whose edges are held are read at their own resolution",
    arguments: [
      PixelFormat.yuv444(), .yuv422(), .yuv420(), .yuv420(10), .yuv422(10), .nv12,
    ], [ColorTags.ChromaSiting.left, .topLeft, .center])
  func planes(_ format: PixelFormat, _ siting: ColorTags.ChromaSiting) throws {
    let (width, height) = (38, 22)
    let color = tags(.bt709, .limited, siting)
    let frame = FrameBuffer.random(format, width, height, color, seed: 4)
    let (shiftX, shiftY) = (format.chromaShiftX, format.chromaShiftY)
    /// The code of `plane` where luma's position is (x, y), whole numbers at the centres of samples.
    func code(_ plane: Int, _ x: Double, _ y: Double) -> Double {
      let isChroma = plane > 0
      let (columns, rows) = (isChroma ? 1 << shiftX : 1, isChroma ? 1 << shiftY : 1)
      let u = (x - (isChroma ? siting.column(of: columns) : 0)) / Double(columns)
      let v = (y - (isChroma ? siting.row(of: rows) : 0)) / Double(rows)
      let (left, top) = (u.rounded(.down), v.rounded(.down))
      func at(_ dx: Int, _ dy: Int) -> Double {
        let column = max(0, min(width / columns - 1, Int(left) + dx))
        let row = max(0, min(height / rows - 1, Int(top) + dy))
        // Of NV12 both kinds of chroma lie in one plane.
        guard format == .nv12, isChroma else { return Double(frame.code(plane, column, row)) }
        return Double(frame.code(1, column, row, part: plane - 1))
      }
      let above = at(0, 0) + (at(1, 0) - at(0, 0)) * (u - left)
      return above + (at(0, 1) + (at(1, 1) - at(0, 1)) * (u - left) - above) * (v - top)
    }
    let plain = PlainColor(color, bits: format.bitDepth)
    let target = FrameTarget(
      size: PixelSize(width, height), format: .floatGBRA, color: color,
      background: .transparent, alphaMode: .premultiplied)
    for (index, kernel) in Self.planeKernels.enumerated() {
      let numbers: [Float] = [0.3, 1.6]
      let image = Image(frame: frame).clampedToEdges().applying(kernel, numbers: numbers)
      let found = try PictureRenderer(threadCount: 1).render(image, to: target)
      var worst = 0.0
      for y in 0..<height {
        for x in 0..<width {
          let away = index == 0 ? 0.3 : sin((Double(y) + 0.5) * Double(Float(0.3))) * 3
          let (u, v) = (Double(x) + away, Double(y) + Double(Float(1.6)))
          let wanted = plain.rgb(code(0, u, v), code(1, u, v), code(2, u, v))
          for (plane, part) in [(0, wanted.1), (1, wanted.2), (2, wanted.0)] {
            worst = max(worst, abs(Double(found.float(plane, x, y)) - part))
          }
        }
      }
      #expect(worst < 2e-5, "\(kernel.name), \(format): \(worst)")
    }
  }

  @Test func whatIsNowhereIsTransparent() throws {
    let odd = PixelKernel("odd", inputs: 2, numbers: 1, extent: .everywhere) { kernel in
      // The root of a negative number is 0 here: NaN has to come from outside.
      kernel.sample(0, kernel.number(0), kernel.y)
    }
    let renderer = PictureRenderer(threadCount: 1)
    for number: Float in [.nan, .infinity, -.infinity, 1e30, -1e30, 1000, -1000] {
      let image = Self.frame(4, 4, 1).applying(odd, to: .empty, numbers: [number])
      let frame = try renderer.render(image, to: .float(4, 4))
      #expect((0..<4).allSatisfy { frame.float($0, 1, 1) == 0 }, "\(number)")
      let held = Self.frame(4, 4, 1).clampedToEdges().applying(
        odd, to: .empty, numbers: [number])
      let edge = try renderer.render(held, to: .float(4, 4))
      let column = number.isNaN || number < 0 ? 0 : 3
      let plain = try renderer.render(Self.frame(4, 4, 1), to: .float(4, 4))
      #expect(edge.float(2, 2, 1) == plain.float(2, column, 1), "\(number)")
    }
  }

  @Test func scaledTargetsAndTransformsReadTheSamePlaces() throws {
    // A ramp is linear: wherever and however it is read, position decides.
    let ramp = Image(
      .linearGradient(
        from: Point(0, 0), to: Point(64, 0), stops: [.init(0, .black), .init(1, .white)]))
    let shift = PixelKernel("shift", inputs: 1, numbers: 1) { kernel in
      kernel.sample(0, kernel.x + kernel.number(0), kernel.y)
    }
    let renderer = PictureRenderer(threadCount: 2)
    let shifted = ramp.applying(shift, numbers: [6], reach: 8)
    let half = try renderer.render(shifted, to: .float(20, 4, scale: 0.5))
    #expect(abs(half.float(0, 7, 1) - Float((7.5 * 2 + 6) / 64)) < 1e-5)
    let turned = shifted.transformed(
      by: AffineTransform(scaleX: 2, y: 2).followed(by: AffineTransform(rotationDegrees: 90)))
    let down = try renderer.render(
      turned.transformed(by: AffineTransform(translationX: 10, y: 0)), to: .float(8, 40))
    #expect(abs(down.float(0, 3, 21) - Float((21.5 / 2 + 6) / 64)) < 1e-4)
  }

  @Test func extentsGrowByTheReach() {
    let image = Image(color: .white).cropped(to: Rect(x: 1, y: 2, width: 10, height: 4))
    let grown = image.applying(Self.wave, numbers: [1, 2], reach: 2.5).extent
    #expect(grown == Rect(x: -2, y: -1, width: 16, height: 10))
    #expect(image.applying(Self.wave, numbers: [1, 2]).extent == nil)
    #expect(Image.empty.applying(Self.wave, numbers: [1, 2], reach: 2).extent?.isEmpty == true)
  }

  @Test func levelsAndEdgesGiveTheSameBits() throws {
    let raster = Raster(rect: PixelRect(minX: -3, minY: 2, maxX: 40, maxY: 19), planeCount: 4)
    raster.allocate()
    var random = Seeded(3)
    for plane in 0..<4 {
      for y in 0..<17 {
        for x in 0..<raster.stride {
          raster.row(y, plane: plane)[x] = x < 43 ? Float.random(in: -1...2, using: &random) : .nan
        }
      }
    }
    let payload = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { payload.deallocate() }
    Payload.sample(SampledPlanes(raster, scale: 0.75)).encode(to: payload)
    let special: [Float] = [
      .nan, .infinity, -.infinity, 3e38, -3e38, 0, -0.0, Float(bitPattern: 0x11170),
    ]
    for width in KernelTests.widths {
      var wanted: [[UInt32]]?
      for kernels in kernelLevels() {
        let bench = KernelBench(registers: 6)
        var random = Seeded(UInt64(width))
        for lane in bench[4].indices {
          bench[4][lane] = Float.random(in: -20...70, using: &random)
          bench[5][lane] =
            lane % 5 == 4 ? special[lane / 5 % 8] : Float.random(in: -9...40, using: &random)
        }
        #expect(
          bench.run(
            kernel(kernels, MR_AT), out: [0, 1, 2, 3], in: [4, 5], data: payload, width: width))
        let bits = (0..<4).map { bench.bits($0, width) }
        #expect(wanted == nil || wanted == bits, "\(width)")
        // The padding beyond the last column is never read.
        #expect(bits.joined().allSatisfy { $0 != 0x7fc0_0000 }, "\(width)")
        wanted = bits
      }
    }
  }

  @Test func oneProgramServesAllNumbers() throws {
    let renderer = PictureRenderer(threadCount: 1)
    let frame = Self.frame(9, 8, 2)
    for strength: Float in [0.5, 1, 2.25] {
      _ = try renderer.render(
        frame.applying(Self.wave, numbers: [0.3, strength], reach: Double(strength)),
        to: .float(9, 8))
    }
    // One for the raster and one for the kernel.
    #expect(renderer.programCount <= 4)
  }
}
