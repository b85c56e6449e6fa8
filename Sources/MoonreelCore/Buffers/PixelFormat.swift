// SPDX-License-Identifier: MIT

/// How a picture's components lie in memory. Samples above 8 bits are little-endian 16-bit words,
/// floats 32-bit.
public struct PixelFormat: Hashable, Codable, Sendable {
  /// What the components are.
  public enum Family: String, Hashable, Codable, Sendable {
    /// Luma and two colour differences.
    case yuv
    /// Red, green and blue.
    case rgb
    /// Luma alone.
    case gray
  }

  /// How components share planes.
  public enum Packing: Hashable, Codable, Sendable {
    /// One plane a component: Y, Cb, Cr, (A); G, B, R, (A) as libav orders them; gray, (A).
    case planar
    /// Y in one plane, Cb and Cr interleaved in the next (NV12, P010).
    case semiplanar
    /// All components interleaved; `order` names them byte by byte, such as `"rgba"` or `"bgr"`;
    /// `x` is a byte without meaning.
    case packed(order: String)
  }

  /// What the components are.
  public var family: Family
  /// How components share planes.
  public var packing: Packing
  /// Significant bits a component: 8…16, or 32 for float.
  public var bitDepth: Int
  /// log2 of luma columns a chroma column: 1 for 4:2:x, 0 for 4:4:4.
  public var chromaShiftX: Int
  /// log2 of luma rows a chroma row: 1 for 4:2:0, 0 otherwise.
  public var chromaShiftY: Int
  /// Whether an alpha component is stored.
  public var hasAlpha: Bool
  /// How far the value is shifted up in its 16-bit word: 6 for P010, else 0.
  public var bitShift: Int

  /// A format with every property given.
  public init(
    family: Family, packing: Packing, bitDepth: Int, chromaShiftX: Int = 0, chromaShiftY: Int = 0,
    hasAlpha: Bool = false, bitShift: Int = 0
  ) {
    self.family = family
    self.packing = packing
    self.bitDepth = bitDepth
    self.chromaShiftX = chromaShiftX
    self.chromaShiftY = chromaShiftY
    self.hasAlpha = hasAlpha
    self.bitShift = bitShift
  }

  /// Planar 4:2:0 of `bitDepth` bits.
  public static func yuv420(_ bitDepth: Int = 8, alpha: Bool = false) -> PixelFormat {
    PixelFormat(
      family: .yuv, packing: .planar, bitDepth: bitDepth, chromaShiftX: 1, chromaShiftY: 1,
      hasAlpha: alpha)
  }

  /// Planar 4:2:2 of `bitDepth` bits.
  public static func yuv422(_ bitDepth: Int = 8, alpha: Bool = false) -> PixelFormat {
    PixelFormat(
      family: .yuv, packing: .planar, bitDepth: bitDepth, chromaShiftX: 1, hasAlpha: alpha)
  }

  /// Planar 4:4:4 of `bitDepth` bits.
  public static func yuv444(_ bitDepth: Int = 8, alpha: Bool = false) -> PixelFormat {
    PixelFormat(family: .yuv, packing: .planar, bitDepth: bitDepth, hasAlpha: alpha)
  }

  /// 8-bit 4:2:0 with interleaved chroma.
  public static let nv12 = PixelFormat(
    family: .yuv, packing: .semiplanar, bitDepth: 8, chromaShiftX: 1, chromaShiftY: 1)
  /// 10-bit 4:2:0 with interleaved chroma, values in the upper bits.
  public static let p010 = PixelFormat(
    family: .yuv, packing: .semiplanar, bitDepth: 10, chromaShiftX: 1, chromaShiftY: 1, bitShift: 6)
  /// 8-bit R, G, B, straight A.
  public static let rgba = PixelFormat(
    family: .rgb, packing: .packed(order: "rgba"), bitDepth: 8, hasAlpha: true)
  /// 8-bit R, G, B.
  public static let rgb24 = PixelFormat(family: .rgb, packing: .packed(order: "rgb"), bitDepth: 8)
  /// 16-bit R, G, B, straight A.
  public static let rgba64 = PixelFormat(
    family: .rgb, packing: .packed(order: "rgba"), bitDepth: 16, hasAlpha: true)
  /// Planar G, B, R of `bitDepth` bits.
  public static func gbr(_ bitDepth: Int = 8, alpha: Bool = false) -> PixelFormat {
    PixelFormat(family: .rgb, packing: .planar, bitDepth: bitDepth, hasAlpha: alpha)
  }
  /// Luma alone, of `bitDepth` bits.
  public static func gray(_ bitDepth: Int = 8) -> PixelFormat {
    PixelFormat(family: .gray, packing: .planar, bitDepth: bitDepth)
  }
  /// Four planes G, B, R, A of 32-bit floats: exact comparisons and intermediate results.
  public static let floatGBRA = PixelFormat(
    family: .rgb, packing: .planar, bitDepth: 32, hasAlpha: true)

  /// Bytes a component takes: 1, 2 or 4.
  public var bytesPerComponent: Int { bitDepth > 16 ? 4 : bitDepth > 8 ? 2 : 1 }

  /// How many planes a picture has.
  public var planeCount: Int {
    let color = family == .gray ? 1 : 3
    switch packing {
    case .planar: return color + (hasAlpha ? 1 : 0)
    case .semiplanar: return 2
    case .packed: return 1
    }
  }

  /// The width in samples (of one component) and the height of plane `index` of a picture of `size`;
  /// odd sizes round chroma up.
  public func planeSize(_ index: Int, of size: PixelSize) -> PixelSize {
    let isChroma = family == .yuv && (index == 1 || index == 2)
    guard isChroma else { return size }
    return PixelSize(
      (size.width + (1 << chromaShiftX) - 1) >> chromaShiftX,
      (size.height + (1 << chromaShiftY) - 1) >> chromaShiftY)
  }

  /// Components interleaved in plane `index`: 1 where planar, 2 for NV12's chroma, 3 or 4 for packed.
  public func componentsPerSample(inPlane index: Int) -> Int {
    switch packing {
    case .planar: return 1
    case .semiplanar: return index == 1 ? 2 : 1
    case .packed(let order): return order.count
    }
  }
}
