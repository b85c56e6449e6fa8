// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

/// The hidden files (and folders) that this process is writing, so that a program which must end at once
/// takes them with it.
///
/// Making one, moving it to its place and removing it happen under one lock: there is no moment at which
/// a partial file lies somewhere and is not known here, and none at which a folder of pictures is half
/// moved.
package enum PartialFiles {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  private static let state = Locked(State())
  /// Held while several are moved that belong together.
  private static let moving = Locked(())

  /// Removes all of them; from now on none is made and none is moved. For a program that is about to end.
  package static func abandon() {
    moving.withLock { _ in
      state.withLock { state in
        state.isClosed = true
        for path in state.paths { PartialFile.remove(path) }
        state.paths = []
      }
    }
  }

  /// Moves several to their places by `body`; ``abandon()`` comes before all of them or after.
  ///
  /// - Throws: what `body` throws.
  package static func together(_ body: () throws -> Void) throws {
    try moving.withLock { _ in try body() }
  }

  /// Makes one at `path` by `body`, which gives `nil` where it cannot be made.
  ///
  /// - Throws: `MoonreelError` (`cancelled`) after ``abandon()``.
  static func make(_ path: String, _ body: () -> Int32?) throws -> Int32? {
    try state.withLock { state in
      guard !state.isClosed else { throw CancellationFlag.error }
      guard let descriptor = body() else { return nil }
      state.paths.insert(path)
      mr_crash_keep(path)
      return descriptor
    }
  }

  /// Moves `partial`, or what is in it, to its place by `body`; with `endsIt` nothing is left there.
  ///
  /// - Throws: what `body` throws; `MoonreelError` (`cancelled`) after ``abandon()``.
  package static func move(
    _ partial: PartialFile, endsIt: Bool = true, _ body: () throws -> Void
  ) throws {
    try state.withLock { state in
      guard !state.isClosed else { throw CancellationFlag.error }
      try body()
      guard endsIt else { return }
      state.paths.remove(partial.path)
      mr_crash_forget(partial.path)
    }
  }

  /// Removes `partial`; its descriptor stays open.
  package static func remove(_ partial: PartialFile) {
    state.withLock { state in
      partial.folder.remove(partial.name)
      state.paths.remove(partial.path)
      mr_crash_forget(partial.path)
    }
  }
}
