// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore

/// A connection to an X11 display.
///
/// `@unchecked Sendable`: the connection is used under its lock alone.
final class Display: @unchecked Sendable {
  /// The most monitors and windows that are listed.
  private static let (monitorCapacity, windowCapacity) = (16, 256)
  private let connection: Locked<OpaquePointer>

  /// Connects to the display `name` (":0"); `nil` or empty: to that which `DISPLAY` names.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is not there, `unsupportedFormat` for pixels of another kind.
  init(_ name: String?) throws(MoonreelError) {
    var state = MR_DISPLAY_OPEN
    let name = name?.isEmpty == true ? nil : name
    guard let handle = mr_open_display(name, &state) else { throw Self.error(state, name) }
    connection = Locked(handle)
  }

  deinit { connection.withLock { mr_close_display($0) } }

  private static func error(_ state: mr_display_state, _ name: String?) -> MoonreelError {
    let display = name.map { "the display '\($0)'" } ?? "the display that DISPLAY names"
    let reason =
      switch state {
      case MR_DISPLAY_NO_LIBRARY:
        "libxcb.so.1 is not installed (Debian and Ubuntu: apt install libxcb1)"
      case MR_DISPLAY_OTHER_PIXELS:
        "its pixels are none of 24 bits in 32, blue first. Give the display a depth of 24"
      case MR_DISPLAY_NO_MEMORY: "the system refuses memory"
      default:
        "there is none, or it refuses this program. Name an X11 display such as ':0' "
          + "(under Wayland: that of XWayland, which shows X11 windows alone)"
      }
    return MoonreelError(
      state == MR_DISPLAY_OTHER_PIXELS ? .unsupportedFormat : .fileAccess,
      "Cannot capture \(display): \(reason).")
  }

  /// All of it, as large as it is now.
  var area: ScreenArea { ScreenArea(connection.withLock { mr_display_area($0) }) }

  /// The monitors by their names; empty where the server does not know.
  var monitors: [(name: String, area: ScreenArea)] {
    var list = [mr_monitor](repeating: mr_monitor(), count: Self.monitorCapacity)
    let count = connection.withLock { mr_list_monitors($0, &list, Int32(Self.monitorCapacity)) }
    return list.prefix(Int(count)).map { monitor in
      let name = withUnsafeBytes(of: monitor.name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      return (name, ScreenArea(monitor.area))
    }
  }

  /// The windows that have titles.
  var windows: [ScreenWindow] {
    var list = [mr_window](repeating: mr_window(), count: Self.windowCapacity)
    let count = connection.withLock { mr_list_windows($0, &list, Int32(Self.windowCapacity)) }
    return list.prefix(Int(count)).map { ScreenWindow($0) }
  }

  /// The window `identifier`; `nil` where there is none.
  func window(_ identifier: UInt32) -> ScreenWindow? {
    var window = mr_window()
    let isThere = connection.withLock { mr_find_window($0, identifier, &window) }
    return isThere ? ScreenWindow(window) : nil
  }

  /// What a grab came to.
  enum Grab {
    case picture(FrameBuffer)
    /// The display has gone, or shows less than it did.
    case gone, refused
  }

  /// The form of what ``grab(_:hasPointer:)`` makes.
  static let pixels = PixelFormat(
    family: .rgb, packing: .packed(order: "bgrx"), bitDepth: 8)

  /// What `area` shows, black outside of the display.
  func grab(_ area: ScreenArea, hasPointer: Bool) -> Grab {
    var state = MR_GRABBED
    let frame = FrameBuffer(
      format: Self.pixels, size: area.size, color: .srgb, isZeroed: false
    ) { planes in
      let pixels = planes[0].base.assumingMemoryBound(to: UInt8.self)
      state = connection.withLock {
        mr_grab($0, area.cArea, hasPointer, pixels, Int32(planes[0].strideBytes))
      }
    }
    switch state {
    case MR_GRABBED: return .picture(frame)
    case MR_GRAB_REFUSED: return .refused
    default: return .gone
    }
  }
}

/// A rectangle of a display.
struct ScreenArea: Hashable, Sendable {
  var x: Int
  var y: Int
  var size: PixelSize

  init(x: Int, y: Int, size: PixelSize) { (self.x, self.y, self.size) = (x, y, size) }

  init(_ area: mr_screen_area) {
    self.init(
      x: Int(area.x), y: Int(area.y), size: PixelSize(Int(area.width), Int(area.height)))
  }

  var cArea: mr_screen_area {
    mr_screen_area(
      x: Int32(clamping: x), y: Int32(clamping: y), width: Int32(clamping: size.width),
      height: Int32(clamping: size.height))
  }
}

/// A window of a display.
struct ScreenWindow: Hashable, Sendable {
  var identifier: UInt32
  var title: String
  var area: ScreenArea
  var isVisible: Bool

  init(_ window: mr_window) {
    identifier = window.identifier
    title = withUnsafeBytes(of: window.title) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    (area, isVisible) = (ScreenArea(window.area), window.is_visible)
  }
}
