// SPDX-License-Identifier: MIT

import MoonreelCore

/// Two pictures of 8-bit R'G'B'A, as stills are, to be compared.
package struct PicturePair {
  /// The picture before.
  package let old: FrameBuffer
  /// The picture after.
  package let new: FrameBuffer

  /// Pixels between pictures that lie side by side, and how much a difference is made larger to be seen.
  private static let (gap, gain) = (8, 4)

  /// The pair of `old` and `new`.
  ///
  /// - Precondition: both are packed R'G'B'A of 8 bits.
  package init(_ old: FrameBuffer, _ new: FrameBuffer) {
    precondition(old.format == .rgba && new.format == .rgba, "stills are R'G'B'A of 8 bits")
    (self.old, self.new) = (old, new)
  }

  /// How far the pictures are apart on average, 0…1; 1 where their sizes differ.
  package var meanDifference: Double {
    guard old.size == new.size, old.size.width * old.size.height > 0 else { return 1 }
    var sum = 0
    for row in 0..<old.size.height {
      let (first, second) = (Self.row(old, row), Self.row(new, row))
      for index in 0..<4 * old.size.width { sum += abs(Int(first[index]) - Int(second[index])) }
    }
    return Double(sum) / Double(255 * 4 * old.size.width * old.size.height)
  }

  /// Before, after, and four times the difference on black, side by side; without the difference where the sizes
  /// differ.
  package var sideBySide: FrameBuffer {
    let hasDifference = old.size == new.size
    let widths = [old.size.width, new.size.width] + (hasDifference ? [new.size.width] : [])
    let size = PixelSize(
      widths.reduce(Self.gap * (widths.count - 1), +), max(old.size.height, new.size.height))
    return FrameBuffer(format: .rgba, size: size, color: new.color) { planes in
      for row in 0..<size.height {
        let target = (planes[0].base + row * planes[0].strideBytes)
          .assumingMemoryBound(to: UInt8.self)
        if row < old.size.height { copy(Self.row(old, row), old.size.width, to: target) }
        let second = target + 4 * (old.size.width + Self.gap)
        if row < new.size.height { copy(Self.row(new, row), new.size.width, to: second) }
        if hasDifference { subtract(row, to: second + 4 * (new.size.width + Self.gap)) }
      }
    }
  }

  /// Four times the difference on black; `nil` where the sizes differ.
  package var difference: FrameBuffer? {
    guard old.size == new.size else { return nil }
    return FrameBuffer(format: .rgba, size: new.size, color: new.color) { planes in
      for row in 0..<new.size.height {
        let target = (planes[0].base + row * planes[0].strideBytes)
          .assumingMemoryBound(to: UInt8.self)
        subtract(row, to: target)
      }
    }
  }

  /// The greatest difference of a sample, 0…255, and how many pixels have one above `tolerance`.
  ///
  /// - Precondition: the sizes are the same.
  package func differences(above tolerance: Int) -> (largest: Int, pixels: Int) {
    var (largest, pixels) = (0, 0)
    for row in 0..<new.size.height {
      let (first, second) = (Self.row(old, row), Self.row(new, row))
      for pixel in 0..<new.size.width {
        let steps = (0..<4).map { abs(Int(first[4 * pixel + $0]) - Int(second[4 * pixel + $0])) }
        let step = steps.max() ?? 0
        largest = max(largest, step)
        if step > tolerance { pixels += 1 }
      }
    }
    return (largest, pixels)
  }

  private func copy(
    _ source: UnsafePointer<UInt8>, _ width: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    target.update(from: source, count: 4 * width)
  }

  /// What transparency differs by is shown as light, too.
  private func subtract(_ row: Int, to target: UnsafeMutablePointer<UInt8>) {
    let (first, second) = (Self.row(old, row), Self.row(new, row))
    func distance(_ index: Int) -> Int { abs(Int(first[index]) - Int(second[index])) }
    for pixel in 0..<new.size.width {
      let alpha = distance(4 * pixel + 3)
      for part in 0..<3 {
        target[4 * pixel + part] = UInt8(
          min(255, Self.gain * max(distance(4 * pixel + part), alpha)))
      }
      target[4 * pixel + 3] = 255
    }
  }

  private static func row(_ frame: FrameBuffer, _ row: Int) -> UnsafePointer<UInt8> {
    let plane = frame.planes[0]
    return UnsafePointer(
      (plane.base + row * plane.strideBytes).assumingMemoryBound(to: UInt8.self))
  }
}
