// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// One component of a picture in memory, as a kernel reads it.
struct PlaneView: Hashable {
  /// Whose memory it is.
  enum Source: Hashable {
    case frame(FrameReference, Component)
    case raster(Raster, Int)
  }

  var source: Source
  var shiftX = 0
  var shiftY = 0
  /// Where chroma lies among its luma columns and rows.
  var siting = ColorTags.ChromaSiting.topLeft
  /// Sample = pixel + offset.
  var offsetX = 0
  var offsetY = 0
  /// Columns at the right and rows at the bottom that are not part of it.
  var trim = 0

  /// The pixels that the samples of a plane without subsampling stand for.
  var rect: Rect {
    Rect(
      x: -Double(offsetX), y: -Double(offsetY), width: Double(size.width),
      height: Double(size.height))
  }

  /// The view moved by whole samples.
  func moved(by move: (x: Int, y: Int)) -> PlaneView {
    var view = self
    (view.offsetX, view.offsetY) = (offsetX - move.x, offsetY - move.y)
    return view
  }

  var quickHash: UInt64 {
    switch source {
    case .frame(let reference, let component):
      UInt64(UInt(bitPattern: ObjectIdentifier(reference.buffer)))
        &+ UInt64(component.plane << 3 | component.offset)
    case .raster(let raster, let index):
      UInt64(UInt(bitPattern: ObjectIdentifier(raster))) &+ UInt64(index)
    }
  }

  /// Samples across and down.
  var size: PixelSize {
    switch source {
    case .frame(let reference, let component): component.size(in: reference.buffer)
    case .raster(let raster, _): PixelSize(raster.rect.width - trim, raster.rect.height - trim)
    }
  }

  var encoded: mr_plane {
    var plane = mr_plane()
    plane.width = Int32(size.width)
    plane.height = Int32(size.height)
    switch source {
    case .frame(let reference, let component):
      let memory = reference.buffer.planes[component.plane]
      plane.base = UnsafeRawPointer(memory.base + component.offset * component.bytes)
      plane.stride = Int64(memory.strideBytes)
      (plane.step, plane.bytes) = (Int32(component.step), Int32(component.bytes))
      plane.shift = Int32(component.shift)
    case .raster(let raster, let index):
      plane.base = UnsafeRawPointer(raster.plane(index))
      plane.stride = Int64(raster.stride * MemoryLayout<Float>.stride)
      (plane.step, plane.bytes, plane.shift) = (1, 4, 0)
    }
    (plane.shiftX, plane.shiftY) = (Int32(shiftX), Int32(shiftY))
    (plane.sitedX, plane.sitedY) = (
      Float(siting.column(of: 1 << shiftX)), Float(siting.row(of: 1 << shiftY))
    )
    (plane.offsetX, plane.offsetY) = (Int64(offsetX), Int64(offsetY))
    return plane
  }
}

extension PlaneView {
  /// A plane of `raster`, where it lies.
  init(of raster: Raster, _ plane: Int = 0) {
    self.init(
      source: .raster(raster, plane), offsetX: -raster.rect.minX, offsetY: -raster.rect.minY)
  }
}

/// A frame compared by identity.
struct FrameReference: Hashable {
  var buffer: FrameBuffer

  static func == (first: FrameReference, second: FrameReference) -> Bool {
    first.buffer === second.buffer
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(buffer)) }
}

/// Where one component of a pixel format lies.
struct Component: Hashable {
  /// Index of its plane.
  var plane: Int
  /// Its place within a sample.
  var offset: Int
  /// Components from one sample to the next.
  var step: Int
  /// Bytes of one component.
  var bytes: Int
  /// Bits below the value.
  var shift: Int
  /// Whether it is stored at chroma resolution.
  var isChroma: Bool

  func size(in buffer: FrameBuffer) -> PixelSize {
    buffer.format.planeSize(plane, of: buffer.size)
  }
}
