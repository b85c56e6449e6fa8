// SPDX-License-Identifier: MIT

import CPango
import CTextHost
import MoonreelCore
import MoonreelModel

/// Says to Pango what a description says.
struct LayoutSetter {
  let description: TextDescription
  let fonts: FontCollection
  /// UTF-8 without zeros.
  let text: [UInt8]
  /// The spans' styles, merged with what lies around them; one for markup.
  let styles: [TextStyle]
  /// The spans' bytes.
  private let ranges: [Range<Int>]
  /// What the markup says; owned by this object.
  private let markup: MarkupAttributes?

  init(_ description: TextDescription, fonts: FontCollection) throws {
    (self.description, self.fonts) = (description, fonts)
    let base = TextStyle.usual.with(description.style)
    switch description.content {
    case .spans(let spans):
      var (text, ranges) = ([UInt8](), [Range<Int>]())
      for span in spans {
        let start = text.count
        text += span.text.utf8.filter { $0 != 0 }
        ranges.append(start..<text.count)
      }
      (self.text, self.ranges, markup) = (text, ranges, nil)
      styles = spans.map { base.with($0.style) }
    case .markup(let source):
      let markup = try MarkupAttributes(source)
      (text, self.markup, styles) = (markup.text, markup, [base])
      ranges = [0..<markup.text.count]
    }
  }

  /// Whether colours of the text are those of its markup.
  var isMarkup: Bool { markup != nil }

  private var block: TextBlock { description.block }

  // MARK: Setting

  /// Sets everything, sizes multiplied by `factor`. While it is being fitted a line without a height does
  /// not break: it gets smaller instead.
  func set(_ layout: OpaquePointer, factor: Double, isFitting: Bool = false) {
    let base = FontDescription(
      TextStyle.usual.with(description.style), in: fonts, factor: factor)
    pango_layout_set_font_description(layout, base.pointer)
    (text + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(text.count))
      }
    }
    setAttributes(layout, factor: factor)
    setLines(layout, breaks: !(isFitting && block.height == nil))
  }

  private func setLines(_ layout: OpaquePointer, breaks: Bool) {
    let scale = Double(PANGO_SCALE)
    let fits = block.fitting != .none
    let width = breaks ? block.width.map { Int32(limiting: ($0 * scale).rounded()) } : nil
    pango_layout_set_width(layout, width ?? -1)
    pango_layout_set_wrap(layout, fits ? PANGO_WRAP_WORD : block.wrapping.pango)
    pango_layout_set_ellipsize(layout, fits ? PANGO_ELLIPSIZE_NONE : block.ellipsis.pango)
    if block.ellipsis != .none {
      let height = block.height.map { Int32(limiting: ($0 * scale).rounded()) }
      pango_layout_set_height(layout, block.maximumLines.map { Int32(-$0) } ?? height ?? -1)
    }
    pango_layout_set_alignment(layout, block.alignment.pango)
    pango_layout_set_justify(layout, block.alignment == .justify ? 1 : 0)
    pango_layout_set_line_spacing(layout, Float(block.lineSpacing))
    let context = pango_layout_get_context(layout)
    pango_layout_set_auto_dir(layout, block.direction == .automatic ? 1 : 0)
    pango_context_set_base_dir(
      context, block.direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_layout_context_changed(layout)
  }

  private func setAttributes(_ layout: OpaquePointer, factor: Double) {
    let list = AttributeList(markup?.list)
    for (index, style) in styles.enumerated() {
      let isWhole = markup != nil
      if !isWhole {
        list.add(
          pango_attr_foreground_new(UInt16(truncatingIfNeeded: index), UInt16(index >> 16), 0),
          over: ranges[index])
        let font = FontDescription(style, in: fonts, factor: factor)
        list.add(pango_attr_font_desc_new(font.pointer), over: ranges[index])
      }
      list.add(style, over: ranges[index], factor: factor, isWhole: isWhole)
    }
    pango_layout_set_attributes(layout, list.pointer)
  }

  // MARK: Fitting

  /// What sizes are multiplied by so that the text has room.
  func fit(_ layout: OpaquePointer) -> Double {
    guard block.fitting != .none, block.width != nil || block.height != nil, !text.isEmpty else {
      return 1
    }
    let size = styles.compactMap(\.size).max() ?? 48
    let least = min(1, block.minimumSize / size)
    var (low, high) = (least, block.fitting == .fill ? TextStyle.largestSize / size : 1)
    if hasRoom(layout, high) { return high }
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if hasRoom(layout, middle) { low = middle } else { high = middle }
    }
    return low
  }

  private func hasRoom(_ layout: OpaquePointer, _ factor: Double) -> Bool {
    set(layout, factor: factor, isFitting: true)
    let used = TextLayout.logicalRect(layout).size
    return used.width <= (block.width ?? .infinity) && used.height <= (block.height ?? .infinity)
  }
}

extension TextStyle {
  /// This style with what `other` says.
  func with(_ other: TextStyle) -> TextStyle {
    var style = self
    style.font = other.font ?? font
    style.fontFile = other.fontFile ?? (other.font == nil ? fontFile : nil)
    style.size = other.size ?? size
    style.weight = other.weight ?? weight
    style.slant = other.slant ?? slant
    style.stretch = other.stretch ?? stretch
    style.variations = other.variations ?? variations
    style.features = other.features ?? features
    style.letterSpacing = other.letterSpacing ?? letterSpacing
    style.rise = other.rise ?? rise
    style.fill = other.fill ?? fill
    style.background = other.background ?? background
    style.underline = other.underline ?? underline
    style.isStruckThrough = other.isStruckThrough ?? isStruckThrough
    style.language = other.language ?? language
    return style
  }
}

extension TextBlock.Wrapping {
  fileprivate var pango: PangoWrapMode {
    switch self {
    case .wordCharacter: PANGO_WRAP_WORD_CHAR
    case .word: PANGO_WRAP_WORD
    case .character: PANGO_WRAP_CHAR
    }
  }
}

extension TextBlock.Ellipsis {
  fileprivate var pango: PangoEllipsizeMode {
    switch self {
    case .none: PANGO_ELLIPSIZE_NONE
    case .start: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .end: PANGO_ELLIPSIZE_END
    }
  }
}

extension TextBlock.Alignment {
  fileprivate var pango: PangoAlignment {
    switch self {
    case .left, .justify: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .right: PANGO_ALIGN_RIGHT
    }
  }
}
