// SPDX-License-Identifier: MIT

/// What a picture's numbers mean: matrix, transfer, primaries, range and chroma siting (ITU-T H.273).
public struct ColorTags: Hashable, Codable, Sendable {
  /// How R'G'B' becomes Y'CbCr.
  public enum Matrix: String, Hashable, Codable, Sendable, CaseIterable {
    /// No matrix: the components are R'G'B' themselves.
    case rgb
    /// ITU-R BT.601 (Kr 0.299, Kb 0.114).
    case bt601
    /// ITU-R BT.709 (Kr 0.2126, Kb 0.0722).
    case bt709
    /// ITU-R BT.2020, non-constant luminance (Kr 0.2627, Kb 0.0593).
    case bt2020

    /// The luma weights (Kr, Kb); `nil` for RGB.
    public var lumaWeights: (kr: Double, kb: Double)? {
      switch self {
      case .rgb: nil
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    }
  }

  /// How light becomes signal.
  public enum Transfer: String, Hashable, Codable, Sendable, CaseIterable {
    /// BT.709 (also BT.601 and BT.2020 at 8–12 bits).
    case bt709
    /// IEC 61966-2-1.
    case srgb
    /// No curve.
    case linear
    /// A power of 2.2 (BT.470 M).
    case gamma22
    /// A power of 2.8 (BT.470 BG).
    case gamma28
    /// SMPTE ST 2084.
    case pq
    /// ARIB STD-B67.
    case hlg
  }

  /// Which red, green, blue and white.
  public enum Primaries: String, Hashable, Codable, Sendable, CaseIterable {
    /// BT.709 and sRGB.
    case bt709
    /// BT.601, 525 lines (SMPTE 170M).
    case bt601x525
    /// BT.601, 625 lines (EBU 3213, BT.470 BG).
    case bt601x625
    /// BT.2020.
    case bt2020
    /// DCI-P3 with D65 white (SMPTE EG 432).
    case displayP3
  }

  /// Which code values are black and white.
  public enum Range: String, Hashable, Codable, Sendable, CaseIterable {
    /// 16…235 for luma and 16…240 for chroma at 8 bits, in proportion above.
    case limited
    /// The whole scale.
    case full
  }

  /// Where a chroma sample lies among its luma samples.
  public enum ChromaSiting: String, Hashable, Codable, Sendable, CaseIterable {
    /// In line with the left luma sample, between the two rows (MPEG-2 and later, the usual 4:2:0).
    case left
    /// Between all of them (JPEG, MPEG-1).
    case center
    /// On the top-left luma sample (BT.2020).
    case topLeft
    /// Between two columns, in line with the upper row.
    case top
    /// On the bottom-left luma sample.
    case bottomLeft
    /// Between two columns, in line with the lower row.
    case bottom

    /// How far a chroma sample lies from the left one of its `count` luma columns towards the right
    /// one, in columns.
    public func column(of count: Int) -> Double {
      switch self {
      case .left, .topLeft, .bottomLeft: 0
      case .center, .top, .bottom: Double(count - 1) / 2
      }
    }

    /// How far a chroma sample lies below the upper one of its `count` luma rows, in rows.
    public func row(of count: Int) -> Double {
      switch self {
      case .topLeft, .top: 0
      case .left, .center: Double(count - 1) / 2
      case .bottomLeft, .bottom: Double(count - 1)
      }
    }
  }

  /// The matrix.
  public var matrix: Matrix
  /// The transfer characteristic.
  public var transfer: Transfer
  /// The primaries.
  public var primaries: Primaries
  /// The range.
  public var range: Range
  /// The siting; without meaning where chroma is not subsampled.
  public var siting: ChromaSiting

  /// Tags with every part given; siting is left unless said.
  public init(
    matrix: Matrix, transfer: Transfer, primaries: Primaries, range: Range,
    siting: ChromaSiting = .left
  ) {
    self.matrix = matrix
    self.transfer = transfer
    self.primaries = primaries
    self.range = range
    self.siting = siting
  }

  /// HD video: BT.709 throughout, limited range.
  public static let bt709 = ColorTags(
    matrix: .bt709, transfer: .bt709, primaries: .bt709, range: .limited)
  /// HDR video (BT.2100): BT.2020 with `transfer`, limited range; siting left, as phones and most
  /// encoders write it.
  public static func bt2100(_ transfer: Transfer) -> ColorTags {
    ColorTags(
      matrix: .bt2020, transfer: transfer, primaries: .bt2020, range: .limited, siting: .left)
  }
  /// Pictures from computers: R'G'B', sRGB, full range.
  public static let srgb = ColorTags(
    matrix: .rgb, transfer: .srgb, primaries: .bt709, range: .full)

  /// Whether it has room for light brighter than white: PQ, HLG.
  public var isHDR: Bool { transfer == .pq || transfer == .hlg }

  /// What untagged Y'CbCr of `height` lines is taken to be: BT.709 from 720 lines up, else BT.601
  /// with the primaries of 625 lines where the height is 576 (or 288) and of 525 otherwise; limited.
  public static func untagged(height: Int) -> ColorTags {
    if height >= 720 { return .bt709 }
    let primaries: Primaries = height == 576 || height == 288 ? .bt601x625 : .bt601x525
    return ColorTags(matrix: .bt601, transfer: .bt709, primaries: primaries, range: .limited)
  }
}
