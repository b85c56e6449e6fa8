// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// Whether it certainly hides everything inside `canvas`; `false` where that is not obvious.
  package func isOpaque(over canvas: Rect) -> Bool { opaqueRect?.contains(canvas) ?? false }
}

extension Image.Node {
  /// Where every pixel is opaque.
  var opaqueRect: Rect? {
    switch self {
    case .color(let color): return color.alpha >= 1 ? .everything : nil
    case .frame(let buffer):
      return buffer.format.hasAlpha ? nil : Rect(origin: .zero, size: buffer.size.size)
    case .pattern(let pattern): return pattern.isOpaque ? pattern.extent ?? .everything : nil
    case .transform(let input, let map, _):
      guard map.isFinite, let inner = input.opaqueRect else { return nil }
      if inner == .everything { return map.inverted == nil ? nil : .everything }
      let isUpright = map.b == 0 && map.c == 0 && map.a != 0 && map.d != 0
      return isUpright ? map.boundingBox(of: inner) : nil
    case .crop(let input, let rect):
      return input.opaqueRect.map { $0.intersection(rect) }
    case .clampToEdges(let input):
      guard let extent = input.extent, !extent.isEmpty, let inner = input.opaqueRect
      else { return nil }
      return inner.contains(extent) ? .everything : nil
    case .opacity(let input, let factor): return factor >= 1 ? input.opaqueRect : nil
    case .over(let top, let bottom):
      let (first, second) = (top.opaqueRect, bottom.opaqueRect)
      guard let first, let second else { return first ?? second }
      return second.contains(first) ? second : first
    case .dissolve(let first, let second, let amount):
      if amount <= 0 { return first.opaqueRect }
      if amount >= 1 { return second.opaqueRect }
      guard let one = first.opaqueRect, let other = second.opaqueRect else {
        return nil
      }
      return one.intersection(other)
    case .adjustment(let input, let adjustment):
      return adjustment.keepsAlpha ? input.opaqueRect : nil
    case .filter(let input, let filter):
      // Of what has no edges every mean is opaque too.
      guard case .gaussianBlur = filter else { return nil }
      return input.opaqueRect == .everything ? .everything : nil
    case .drawing(let drawing): return drawing.opaqueRect
    case .empty, .shape, .projection, .tile, .kernel, .samplingKernel: return nil
    }
  }
}

extension Rect {
  /// More than any picture.
  fileprivate static let everything = Rect(
    x: -0x1p40, y: -0x1p40, width: 0x1p41, height: 0x1p41)
}

extension Image.Pattern {
  /// Whether all its pixels are opaque.
  fileprivate var isOpaque: Bool {
    switch self {
    case .linearGradient(_, _, let stops), .radialGradient(_, _, let stops):
      !stops.isEmpty && stops.allSatisfy { $0.color.alpha >= 1 }
    case .checker(_, let first, let second): first.alpha >= 1 && second.alpha >= 1
    case .noise, .testCard: true
    }
  }
}

extension Image.Adjustment {
  /// Whether it leaves alpha as it is.
  fileprivate var keepsAlpha: Bool {
    switch self {
    case .matrix(let matrix): Array(matrix.coefficients[15...19]) == [0, 0, 0, 1, 0]
    case .polynomial, .gamma, .lookup: true
    }
  }
}
