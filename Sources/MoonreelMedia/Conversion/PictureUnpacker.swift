// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Copies pictures whose samples cannot be read where they lie into a format where they can: words
/// shared by several components, big-endian words, palettes, single bits. No value is rounded and no
/// colour converted.
///
/// | samples | become |
/// | --- | --- |
/// | 8 to 16 bits | planes of the same depth (gray with alpha: interleaved) |
/// | 1, 2 or 4 bits | 8 bits, which hold them exactly |
/// | R'G'B' of 3, 5 or 6 bits (`rgb565`) | floats: code / largest code |
/// | half floats, big-endian floats | floats |
/// | a palette | its colours, 8 bits with alpha |
struct PictureUnpacker {
  /// The format that comes out.
  let format: PixelFormat
  private let parts: [AVComponentDescriptor]
  private let flags: Int32
  private let isInverted: Bool

  /// An unpacker for libav's `pixels`; `nil` where the format holds something else than such samples.
  init?(_ pixels: AVPixelFormat) {
    guard let shape = av_pix_fmt_desc_get(pixels) else { return nil }
    let flags = Int32(truncatingIfNeeded: shape.pointee.flags)
    let parts = shape.components
    self.flags = flags
    self.parts = parts
    isInverted = pixels == AV_PIX_FMT_MONOWHITE
    let foreign = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER
    let name = String(cString: shape.pointee.name)
    guard flags & foreign == 0, !parts.isEmpty, !Self.misdescribed.contains(name),
      !name.hasPrefix("xyz")
    else { return nil }
    if flags & AV_PIX_FMT_FLAG_PAL != 0 {
      format = PixelFormat(
        family: .rgb, packing: .packed(order: "bgra"), bitDepth: 8, hasAlpha: true)
      return
    }
    let family: PixelFormat.Family =
      flags & AV_PIX_FMT_FLAG_RGB != 0 ? .rgb : parts.count < 3 ? .gray : .yuv
    guard let depth = Self.depth(parts.map { Int($0.depth) }, flags, family) else { return nil }
    let hasAlpha = flags & AV_PIX_FMT_FLAG_ALPHA != 0
    let result = PixelFormat(
      family: family,
      packing: hasAlpha && family == .gray ? .packed(order: "ya") : .planar, bitDepth: depth,
      chromaShiftX: Int(shape.pointee.log2_chroma_w),
      chromaShiftY: Int(shape.pointee.log2_chroma_h), hasAlpha: hasAlpha)
    guard result.isReadableSampling else { return nil }
    format = result
  }

  /// Formats whose samples do not lie where libav's descriptions say, if libswscale is right.
  static let misdescribed: Set<String> = ["uyyvyy411", "rgb8", "rgb4", "bgr4"]

  /// Bits of the samples that come out.
  private static func depth(_ depths: [Int], _ flags: Int32, _ family: PixelFormat.Family) -> Int? {
    let isUniform = depths.allSatisfy { $0 == depths[0] }
    if flags & AV_PIX_FMT_FLAG_FLOAT != 0 {
      return isUniform && (depths[0] == 16 || depths[0] == 32) && family != .yuv ? 32 : nil
    }
    if isUniform, (8...16).contains(depths[0]) { return depths[0] }
    guard family != .yuv, depths.allSatisfy({ $0 <= 16 }) else { return nil }
    let fitsBytes = depths.allSatisfy { $0 <= 8 && 255 % ((1 << $0) - 1) == 0 }
    return fitsBytes ? 8 : 32
  }

  /// The picture in `source`; `nil` where it lacks a plane.
  func unpack(
    _ source: NativeFrame, color: ColorTags, pixelAspect: Rational = .one, hdr: HDRMetadata? = nil
  ) -> FrameBuffer? {
    let isPalette = flags & AV_PIX_FMT_FLAG_PAL != 0
    let planes = isPalette ? [0, 1] : Set(parts.map { $0.plane })
    guard planes.allSatisfy({ mr_frame_plane(source.frame, $0) != nil }) else { return nil }
    return FrameBuffer(
      format: format, size: source.size, color: color, pixelAspect: pixelAspect, hdr: hdr
    ) { planes in
      if isPalette { return applyPalette(source, planes[0]) }
      for index in parts.indices { copy(index, source, planes) }
    }
  }

