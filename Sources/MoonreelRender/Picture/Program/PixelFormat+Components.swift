// SPDX-License-Identifier: MIT

import MoonreelCore

/// The components of a format in the order in which the engine names them.
struct ComponentLayout {
  /// Y, Cb, Cr; or R, G, B; or Y alone.
  var color: [Component]
  /// Alpha, where it is stored.
  var alpha: Component?
  /// Bytes without meaning, written as opaque.
  var padding: [Component]
}

extension PixelFormat {
  /// Where the components lie.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for formats without a native reader.
  func components() throws -> ComponentLayout {
    guard let layout = componentLayout else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot draw from or to the pixel format \(self): it has no native reader. Convert the frame first."
      )
    }
    return layout
  }

  /// Whether the renderer reads this format itself; others are converted first. It writes all of
  /// them but those with chroma at a quarter of the width or at half the height alone.
  public var isNative: Bool { componentLayout != nil }

  private var componentLayout: ComponentLayout? {
    guard (8...16).contains(bitDepth) || (bitDepth == 32 && family != .yuv),
      (0...2).contains(chromaShiftX), (0...2).contains(chromaShiftY),
      (0...(bitDepth > 8 ? 16 - min(16, bitDepth) : 0)) ~= bitShift
    else { return nil }
    switch packing {
    case .planar: return planarLayout
    case .semiplanar:
      guard family == .yuv, !hasAlpha else { return nil }
      return ComponentLayout(
        color: [at(plane: 0), at(plane: 1, 0, of: 2), at(plane: 1, 1, of: 2)], alpha: nil,
        padding: [])
    case .packed(let order): return packedLayout(Array(order.lowercased()))
    }
  }

  private var planarLayout: ComponentLayout {
    let order: [Int]
    switch family {
    case .yuv: order = [0, 1, 2]
    case .rgb: order = [2, 0, 1]
    case .gray: order = [0]
    }
    return ComponentLayout(
      color: order.map { at(plane: $0) }, alpha: hasAlpha ? at(plane: order.count) : nil,
      padding: [])
  }

  private func packedLayout(_ order: [Character]) -> ComponentLayout? {
    guard chromaShiftX == 0, chromaShiftY == 0 else { return nil }
    let names: [Character] =
      switch family {
      case .yuv: ["y", "u", "v"]
      case .rgb: ["r", "g", "b"]
      case .gray: ["y"]
      }
    let places = names.compactMap { order.firstIndex(of: $0) }
    guard places.count == names.count, order.count <= 8 else { return nil }
    let alpha = order.firstIndex(of: "a")
    guard (alpha != nil) == hasAlpha else { return nil }
    let padding = order.indices.filter { order[$0] == "x" }
    guard places.count + padding.count + (hasAlpha ? 1 : 0) == order.count else { return nil }
    return ComponentLayout(
      color: places.map { at(plane: 0, $0, of: order.count) },
      alpha: alpha.map { at(plane: 0, $0, of: order.count) },
      padding: padding.map { at(plane: 0, $0, of: order.count) })
  }

  private func at(plane: Int, _ offset: Int = 0, of step: Int = 1) -> Component {
    Component(
      plane: plane, offset: offset, step: step, bytes: bytesPerComponent, shift: bitShift,
      isChroma: family == .yuv && (1...2).contains(plane) && !isPacked)
  }

  private var isPacked: Bool {
    if case .packed = packing { true } else { false }
  }
}
