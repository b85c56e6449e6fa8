// SPDX-License-Identifier: MIT

import CTextHost
import MoonreelCore
import MoonreelModel
import MoonreelSandbox

/// Draws moments of one script, one at a time.
final class SubstationRenderer: Sendable {
  /// What is drawn of a moment, and where its top-left corner lies.
  struct Drawn {
    var buffer: FrameBuffer
    var x, y: Int
  }

  private let script: SubstationScript
  private let memo = DigestMemo()
  private let clock: SubstationClock
  /// Drawing and painting belong together.
  private let scene: Locked<Isolated<SubstationScene>>

  /// `script` with its fonts; fonts of the machine are those that titles have.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  init(_ script: SubstationScript) throws {
    scene = Locked(try SubstationScene.isolated(script))
    clock = SubstationClock(script.events)
    self.script = script
  }

  /// Stands for the script with its fonts.
  var scriptDigest: Digest { memo.value { DigestWriter("script", script).digest } }

  /// The first moment, in milliseconds, since which the picture is the one of `time`; `nil`: there is none.
  func stillSince(_ time: Time) -> Int64? { clock.stillSince(time.value(timescale: 1000)) }

  /// The picture of `moment` on `size` pixels for a film of `frame`; it does not depend on what was drawn
  /// before. `nil` where nothing is.
  ///
  /// - Throws: `MoonreelError` where the worker did not survive it, or memory is short.
  func draw(_ moment: Int64, size: PixelSize, frame: PixelSize) throws -> Drawn? {
    try scene.withLock { scene -> Drawn? in
      let moments = clock.history(of: moment) + [moment]
      guard let area = try scene.draw(moments, size: size, frame: frame) else { return nil }
      let size = PixelSize(Int(area.width), Int(area.height))
      let buffer = try RasterPlane.buffer(size: size, isShared: scene.needsSharedCanvas) {
        base, strideBytes, shared in
        try scene.paint(
          area,
          on: RasterPlane(
            base: base, size: size, strideBytes: strideBytes, scale: 1, originX: 0, originY: 0,
            shared: shared))
      }
      return Drawn(buffer: buffer, x: Int(area.x), y: Int(area.y))
    }
  }

  /// What libass had to say so far, each sentence once.
  func takeMessages() throws -> [String] { try scene.withLock { try $0.takeMessages() } }
}
