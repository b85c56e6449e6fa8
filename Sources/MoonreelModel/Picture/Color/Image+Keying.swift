// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// This picture without what has the hue and strength of `color`, as VideoLab's `ChromaKeying`: all
  /// components times smoothstep(threshold, threshold + smoothing, distance in (Cb, Cr)).
  ///
  /// Cb = 0.5647 (B − Y), Cr = 0.7132 (R − Y), Y = 0.2989 R + 0.5866 G + 0.1145 B, straight.
  ///
  /// The defaults are shares of the distance from `color` to grey. For pure green they are VideoLab's, 0.4 and 0.1; for
  /// a screen of any other colour and brightness they keep grey, which fixed numbers would not.
  ///
  /// - Parameters:
  ///   - color: The colour of the screen.
  ///   - threshold: Up to this distance nothing stays. `nil`: 0.75 of the distance to grey, at least 0.05.
  ///   - smoothing: From there to where everything stays; 0 cuts hard. `nil`: 0.1875 of the distance to grey, at least
  ///     0.02.
  ///   - spill: How much of the screen's light is taken off what stays, 0…1 (``despilled(of:amount:)``).
  public func chromaKeyed(
    _ color: Color = Color(0, 1, 0), threshold: Float? = nil, smoothing: Float? = nil,
    spill: Float = 0
  ) -> Image {
    let luma = 0.2989 * color.red + 0.5866 * color.green + 0.1145 * color.blue
    let (cb, cr) = (0.5647 * (color.blue - luma), 0.7132 * (color.red - luma))
    let toGrey = Float((cb * cb + cr * cr).squareRoot())
    let low = threshold ?? max(0.05, 0.75 * toGrey)
    let high = low + (smoothing ?? max(0.02, 0.1875 * toGrey))
    return despilled(of: color, amount: spill).applying(
      KeyKernels.chroma, to: self, numbers: [Float(cb), Float(cr), low, high])
  }

  /// This picture without what is near `color`: all components times smoothstep(threshold, threshold +
  /// smoothing, distance), where the distance in red, green and blue is 1 from black to white.
  public func colorKeyed(
    _ color: Color, threshold: Float = 0.1, smoothing: Float = 0.1, spill: Float = 0
  ) -> Image {
    despilled(of: color, amount: spill).applying(
      KeyKernels.color, to: self,
      numbers: [
        Float(color.red), Float(color.green), Float(color.blue), threshold, threshold + smoothing,
      ])
  }

  /// This picture without what is dark: all components times smoothstep(threshold, threshold +
  /// smoothing, BT.709 luma); `inverted`, without what is bright.
  public func lumaKeyed(
    threshold: Float = 0.1, smoothing: Float = 0.1, inverted: Bool = false
  ) -> Image {
    applying(
      KeyKernels.luma, to: self,
      numbers: [threshold, threshold + smoothing, inverted ? -1 : 1, inverted ? 1 : 0])
  }

  /// This picture with less of the strongest component of `color`: `amount` (0…1) of what it exceeds
  /// the mean of the other two by is taken off.
  public func despilled(of color: Color, amount: Float = 1) -> Image {
    guard amount > 0 else { return self }
    let parts = [color.red, color.green, color.blue]
    let strongest = parts.firstIndex(of: parts.max() ?? 0) ?? 1
    return applying(KeyKernels.despill[strongest], numbers: [amount])
  }
}
