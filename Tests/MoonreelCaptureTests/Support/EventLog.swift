// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

@testable import MoonreelCapture

/// What a source said, for tests that wait for it.
final class EventLog: Sendable {
  private let events = Locked<[CaptureEvent]>([])

  @Sendable func add(_ event: CaptureEvent) { events.withLock { $0.append(event) } }

  var all: [CaptureEvent] { events.withLock { $0 } }

  /// Forgets what was said.
  func clear() { events.withLock { $0 = [] } }

  var pictures: [CapturedPicture] {
    all.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
  }

  var frames: [FrameBuffer] {
    pictures.compactMap { if case .frame(let frame) = $0.content { frame } else { nil } }
  }

  var sounds: [CapturedSound] {
    all.compactMap { if case .sound(let sound) = $0 { sound } else { nil } }
  }

  var interruptions: [CaptureInterruption] {
    all.compactMap { if case .interrupted(let reason) = $0 { reason } else { nil } }
  }

  var hasResumed: Bool {
    all.contains { if case .resumed = $0 { true } else { false } }
  }

  /// Waits until `condition` holds; false after two minutes.
  func wait(_ condition: (EventLog) -> Bool) -> Bool {
    for _ in 0..<12_000 {
      if condition(self) { return true }
      usleep(10_000)
    }
    return false
  }
}

extension FrameBuffer {
  /// The colour of a pixel of a screen's picture, 0xRRGGBB.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let plane = planes[0]
    let pixel = (plane.base + y * plane.strideBytes + 4 * x).assumingMemoryBound(to: UInt8.self)
    return UInt32(pixel[2]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[0])
  }
}
