// SPDX-License-Identifier: MIT

import MoonreelCore

/// The samples of a picture that was drawn in float: R', G', B' (multiplied by alpha) and A of each pixel, row by row.
struct PictureSamples {
  let size: PixelSize
  let values: [Float]

  /// The samples of a frame in the format `floatGBRA`.
  init(_ frame: FrameBuffer) {
    precondition(frame.format == .floatGBRA, "samples are read from float frames")
    size = frame.size
    let (width, height) = (frame.size.width, frame.size.height)
    values = [Float](unsafeUninitializedCapacity: width * height * 4) { values, count in
      for (component, plane) in [2, 0, 1, 3].enumerated() {
        let plane = frame.planes[plane]
        for y in 0..<height {
          let row = (plane.base + y * plane.strideBytes).assumingMemoryBound(to: Float.self)
          let start = y * width * 4 + component
          for x in 0..<width { values[start + 4 * x] = row[x] }
        }
      }
      count = width * height * 4
    }
  }

  /// The first sample for which `isFault` holds, in words.
  func firstFault(where isFault: (Float) -> Bool) -> String? {
    guard let index = values.firstIndex(where: isFault) else { return nil }
    let pixel = index / 4
    let name = ["red", "green", "blue", "alpha"][index % 4]
    return "\(name) is \(values[index]) in pixel \(pixel % size.width), \(pixel / size.width)"
  }

  /// Whether both have the same samples to the bit.
  func isIdentical(to other: PictureSamples) -> Bool {
    guard values.count == other.values.count else { return false }
    return values.withUnsafeBytes { mine in
      other.values.withUnsafeBytes { theirs in mine.elementsEqual(theirs) }
    }
  }

  /// How far two pictures of one size are apart: the mean, and the share of samples that changed visibly.
  func difference(from other: PictureSamples) -> (mean: Float, changed: Float) {
    var (sum, changed) = (Float(0), 0)
    for index in values.indices {
      let step = abs(values[index] - other.values[index])
      sum += step
      if step > 0.05 { changed += 1 }
    }
    let count = Float(max(1, values.count))
    return (sum / count, Float(changed) / count)
  }

  /// How far the samples are apart that are furthest; of samples that are no numbers, infinitely.
  func greatestDifference(from other: PictureSamples) -> Float {
    values.indices.reduce(0) { greatest, index in
      let step = abs(values[index] - other.values[index])
      return step.isNaN ? .infinity : max(greatest, step)
    }
  }

  /// How much is there: the sum of all alphas, at least 0.
  var weight: Float {
    stride(from: 3, to: values.count, by: 4).reduce(0) { $0 + max(0, values[$1]) }
  }

  /// The means of 16 by 9 equal parts, each component for itself; what a row or column of pixels lies in is
  /// decided by its middle.
  var means: [Float] {
    let (width, height) = (size.width, size.height)
    var sums = [Float](repeating: 0, count: 16 * 9 * 4)
    var counts = [Float](repeating: 0, count: 16 * 9)
    for y in 0..<height {
      let row = (2 * y + 1) * 9 / (2 * height) * 16
      for x in 0..<width {
        let part = row + (2 * x + 1) * 16 / (2 * width)
        counts[part] += 1
        for component in 0..<4 {
          sums[part * 4 + component] += values[(y * width + x) * 4 + component]
        }
      }
    }
    return sums.indices.map { sums[$0] / max(1, counts[$0 / 4]) }
  }
}
