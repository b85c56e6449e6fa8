// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A script of (Advanced) SubStation Alpha as pictures as large as the frame: all styles, overrides, movements and
/// drawings, as libass draws them, sharp at every output size.
///
/// A moment is drawn once while nothing changes, and the same whatever was drawn before.
public final class SubstationPictures: FrameFillingSource {
  /// What is shown.
  public let script: SubstationScript
  /// The frame.
  public let naturalSize: PixelSize
  private let keepsSize: Bool
  private let renderer: SubstationRenderer
  private let drawings = RasterCache<Int64, SubstationDrawing>(limit: 8)

  /// `script` on frames of `size`. With `keepsSize` the size stays the same in a frame of another size.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  public convenience init(_ script: SubstationScript, size: PixelSize, keepsSize: Bool = false)
    throws
  {
    self.init(script, try SubstationRenderer(script), size: size, keepsSize: keepsSize)
  }

  private init(
    _ script: SubstationScript, _ renderer: SubstationRenderer, size: PixelSize, keepsSize: Bool
  ) {
    (self.script, self.renderer, naturalSize) = (script, renderer, size)
    self.keepsSize = keepsSize
  }

  /// libass with its fonts and caches, and the script.
  public var byteEstimate: Int {
    (1 << 20) + 3 * script.header.utf8.count
      + script.fonts.reduce(0) { $0 + 3 * $1.bytes.count }
      + script.events.reduce(0) { $0 + 512 + 3 * $1.text.utf8.count }
  }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as wanted.
  public var duration: Time? { nil }
  /// Until the last event ends.
  public var usualDuration: Time? { script.events.map(\.timeRange.end).max() }

  /// The same script on frames of `size`.
  public func filling(_ size: PixelSize) -> any Source {
    keepsSize || size == naturalSize
      ? self : SubstationPictures(script, renderer, size: size, keepsSize: false)
  }

  /// What is shown at `time`.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    guard let moment = renderer.stillSince(time) else { return .empty }
    return Image(
      .drawing(
        drawings.value(moment, cost: { _ in 1 }) {
          SubstationDrawing(renderer, moment: moment, size: naturalSize)
        }))
  }

  /// What libass finds wrong with the first events, as sentences: fonts that are missing, lines that cannot be
  /// read. They are drawn small for that.
  ///
  /// - Throws: `MoonreelError` where libass cannot draw them at all.
  public func faults() throws -> [String] {
    for event in script.events.prefix(64) {
      let middle = event.timeRange.start + Time(flicks: event.timeRange.duration.flicks / 2)
      let size = PixelSize(192, 108)
      _ = try renderer.draw(middle.value(timescale: 1000), size: size, frame: size)
    }
    var seen: Set<String> = []
    return try renderer.takeMessages().map(Self.sentence).filter { seen.insert($0).inserted }
  }

  /// What libass's `message` means to whoever wrote the script.
  private static func sentence(_ message: String) -> String {
    if let start = message.firstRange(of: "Using default font family: (") {
      let family = message[start.upperBound...].prefix { $0 != "," }
      return
        "the font '\(family)' is not installed; another is used. Install it, or name a font file in 'fonts'."
    }
    if let start = message.firstRange(of: "fallback with glyph 0x") {
      let digits = message[start.upperBound...].prefix { $0.isHexDigit }
      return
        "no installed font has an outline of U+\(digits.uppercased()), which libass needs: it draws no "
        + "letters that are pictures."
    }
    return "libass says: \(message)."
  }
}

/// One moment of a script.
final class SubstationDrawing: Drawing {
  let extent: Rect
  var box: Rect { extent }
  private let renderer: SubstationRenderer
  private let moment: Int64
  private let size: PixelSize
  /// The last rasters; they go with the moment.
  private let rasters = RasterCache<Double, DrawingRaster>(limit: 32 << 20)

  init(_ renderer: SubstationRenderer, moment: Int64, size: PixelSize) {
    (self.renderer, self.moment, self.size) = (renderer, moment, size)
    extent = Rect(origin: .zero, size: size.size)
  }

  func raster(scale: Double) throws -> DrawingRaster {
    try rasters.value(scale, cost: \.byteCount) {
      let scale = RasterPlane.limited(scale, extent, 0)
      let frame = PixelSize(
        rounding: Size(size.size.width * scale, size.size.height * scale))
      guard let drawn = try renderer.draw(moment, size: frame, frame: size) else {
        return empty(scale)
      }
      return DrawingRaster(buffer: drawn.buffer, scale: scale, originX: drawn.x, originY: drawn.y)
    }
  }

  private func empty(_ scale: Double) -> DrawingRaster {
    let buffer = FrameBuffer(
      format: RasterPlane.bgra, size: PixelSize(1, 1), color: .srgb, alphaMode: .premultiplied
    ) { planes in
      planes[0].base.storeBytes(of: 0, as: UInt32.self)
    }
    return DrawingRaster(buffer: buffer, scale: scale, originX: 0, originY: 0)
  }

  var digest: Digest? {
    DigestWriter("substation", renderer.scriptDigest, moment, size).digest
  }
}
