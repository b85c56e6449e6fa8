// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Draws pictures: compiles an ``Image`` graph to a tile program and runs it into a frame.
public final class PictureRenderer: Sendable {
  /// How many threads draw at once.
  public let threadCount: Int

  /// A renderer on `threadCount` threads; `nil` takes one for each core.
  public init(threadCount: Int? = nil) {
    self.threadCount = max(1, threadCount ?? 1)
  }

  /// Draws `image` into a new frame of `target`'s shape, or returns the picture's own frame where
  /// nothing changes it.
  ///
  /// - Throws: `MoonreelError` (`renderingFailed`, `limitExceeded`) where the graph is too large.
  public func render(_ image: Image, to target: FrameTarget) throws -> FrameBuffer {
    throw MoonreelError(.renderingFailed, "Cannot draw pictures in this build.")
  }
}
