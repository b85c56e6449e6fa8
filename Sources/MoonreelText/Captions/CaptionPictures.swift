// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Captions as pictures as large as the frame: each is broken into lines of like length, kept inside the safe
/// area whatever it says, and placed by its wish or at the look's edge. Those shown together are stacked.
///
/// Lines never move while a caption is shown: words that are highlighted change in place.
public final class CaptionPictures: CaptionCarrier, FrameFillingSource {
  /// What is shown.
  public let captions: Captions
  /// How.
  public let look: CaptionLook
  /// The frame.
  public let naturalSize: PixelSize
  /// The look with everything that follows from the frame's size.
  private let fitted: CaptionLook
  private let blocks = RasterCache<Int, CaptionBlock>(limit: 64)
  private let pictures = RasterCache<PictureKey, Image>(limit: 256)

  private let keepsSize: Bool

  private struct PictureKey: Hashable {
    var caption: Int
    var word: Int?
  }

  /// `captions` in `look` on frames of `size`. Nothing is laid out yet.
  ///
  /// - Parameter keepsSize: whether the size stays the same in a frame of another size.
  public init(_ captions: Captions, look: CaptionLook, size: PixelSize, keepsSize: Bool = false) {
    (self.captions, self.look, naturalSize) = (captions, look, size)
    self.keepsSize = keepsSize
    fitted = look.fitted(to: size)
  }

  /// The captions, and what is kept of those that were drawn.
  public var byteEstimate: Int { (64 << 10) + captions.byteEstimate }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as wanted.
  public var duration: Time? { nil }
  /// Until the last caption ends.
  public var usualDuration: Time? { captions.timeRange?.end }

  /// The same captions on frames of `size`.
  public func filling(_ size: PixelSize) -> any Source {
    keepsSize || size == naturalSize
      ? self : CaptionPictures(captions, look: look, size: size)
  }

  /// The captions of `time`.
  ///
  /// - Throws: `MoonreelError`: as ``TextDrawing/of(_:)``.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let shown = try captions.positions(at: time).map { (position: $0, block: try block($0)) }
    var image = Image.empty
    let area = fitted.safeArea(of: naturalSize)
    for (index, place) in CaptionStack.places(of: shown.map(\.block), in: area) {
      let part = try picture(shown[index].position, shown[index].block, at: time)
      image = part.transformed(by: place).over(image)
    }
    // Where pixels are made smaller their edges spread over neighbours; not over the edge.
    return shown.isEmpty ? image : image.cropped(to: area)
  }

  private func block(_ position: Int) throws -> CaptionBlock {
    try blocks.value(position, cost: { _ in 1 }) {
      try CaptionBlock(captions[position], look: fitted, frame: naturalSize)
    }
  }

  private func picture(_ position: Int, _ block: CaptionBlock, at time: Time) throws -> Image {
    let word = fitted.highlight == nil ? nil : block.word(at: time)
    return try pictures.value(PictureKey(caption: position, word: word), cost: { _ in 1 }) {
      try block.picture(word: word)
    }
  }
}

extension CaptionLook {
  /// This look for frames of `size`: letters a twentieth of the shorter side unless a size is said, with a dark
  /// outline unless lines, shadows or a plate are.
  func fitted(to size: PixelSize) -> CaptionLook {
    var look = self
    let usual = max(8, (Double(min(size.width, size.height)) / 18).rounded())
    look.text.style.size = text.style.size ?? usual
    if text.strokes.isEmpty, text.shadows.isEmpty, text.backdrop == nil {
      let width = (look.text.style.size ?? usual) / 12
      look.text.strokes = [Stroke(width: width, position: .outside)]
    }
    return look
  }

  /// The part of a frame of `size` that captions never leave, in whole pixels.
  func safeArea(of size: PixelSize) -> Rect {
    let (width, height) = (Double(size.width), Double(size.height))
    let (left, top) = ((width * safeAreaX).rounded(.up), (height * safeAreaY).rounded(.up))
    return Rect(
      x: left, y: top, width: max(1, width - 2 * left), height: max(1, height - 2 * top))
  }
}
