// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// Nothing anywhere.
  public static let empty = Image(.empty)

  /// A decoded frame at display size: its pixel aspect applied, not its orientation.
  public convenience init(frame: FrameBuffer) {
    guard frame.pixelAspect != .one else {
      self.init(.frame(frame))
      return
    }
    let width = (Double(frame.size.width) * frame.pixelAspect.doubleValue).rounded()
    let map = AffineTransform(scaleX: max(1, width) / Double(frame.size.width), y: 1)
    self.init(.transform(Image(.frame(frame)), map, .bicubic))
  }

  /// One colour everywhere.
  public convenience init(color: Color) { self.init(.color(color)) }

  /// This picture moved by `map`.
  public func transformed(by map: AffineTransform, sampling: Sampling = .bicubic) -> Image {
    map == .identity ? self : Image(.transform(self, map, sampling))
  }

  /// This picture inside `rect`.
  public func cropped(to rect: Rect) -> Image {
    // Of a whole frame nothing is cut away.
    if case .frame(let buffer) = node {
      let whole = Rect(origin: .zero, size: buffer.size.size)
      if whole.intersection(rect) == whole { return self }
    }
    return Image(.crop(self, rect))
  }

  /// This picture with its edge pixels continued outwards.
  public func clampedToEdges() -> Image { extent == nil ? self : Image(.clampToEdges(self)) }

  /// This picture with every component multiplied by `factor`, limited to 0…1.
  public func opacity(_ factor: Float) -> Image {
    factor >= 1 ? self : Image(.opacity(self, max(0, factor)))
  }

  /// This picture over `bottom`.
  public func over(_ bottom: Image) -> Image { Image(.over(self, bottom)) }

  /// This picture at 0, `other` at 1, the weighted mean between.
  public func dissolved(to other: Image, amount: Float) -> Image {
    Image(.dissolve(self, other, amount: min(1, max(0, amount))))
  }

  /// This picture's straight components through a linear map.
  public func colorMatrix(_ matrix: ColorMatrix) -> Image {
    Image(.adjustment(self, .matrix(matrix)))
  }

  /// This picture's straight colours through polynomials of degree 3 at most.
  public func colorPolynomial(red: [Float], green: [Float], blue: [Float]) -> Image {
    Image(.adjustment(self, .polynomial(red: red, green: green, blue: blue)))
  }

  /// This picture's straight colours raised to `power`.
  public func gamma(_ power: Float) -> Image {
    power == 1 ? self : Image(.adjustment(self, .gamma(power)))
  }
}
