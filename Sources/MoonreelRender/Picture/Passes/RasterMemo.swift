// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Planes of pictures that stay where they are: a still, a title at rest or a frozen frame is resampled and converted
/// once, not for every frame, and a mask, a grid or a vignette is drawn once.
///
/// A raster is kept from the second frame on that asks for it, until a frame does not.
final class RasterMemo: Sendable {
  /// What makes a raster: a part of a picture, and where its samples go.
  struct Key: Hashable {
    /// Which picture.
    enum Source: Hashable {
      /// Names a frame without keeping it.
      case frame(serial: UInt64)
      /// A picture that is made of numbers alone.
      case generated(Digest)
    }

    /// What of the picture is drawn.
    enum Part: Hashable {
      case component(Component)
      /// Y'CbCr and alpha for a target.
      case converted(Conversion)
      /// Its chroma and alpha at the resolution of the target's chroma.
      case chroma(Conversion)
      /// The components of a picture.
      case components(Components)
    }

    /// What decides about the components that a picture has.
    struct Components: Hashable {
      let space: ColorSpace
      let scale: Double
      let quality: RenderQuality
      let clamps: Bool
      /// Which plane holds each; see ``Raster/components``.
      let planes: [Int?]
    }

    /// What decides about the numbers that a frame with alpha becomes.
    struct Conversion: Hashable {
      let from: ColorTags
      let to: ColorTags
      let format: PixelFormat
      let quality: RenderQuality
      let clamps: Bool
    }

    let source: Source
    let part: Part
    let map: AffineTransform
    let sampling: Image.Sampling
    let rect: PixelRect
  }

  private struct State {
    var kept: [Key: Raster] = [:]
    var byteCount = 0
    /// What the current frame asked for, and the one before.
    var asked: Set<Key> = []
    var askedBefore: Set<Key> = []
  }

  private let state = Locked(State())
  private let limit: Int

  /// Keeps at most `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// How many planes are kept; for tests.
  var count: Int { state.withLock { $0.kept.count } }

  /// The plane of `key`, if it is kept.
  func raster(_ key: Key) -> Raster? {
    state.withLock { state in
      state.asked.insert(key)
      return state.kept[key]
    }
  }

  /// Keeps `raster`, which is drawn, where the frame before asked for it too.
  func offer(_ raster: Raster, _ key: Key) {
    state.withLock { state in
      guard state.askedBefore.contains(key), state.kept[key] == nil,
        state.byteCount + raster.byteCount <= limit
      else { return }
      state.kept[key] = raster
      state.byteCount += raster.byteCount
    }
  }

  /// Lets go of what this frame did not ask for.
  func endFrame() {
    let dropped = state.withLock { state in
      (state.askedBefore, state.asked) = (state.asked, [])
      let dropped = state.kept.filter { !state.askedBefore.contains($0.key) }
      for (key, raster) in dropped {
        state.kept[key] = nil
        state.byteCount -= raster.byteCount
      }
      return dropped
    }
    // The memory is given back here, outside the lock.
    _ = dropped
  }
}
