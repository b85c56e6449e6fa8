// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// The numbers between code values and R'G'B' for one matrix, range and depth (BT.601, 709, 2020).
struct YUVConstants: Hashable {
  var kr: Double
  var kb: Double
  /// Code value of black.
  var lumaOffset: Double
  /// Code values from black to white.
  var lumaSpan: Double
  /// Code value of neutral chroma.
  var chromaOffset: Double
  /// Code values from one end of a colour difference to the other.
  var chromaSpan: Double
  /// The largest code value.
  var limit: Double

  init(_ color: ColorTags, bitDepth: Int) {
    (kr, kb) = (color.matrix.lumaWeights ?? (0.2126, 0.0722))
    let unit = Double(1 << (bitDepth - 8))
    limit = Double(1 << bitDepth) - 1
    chromaOffset = 128 * unit
    switch color.range {
    case .limited: (lumaOffset, lumaSpan, chromaSpan) = (16 * unit, 219 * unit, 224 * unit)
    case .full: (lumaOffset, lumaSpan, chromaSpan) = (0, limit, limit)
    }
  }

  var kg: Double { 1 - kr - kb }

  /// Code values less their offsets of a colour, before rounding.
  func differences(of color: Color) -> (luma: Double, cb: Double, cr: Double) {
    let luma = color.red * kr + color.green * kg + color.blue * kb
    return (
      luma * lumaSpan, (color.blue - luma) / (2 * (1 - kb)) * chromaSpan,
      (color.red - luma) / (2 * (1 - kr)) * chromaSpan
    )
  }

  /// Leads from red, green and blue to these differences.
  var differencesOfColors: Matrix3 {
    let (red, green) = (differences(of: Color(1, 0, 0)), differences(of: Color(0, 1, 0)))
    let blue = differences(of: Color(0, 0, 1))
    return Matrix3([
      SIMD3(red.luma, green.luma, blue.luma), SIMD3(red.cb, green.cb, blue.cb),
      SIMD3(red.cr, green.cr, blue.cr),
    ])
  }

  var encoded: mr_yuv {
    mr_yuv(
      lumaOffset: Float(lumaOffset), chromaOffset: Float(chromaOffset),
      lumaScale: 0, redCr: Float(2 * (1 - kr) / chromaSpan),
      greenCb: Float(-2 * (1 - kb) * kb / kg / chromaSpan),
      greenCr: Float(-2 * (1 - kr) * kr / kg / chromaSpan),
      blueCb: Float(2 * (1 - kb) / chromaSpan), kr: Float(kr), kg: Float(kg), kb: Float(kb),
      cbScale: Float(chromaSpan / (2 * (1 - kb))), crScale: Float(chromaSpan / (2 * (1 - kr))))
  }
}

/// The constants for one direction of conversion.
struct YUVConversion: Hashable {
  var constants: YUVConstants
  /// Whether code values are the result.
  var toCodes: Bool

  var encoded: mr_yuv {
    var encoded = constants.encoded
    encoded.lumaScale = Float(toCodes ? constants.lumaSpan : 1 / constants.lumaSpan)
    return encoded
  }
}
