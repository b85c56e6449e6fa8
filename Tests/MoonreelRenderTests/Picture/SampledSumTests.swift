// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Kernels that mix pictures which they read elsewhere, drawn plane by plane.
struct SampledSumTests {
  private static let size = PixelSize(38, 22)

  /// Codes whose colours lie well inside 0…1.
  private static func frame(
    _ format: PixelFormat, _ color: ColorTags, seed: UInt64
  ) -> FrameBuffer {
    var random = Seeded(seed)
    let unit = 1 << (format.bitDepth - 8)
    return .make(format, size.width, size.height, color) { plane, _, _, _ in
      unit
        * (plane == 0
          ? Int.random(in: 90...170, using: &random) : Int.random(in: 112...144, using: &random))
    }
  }

  /// Of two pictures and a number from 0 to 1; each is a sum of them.
  private static let kernels: [(String, PixelKernel)] = [
    (
      "fade",
      kernel { kernel, share in
        mixed(kernel.input(0), kernel.input(1), share)
      }
    ),
    (
      "wave",
      kernel { kernel, share in
        let away = (kernel.y * 0.7).sine * 3
        let a = kernel.sample(0, kernel.x + away, kernel.y + 1.6)
        return mixed(a, kernel.sample(1, kernel.x, kernel.y - away), smooth(share))
      }
    ),
    (
      "slide",
      kernel { kernel, share in
        let edge = share * 38
        let a = kernel.sample(0, kernel.x - edge, kernel.y)
        let b = kernel.sample(1, kernel.x - edge + 38, kernel.y)
        return chosen(kernel.x, edge, a, b)
      }
    ),
    (
      "door",
      kernel { kernel, share in
        let place = kernel.y * (share + 1) - 4
        let a = kernel.sample(0, kernel.x * (kernel.y * 0.01 + 1), place)
        let dark = KernelPixel(
          kernel.literal(0.1), kernel.literal(0.1), kernel.literal(0.2), kernel.literal(1))
        let shown = chosen(place, kernel.literal(5), shaded(a, 0.9 - share * 0.5), dark)
        return share.atLeast(0, pixel: shown, else: kernel.input(1))
      }
    ),
    (
      "spring",
      kernel { kernel, share in
        // A loop that goes round with numbers alone, and says where an edge is: however often, it does so once a frame.
        let start = [kernel.literal(1), kernel.literal(0), kernel.literal(0)]
        let end = kernel.loop(limit: 4000, start) { value in
          let speed = value[2] + (1 - value[1]) * 0.2 - value[2] * 0.3
          let goesOn = share.atLeast(value[1], kernel.literal(1), else: kernel.literal(0))
          return [goesOn, value[1] + speed * 0.2, speed]
        }
        let edge = end[1] * 30
        return chosen(
          kernel.x, edge, kernel.sample(0, kernel.x - edge, kernel.y + 0.25), kernel.input(1))
      }
    ),
  ]

  private static func kernel(
    _ body: @escaping (KernelRecorder, KernelTerm) -> KernelPixel
  ) -> PixelKernel {
    PixelKernel("sum", inputs: 2, numbers: 1, extent: .everywhere) { kernel in
      let pixel = body(kernel, kernel.number(0))
      return KernelPixel(
        pixel.red.applying(.clamp), pixel.green.applying(.clamp), pixel.blue.applying(.clamp),
        kernel.literal(1))
    }
  }

  private static func mixed(_ a: KernelPixel, _ b: KernelPixel, _ share: KernelTerm) -> KernelPixel
  {
    combined(a, b) { $0.applying(.blend, to: 1 - share, $1, share) }
  }

  private static func chosen(
    _ value: KernelTerm, _ edge: KernelTerm, _ a: KernelPixel, _ b: KernelPixel
  ) -> KernelPixel {
    combined(a, b) { value.atLeast(edge, $0, else: $1) }
  }

  private static func shaded(_ a: KernelPixel, _ factor: KernelTerm) -> KernelPixel {
    combined(a, a) { first, _ in first * factor }
  }

  private static func combined(
    _ a: KernelPixel, _ b: KernelPixel, _ change: (KernelTerm, KernelTerm) -> KernelTerm
  ) -> KernelPixel {
    KernelPixel(change(a.red, b.red), change(a.green, b.green), change(a.blue, b.blue), a.alpha)
  }

  private static func smooth(_ share: KernelTerm) -> KernelTerm {
    let limited = share.applying(.clamp)
    return limited * limited * (3 - share.recorder.literal(2) * limited)
  }

