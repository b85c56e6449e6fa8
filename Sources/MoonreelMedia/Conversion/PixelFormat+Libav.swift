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

  /// The format of pictures that libav calls `format` and whose samples are used as they are, where
  /// they lie or unpacked; `nil` where libswscale has to convert them.
  init?(exact format: AVPixelFormat) {
    guard let found = PixelFormat(native: format) ?? PictureUnpacker(format)?.format else {
      return nil
    }
    self = found
  }

  /// Whether the renderer reads chroma at this resolution.
  var isReadableSampling: Bool {
    (0...2).contains(chromaShiftX) && (0...2).contains(chromaShiftY)
  }

  /// The native format that keeps all that `format` can hold, for libswscale to convert to.
  static func nearestNative(to format: AVPixelFormat) -> PixelFormat? {
    if let exact = PixelFormat(exact: format) { return exact }
    guard let shape = av_pix_fmt_desc_get(format), sws_isSupportedInput(format) != 0 else {
      return nil
    }
    let flags = Int32(truncatingIfNeeded: shape.pointee.flags)
    func has(_ flag: Int32) -> Bool { flags & flag != 0 }
    let depth = shape.components.map { Int($0.depth) }.max() ?? 8
    let hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
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

  private static func describe(_ shape: UnsafePointer<AVPixFmtDescriptor>) -> PixelFormat? {
    let flags = Int32(truncatingIfNeeded: shape.pointee.flags)
    func has(_ flag: Int32) -> Bool { flags & flag != 0 }
    let foreign = [
      AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_PAL, AV_PIX_FMT_FLAG_HWACCEL,
      AV_PIX_FMT_FLAG_BAYER, AV_PIX_FMT_FLAG_BE,
    ]
    guard !foreign.contains(where: has) else { return nil }
    let name = String(cString: shape.pointee.name)
    let parts = shape.components
    guard let first = parts.first, parts.allSatisfy({ $0.depth == first.depth }),
      !name.hasPrefix("xyz")
    else { return nil }
    let depth = Int(first.depth)
    let isFloat = has(AV_PIX_FMT_FLAG_FLOAT)
    guard isFloat ? depth == 32 : (8...16).contains(depth) else { return nil }
    let hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
    let planes = parts.map { Int($0.plane) }
    if planes.count > 1, planes.allSatisfy({ $0 == 0 }) {
      return shape.pointee.log2_chroma_w == 0 && shape.pointee.log2_chroma_h == 0
        ? packed(parts, depth, isRGB: has(AV_PIX_FMT_FLAG_RGB), hasAlpha) : nil
    }
    if has(AV_PIX_FMT_FLAG_RGB) { return planarRGB(parts, depth, hasAlpha) }
    if parts.count == 1 { return first.shift == 0 ? .gray(depth) : nil }
    return isFloat ? nil : yuv(shape, parts, depth, hasAlpha)
  }

  private static func planarRGB(
    _ parts: [AVComponentDescriptor], _ depth: Int, _ hasAlpha: Bool
  ) -> PixelFormat? {
    let isUsual = parts.prefix(3).map(\.plane) == [2, 0, 1] && parts.allSatisfy { $0.shift == 0 }
    return isUsual ? .gbr(depth, alpha: hasAlpha) : nil
  }

  /// Whole components side by side.
  private static func packed(
    _ parts: [AVComponentDescriptor], _ depth: Int, isRGB: Bool, _ hasAlpha: Bool
  ) -> PixelFormat? {
    let (step, shift) = (Int(parts[0].step), Int(parts[0].shift))
    let bytes = depth > 16 ? 4 : depth > 8 ? 2 : 1
    let isAligned = parts.allSatisfy {
      Int($0.step) == step && Int($0.shift) == shift && Int($0.offset) % bytes == 0
    }
    guard isAligned, step % bytes == 0, (parts.count...4).contains(step / bytes),
      shift + depth <= 8 * bytes
    else { return nil }
    let names = isRGB ? "rgba" : parts.count == 2 ? "ya" : "yuva"
    var order = Array(repeating: Character("x"), count: step / bytes)
    for (part, name) in zip(parts, names) { order[Int(part.offset) / bytes] = name }
    return PixelFormat(
      family: isRGB ? .rgb : parts.count == 2 ? .gray : .yuv,
      packing: .packed(order: String(order)), bitDepth: depth, hasAlpha: hasAlpha, bitShift: shift)
  }

  private static func yuv(
    _ shape: UnsafePointer<AVPixFmtDescriptor>, _ parts: [AVComponentDescriptor], _ depth: Int,
    _ hasAlpha: Bool
  ) -> PixelFormat? {
    var format = PixelFormat(
      family: .yuv, packing: .planar, bitDepth: depth,
      chromaShiftX: Int(shape.pointee.log2_chroma_w),
      chromaShiftY: Int(shape.pointee.log2_chroma_h), hasAlpha: hasAlpha)
    guard parts.count >= 3, format.isReadableSampling else { return nil }
    let planes = parts.map { Int($0.plane) }
    let bytes = depth > 8 ? 2 : 1
    if planes == Array(0..<parts.count) {
      return parts.allSatisfy { $0.shift == 0 && Int($0.step) == bytes } ? format : nil
    }
    let isSemiplanar =
      planes == [0, 1, 1] && parts[1].offset == 0 && Int(parts[2].offset) == bytes
      && Int(parts[1].step) == 2 * bytes && parts.allSatisfy { $0.shift == parts[0].shift }
    guard isSemiplanar else { return nil }
    (format.packing, format.bitShift) = (.semiplanar, Int(parts[0].shift))
    return format
  }
}
