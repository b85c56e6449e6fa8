// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import SoundServer
import Testing

@testable import MoonreelCapture

/// Screens of a display of the tests' own.
@Suite("Captured screens", .enabled(if: DisplayServer.isInstalled, "xvfb is not installed"))
struct ScreenRigTests {
  private let red: UInt32 = 0xff0000
  private let blue: UInt32 = 0x0000ff

  /// A display and what it shows; `nil` where none starts here, which is printed.
  private func rig() -> (display: DisplayServer, stage: Stage)? {
    guard let display = DisplayServer(), let stage = Stage(display.name) else { return nil }
    stage.movePointer(x: 639, y: 359)
    return (display, stage)
  }

  private func start(
    _ place: String, _ log: EventLog, on display: DisplayServer, showsPointer: Bool = false
  ) throws -> any CaptureSource {
    let screens = X11Screens(display: display.name, showsPointer: showsPointer)
    let device = try screens.device(at: try #require(ScreenPlace(display.name + place)))
    let source = try #require(try screens.source(for: device))
    let format = try #require(device.formats.first?.picture?.at(try FrameRate(20)))
    try source.start(.picture(format), log.add)
    return source
  }

  @Test("The whole screen, at even times, each picture newer than the one before")
  func wholeScreen() throws {
    guard let (display, stage) = rig() else { return }
    stage.fill(red)
    let log = EventLog()
    let source = try start("", log, on: display)
    #expect(log.wait { $0.pictures.count >= 3 })
    stage.fill(blue)
    #expect(log.wait { $0.frames.last?.color(10, 10) == blue })
    source.stop()
    let count = log.all.count
    let (pictures, frames) = (log.pictures, log.frames)
    #expect(frames.first?.size == PixelSize(640, 360))
    #expect(frames.first?.color(320, 180) == red)
    #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.time < $1.time })
    usleep(200_000)
    #expect(log.all.count == count, "nothing comes after the stop")
  }

  @Test("A region, and what lies beyond the display's edge is refused")
  func region() throws {
    guard let (display, stage) = rig() else { return }
    stage.fill(red)
    _ = stage.addWindow(x: 100, y: 50, width: 40, height: 30, color: blue, title: "patch")
    let log = EventLog()
    let source = try start("+90,40,64x48", log, on: display)
    #expect(log.wait { !$0.frames.isEmpty })
    source.stop()
    let frame = try #require(log.frames.first)
    #expect(frame.size == PixelSize(64, 48))
    #expect([frame.color(9, 10), frame.color(10, 10)] == [red, blue])
    #expect([frame.color(49, 39), frame.color(50, 39), frame.color(49, 40)] == [blue, red, red])
    let error = #expect(throws: MoonreelError.self) {
      try start("+700,0", EventLog(), on: display)
    }
    #expect(error?.message.contains("640x360") == true)
  }

  @Test("The pointer is drawn, or left out", arguments: [true, false])
  func pointer(isShown: Bool) throws {
    guard let (display, stage) = rig() else { return }
    stage.fill(red)
    // Without a window of its own the root shows the server's cross.
    stage.movePointer(x: 100, y: 100)
    let log = EventLog()
    let source = try start("+84,84,32x32", log, on: display, showsPointer: isShown)
    #expect(log.wait { !$0.frames.isEmpty })
    source.stop()
    let frame = try #require(log.frames.last)
    let others = (0..<32).flatMap { y in (0..<32).filter { frame.color($0, y) != red } }.count
    #expect((others > 10) == isShown, "\(others) pixels are not the background's")
  }

  @Test("A window is followed where it moves; hidden or closed it interrupts the capture")
  func window() throws {
    guard let (display, stage) = rig() else { return }
    stage.fill(red)
    let window = stage.addWindow(
      x: 20, y: 20, width: 60, height: 40, color: blue, title: "Take one")
    let devices = try X11Screens(display: display.name).devices()
    #expect(
      devices.contains {
        $0.name == "Take one" && $0.id == "\(display.name)/0x\(String(window, radix: 16))"
      })
    let log = EventLog()
    let source = try start("/take", log, on: display)
    #expect(log.wait { $0.frames.last?.color(0, 0) == blue })
    stage.move(window, x: 300, y: 200)
    log.clear()
    #expect(log.wait { $0.frames.count > 2 })
    #expect(log.frames.last?.color(59, 39) == blue)
    #expect(log.frames.last?.size == PixelSize(60, 40))
    stage.resize(window, width: 30, height: 40)
    #expect(log.wait { $0.frames.last?.color(40, 10) == red })
    stage.hide(window)
    #expect(log.wait { $0.interruptions.last?.reason == .paused })
    stage.show(window)
    #expect(log.wait { $0.hasResumed })
    log.clear()
    stage.remove(window)
    #expect(log.wait { $0.interruptions.last?.reason == .unplugged })
    // A window of that title that comes later is taken in its place.
    log.clear()
    _ = stage.addWindow(x: 0, y: 0, width: 60, height: 40, color: blue, title: "Take two")
    #expect(log.wait { $0.hasResumed && $0.frames.last?.color(1, 1) == blue })
    source.stop()
  }

  @Test("A display that goes is told once; one that was never there is refused")
  func gone() throws {
    guard let (display, _) = rig() else { return }
    let log = EventLog()
    let source = try start("", log, on: display)
    #expect(log.wait { !$0.pictures.isEmpty })
    display.kill()
    #expect(log.wait { $0.interruptions.first?.reason == .failed })
    source.stop()
    #expect(log.interruptions.count == 1)
    let error = #expect(throws: MoonreelError.self) {
      try X11Screens(display: "nowhere:77").device(at: ScreenPlace(display: "nowhere:77"))
    }
    #expect(error?.message.contains("nowhere:77") == true)
    #expect(try X11Screens(display: "nowhere:77").devices().isEmpty)
  }
}