  private func applyPalette(_ source: NativeFrame, _ plane: FrameBuffer.Plane) {
    mr_unpack_palette(
      plane.base.assumingMemoryBound(to: UInt8.self), Int64(plane.strideBytes),
      mr_frame_plane(source.frame, 0), Int64(mr_frame_stride(source.frame, 0)),
      mr_frame_plane(source.frame, 1), Int32(plane.size.width), Int32(plane.size.height))
  }

  private func copy(_ index: Int, _ source: NativeFrame, _ planes: [FrameBuffer.Plane]) {
    let isShared = format.planeCount == 1
    let order = format.family == .rgb ? [2, 0, 1, 3] : [0, 1, 2, 3]
    let plane = planes[isShared ? 0 : order[index]]
    let place = isShared ? index * format.bytesPerComponent : 0
    var target = mr_unpacked(
      base: (plane.base + place).assumingMemoryBound(to: UInt8.self),
      stride: Int64(plane.strideBytes), step: isShared ? Int32(parts.count) : 1,
      kind: Int32(kind(of: parts[index]).rawValue), factor: factor(of: parts[index]),
      inverted: isInverted ? 1 : 0)
    var samples = packed(parts[index], in: source)
    mr_unpack(&target, &samples, Int32(plane.size.width), Int32(plane.size.height))
  }

  private func packed(_ part: AVComponentDescriptor, in source: NativeFrame) -> mr_packed {
    // XV30BE is said to be counted in bits, and is words whose offsets are shifts.
    let isWord = flags & AV_PIX_FMT_FLAG_BITSTREAM != 0 && part.depth > 8
    if isWord {
      return mr_packed(
        base: UnsafePointer(mr_frame_plane(source.frame, part.plane)!),
        stride: Int64(mr_frame_stride(source.frame, part.plane)), step: part.step / 8, size: 4,
        firstBit: 0, bigEndian: 1, shift: part.offset, depth: part.depth)
    }
    let isBits = flags & AV_PIX_FMT_FLAG_BITSTREAM != 0
    let isBigEndian = flags & AV_PIX_FMT_FLAG_BE != 0
    let bits = part.shift + part.depth
    let size: Int32 = isBits ? 0 : bits <= 8 ? 1 : bits <= 16 ? 2 : 4
    // libav gives bytes their place within a little-endian word.
    let offset = isBits ? 0 : Int(part.offset) + (isBigEndian && size == 1 ? 1 : 0)
    return mr_packed(
      base: UnsafePointer(mr_frame_plane(source.frame, part.plane)! + offset),
      stride: Int64(mr_frame_stride(source.frame, part.plane)), step: part.step, size: size,
      firstBit: isBits ? part.offset : 0, bigEndian: isBigEndian ? 1 : 0,
      shift: isBits ? 0 : part.shift, depth: part.depth)
  }

  private func kind(of part: AVComponentDescriptor) -> mr_unpacked_kind {
    guard format.bitDepth == 32 else { return format.bitDepth == 8 ? MR_BYTES : MR_WORDS }
    guard flags & AV_PIX_FMT_FLAG_FLOAT != 0 else { return MR_SHARES }
    return part.depth == 16 ? MR_HALVES : MR_FLOATS
  }

  /// What a code of fewer than 8 bits is multiplied by.
  private func factor(of part: AVComponentDescriptor) -> Int32 {
    part.depth < 8 ? 255 / ((1 << part.depth) - 1) : 1
  }
}

extension FrameBuffer {
  /// A frame of libav's with a plane for each component, for code that knows no others.
  func makePlanarFrame() -> NativeFrame? {
    guard let native = makeNativeFrame(), format.packing != .planar,
      let planar = PictureUnpacker(native.pixels)?.unpack(native, color: color)
    else { return makeNativeFrame() }
    return planar.makeNativeFrame()
  }
}

extension UnsafePointer<AVPixFmtDescriptor> {
  /// The components in libav's order: Y, Cb, Cr or R, G, B or gray, then alpha.
  var components: [AVComponentDescriptor] {
    let all = pointee.comp
    return Array([all.0, all.1, all.2, all.3].prefix(Int(pointee.nb_components)))
  }
}