  @Test("values are those of colours, but for rounding", arguments: kernels.indices)
  func valuesAreThoseOfColors(_ index: Int) throws {
    let (name, kernel) = Self.kernels[index]
    for (format, color) in [
      (PixelFormat.yuv444(), tags(.bt709)), (.yuv444(), tags(.bt601, .full)),
      (.yuv444(10), tags(.bt709)),
    ] {
      let target = FrameTarget(size: Self.size, format: format, color: color)
      let inputs = [1, 2].map {
        Image(frame: Self.frame(format, color, seed: $0)).clampedToEdges()
      }
      for share: Float in [0, 0.3, 0.5, 1] {
        let image = Image.applying(kernel, to: inputs, numbers: [share])
        let moved = image.transformed(by: AffineTransform(translationX: 3, y: -2))
        for picture in [image, moved, image.opacity(0.5).over(inputs[0])] {
          #expect(planarPicture(picture, for: target) != nil, "\(name), \(share)")
          #expect(try distanceFromFloat(picture, target) <= 1, "\(name), \(share)")
        }
      }
    }
  }

  @Test(
    "chroma is read where it lies",
    arguments: [ColorTags.ChromaSiting.left, .topLeft, .center], [PixelFormat.yuv420(), .yuv422()])
  func siting(_ siting: ColorTags.ChromaSiting, _ format: PixelFormat) throws {
    let color = tags(.bt709, .limited, siting)
    let target = FrameTarget(size: Self.size, format: format, color: color)
    // Chroma rises along both axes, so that its code says where it was read.
    let frame = FrameBuffer.make(format, Self.size.width, Self.size.height, color) {
      plane, _, x, y in plane == 0 ? 100 : 64 + 4 * x + 2 * y
    }
    let (columns, rows) = (1 << format.chromaShiftX, 1 << format.chromaShiftY)
    for kernel in SamplingKernelTests.planeKernels.prefix(1) {
      let image = Image(frame: frame).clampedToEdges().applying(kernel, numbers: [5.25, 2.5])
      #expect(planarPicture(image, for: target) != nil)
      let found = try PictureRenderer(threadCount: 1).render(image, to: target)
      for y in 0..<8 / rows {
        for x in 0..<24 / columns {
          let wanted =
            64 + 4 * (Double(x) + 5.25 / Double(columns)) + 2 * (Double(y) + 2.5 / Double(rows))
          #expect(abs(Double(found.code(1, x, y)) - wanted) <= 0.51, "\(x), \(y)")
        }
      }
    }
  }

  @Test("any number of threads gives the same bits", arguments: kernels.indices)
  func threads(_ index: Int) throws {
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    let inputs = [3, 4].map {
      Image(frame: Self.frame(.yuv420(), .bt709, seed: $0)).clampedToEdges()
    }
    let image = Image.applying(Self.kernels[index].1, to: inputs, numbers: [0.4])
    let wanted = try PictureRenderer(threadCount: 1).render(image, to: target)
    let found = try PictureRenderer(threadCount: 3).render(image, to: target)
    for plane in 0..<3 {
      for y in 0..<11 {
        for x in 0..<19 {
          #expect(found.code(plane, x, y) == wanted.code(plane, x, y))
        }
      }
    }
  }

  @Test(
    "what a limit can reach, what has a reach, what is no frame and what pixels go round for is drawn in float"
  )
  func othersAreDrawnInFloat() {
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    let frame = Image(frame: Self.frame(.yuv420(), .bt709, seed: 1))
    let held = frame.clampedToEdges()
    let bright = Self.kernel { kernel, share in
      Self.shaded(kernel.sample(0, kernel.x + 2.5, kernel.y), share + 1)
    }
    let wave = Self.kernels[1].1
    func isPlanar(_ kernel: PixelKernel, _ inputs: [Image], _ share: Float, _ reach: Double?)
      -> Bool
    {
      let image = Image.applying(kernel, to: inputs, numbers: [share], reach: reach)
      return planarPicture(image, for: target) != nil
    }
    let turning = Self.kernel { kernel, share in
      let away = kernel.loop(limit: 4, [kernel.x * share, kernel.literal(0)]) { value in
        [value[0] - 1, value[1] + value[0]]
      }
      return kernel.sample(0, kernel.x + away[1], kernel.y)
    }
    #expect(isPlanar(wave, [held, held], 0.5, nil))
    #expect(isPlanar(bright, [held, held], 0, nil))
    #expect(!isPlanar(bright, [held, held], 0.5, nil))
    #expect(!isPlanar(wave, [held, held], 0.5, 4))
    #expect(!isPlanar(wave, [frame, held], 0.5, nil))
    #expect(!isPlanar(turning, [held, held], 0.5, nil))
    #expect(!isPlanar(wave, [held.saturation(0.5), held], 0.5, nil))
  }
}

extension KernelTerm {
  /// One of two pixels, where this is at least `edge` or not.
  fileprivate func atLeast(_ edge: Float, pixel: KernelPixel, else other: KernelPixel)
    -> KernelPixel
  {
    KernelPixel(
      atLeast(edge, pixel.red, else: other.red), atLeast(edge, pixel.green, else: other.green),
      atLeast(edge, pixel.blue, else: other.blue), atLeast(edge, pixel.alpha, else: other.alpha))
  }
}
