// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Kernels that weigh pictures by the place alone, drawn plane by plane: the same as in R'G'B', but for rounding.
struct LinearKernelTests {
  private static let size = PixelSize(26, 18)

  /// Of two pictures: each is a sum of them.
  private static let kernels: [(String, PixelKernel)] = [
    (
      "wipe",
      PixelKernel("wipe", inputs: 2) { kernel in
        let (a, b) = (kernel.input(0), kernel.input(1))
        let share = ((kernel.x - 4) * 0.0667).clamped()
        func mix(_ first: KernelTerm, _ second: KernelTerm) -> KernelTerm {
          first + (second - first) * share
        }
        return KernelPixel(
          mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.alpha, b.alpha))
      }
    ),
    (
      "cells",
      PixelKernel("cells", inputs: 2) { kernel in
        let (a, b) = (kernel.input(0), kernel.input(1))
        let cell = (kernel.x * 0.2).floor - (kernel.y * 0.25).floor
        func pick(_ first: KernelTerm, _ second: KernelTerm) -> KernelTerm {
          cell.atLeast(1, first, else: second)
        }
        return KernelPixel(
          pick(a.red, b.red), pick(a.green, b.green), pick(a.blue, b.blue),
          pick(a.alpha, b.alpha))
      }
    ),
    (
      "shade and tint",
      PixelKernel("tinted", inputs: 2) { kernel in
        let (a, b) = (kernel.input(0), kernel.input(1))
        let dark = 1 - (kernel.y * 0.025).clamped()
        let light = (kernel.x * 0.0167).clamped()
        return KernelPixel(
          a.red * dark + a.alpha * light * 0.5 + b.red * 0.1,
          a.green * dark + a.alpha * light * 0.25 + b.green * 0.1,
          a.blue * dark + b.blue * 0.1, a.alpha)
      }
    ),
    (
      "gray light",
      PixelKernel("lit", inputs: 2, extent: .everywhere) { kernel in
        let a = kernel.input(0)
        let light = (kernel.x * 0.011).clamped()
        return KernelPixel(
          a.red * 0.7 + light, a.green * 0.7 + light, a.blue * 0.7 + light, a.alpha * 0.5 + 0.5)
      }
    ),
  ]

  @Test(arguments: kernels.indices) func valuesAreThoseOfColors(_ index: Int) throws {
    let (name, kernel) = Self.kernels[index]
    for color in [tags(.bt709), tags(.bt601, .full)] {
      let target = FrameTarget(size: Self.size, format: .yuv444(), color: color)
      func frame(_ seed: UInt64) -> Image {
        Image(frame: .random(.yuv444(), 26, 18, color, seed: seed))
      }
      let small = frame(3).cropped(to: Rect(x: 3, y: 2, width: 14, height: 11)).opacity(0.6)
      for inputs in [[frame(1), frame(2)], [small, frame(4)], [frame(5), small]] {
        let image = Image(.kernel(kernel, inputs: inputs, numbers: []))
        let moved = image.transformed(by: AffineTransform(translationX: 2, y: -3))
        for picture in [image, moved.over(frame(6)), image.opacity(0.5).over(frame(7))] {
          #expect(planarPicture(picture, for: target) != nil, "\(name)")
          #expect(try distanceFromFloat(picture, target) <= 1, "\(name)")
        }
      }
    }
  }

  @Test(
    "a mask is read where chroma lies", arguments: [ColorTags.ChromaSiting.left, .topLeft, .center])
  func siting(_ siting: ColorTags.ChromaSiting) throws {
    let color = tags(.bt709, .limited, siting)
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: color)
    func flat(_ cb: Int) -> Image {
      Image(frame: .make(.yuv420(), 26, 18, color) { plane, _, _, _ in plane == 1 ? cb : 128 })
    }
    let ramp = PixelKernel("ramp", inputs: 2) { kernel in
      let (a, b) = (kernel.input(0), kernel.input(1))
      let share = (kernel.x + kernel.y) * 0.015625
      func mix(_ first: KernelTerm, _ second: KernelTerm) -> KernelTerm {
        first + (second - first) * share
      }
      return KernelPixel(
        mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.alpha, b.alpha))
    }
    let image = Image(.kernel(ramp, inputs: [flat(64), flat(192)], numbers: []))
    let found = try PictureRenderer(threadCount: 1).render(image, to: target)
    for y in 0..<9 {
      for x in 0..<13 {
        // From the middle of the first pixel to the sample.
        let place = (
          x: Double(2 * x) + 0.5 + siting.column(of: 2), y: Double(2 * y) + 0.5 + siting.row(of: 2)
        )
        let wanted = 64 + 128 * (place.x + place.y) / 64
        #expect(abs(Double(found.code(1, x, y)) - wanted) <= 0.51, "\(x), \(y)")
      }
    }
  }

  /// None is such a sum, or the last costs too much.
  private static let others: [PixelKernel] = [
    PixelKernel("square", inputs: 1) { kernel in
      let pixel = kernel.input(0)
      return KernelPixel(pixel.red * pixel.red, pixel.green, pixel.blue, pixel.alpha)
    },
    PixelKernel("swapped", inputs: 1) { kernel in
      let pixel = kernel.input(0)
      return KernelPixel(pixel.blue, pixel.green, pixel.red, pixel.alpha)
    },
    PixelKernel("uneven", inputs: 1) { kernel in
      let pixel = kernel.input(0)
      return KernelPixel(pixel.red * 0.5, pixel.green, pixel.blue, pixel.alpha)
    },
    PixelKernel("costly", inputs: 1) { kernel in
      var share = kernel.x
      for _ in 0..<4 { share = (share + kernel.y).sine }
      let pixel = kernel.input(0)
      return KernelPixel(pixel.red * share, pixel.green * share, pixel.blue * share, pixel.alpha)
    },
  ]

  @Test(
    "kernels that are no such sums, or cost too much, are drawn in float", arguments: others.indices
  )
  func othersAreDrawnInFloat(_ index: Int) {
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    let frame = Image(frame: .random(.yuv420(), 26, 18, .bt709, seed: 1))
    let image = Image(.kernel(Self.others[index], inputs: [frame], numbers: []))
    #expect(planarPicture(image, for: target) == nil)
  }
}
