// SPDX-License-Identifier: MIT

import MoonreelCore

/// A screen that is captured, by a thread of its own at the times of an even rate.
///
/// A picture's time is that at which it was asked for. All have the size that the device had at first: of a window that grows
/// the upper left part is seen, one that shrinks has what lies behind it around. A window that is hidden or closed interrupts
/// the capture, for what is seen in its place is somebody else's.
final class X11Screen: CaptureSource {
  let device: CaptureDevice
  private let place: ScreenPlace
  private let showsPointer: Bool
  private let display: Display?
  private let thread = Locked<CaptureThread?>(nil)

  /// A source for `device`, which is at `place` of a display to which `display` may be connected already.
  init(_ device: CaptureDevice, _ place: ScreenPlace, showsPointer: Bool, display: Display?) {
    (self.device, self.place) = (device, place)
    (self.showsPointer, self.display) = (showsPointer, display)
  }

  deinit { stop() }

  func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    guard let wanted = format.picture, let own = device.formats.first?.picture,
      wanted.size == own.size, wanted.coding == own.coding, own.at(wanted.highestRate) != nil
    else {
      throw MoonreelError(
        .invalidArgument, "Cannot capture '\(device.name)' in this form: it is none of its formats."
      )
    }
    stop()
    let display = if let display { display } else { try Display(place.display) }
    let watch = ScreenWatch(
      device, place, size: wanted.size, showsPointer: showsPointer, display: display, receive)
    let new = try CaptureThread { watch.run(at: wanted.highestRate, until: $0) }
    thread.withLock { $0 = new }
  }

  func stop() {
    let old = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    old?.stop()
  }
}

/// One run of a screen from its start to its stop.
///
/// `@unchecked Sendable`: made by who starts it, and used by the thread alone.
private final class ScreenWatch: @unchecked Sendable {
  /// Pictures that may be held by others at once: up to 64, and 256 MiB; but eight in any case.
  private var mostHeld: Int { max(8, min(64, (256 << 20) / max(1, size.width * size.height * 4))) }
  /// How often a screen that has gone is looked for.
  private static let pause = Time(flicks: Time.flicksPerSecond / 4)

  private struct Held {
    weak var frame: FrameBuffer?
  }

  private let device: CaptureDevice
  private let place: ScreenPlace
  private let size: PixelSize
  private let showsPointer: Bool
  private let receive: @Sendable (CaptureEvent) -> Void
  private var display: Display?
  private var held: [Held] = []
  private var isInterrupted = false
  private var window: UInt32?

  init(
    _ device: CaptureDevice, _ place: ScreenPlace, size: PixelSize, showsPointer: Bool,
    display: Display, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    (self.device, self.place, self.size) = (device, place, size)
    (self.showsPointer, self.display, self.receive) = (showsPointer, display, receive)
  }

  func run(at rate: FrameRate, until stop: CaptureThread.Stop) {
    var (start, number) = (stop.now, Int64(0))
    while stop.sleep(until: start + rate.time(ofFrame: number)) {
      guard look(at: stop.now) else {
        guard stop.sleep(for: Self.pause) else { return }
        (start, number) = (stop.now, 0)
        continue
      }
      let due = number + 1
      number = max(due, rate.frame(at: stop.now - start))
      if number > due { receive(.dropped(Int(number - due), .busy)) }
    }
  }

  /// Gives the picture of now; false where there is none for a while.
  private func look(at time: Time) -> Bool {
    guard let area = area() else { return false }
    held.removeAll { $0.frame == nil }
    guard held.count < mostHeld else {
      receive(.dropped(1, .overrun))
      return true
    }
    switch display?.grab(area, hasPointer: showsPointer) ?? .gone {
    case .picture(let frame):
      resume()
      held.append(Held(frame: frame))
      receive(.picture(CapturedPicture(time: time, frame: frame)))
      return true
    case .refused: return true
    case .gone:
      display = nil
      interrupt(.failed, "The display of '\(device.name)' has gone.")
      return false
    }
  }

  /// Where the picture is; `nil` where there is none for a while.
  private func area() -> ScreenArea? {
    if display == nil { display = try? Display(place.display) }
    guard let display else { return nil }
    switch place.part {
    case .whole: return ScreenArea(x: 0, y: 0, size: size)
    case .region(let x, let y, _): return ScreenArea(x: x, y: y, size: size)
    case .window(let identifier): return area(of: display.window(identifier))
    case .title(let title):
      let known = window.flatMap { display.window($0) } ?? display.windows.first(titled: title)
      window = known?.identifier
      return area(of: known)
    }
  }

  private func area(of window: ScreenWindow?) -> ScreenArea? {
    guard let window else {
      interrupt(.unplugged, "The window '\(device.name)' was closed.")
      return nil
    }
    guard window.isVisible else {
      interrupt(.paused, "The window '\(device.name)' is hidden.")
      return nil
    }
    return ScreenArea(x: window.area.x, y: window.area.y, size: size)
  }

  private func interrupt(_ reason: CaptureInterruption.Reason, _ message: String) {
    guard !isInterrupted else { return }
    isInterrupted = true
    receive(.interrupted(CaptureInterruption(reason, message)))
  }

  private func resume() {
    guard isInterrupted else { return }
    isInterrupted = false
    receive(.resumed)
  }
}
