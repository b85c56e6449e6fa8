// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// Draws single pixels of pictures, as they lie at one place of a film's frame.
struct PixelProbe {
  private let target: FrameTarget
  private let renderer = PictureRenderer(threadCount: 1)
  private let shift: AffineTransform

  /// A probe at the pixel (`x`, `y`) of pictures whose numbers are those of `color`.
  init(x: Int, y: Int, color: ColorTags) {
    shift = AffineTransform(translationX: -Double(x), y: -Double(y))
    target = FrameTarget(
      size: PixelSize(1, 1), format: .floatGBRA, color: color, background: .transparent,
      alphaMode: .straight)
  }

  /// The pixel of `image`, moved by `map` into the frame.
  ///
  /// - Throws: what drawing throws.
  func color(
    of image: Image, _ map: AffineTransform = .identity, _ sampling: Image.Sampling = .bicubic
  ) throws -> PixelColor {
    let placed = image.transformed(by: map, sampling: sampling).transformed(by: shift)
    let frame = try renderer.render(placed, to: target)
    // Green, blue, red, alpha.
    let parts = [2, 0, 1, 3].map {
      Double(frame.planes[$0].base.loadUnaligned(as: Float.self))
    }
    return PixelColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }
}

/// The colour of a pixel: signals of the film's colour space, not multiplied by alpha; 0…1 in range.
public struct PixelColor: Hashable, Sendable {
  /// Red, 0…1 in range.
  public var red: Double
  /// Green, 0…1 in range.
  public var green: Double
  /// Blue, 0…1 in range.
  public var blue: Double
  /// Alpha, 0…1.
  public var alpha: Double

  /// In 8 bits, `"#ff8000"`, with alpha where it is not 1.
  public var code: String {
    let parts = [red, green, blue] + (alpha == 1 ? [] : [alpha])
    return "#"
      + parts.map { part in
        let digits = String(Int(limiting: (min(1, max(0, part)) * 255).rounded()), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }

  /// Whether nothing can be seen of it.
  public var isTransparent: Bool { alpha <= 0 }

  /// Whether it hides all that lies below.
  public var isOpaque: Bool { alpha >= 1 }
}
