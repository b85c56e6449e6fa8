// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// One picture as a source gives it.
///
/// Its memory may be the device's, which has few pieces of it: whoever keeps a picture for long keeps a copy.
public struct CapturedPicture: Sendable {
  /// The picture itself.
  public enum Content: Sendable {
    /// Samples that can be read as they are.
    case frame(FrameBuffer)
    /// Bytes in another coding.
    case coded(CapturedBytes, CaptureCoding)
  }

  /// When it was taken, by the machine's clock, as the source says; sources with bad stamps are mended by the session.
  public var time: Time
  /// Width and height in pixels.
  public var size: PixelSize
  /// The picture itself.
  public var content: Content

  /// A picture taken at `time`.
  public init(time: Time, size: PixelSize, content: Content) {
    (self.time, self.size, self.content) = (time, size, content)
  }

  /// A picture of plain samples taken at `time`.
  public init(time: Time, frame: FrameBuffer) {
    self.init(time: time, size: frame.size, content: .frame(frame))
  }
}

/// Bytes that belong to a source and go back to it with the last reference.
///
/// `@unchecked Sendable`: the bytes are not changed while the object lives.
public final class CapturedBytes: @unchecked Sendable {
  /// The first byte.
  public let base: UnsafeRawPointer
  /// How many there are.
  public let count: Int
  private let owner: AnyObject?
  private let copy: UnsafeMutableRawPointer?

  /// `count` bytes at `base`, which `owner` keeps: it is released with the last reference to these bytes.
  public init(base: UnsafeRawPointer, count: Int, owner: AnyObject) {
    (self.base, self.count, self.owner, copy) = (base, count, owner, nil)
  }

  /// A copy of `bytes`.
  public init(copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    if let base = bytes.baseAddress { memory.copyMemory(from: base, byteCount: bytes.count) }
    (base, count, owner, copy) = (UnsafeRawPointer(memory), bytes.count, nil, memory)
  }

  deinit { copy?.deallocate() }

  /// The bytes, while the object lives.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
