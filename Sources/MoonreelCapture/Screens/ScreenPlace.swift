// SPDX-License-Identifier: MIT

import MoonreelCore

/// What of which display is captured, as people write it: `:0` is the whole display, `:0+100,100` from a point on,
/// `:0+100,100,640x360` a region, `:0/0x3a00007` a window by its number, `:0/Calculator` one by its title or the beginning of it.
public struct ScreenPlace: Hashable, Sendable {
  /// Which part of the display.
  public enum Part: Hashable, Sendable {
    /// All of it.
    case whole
    /// From the point `x`, `y` on; `size`, or up to the display's edges where it is `nil`.
    case region(x: Int, y: Int, size: PixelSize?)
    /// A window by its number.
    case window(UInt32)
    /// A window by its title.
    case title(String)
  }

  /// The display's name, such as `:0`; empty: that which `DISPLAY` names.
  public var display: String
  /// Which part of it.
  public var part: Part

  /// A part of a display.
  public init(display: String, part: Part = .whole) {
    (self.display, self.part) = (display, part)
  }

  /// What `text` means; `nil` where it is no place of a screen.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let window = Self.window(parts[1]) {
      self.init(display: String(parts[0]), part: window)
    } else if let match = text.wholeMatch(
      of: /([^+\/]*)(?:\+(\d{1,5}),(\d{1,5})(?:,(\d{1,5})x(\d{1,5}))?)?/)
    {
      self.init(display: String(match.1))
      if let x = match.2.flatMap({ Int($0) }), let y = match.3.flatMap({ Int($0) }) {
        let width = match.4.flatMap { $0 }.flatMap { Int($0) }
        let height = match.5.flatMap { $0 }.flatMap { Int($0) }
        let size = width.flatMap { width in height.map { PixelSize(width, $0) } }
        guard size.map({ $0.width > 0 && $0.height > 0 }) != false else { return nil }
        part = .region(x: x, y: y, size: size)
      }
    } else {
      return nil
    }
    guard display.isEmpty || display.contains(/^[\w.\-]*:\d+(\.\d+)?$/) else { return nil }
  }

  private static func window(_ text: Substring) -> Part? {
    guard !text.isEmpty else { return nil }
    if text.hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16).map { .window($0) } }
    return .title(String(text))
  }

  /// As it is written.
  public var text: String {
    switch part {
    case .whole: display
    case .region(let x, let y, let size):
      "\(display)+\(x),\(y)" + (size.map { ",\($0.width)x\($0.height)" } ?? "")
    case .window(let identifier): "\(display)/0x\(String(identifier, radix: 16))"
    case .title(let title): "\(display)/\(title)"
    }
  }
}
