// SPDX-License-Identifier: MIT

/// One subtitle: letters that are shown for a while.
public struct Caption: Hashable, Sendable {
  /// When it is shown.
  public var timeRange: TimeRange
  /// Its letters in the order in which they are read; lines end in `"\n"`.
  public var spans: [CaptionSpan]
  /// Where it is shown; `nil`: wherever captions are.
  public var placement: CaptionPlacement?

  /// A caption with every property given.
  public init(timeRange: TimeRange, spans: [CaptionSpan], placement: CaptionPlacement? = nil) {
    (self.timeRange, self.spans, self.placement) = (timeRange, spans, placement)
  }

  /// `text` over `timeRange`, in the style of the captions around.
  public init(_ text: String, over timeRange: TimeRange) {
    self.init(timeRange: timeRange, spans: [CaptionSpan(text)])
  }

  /// Its letters without style.
  public var text: String { spans.map(\.text).joined() }

  /// Whether no letter of it would be seen.
  public var isBlank: Bool { spans.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }
}

/// Letters of a caption that look alike, or are said together.
public struct CaptionSpan: Hashable, Sendable {
  /// The letters.
  public var text: String
  /// How they look.
  public var style: CaptionStyle
  /// When they begin to be said, counted from the caption's start; `nil`: unknown.
  public var start: Time?

  /// `text` in `style`, said from `start` on.
  public init(_ text: String, style: CaptionStyle = CaptionStyle(), start: Time? = nil) {
    (self.text, self.style, self.start) = (text, style, start)
  }
}

/// How letters of a caption differ from those of captions in general.
public struct CaptionStyle: Hashable, Sendable {
  /// Whether they are bold.
  public var isBold = false
  /// Whether they are slanted.
  public var isItalic = false
  /// Whether there is a line under them.
  public var isUnderlined = false
  /// Whether there is a line through them.
  public var isStruckThrough = false
  /// What they are filled with; `nil`: as captions are.
  public var color: Color?

  /// Letters like those of all captions.
  public init() {}
}

/// Where a caption asks to be shown.
public struct CaptionPlacement: Hashable, Sendable {
  /// Which part of the frame it belongs to, and which point of it is fastened there.
  public var gravity: Gravity
  /// Where that point lies, as a share of the frame's width; `nil`: by `gravity`.
  public var x: Double?
  /// The same for the frame's height.
  public var y: Double?
  /// How wide its lines may be, as a share of the frame's width; `nil`: as wide as there is room.
  public var width: Double?

  /// A placement with every property given.
  public init(gravity: Gravity, x: Double? = nil, y: Double? = nil, width: Double? = nil) {
    (self.gravity, self.x, self.y, self.width) = (gravity, x, y, width)
  }
}
