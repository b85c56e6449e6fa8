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
    // The rotation in the plane of equal luma, as SVG's hueRotate defines it.
    let turned = [
      [-luma[0], -luma[1], 1 - luma[2]],
      [0.143, 0.140, -0.283],
      [-(1 - luma[0]), luma[1], luma[2]],
    ]
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
  public func saturation(_ factor: Float) -> Image { colorMatrix(.saturation(factor)) }
  /// This picture with `amount` added to red, green and blue.
  public func brightness(_ amount: Float) -> Image { colorMatrix(.brightness(amount)) }
  /// This picture with its distance from middle gray multiplied by `factor`.
  public func contrast(_ factor: Float) -> Image { colorMatrix(.contrast(factor)) }
  /// This picture with its colours turned by `degrees` about the gray axis.
  public func hue(degrees: Double) -> Image { colorMatrix(.hue(degrees: degrees)) }
  /// This picture with red, green and blue multiplied by `gain`.
  public func colorGain(_ gain: Float) -> Image {
    colorMatrix(
      ColorMatrix([gain, 0, 0, 0, 0, 0, gain, 0, 0, 0, 0, 0, gain, 0, 0, 0, 0, 0, 1, 0]))
  }
}
