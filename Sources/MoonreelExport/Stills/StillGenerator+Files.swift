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
    let encoding = try encoding(of: frame, in: container, path: path)
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

  /// How `frame` is encoded in a file of kind `container`, and others that are like it.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where its range has no place there.
  static func encoding(of frame: FrameBuffer, in container: Container, path: String) throws
    -> VideoEncoding
  {
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
    return encoding
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

  /// `frame` in the format that `encoding` takes.
  static func converted(_ frame: FrameBuffer, for encoding: VideoEncoding) throws
    -> FrameBuffer
  {
    if frame.format == encoding.format, frame.color == encoding.color { return frame }
    return try PictureRenderer().render(
      Image(frame: frame),
      to: FrameTarget(
        size: frame.size, format: encoding.format, color: encoding.color,
        background: encoding.format.hasAlpha ? .transparent : .black))
  }
}
