// SPDX-License-Identifier: MIT

import Glibc

extension FrameBuffer {
  /// A frame whose pixels nobody looks at, with `digest` for its own: it has the properties of the one for which it
  /// stands, and no memory of its own.
  package static func standing(
    for digest: Digest, format: PixelFormat, size: PixelSize, color: ColorTags,
    pixelAspect: Rational
  ) -> FrameBuffer {
    let planes = (0..<format.planeCount).map { index in
      // Each row is the same one, so whoever draws the frame sees black.
      Plane(base: Zeros.shared.row, strideBytes: 0, size: format.planeSize(index, of: size))
    }
    let buffer = FrameBuffer(
      format: format, size: size, color: color, pixelAspect: pixelAspect, planes: planes,
      owner: Zeros.shared)
    _ = buffer.memo.value { digest }
    return buffer
  }

  /// Whether it is one whose pixels nobody looks at.
  package var isStanding: Bool { owner === Zeros.shared }
}

/// A row of zeros, as long as the longest of any picture.
///
/// `@unchecked Sendable`: nobody writes to it.
private final class Zeros: @unchecked Sendable {
  static let shared = Zeros()
  let row: UnsafeMutableRawPointer

  private init() {
    // Two million pixels of four floats, wider than pictures are; memory that nobody touches takes none.
    row = calloc(2 << 20, 16)!
  }
}
