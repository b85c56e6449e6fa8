// SPDX-License-Identifier: MIT

import Synchronization

/// One picture in memory, immutable once made.
///
/// The planes may belong to somebody else (a decoder's frame): `owner` keeps that alive.
///
/// `@unchecked Sendable`: the memory is written only before the buffer is published, and freed only
/// when the last reference goes.
public final class FrameBuffer: @unchecked Sendable {
  /// One plane of samples.
  public struct Plane {
    /// The first sample of the first row.
    public var base: UnsafeMutableRawPointer
    /// Bytes from one row to the next; may be negative.
    public var strideBytes: Int
    /// Samples across and down.
    public var size: PixelSize

    /// A plane at `base`.
    public init(base: UnsafeMutableRawPointer, strideBytes: Int, size: PixelSize) {
      self.base = base
      self.strideBytes = strideBytes
      self.size = size
    }
  }

  /// How alpha relates to the colour components.
  public enum AlphaMode: Hashable, Sendable {
    /// Colour is independent of alpha (files).
    case straight
    /// Colour is multiplied by alpha (drawn pictures).
    case premultiplied
  }

  /// How samples lie in the planes.
  public let format: PixelFormat
  /// Width and height of the picture in its own pixels.
  public let size: PixelSize
  /// What the numbers mean.
  public let color: ColorTags
  /// Width over height of one pixel.
  public let pixelAspect: Rational
  /// How alpha relates to colour, where there is alpha.
  public let alphaMode: AlphaMode
  /// What it was made on and how bright it gets, where it is HDR and says so.
  public let hdr: HDRMetadata?
  /// The planes in the order of `format`.
  public let planes: [Plane]
  /// What keeps the memory alive, or `nil` where the buffer owns it itself.
  public let owner: AnyObject?
  /// Names the buffer for ever: no other of the process has or will have the same.
  package let serial = serials.wrappingAdd(1, ordering: .relaxed).newValue

  /// Where its pixels come from, where a file has them: set by who decodes it, before anybody else sees it.
  package var origin: FrameOrigin?
  let memo = DigestMemo()

  private static let serials = Atomic<UInt64>(0)

  /// A picture over memory that `owner` keeps alive.
  public init(
    format: PixelFormat, size: PixelSize, color: ColorTags, pixelAspect: Rational = .one,
    alphaMode: AlphaMode = .straight, hdr: HDRMetadata? = nil, planes: [Plane], owner: AnyObject
  ) {
    precondition(planes.count == format.planeCount, "one plane for each of the format's")
    (self.format, self.size, self.color) = (format, size, color)
    (self.pixelAspect, self.alphaMode, self.hdr) = (pixelAspect, alphaMode, hdr)
    (self.planes, self.owner) = (planes, owner)
  }

  /// A new picture whose planes are 64-byte aligned, rows padded to 64 bytes, zeroed unless
  /// `isZeroed` is false, and filled in by `body` before anybody else sees it.
  public init(
    format: PixelFormat, size: PixelSize, color: ColorTags, pixelAspect: Rational = .one,
    alphaMode: AlphaMode = .straight, hdr: HDRMetadata? = nil, isZeroed: Bool = true,
    fill body: ([Plane]) throws -> Void
  ) rethrows {
    precondition(size.width >= 0 && size.height >= 0, "a picture's size is not negative")
    (self.format, self.size, self.color) = (format, size, color)
    (self.pixelAspect, self.alphaMode, self.hdr) = (pixelAspect, alphaMode, hdr)
    let storage = PlaneStorage(format: format, size: size, isZeroed: isZeroed)
    planes = storage.planes
    owner = storage
    try body(storage.planes)
  }
}

/// Memory for the planes of one picture, given back with the last reference.
///
/// `@unchecked Sendable`: see `FrameBuffer`.
private final class PlaneStorage: @unchecked Sendable {
  let planes: [FrameBuffer.Plane]
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  init(format: PixelFormat, size: PixelSize, isZeroed: Bool) {
    let shapes = (0..<format.planeCount).map { index -> (PixelSize, Int) in
      let plane = format.planeSize(index, of: size)
      let row = plane.width * format.bytesPerComponent * format.componentsPerSample(inPlane: index)
      return (plane, (row + 63) & ~63)
    }
    let total = shapes.reduce(0) { $0 + $1.0.height * $1.1 }
    let block = BlockMemory.frames.take(BlockMemory.size(for: total + 64))
    let base = block.memory
    byteCount = block.size
    if isZeroed { base.initializeMemory(as: UInt8.self, repeating: 0, count: total + 64) }
    var offset = 0
    planes = shapes.map { size, stride in
      defer { offset += size.height * stride }
      return FrameBuffer.Plane(base: base + offset, strideBytes: stride, size: size)
    }
    memory = base
  }

  deinit { BlockMemory.frames.give(memory, byteCount) }
}
