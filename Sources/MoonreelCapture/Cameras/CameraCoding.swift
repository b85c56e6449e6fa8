// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore
import MoonreelMedia

extension CaptureCoding {
  /// What Video4Linux calls each coding, by four letters.
  private static let codes: [(letters: StaticString, coding: CaptureCoding)] = [
    ("NV12", .pixels(.nv12)), ("YU12", .pixels(.yuv420())), ("YUYV", .yuyv), ("UYVY", .uyvy),
    ("RGB3", .pixels(.rgb24)),
    ("BGR3", .pixels(PixelFormat(family: .rgb, packing: .packed(order: "bgr"), bitDepth: 8))),
    ("GREY", .pixels(.gray())), ("MJPG", .mjpeg), ("JPEG", .mjpeg), ("H264", .h264),
  ]

  /// The coding that Video4Linux calls `code`; `nil` where Moonreel does not know it.
  init?(cameraCode code: UInt32) {
    guard let row = Self.codes.first(where: { Self.code($0.letters) == code }) else { return nil }
    self = row.coding
  }

  /// Four letters in one number, the first in the lowest byte.
  private static func code(_ letters: StaticString) -> UInt32 {
    letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

/// How a camera's pictures lie, as its driver says, and what their numbers mean.
struct CameraLayout {
  /// How a picture's bytes are coded.
  let coding: CaptureCoding
  let size: PixelSize
  private let rowBytes: Int
  private let color: ColorTags

  /// What `picture` says; `nil` where Moonreel does not know the coding, or the numbers make no sense.
  init?(_ picture: mr_camera_picture) {
    guard let coding = CaptureCoding(cameraCode: picture.code),
      (1...32768).contains(picture.width), (1...32768).contains(picture.height)
    else { return nil }
    self.coding = coding
    size = PixelSize(Int(picture.width), Int(picture.height))
    rowBytes = max(Int(picture.row_bytes), coding.rowBytes(ofWidth: size.width))
    color = ColorTags(picture, isRGB: coding.isRGB)
  }

  /// The fewest bytes of a whole picture.
  var byteCount: Int {
    switch coding {
    case .pixels(let format):
      (0..<format.planeCount).reduce(0) { sum, plane in
        sum + stride(format, plane) * format.planeSize(plane, of: size).height
      }
    case .yuyv, .uyvy: rowBytes * size.height
    case .mjpeg, .h264: 4
    }
  }

  /// The picture in `count` bytes at `base`, which `owner` keeps; `nil` where it is cut off or no picture.
  func content(_ base: UnsafeMutableRawPointer, _ count: Int, owner: AnyObject)
    -> CapturedPicture.Content?
  {
    guard count >= byteCount else { return nil }
    switch coding {
    case .pixels(let format): return .frame(frame(format, base, owner))
    case .yuyv: return .frame(unpack(.yuyv, base))
    case .uyvy: return .frame(unpack(.uyvy, base))
    case .mjpeg:
      let bytes = UnsafeRawBufferPointer(start: base, count: count)
      guard bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
      return .coded(CapturedBytes(base: base, count: count, owner: owner), coding)
    case .h264: return .coded(CapturedBytes(base: base, count: count, owner: owner), coding)
    }
  }

  private func unpack(_ order: PackedPicture, _ base: UnsafeRawPointer) -> FrameBuffer {
    order.unpack(base, strideBytes: rowBytes, size: size, color: color)
  }

  private func frame(
    _ format: PixelFormat, _ base: UnsafeMutableRawPointer, _ owner: AnyObject
  ) -> FrameBuffer {
    var next = base
    let planes = (0..<format.planeCount).map { index in
      let plane = FrameBuffer.Plane(
        base: next, strideBytes: stride(format, index), size: format.planeSize(index, of: size))
      next += plane.strideBytes * plane.size.height
      return plane
    }
    return FrameBuffer(format: format, size: size, color: color, planes: planes, owner: owner)
  }

  /// Bytes from row to row: those of planar chroma are half as long.
  private func stride(_ format: PixelFormat, _ plane: Int) -> Int {
    plane > 0 && format.packing == .planar ? (rowBytes + 1) / 2 : rowBytes
  }
}

extension CaptureCoding {
  /// The fewest bytes of a row in the first plane; 0 for codecs. Where columns share their chroma they come in pairs.
  fileprivate func rowBytes(ofWidth width: Int) -> Int {
    switch self {
    case .pixels(let format):
      let columns = format.chromaShiftX > 0 ? (width + 1) / 2 * 2 : width
      return columns * format.bytesPerComponent * format.componentsPerSample(inPlane: 0)
    case .yuyv, .uyvy: return (width + 1) / 2 * 4
    case .mjpeg, .h264: return 0
    }
  }

  fileprivate var isRGB: Bool {
    switch self {
    case .pixels(let format): format.family == .rgb
    case .yuyv, .uyvy, .mjpeg, .h264: false
    }
  }
}

extension ColorTags {
  /// What a driver says of its numbers, with the kernel's own rules for what it leaves open (`V4L2_MAP_…_DEFAULT`).
  init(_ picture: mr_camera_picture, isRGB: Bool) {
    // Numbers of `enum v4l2_colorspace`, `v4l2_xfer_func`, `v4l2_ycbcr_encoding` and `v4l2_quantization`.
    let isJPEG = picture.space == 7
    let primaries: Primaries =
      switch picture.space {
      case 1, 2, 5: .bt601x525
      case 6: .bt601x625
      case 10: .bt2020
      case 12: .displayP3
      default: .bt709
      }
    let transfer: Transfer =
      switch (picture.transfer, picture.space) {
      case (2, _), (0, 7), (0, 8), (0, 0): .srgb
      case (7, _): .pq
      case (5, _), (0, 11): .linear
      default: .bt709
      }
    let matrix: Matrix =
      switch (picture.matrix, picture.space) {
      case (2, _), (0, 3), (0, 12): .bt709
      case (6, _), (7, _), (0, 10): .bt2020
      default: .bt601
      }
    let isFull = picture.range == 1 || picture.range == 0 && (isRGB || isJPEG)
    self.init(
      matrix: isRGB ? .rgb : matrix, transfer: transfer, primaries: primaries,
      range: isFull ? .full : .limited, siting: .center)
  }
}
