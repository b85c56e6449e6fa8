// SPDX-License-Identifier: MIT

import MoonreelCore

/// A source that shows or carries captions: what looks films over finds them by it.
public protocol CaptionCarrier: Source {
  /// The captions on the source's clock.
  var captions: Captions { get }
}

/// A source whose pictures are as large as the frame they are shown in.
public protocol FrameFillingSource: Source {
  /// The same for frames of `size`.
  func filling(_ size: PixelSize) -> any Source
  /// How long it is worth showing; `nil`: no telling.
  var usualDuration: Time? { get }
}

/// Captions as the source of a segment of a subtitle track.
public struct CaptionClip: CaptionCarrier {
  /// The captions.
  public let captions: Captions

  /// A source of `captions`.
  public init(_ captions: Captions) { self.captions = captions }

  /// Text.
  public var mediaType: MediaType { .subtitle }
  /// Until the last caption ends.
  public var duration: Time? { max(.zero, captions.timeRange?.end ?? .zero) }
  /// None: there are no pictures.
  public var naturalSize: PixelSize { PixelSize(0, 0) }
}
