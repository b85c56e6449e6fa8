// SPDX-License-Identifier: MIT

import CTextHost
import MoonreelCore
import MoonreelModel

/// Owns one script in libass.
///
/// `@unchecked Sendable`: the pointer is used under the lock.
final class SubstationRenderer: @unchecked Sendable {
  /// What is drawn of a moment, and where its top-left corner lies.
  struct Drawn {
    var buffer: FrameBuffer
    var x, y: Int
  }

  private let pointer: OpaquePointer
  private let clock: SubstationClock
  private let lock = Locked(())

  /// `script` with its fonts; fonts of the machine are those that titles have.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  init(_ script: SubstationScript) throws {
    let header = script.header
    let made = header.withCString { text in
      mr_substation_make(text, header.utf8.count, FontConfiguration.text)
    }
    guard let made else {
      throw MoonreelError(.internalError, "Cannot draw '\(script.path)': out of memory.")
    }
    pointer = made
    clock = SubstationClock(script.events)
    for font in script.fonts {
      font.bytes.withUnsafeBufferPointer {
        mr_substation_add_font(pointer, font.name, $0.baseAddress, $0.count)
      }
    }
    for event in script.events {
      let start = event.timeRange.start.value(timescale: 1000)
      let duration = event.timeRange.end.value(timescale: 1000) - start
      mr_substation_add_event(pointer, event.text, event.text.utf8.count, start, duration)
    }
  }

  deinit { mr_substation_free(pointer) }

  /// The first moment, in milliseconds, since which the picture is the one of `time`; `nil`: there is none.
  func stillSince(_ time: Time) -> Int64? { clock.stillSince(time.value(timescale: 1000)) }

  /// The picture of `moment` on `size` pixels for a film of `frame`; it does not depend on what was drawn
  /// before. `nil` where nothing is.
  func draw(_ moment: Int64, size: PixelSize, frame: PixelSize) -> Drawn? {
    lock.withLock { _ -> Drawn? in
      mr_substation_forget_places(pointer)
      var area = mr_area()
      for time in clock.history(of: moment) + [moment] {
        area = mr_substation_draw(
          pointer, time, Int32(size.width), Int32(size.height), Int32(frame.width),
          Int32(frame.height))
      }
      guard area.width > 0, area.height > 0 else { return nil }
      let buffer = FrameBuffer(
        format: RasterPlane.bgra, size: PixelSize(Int(area.width), Int(area.height)),
        color: .srgb, alphaMode: .premultiplied
      ) { planes in
        mr_substation_paint(
          pointer, area, planes[0].base.assumingMemoryBound(to: UInt8.self),
          planes[0].strideBytes)
      }
      return Drawn(buffer: buffer, x: Int(area.x), y: Int(area.y))
    }
  }

  /// What libass had to say so far, each sentence once.
  func takeMessages() -> [String] {
    lock.withLock { _ in
      var messages: [String] = []
      while true {
        var text = [CChar](repeating: 0, count: 256)
        mr_substation_take_message(pointer, &text, text.count)
        let end = text.firstIndex(of: 0) ?? 0
        guard end > 0 else { return messages.reversed() }
        messages.append(String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
    }
  }
}
