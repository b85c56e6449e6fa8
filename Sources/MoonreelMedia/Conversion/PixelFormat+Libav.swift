// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension PixelFormat {
  /// The format of pictures that libav calls `format`; `nil` where the samples have to be converted
  /// first.
  init?(native format: AVPixelFormat) {
    guard let found = PixelFormatTable.formats[format.rawValue] else { return nil }
    self = found
  }

  /// libav's name for this format; `nil` where it has none.
  var libavFormat: AVPixelFormat? {
    PixelFormatTable.libavFormats[self].map { AVPixelFormat(rawValue: $0) }
  }

  /// The native format that keeps all that `format` can hold, for libswscale to convert to.
  static func nearestNative(to format: AVPixelFormat) -> PixelFormat? {
    if let native = PixelFormat(native: format) { return native }
    if let native = PixelFormat(native: av_pix_fmt_swap_endianness(format)) { return native }
    guard let shape = av_pix_fmt_desc_get(format), sws_isSupportedInput(format) != 0 else {
      return nil
    }
    let flags = Int32(truncatingIfNeeded: shape.pointee.flags)
    func has(_ flag: Int32) -> Bool { flags & flag != 0 }
    let depth = PixelFormatTable.depths(shape).max() ?? 8
    let hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA) || has(AV_PIX_FMT_FLAG_PAL)
    if has(AV_PIX_FMT_FLAG_PAL) { return .rgba }
    let components = Int(shape.pointee.nb_components)
    if components <= 2, !has(AV_PIX_FMT_FLAG_RGB) {
      if hasAlpha { return depth > 8 ? .rgba64 : .rgba }
      return .gray(depth > 8 ? 16 : 8)
    }
    if has(AV_PIX_FMT_FLAG_RGB) || has(AV_PIX_FMT_FLAG_BAYER) {
      if depth > 8 { return hasAlpha ? .rgba64 : .gbr(16) }
      return hasAlpha ? .rgba : .rgb24
    }
    return nearestYUV(shape, depth: depth, hasAlpha: hasAlpha)
  }

  private static func nearestYUV(
    _ shape: UnsafePointer<AVPixFmtDescriptor>, depth: Int, hasAlpha: Bool
  ) -> PixelFormat {
    let (x, y) = (shape.pointee.log2_chroma_w, shape.pointee.log2_chroma_h)
    // Depths that exist for all subsamplings, with and without alpha.
    let depths = hasAlpha ? [8, 10, 16] : [8, 10, 12, 16]
    let wider = depths.first { $0 >= depth } ?? 16
    if x == 0 { return .yuv444(wider, alpha: hasAlpha) }
    return y == 0 ? .yuv422(wider, alpha: hasAlpha) : .yuv420(wider, alpha: hasAlpha)
  }
}

/// The formats that are read where they lie, found from libav's own descriptions.
private enum PixelFormatTable {
  static let formats: [Int32: PixelFormat] = {
    var result: [Int32: PixelFormat] = [:]
    var shape: UnsafePointer<AVPixFmtDescriptor>?
    while let next = av_pix_fmt_desc_next(shape) {
      shape = next
      result[av_pix_fmt_desc_get_id(next).rawValue] = describe(next)
    }
    return result
  }()

  static let libavFormats: [PixelFormat: Int32] = {
    var result: [PixelFormat: Int32] = [:]
    for (libav, format) in formats.sorted(by: { $0.key > $1.key }) {
      // The deprecated full-range twins come second.
      let isFullRangeTwin = String(cString: av_get_pix_fmt_name(AVPixelFormat(rawValue: libav)))
        .hasPrefix("yuvj")
      if isFullRangeTwin, result[format] != nil { continue }
      result[format] = libav
    }
    for (format, libav) in result
    where String(cString: av_get_pix_fmt_name(AVPixelFormat(rawValue: libav))).hasPrefix("yuvj") {
      let plain = formats.first { $0.value == format && $0.key != libav }?.key
      result[format] = plain ?? libav
    }
    return result
  }()

  static func depths(_ shape: UnsafePointer<AVPixFmtDescriptor>) -> [Int] {
    components(shape).map { Int($0.depth) }
  }

  private static func components(
    _ shape: UnsafePointer<AVPixFmtDescriptor>
  ) -> [AVComponentDescriptor] {
    let all = shape.pointee.comp
    return Array([all.0, all.1, all.2, all.3].prefix(Int(shape.pointee.nb_components)))
  }

