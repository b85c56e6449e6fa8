// SPDX-License-Identifier: MIT

import MoonreelCore

extension TextDescription {
  /// This title with letters, lines and shadows `factor` times as large; where its lines break stays.
  ///
  /// Markup keeps the sizes that it says itself.
  public func scaled(by factor: Double) -> TextDescription {
    guard factor != 1 else { return self }
    var scaled = self
    scaled.style = style.scaled(by: factor)
    if style.size == nil { scaled.style.size = TextStyle.usual.size.map { $0 * factor } }
    if case .spans(let spans) = content {
      scaled.content = .spans(
        spans.map { TextSpan($0.text, style: $0.style.scaled(by: factor)) })
    }
    scaled.strokes = strokes.map { $0.scaled(by: factor) }
    scaled.shadows = shadows.map { $0.scaled(by: factor) }
    scaled.backdrop = backdrop?.scaled(by: factor)
    return scaled
  }
}

extension TextStyle {
  fileprivate func scaled(by factor: Double) -> TextStyle {
    var style = self
    (style.size, style.letterSpacing) = (
      size.map { $0 * factor }, letterSpacing.map { $0 * factor }
    )
    style.rise = rise.map { $0 * factor }
    return style
  }
}

extension Stroke {
  fileprivate func scaled(by factor: Double) -> Stroke {
    var stroke = self
    (stroke.width, stroke.dashOffset) = (width * factor, dashOffset * factor)
    stroke.dashes = dashes.map { $0 * factor }
    return stroke
  }
}

extension Shadow {
  fileprivate func scaled(by factor: Double) -> Shadow {
    var shadow = self
    shadow.offset = Point(offset.x * factor, offset.y * factor)
    (shadow.blur, shadow.spread) = (min(Shadow.largestBlur, blur * factor), spread * factor)
    return shadow
  }
}

extension Backdrop {
  fileprivate func scaled(by factor: Double) -> Backdrop {
    Backdrop(
      paint: paint, paddingX: paddingX * factor, paddingY: paddingY * factor,
      radius: radius * factor)
  }
}
