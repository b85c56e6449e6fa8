// SPDX-License-Identifier: MIT

import MoonreelCore

/// Kernels that exist once for each count of taps or radius, recorded when first used.
final class FilterKernels: Sendable {
  private let kernels = Locked<[Int: PixelKernel]>([:])
  private let make: @Sendable (Int) -> PixelKernel

  init(_ make: @escaping @Sendable (Int) -> PixelKernel) { self.make = make }

  /// The kernel for `count`.
  subscript(count: Int) -> PixelKernel {
    kernels.withLock { kernels in
      if let kernel = kernels[count] { return kernel }
      let kernel = make(count)
      kernels[count] = kernel
      return kernel
    }
  }
}

extension KernelPixel {
  /// Component by component.
  static func + (a: KernelPixel, b: KernelPixel) -> KernelPixel {
    KernelPixel(a.red + b.red, a.green + b.green, a.blue + b.blue, a.alpha + b.alpha)
  }

  /// Component by component.
  static func - (a: KernelPixel, b: KernelPixel) -> KernelPixel {
    KernelPixel(a.red - b.red, a.green - b.green, a.blue - b.blue, a.alpha - b.alpha)
  }

  /// Component by component.
  func combined(
    with other: KernelPixel, _ combine: (KernelTerm, KernelTerm) -> KernelTerm
  ) -> KernelPixel {
    KernelPixel(
      combine(red, other.red), combine(green, other.green), combine(blue, other.blue),
      combine(alpha, other.alpha))
  }

  /// The mean of `pixels`, added up in order.
  static func mean(_ pixels: [KernelPixel]) -> KernelPixel {
    let sum = pixels.dropFirst().reduce(pixels[0], +)
    return sum.map { $0 * (1 / Float(pixels.count)) }
  }
}

extension KernelRecorder {
  /// The pixels of input `index` in the square of `2 · radius + 1` around the kernel's own, row by
  /// row.
  func square(_ index: Int = 0, radius: Int) -> [KernelPixel] {
    (-radius...radius).flatMap { row in
      (-radius...radius).map { neighbor(index, Float($0), Float(row)) }
    }
  }

  /// The pixel of input `index` that lies `dx` to the right and `dy` below.
  func neighbor(_ index: Int = 0, _ dx: Float, _ dy: Float) -> KernelPixel {
    sample(index, dx == 0 ? x : x + dx, dy == 0 ? y : y + dy)
  }
}
