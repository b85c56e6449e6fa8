// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import Synchronization

/// Where pictures are shown while a film is played.
protocol PlayScreen: AnyObject {
  /// The codec whose frames it shows: it says how their pixels lie.
  var codec: VideoCodec { get }
  /// The largest picture that can be seen; `nil` where none is shown.
  var area: PixelSize? { get }
  /// Whether whoever watches has closed it.
  var isClosed: Bool { get }
  /// Whether something waits to be written to the terminal.
  var isWriting: Bool { get }
  /// Frames that were not shown because one before was still on its way.
  var leftOut: Int { get }
  /// Shows `frame` as large as if it had `size`, which it has unless it was drawn smaller for lack of time.
  func show(_ frame: FrameBuffer, size: PixelSize) throws
  /// Goes on with what could not be written at once.
  func proceed() throws
  /// Shows a line about what is played.
  func tell(_ status: String) throws
}

extension PlayScreen {
  var isClosed: Bool { false }
  var isWriting: Bool { false }
  var leftOut: Int { 0 }
  func proceed() throws {}
}

/// No pictures: at a terminal a line that is written over, else nothing.
final class StatusScreen: PlayScreen {
  let codec = VideoCodec.png
  var area: PixelSize? { nil }

  func show(_ frame: FrameBuffer, size: PixelSize) throws {}

  func tell(_ status: String) throws { try StatusLine.write(status) }
}

/// A line in place of the last one.
enum StatusLine {
  static func write(_ status: String) throws {
    guard PlayTerminal.isThere else { return }
    let width = PlayTerminal.geometry.columns - 1
    // What finds no room is left out: the next line takes its place.
    _ = try PlayTerminal.writeSome(Array("\r\(status.visible().prefix(width))\u{1B}[K".utf8)[...])
  }
}

/// Pictures in the cells of a terminal, and a line below them. A terminal that takes nothing for a while misses frames; nobody
/// waits for it.
final class TerminalScreen: PlayScreen {
  let codec = VideoCodec.png
  private let pictures: TerminalPictures
  private var kitty = KittyPictures()
  private var geometry = PlayTerminal.geometry
  private var lastSize: PixelSize?
  private let write: (ArraySlice<UInt8>) throws -> Int
  /// The rest of what is on its way, and the newest frame and line that are to follow.
  private var pending: ArraySlice<UInt8> = []
  private var next: (frame: FrameBuffer, size: PixelSize)?
  private var status: String?
  private(set) var leftOut = 0
  var isWriting: Bool { !pending.isEmpty }

  /// - Parameter write: writes as much as there is room for, and says how much.
  init(
    _ pictures: TerminalPictures,
    write: @escaping (ArraySlice<UInt8>) throws -> Int = PlayTerminal.writeSome
  ) {
    (self.pictures, self.write) = (pictures, write)
    if pictures == .kitty { PlayTerminal.hasKittyPictures.store(true, ordering: .releasing) }
  }

  /// The last row is the line's.
  var area: PixelSize? {
    let geometry = PlayTerminal.geometry
    let rows = max(1, geometry.rows - 1)
    switch pictures {
    case .blocks: return PixelSize(geometry.columns, 2 * rows)
    // The cursor stays in the row above the last one after whole bands of six.
    case .sixel:
      return PixelSize(
        geometry.columns * geometry.cell.width, max(6, rows * geometry.cell.height / 6 * 6))
    case .kitty:
      return PixelSize(geometry.columns * geometry.cell.width, rows * geometry.cell.height)
    }
  }

  func show(_ frame: FrameBuffer, size: PixelSize) throws {
    if next != nil { leftOut += 1 }
    next = (frame, size)
    try proceed()
  }

  private func begin(_ frame: FrameBuffer, size: PixelSize) {
    guard let area else { return }
    let size = RGBPicture.fitting(size, into: area)
    let picture = RGBPicture(frame, size: size)
    var output = Array("\u{1B}[?2026h".utf8)
    if lastSize != size || geometry != PlayTerminal.geometry {
      output += "\u{1B}[0m\u{1B}[2J".utf8
      if pictures == .kitty { output += KittyPictures.clear }
      (lastSize, geometry) = (size, PlayTerminal.geometry)
    }
    output += draw(picture, in: area) + "\u{1B}[?2026l".utf8
    pending = output[...]
  }

  func proceed() throws {
    while true {
      while !pending.isEmpty {
        let count = try write(pending)
        guard count > 0 else { return }
        pending = pending.dropFirst(count)
      }
      pending = []
      if let (frame, size) = next {
        next = nil
        begin(frame, size: size)
      } else if let status {
        self.status = nil
        pending = line(status)[...]
      } else {
        return
      }
    }
  }

  private func draw(_ picture: RGBPicture, in area: PixelSize) -> [UInt8] {
    let cell = pictures == .blocks ? PixelSize(1, 2) : geometry.cell
    let column = 1 + (area.width - picture.size.width) / 2 / max(1, cell.width)
    let row = 1 + (area.height - picture.size.height) / 2 / max(1, cell.height)
    return switch pictures {
    case .kitty: kitty.draw(picture, column: column, row: row)
    case .sixel: SixelPictures.draw(picture, column: column, row: row)
    case .blocks: BlockPictures.draw(picture, column: column, row: row)
    }
  }

  func tell(_ status: String) throws {
    self.status = status
    try proceed()
  }

  private func line(_ status: String) -> [UInt8] {
    let geometry = PlayTerminal.geometry
    return Array(
      "\u{1B}[\(geometry.rows);1H\u{1B}[0m\(status.visible().prefix(geometry.columns - 1))\u{1B}[K"
        .utf8)
  }
}
