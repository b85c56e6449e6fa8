// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image.ColorMatrix {
  /// Leaves colours as they are.
  public static let identity = Image.ColorMatrix([
    1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,
  ])

  /// Multiplies the distance from gray by `factor`: 0 is gray, 1 unchanged. Gray is BT.709 luma.
  public static func saturation(_ factor: Float) -> Image.ColorMatrix {
    let weights: [Float] = [0.2126, 0.7152, 0.0722]
    var matrix = [Float](repeating: 0, count: 20)
    for row in 0..<3 {
      for column in 0..<3 {
        matrix[row * 5 + column] = weights[column] * (1 - factor) + (row == column ? factor : 0)
      }
    }
    matrix[18] = 1
    return Image.ColorMatrix(matrix)
  }

  /// Adds `amount` (−1…1) to red, green and blue.
  public static func brightness(_ amount: Float) -> Image.ColorMatrix {
    Image.ColorMatrix([
      1, 0, 0, 0, amount, 0, 1, 0, 0, amount, 0, 0, 1, 0, amount, 0, 0, 0, 1, 0,
    ])
  }

  /// Multiplies the distance from middle gray (0.5) by `factor`.
  public static func contrast(_ factor: Float) -> Image.ColorMatrix {
    let offset = 0.5 * (1 - factor)
    return Image.ColorMatrix([
      factor, 0, 0, 0, offset, 0, factor, 0, 0, offset, 0, 0, factor, 0, offset, 0, 0, 0, 1, 0,
    ])
  }

  /// Turns colours about the gray axis by `degrees`, keeping BT.709 luma.
  public static func hue(degrees: Double) -> Image.ColorMatrix {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    let luma = [0.2126, 0.7152, 0.0722]
    // The quarter turn of SVG's hueRotate; its middle row follows from luma being kept.
    let (first, last) = ([-luma[0], -luma[1], 1 - luma[2]], [luma[0] - 1, luma[1], luma[2]])
    let middle = (0..<3).map { -(luma[0] * first[$0] + luma[2] * last[$0]) / luma[1] }
    let turned = [first, middle, last]
    var matrix = [Float](repeating: 0, count: 20)
    for row in 0..<3 {
      for column in 0..<3 {
        let unit = row == column ? 1.0 : 0.0
        matrix[row * 5 + column] = Float(
          luma[column] + cosine * (unit - luma[column]) + sine * turned[row][column])
      }
    }
    matrix[18] = 1
    return Image.ColorMatrix(matrix)
  }
}

extension Image {
  /// This picture with its distance from gray multiplied by `factor`.
  public func saturation(_ factor: Float) -> Image {
    factor == 1 ? self : colorMatrix(.saturation(factor))
  }
  /// This picture with `amount` added to red, green and blue.
  public func brightness(_ amount: Float) -> Image {
    amount == 0 ? self : colorMatrix(.brightness(amount))
  }
  /// This picture with its distance from middle gray multiplied by `factor`.
  public func contrast(_ factor: Float) -> Image {
    factor == 1 ? self : colorMatrix(.contrast(factor))
  }
  /// This picture with its colours turned by `degrees` about the gray axis.
  public func hue(degrees: Double) -> Image {
    degrees == 0 ? self : colorMatrix(.hue(degrees: degrees))
  }
  /// This picture as if `stops` times the light had doubled: −1 halves it, 1 doubles it.
  ///
  /// A display turns signal into light by a power of 2.4 (BT.1886), so the signal times
  /// 2^(stops / 2.4) is exactly that much more light.
  public func exposure(_ stops: Float) -> Image {
    stops == 0 ? self : colorGain(PortableMath.exp2(stops / 2.4))
  }

  /// This picture with red, green and blue multiplied by `gain`.
  public func colorGain(_ gain: Float) -> Image {
    colorMatrix(
      ColorMatrix([gain, 0, 0, 0, 0, 0, gain, 0, 0, 0, 0, 0, gain, 0, 0, 0, 0, 0, 1, 0]))
  }
}
