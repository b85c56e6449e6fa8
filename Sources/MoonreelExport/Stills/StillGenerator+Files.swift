// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

extension StillGenerator {
  /// Writes `frame` at `path`, as PNG, JPEG, WebP, TIFF, OpenEXR or AVIF by its ending; HDR frames as PNG of 16 bits
  /// that names its colour space (a `cICP` chunk) or as OpenEXR; the file appears when it is whole. Give
  /// the generator's own ``gate``, which knows what must not be written over.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for other endings, and what writing throws.
  @discardableResult
  public static func write(
    _ frame: FrameBuffer, to path: String, gate: FileGate, warnings: WarningLog? = nil
  ) throws -> OutputSummary {
    let container = try container(forPath: path)
    let codec = EncoderCatalogue.videoCodecs(in: container)[0]
    var encoding = VideoEncoding(
      codec: codec, size: frame.size, frameRate: try FrameRate(1),
      format: codec.defaultFormat(alpha: frame.format.hasAlpha))
    if container == .avif { (encoding.format, encoding.color) = (.yuv444(), Self.avifColor) }
    if frame.color.isHDR {
      guard codec == .png || codec == .exr else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot write the HDR picture to '\(path)': \(codec.rawValue.uppercased()) has 8 bits. End the name in "
            + ".png or .exr, or let it be tone-mapped.")
      }
      if codec == .png { (encoding.format, encoding.color) = (.rgba64, frame.color) }
    }
    let ready = try converted(frame, for: encoding)
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: container, video: encoding), gate: gate,
      warnings: warnings)
    do {
      try writer.append(ready, at: 0)
      return try writer.finish()
    } catch {
      writer.cancel()
      throw error
    }
  }

  /// Full range: pictures are looked at, not broadcast.
  private static let avifColor = ColorTags(
    matrix: .bt709, transfer: .srgb, primaries: .bt709, range: .full, siting: .center)

  /// The kind of picture that `path` names by its ending.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where that is no kind of picture.
  public static func container(forPath path: String) throws -> Container {
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    guard let container = Container(pathExtension: ending), container.holdsStills else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write a picture to '\(path)': end the name in \(Container.endings(of: \.holdsStills))."
      )
    }
    return container
  }

  private static func converted(_ frame: FrameBuffer, for encoding: VideoEncoding) throws
    -> FrameBuffer
  {
    if frame.format == encoding.format, frame.color == encoding.color { return frame }
    return try PictureRenderer().render(
      Image(frame: frame),
      to: FrameTarget(
        size: frame.size, format: encoding.format, color: encoding.color,
        background: encoding.format.hasAlpha ? .transparent : .black))
  }

  /// The pictures at `times` in a grid, row by row, on dark gray.
  ///
  /// - Parameters:
  ///   - columns: pictures side by side; `nil`: as many as make the sheet about square.
  ///   - cellSize: each picture is made to fit inside; default 320x320.
  ///   - label: what lies over the picture of a time, in pixels of a cell of the given size.
  /// - Throws: `MoonreelError`: `invalidArgument` for no times or more than 1024, and as ``still(at:)``.
  public func contactSheet(
    at times: [Time], columns: Int? = nil, cellSize: PixelSize = PixelSize(320, 320),
    label: ((Time, PixelSize) throws -> Image)? = nil
  ) throws -> FrameBuffer {
    guard !times.isEmpty, times.count <= 1024, columns.map({ $0 > 0 }) ?? true else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot make a contact sheet of \(times.count) pictures: ask for 1 to 1024 of them.")
    }
    let former = maximumSize
    maximumSize = cellSize
    defer { maximumSize = former }
    let across = columns ?? Int(limiting: Double(times.count).squareRoot().rounded(.up))
    let (cell, gap) = (size, 8)
    let down = (times.count + across - 1) / across
    let sheet = PixelSize(across * (cell.width + gap) + gap, down * (cell.height + gap) + gap)
    var image = Image(color: Color(0.125, 0.125, 0.125, 1))
    for (index, time) in times.enumerated() {
      try cancellation.check()
      let (column, row) = (index % across, index / across)
      let place = AffineTransform(
        translationX: Double(gap + column * (cell.width + gap)),
        y: Double(gap + row * (cell.height + gap)))
      image = Image(frame: try still(at: time).frame).transformed(by: place).over(image)
      if let label {
        let area = Rect(origin: .zero, size: cell.size)
        image = try label(time, cell).cropped(to: area).transformed(by: place).over(image)
      }
    }
    return try PictureRenderer().render(
      image, to: FrameTarget(size: sheet, format: .rgb24, color: .srgb))
  }
}