  private static func describe(_ shape: UnsafePointer<AVPixFmtDescriptor>) -> PixelFormat? {
    let flags = Int32(truncatingIfNeeded: shape.pointee.flags)
    func has(_ flag: Int32) -> Bool { flags & flag != 0 }
    let foreign = [
      AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_PAL, AV_PIX_FMT_FLAG_HWACCEL,
      AV_PIX_FMT_FLAG_BAYER, AV_PIX_FMT_FLAG_BE,
    ]
    guard !foreign.contains(where: has) else { return nil }
    let name = String(cString: shape.pointee.name)
    let parts = components(shape)
    guard let first = parts.first, parts.allSatisfy({ $0.depth == first.depth }),
      !name.hasPrefix("xyz")
    else { return nil }
    let depth = Int(first.depth)
    let isFloat = has(AV_PIX_FMT_FLAG_FLOAT)
    guard (8...16).contains(depth) || depth == 32 && isFloat, !isFloat || depth == 32 else {
      return nil
    }
    if isFloat, name != "gbrapf32le", name != "gbrpf32le" { return nil }
    let hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
    if has(AV_PIX_FMT_FLAG_RGB) {
      return has(AV_PIX_FMT_FLAG_PLANAR)
        ? planarRGB(parts, depth, hasAlpha) : packedRGB(parts, depth, hasAlpha)
    }
    if parts.count == 1 { return first.shift == 0 ? .gray(depth) : nil }
    return yuv(shape, parts, depth, hasAlpha)
  }

  private static func planarRGB(
    _ parts: [AVComponentDescriptor], _ depth: Int, _ hasAlpha: Bool
  ) -> PixelFormat? {
    let isUsual = parts.prefix(3).map(\.plane) == [2, 0, 1] && parts.allSatisfy { $0.shift == 0 }
    return isUsual ? .gbr(depth, alpha: hasAlpha) : nil
  }

  private static func packedRGB(
    _ parts: [AVComponentDescriptor], _ depth: Int, _ hasAlpha: Bool
  ) -> PixelFormat? {
    let bytes = depth > 8 ? 2 : 1
    guard depth == 8 || depth == 16, parts.allSatisfy({ $0.shift == 0 && $0.plane == 0 }),
      parts.allSatisfy({ Int($0.step) % bytes == 0 && Int($0.offset) % bytes == 0 })
    else { return nil }
    let width = Int(parts[0].step) / bytes
    guard width == 3 || width == 4 else { return nil }
    var order = Array(repeating: Character("x"), count: width)
    for (part, name) in zip(parts, "rgba") { order[Int(part.offset) / bytes] = name }
    return PixelFormat(
      family: .rgb, packing: .packed(order: String(order)), bitDepth: depth, hasAlpha: hasAlpha)
  }

  private static func yuv(
    _ shape: UnsafePointer<AVPixFmtDescriptor>, _ parts: [AVComponentDescriptor], _ depth: Int,
    _ hasAlpha: Bool
  ) -> PixelFormat? {
    let (x, y) = (Int(shape.pointee.log2_chroma_w), Int(shape.pointee.log2_chroma_h))
    let samplings = [[1, 1], [1, 0], [0, 0]]
    guard parts.count >= 3, samplings.contains([x, y]) else { return nil }
    let planes = parts.map { Int($0.plane) }
    let bytes = depth > 8 ? 2 : 1
    if planes == Array(0..<parts.count) {
      guard parts.allSatisfy({ $0.shift == 0 && Int($0.step) == bytes }) else { return nil }
      return PixelFormat(
        family: .yuv, packing: .planar, bitDepth: depth, chromaShiftX: x, chromaShiftY: y,
        hasAlpha: hasAlpha)
    }
    let isSemiplanar =
      planes == [0, 1, 1] && parts[1].offset == 0 && Int(parts[2].offset) == bytes
      && Int(parts[1].step) == 2 * bytes
    guard isSemiplanar, x == 1, y == 1 else { return nil }
    return PixelFormat(
      family: .yuv, packing: .semiplanar, bitDepth: depth, chromaShiftX: x, chromaShiftY: y,
      bitShift: Int(parts[0].shift))
  }
}
