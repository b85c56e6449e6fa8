// SPDX-License-Identifier: MIT

import CRlottie
import MoonreelCore
import MoonreelText

/// An animation that rlottie has read.
///
/// rlottie gets a text that ``LottieCleaner`` wrote, and no folder to look for files in.
///
/// `@unchecked Sendable`: the handle is used under the lock.
final class LottieFilm: @unchecked Sendable {
  private let handle: OpaquePointer

  /// rlottie is used by one thread at a time.
  private static let library = Locked(())

  /// Reads `text`; `name` is what messages call it.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where rlottie refuses it.
  init(_ text: String, name: String) throws {
    // Without a key rlottie keeps no copy of its own.
    let handle = Self.library.withLock { _ in lottie_animation_from_data(text, "", "") }
    guard let handle else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot use '\(name)' as a Lottie animation: rlottie cannot read it.")
    }
    self.handle = handle
  }

  deinit { Self.library.withLock { _ in lottie_animation_destroy(handle) } }

  /// Draws frame `index`, counted from 0, on premultiplied pixels, blue first.
  func draw(_ index: Int64, on base: UnsafeMutableRawPointer, size: PixelSize, strideBytes: Int) {
    Self.library.withLock { _ in
      lottie_animation_render(
        handle, Int(index), base.assumingMemoryBound(to: UInt32.self), size.width, size.height,
        strideBytes)
    }
  }
}
