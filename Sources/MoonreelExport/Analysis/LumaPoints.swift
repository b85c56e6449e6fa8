// SPDX-License-Identifier: MIT

import MoonreelCore

/// The luma of some points of a picture, evenly spread over it: 0 black, 255 white.
struct LumaPoints {
  private let values: [UInt8]
  /// About so many points across and down.
  private static let (columns, rows) = (160, 90)
  /// The share of all points that ``brightness`` stands for.
  private static let share = 0.98

  /// The points of `buffer`.
  init(_ buffer: FrameBuffer) {
    let (width, height) = (buffer.size.width, buffer.size.height)
    let (stepX, stepY) = (max(1, width / Self.columns), max(1, height / Self.rows))
    let reader = LumaReader(buffer)
    var values: [UInt8] = []
    for y in stride(from: stepY / 2, to: height, by: stepY) {
      for x in stride(from: stepX / 2, to: width, by: stepX) { values.append(reader.luma(x, y)) }
    }
    self.values = values
  }

  /// The mean difference of the points, 0…1; 1 for a picture of another size.
  func difference(from other: LumaPoints) -> Float {
    guard values.count == other.values.count, !values.isEmpty else { return 1 }
    var sum = 0
    for (a, b) in zip(values, other.values) { sum += abs(Int(a) - Int(b)) }
    return Float(sum) / Float(255 * values.count)
  }

  /// The luma, 0…1, that 98 % of the points do not exceed.
  var brightness: Float {
    var counts = [Int](repeating: 0, count: 256)
    for value in values { counts[Int(value)] += 1 }
    let wanted = Int(limiting: (Double(values.count) * Self.share).rounded(.up))
    var sum = 0
    for (value, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return Float(value) / 255 }
    }
    return 1
  }
}

/// Reads the luma of single points of any format.
private struct LumaReader {
  private let buffer: FrameBuffer
  /// Where red, green and blue lie: in which plane, and how far into a point of it. Luma alone where there is one.
  private let places: [(plane: Int, offset: Int, weight: Int)]
  private let scale: Double
  private let black: Double

  init(_ buffer: FrameBuffer) {
    self.buffer = buffer
    let format = buffer.format
    let most = format.bitDepth > 16 ? 1 : Double((1 << format.bitDepth) - 1)
    let isNarrow = format.family != .rgb && buffer.color.range != .full
    black = isNarrow ? most * 16 / 255 : 0
    scale = 255 / (isNarrow ? most * 219 / 255 : most)
    // Weights of BT.709, in 256ths.
    let weights: [(Character, Int)] = [("r", 54), ("g", 183), ("b", 19)]
    guard format.family == .rgb else {
      var offset = 0
      if case .packed(let order) = format.packing {
        offset =
          order.firstIndex(of: "y").map { order.distance(from: order.startIndex, to: $0) } ?? 0
      }
      places = [(0, offset, 256)]
      return
    }
    if case .packed(let order) = format.packing {
      places = weights.map { name, weight in
        let index = order.firstIndex(of: name) ?? order.startIndex
        return (0, order.distance(from: order.startIndex, to: index), weight)
      }
    } else {
      places = [(0, 0, 183), (1, 0, 19), (2, 0, 54)]
    }
  }

  func luma(_ x: Int, _ y: Int) -> UInt8 {
    var sum = 0.0
    for (plane, offset, weight) in places {
      sum += sample(plane, offset, x, y) * Double(weight) / 256
    }
    return UInt8(min(255, max(0, ((sum - black) * scale).rounded())))
  }

  private func sample(_ index: Int, _ offset: Int, _ x: Int, _ y: Int) -> Double {
    let (plane, format) = (buffer.planes[index], buffer.format)
    let width = format.bytesPerComponent
    let place = (x * format.componentsPerSample(inPlane: index) + offset) * width
    let row = plane.base + y * plane.strideBytes
    switch width {
    case 1: return Double(row.load(fromByteOffset: place, as: UInt8.self))
    case 2: return Double(row.load(fromByteOffset: place, as: UInt16.self) >> format.bitShift)
    default:
      let value = row.load(fromByteOffset: place, as: Float.self)
      return value.isFinite ? Double(min(1, max(0, value))) : 0
    }
  }
}
