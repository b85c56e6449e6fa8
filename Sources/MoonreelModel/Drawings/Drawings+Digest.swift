// SPDX-License-Identifier: MIT

import MoonreelCore

// The properties of what is written and drawn, for digests.

extension TextDescription: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(content, style, block, strokes, shadows, backdrop)
  }
}

extension TextDescription.Content: Digestible {
  package func add(to writer: inout DigestWriter) {
    switch self {
    case .spans(let spans): writer.add("spans", spans)
    case .markup(let text): writer.add("markup", text)
    }
  }
}

extension TextSpan: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(text, style) }
}

extension TextStyle: Digestible {
  /// A font's file counts as what it holds; where it cannot be read, as its path.
  package func add(to writer: inout DigestWriter) {
    let file = fontFile.flatMap { FileContent(path: $0)?.digest }
    writer.add(font, file, file == nil ? fontFile : nil, size, weight, slant, stretch, variations)
    writer.add(
      features, letterSpacing, rise, fill, background, underline, isStruckThrough, language)
  }
}

extension TextStyle.Slant: Digestible {}
extension TextStyle.Stretch: Digestible {}
extension TextStyle.Underline: Digestible {}

extension TextBlock: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(width, height, alignment, verticalAlignment, wrapping, ellipsis, maximumLines)
    writer.add(lineSpacing, fitting, minimumSize, direction)
  }
}

extension TextBlock.Alignment: Digestible {}
extension TextBlock.VerticalAlignment: Digestible {}
extension TextBlock.Wrapping: Digestible {}
extension TextBlock.Ellipsis: Digestible {}
extension TextBlock.Fitting: Digestible {}
extension TextBlock.Direction: Digestible {}

extension Backdrop: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(paint, paddingX, paddingY, radius) }
}

extension ShapeDescription: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(path, rule, fill, strokes, shadows, trim)
  }
}

extension ShapeDescription.Trim: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(start, end, offset) }
}

extension Stroke: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(width, paint, position, join, cap, dashes, dashOffset)
  }
}

extension Stroke.Position: Digestible {}
extension Stroke.Join: Digestible {}
extension Stroke.Cap: Digestible {}

extension Shadow: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(offset, blur, spread, strength, paint)
  }
}

extension Paint: Digestible {
  package func add(to writer: inout DigestWriter) {
    switch self {
    case .color(let color): writer.add("color", color)
    case .linear(let from, let to, let stops): writer.add("linear", from, to, stops)
    case .radial(let center, let radius, let stops): writer.add("radial", center, radius, stops)
    case .stencil(let index, let isOpaque): writer.add("stencil", index, isOpaque)
    }
  }
}

extension RelativePosition: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(x, y) }
}

extension RelativeLength: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(pixels, share) }
}
