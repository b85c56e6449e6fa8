// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What X11 displays show: the whole of that which `DISPLAY` names, its monitors where there are several, and windows with
/// titles. Regions and other displays are devices, too, but there are too many to list: ``device(at:)``.
public struct X11Screens: CaptureDiscovery {
  /// The rates at which a screen is looked at.
  private static let (lowestRate, highestRate) = (try! FrameRate(1), try! FrameRate(60))
  private let display: String?
  private let showsPointer: Bool
  private let open: Display?

  /// The screens of `display`; `nil`: of that which `DISPLAY` names.
  ///
  /// - Parameters:
  ///   - showsPointer: whether pictures show the mouse pointer.
  ///   - staysOpen: whether the display is connected to now, once for all: for programs that are about to close a
  ///     ``MoonreelSandbox/ProcessSandbox``, in which nobody can connect.
  public init(display: String? = nil, showsPointer: Bool = true, staysOpen: Bool = false) {
    (self.display, self.showsPointer) = (display, showsPointer)
    open = staysOpen ? try? Display(display) : nil
  }

  /// A connection to the display `name`.
  private func connection(to name: String) throws(MoonreelError) -> Display {
    if let open, name == self.name { return open }
    return try Display(name)
  }

  /// The name of the display; `nil` where there is none.
  private var name: String? {
    display ?? getenv("DISPLAY").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The display, its monitors and its windows.
  public func devices() throws -> [CaptureDevice] {
    guard let name, let display = try? connection(to: name) else { return [] }
    let whole = Self.device(ScreenPlace(display: name), "Screen \(name)", display.area.size)
    let monitors = display.monitors
    return [whole]
      + (monitors.count > 1 ? monitors : []).map { monitor in
        let area = monitor.area
        let place = ScreenPlace(
          display: name, part: .region(x: area.x, y: area.y, size: area.size))
        return Self.device(place, "Monitor \(monitor.name)", area.size)
      }
      + display.windows.filter(\.isVisible).map {
        Self.device(
          ScreenPlace(display: name, part: .window($0.identifier)), $0.title, $0.area.size)
      }
  }

  /// The device that `place` means, of any display.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where the display is not there, `invalidArgument` where it has no such window, or
  ///   the region lies outside.
  public func device(at place: ScreenPlace) throws -> CaptureDevice {
    var place = place
    if place.display.isEmpty { place.display = name ?? "" }
    let display = try connection(to: place.display)
    switch place.part {
    case .whole:
      return Self.device(place, "Screen \(place.display)", display.area.size)
    case .region(let x, let y, let size):
      let whole = display.area.size
      let size = size ?? PixelSize(whole.width - x, whole.height - y)
      guard size.width > 0, size.height > 0, x < whole.width, y < whole.height else {
        throw MoonreelError(
          .invalidArgument,
          "The region '\(place.text)' lies outside the display, which is \(whole.width)x\(whole.height)."
        )
      }
      place.part = .region(x: x, y: y, size: size)
      return Self.device(place, "Region \(place.text)", size)
    case .window(let identifier):
      guard let window = display.window(identifier) else { throw Self.noWindow(place, display) }
      return Self.device(place, window.title.isEmpty ? place.text : window.title, window.area.size)
    case .title(let title):
      guard let window = display.windows.first(titled: title) else {
        throw Self.noWindow(place, display)
      }
      return Self.device(place, window.title, window.area.size)
    }
  }

  private static func noWindow(_ place: ScreenPlace, _ display: Display) -> MoonreelError {
    let titles = display.windows.filter(\.isVisible).prefix(8).map { "'\($0.title)'" }
    let list =
      titles.isEmpty ? "No window has a title" : "There are \(titles.joined(separator: ", "))"
    return MoonreelError(
      .invalidArgument, "The display '\(place.display)' has no window '\(place.text)'. \(list).")
  }

  private static func device(
    _ place: ScreenPlace, _ name: String, _ size: PixelSize
  ) -> CaptureDevice {
    CaptureDevice(
      id: place.text, name: name, kind: .screen,
      formats: [
        .picture(
          CapturePictureFormat(
            size: size, coding: .pixels(Display.pixels),
            lowestRate: lowestRate, highestRate: highestRate))
      ])
  }

  /// A source for a screen.
  public func source(for device: CaptureDevice) throws -> (any CaptureSource)? {
    guard device.kind == .screen, let place = ScreenPlace(device.id) else { return nil }
    let display = place.display == name ? open : nil
    return X11Screen(device, place, showsPointer: showsPointer, display: display)
  }

  /// Nothing: windows come and go all the time, so screens are not watched.
  public func changes() -> AsyncStream<CaptureDeviceChange> { AsyncStream { $0.finish() } }
}

extension [ScreenWindow] {
  /// The visible window that is called `title`, or whose title begins so.
  func first(titled title: String) -> ScreenWindow? {
    let visible = filter(\.isVisible)
    return visible.first { $0.title == title }
      ?? visible.first { $0.title.lowercased().hasPrefix(title.lowercased()) }
  }
}
