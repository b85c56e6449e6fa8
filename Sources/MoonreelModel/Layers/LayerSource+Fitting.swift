// SPDX-License-Identifier: MIT

import MoonreelCore

extension LayerSource {
  /// How a layer that shows it is fitted unless it says: text and shapes at their own size, what has a
  /// resolution as large as there is room.
  public var usualFit: FitMode {
    switch self {
    case .image(let image): image.usualFit
    case .media(video: .custom(let source)?, audio: _): source.usualFit
    case .media, .composition, .adjustment: .contain
    }
  }

  /// Whether it is one picture with edges; colours and gradients without any last as long as wanted.
  public var isStill: Bool {
    switch self {
    case .image(let image): image.box != nil
    case .media(let video?, nil): video.isStill
    case .media, .composition, .adjustment: false
    }
  }

  /// How long a source without an end is worth showing; `nil`: no telling.
  public var usualDuration: Time? {
    if isStill { return SegmentSource.stillDuration }
    guard case .media(video: .custom(let source as any FrameFillingSource)?, audio: _) = self else {
      return nil
    }
    return source.usualDuration
  }
}
