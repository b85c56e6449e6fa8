// SPDX-License-Identifier: MIT

import MoonreelCore

// The middle, the largest, the smallest of a neighbourhood, component by component.
extension Image {
  /// The median of each component, multiplied by alpha, over a square: removes specks, keeps edges
  /// (Tukey 1974). Edges are held.
  ///
  /// - Parameter size: The side of the square: 3 or 5.
  /// - Precondition: it is 3 or 5.
  public func medianFiltered(size: Int = 3) -> Image {
    precondition(size == 3 || size == 5, "medians are 3 x 3 or 5 x 5")
    return held { $0.applying(Ranks.median[size / 2], reach: Double(size / 2)) }
  }

  /// The largest of each component, multiplied by alpha, over a square: light grows. The extent
  /// grows by the radius.
  ///
  /// - Parameter radius: Pixels from the middle of the square to its last pixel, 0…64.
  public func dilated(radius: Int) -> Image {
    ranked(Ranks.largest, radius, extent?.grown(by: Double(max(0, min(64, radius)))))
  }

  /// The smallest of each component, multiplied by alpha, over a square: dark and transparency
  /// grow; from the picture's edges inwards too, unless ``clampedToEdges()`` comes first.
  ///
  /// - Parameter radius: Pixels from the middle of the square to its last pixel, 0…64.
  public func eroded(radius: Int) -> Image { ranked(Ranks.smallest, radius, extent) }

  private func ranked(_ kernels: FilterKernels, _ radius: Int, _ extent: Rect?) -> Image {
    let radius = max(0, min(64, radius))
    guard radius > 0 else { return self }
    // Along the rows, then along the columns: odd numbers stand for columns.
    let result = applying(kernels[2 * radius], reach: Double(radius))
      .applying(kernels[2 * radius + 1], reach: Double(radius))
    return extent.map { result.cropped(to: $0) } ?? result
  }
}

private enum Ranks {
  static let largest = FilterKernels { line("dilation", $0) { $0.maximum($1) } }
  static let smallest = FilterKernels { line("erosion", $0) { $0.minimum($1) } }

  private static func line(
    _ name: String, _ number: Int, _ choose: (KernelTerm, KernelTerm) -> KernelTerm
  ) -> PixelKernel {
    let (radius, isDown) = (number / 2, number % 2 == 1)
    return PixelKernel(name, inputs: 1, extent: .grown(0)) { kernel in
      let pixels = (-radius...radius).map { distance in
        isDown ? kernel.neighbor(0, 0, Float(distance)) : kernel.neighbor(0, Float(distance), 0)
      }
      return pixels.dropFirst().reduce(pixels[0]) { $0.combined(with: $1, choose) }
    }
  }

  static let median = FilterKernels { radius in
    PixelKernel("median", inputs: 1, extent: .grown(0)) { kernel in
      let pixels = kernel.square(radius: radius)
      let middles = (0..<4).map { part in middle(pixels.map { $0.components[part] }) }
      return KernelPixel(middles[0], middles[1], middles[2], middles[3])
    }
  }

  /// The middle of `terms` by Batcher's merge exchange (Knuth, The Art of Computer Programming 3,
  /// 5.2.2, algorithm M); what the middle does not depend on is dropped when the kernel is compiled.
  private static func middle(_ terms: [KernelTerm]) -> KernelTerm {
    var terms = terms
    var top = 1
    while top * 2 < terms.count { top *= 2 }
    var p = top
    while p > 0 {
      var (q, r, d) = (top, 0, p)
      while d > 0 {
        for index in 0..<(terms.count - d) where index & p == r {
          let (low, high) = (terms[index], terms[index + d])
          (terms[index], terms[index + d]) = (low.minimum(high), low.maximum(high))
        }
        (d, q, r) = q > p ? (q - p, q / 2, p) : (0, q, r)
      }
      p /= 2
    }
    return terms[terms.count / 2]
  }
}
