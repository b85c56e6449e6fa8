// SPDX-License-Identifier: MIT

/// The four symbolic components of a pixel, multiplied by alpha unless said otherwise.
public struct KernelPixel {
  /// Red, 0…1 in range.
  public var red: KernelTerm
  /// Green, 0…1 in range.
  public var green: KernelTerm
  /// Blue, 0…1 in range.
  public var blue: KernelTerm
  /// Alpha, 0…1.
  public var alpha: KernelTerm

  /// A pixel of premultiplied components.
  public init(_ red: KernelTerm, _ green: KernelTerm, _ blue: KernelTerm, _ alpha: KernelTerm) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// A pixel from colours that are not multiplied by `alpha` yet.
  public init(
    straight red: KernelTerm, _ green: KernelTerm, _ blue: KernelTerm, alpha: KernelTerm
  ) {
    self.init(red * alpha, green * alpha, blue * alpha, alpha)
  }

  /// Red, green, blue, alpha.
  public var components: [KernelTerm] { [red, green, blue, alpha] }

  /// The same colours not multiplied by alpha; 0 where alpha is 0.
  public var straight: KernelPixel {
    KernelPixel(red / alpha, green / alpha, blue / alpha, alpha)
  }

  /// The pixel with red, green and blue changed.
  public func mapColors(_ change: (KernelTerm) -> KernelTerm) -> KernelPixel {
    KernelPixel(change(red), change(green), change(blue), alpha)
  }

  /// The pixel with all four components changed.
  public func map(_ change: (KernelTerm) -> KernelTerm) -> KernelPixel {
    KernelPixel(change(red), change(green), change(blue), change(alpha))
  }

  /// BT.709 luma of the components as they are.
  public var luma: KernelTerm { red * 0.2126 + green * 0.7152 + blue * 0.0722 }

  /// Red, green and blue multiplied by alpha: the way back from ``straight``.
  public var premultiplied: KernelPixel {
    KernelPixel(straight: red, green, blue, alpha: alpha)
  }
}
