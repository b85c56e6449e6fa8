// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// Pictures side by side in rows: how a contact sheet looks.
public struct ContactSheet {
  /// Pictures side by side, from 1 on; `nil`: as many as make the sheet about square.
  public var columns: Int?
  /// Rows of tiles, also where nothing is left for the last ones; `nil`: as many as there are pictures for.
  public var rows: Int?
  /// Each picture is made to fit inside, with its proportions kept; tiles are as large as the pictures then are.
  public var cellSize = PixelSize(320, 320)
  /// Pixels between tiles and around all of them.
  public var gap = 8
  /// What lies between the tiles, and below pictures that are not opaque.
  public var background = Color(0.125, 0.125, 0.125)
  /// What lies over the picture of a time, in pixels of a tile of the given size; `nil`: nothing.
  public var label: ((Time, PixelSize) throws -> Image)?

  /// The most pictures of a sheet.
  public static let mostPictures = 1024

  /// Rows of pictures that fit into 320x320, 8 pixels apart on dark gray.
  public init() {}

  /// Where the tiles of a sheet lie.
  struct Grid: Equatable {
    var columns: Int
    var rows: Int
    var tile: PixelSize
    var gap: Int

    /// The size of the sheet.
    var size: PixelSize {
      PixelSize(columns * (tile.width + gap) + gap, rows * (tile.height + gap) + gap)
    }

    /// The upper left corner of tile `index`, counted row by row.
    func origin(of index: Int) -> (x: Int, y: Int) {
      (
        gap + index % columns * (tile.width + gap), gap + index / columns * (tile.height + gap)
      )
    }
  }

  /// The grid for `count` tiles of size `tile`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where that is no grid, `limitExceeded` where the sheet would have
  ///   more than `pixelLimit` pixels.
  func grid(_ count: Int, tile: PixelSize, pixelLimit: Int) throws -> Grid {
    let across = columns ?? Int(limiting: Double(max(count, 1)).squareRoot().rounded(.up))
    guard across > 0, rows.map({ $0 > 0 }) ?? true, gap >= 0, gap <= 1 << 12,
      (1...Self.mostPictures).contains(count)
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot make a contact sheet of \(count) pictures: ask for 1 to \(Self.mostPictures) of them."
      )
    }
    let down = rows ?? (count + across - 1) / across
    let grid = Grid(columns: across, rows: down, tile: tile, gap: gap)
    guard across <= 1 << 12, down <= 1 << 12,
      PictureLimit.allows(grid.size, limit: pixelLimit)
    else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot make a sheet of \(across) times \(down) pictures of \(tile): it would have more than "
          + "\(pixelLimit) pixels. Ask for smaller ones with --max-size, or for fewer.")
    }
    return grid
  }
}

extension StillGenerator {
  /// Times for `count` pictures of all of the film: the middles of as many equal stretches. A film of fewer frames has
  /// fewer, one for each frame.
  ///
  /// - Precondition: `count` is positive.
  public func evenTimes(_ count: Int) -> [Time] {
    precondition(count > 0, "no pictures are no times")
    let rate = reader.composition.frameRate
    let frames = rate.frame(at: duration - Time(flicks: 1)) + 1
    guard frames > count else { return (0..<frames).map { rate.time(ofFrame: $0) } }
    return (0..<Int64(count)).map {
      duration.multiplied(by: 2 * $0 + 1, dividedBy: 2 * Int64(count), rounding: .down)
    }
  }

  /// The pictures at `times` in a grid, row by row.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for no times or more than 1024, `limitExceeded` for a sheet with
  ///   more pixels than the gate allows, and as ``still(at:)``.
  public func contactSheet(
    at times: [Time], _ sheet: ContactSheet = ContactSheet()
  ) throws -> FrameBuffer {
    let former = maximumSize
    maximumSize = sheet.cellSize
    defer { maximumSize = former }
    let grid = try sheet.grid(times.count, tile: size, pixelLimit: gate.pixelLimit)
    var image = Image(color: sheet.background)
    for (index, time) in times.enumerated() {
      try cancellation.check()
      let origin = grid.origin(of: index)
      let place = AffineTransform(translationX: Double(origin.x), y: Double(origin.y))
      image = Image(frame: try still(at: time).frame).transformed(by: place).over(image)
      if let label = sheet.label {
        let area = Rect(origin: .zero, size: grid.tile.size)
        image = try label(time, grid.tile).cropped(to: area).transformed(by: place).over(image)
      }
    }
    return try PictureRenderer().render(
      image, to: FrameTarget(size: grid.size, format: .rgb24, color: .srgb))
  }
}
