// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// Which face at which size, in Pango's terms.
final class FontDescription {
  let pointer: OpaquePointer

  /// What `style` says of the font; what it leaves open stays open. `factor` scales the size.
  init(_ style: TextStyle, in fonts: FontCollection, factor: Double) {
    pointer = Self.parsed(style.font)
    pango_font_description_unset_fields(pointer, PANGO_FONT_MASK_SIZE)
    if let file = style.fontFile {
      pango_font_description_set_family(pointer, fonts.family(ofFile: file))
    }
    if let size = style.size {
      pango_font_description_set_absolute_size(pointer, size * factor * Double(PANGO_SCALE))
    }
    if let weight = style.weight {
      pango_font_description_set_weight(pointer, PangoWeight(UInt32(weight)))
    }
    if let slant = style.slant { pango_font_description_set_style(pointer, slant.pango) }
    if let stretch = style.stretch { pango_font_description_set_stretch(pointer, stretch.pango) }
    if let axes = style.variations { pango_font_description_set_variations(pointer, axes) }
  }

  deinit { pango_font_description_free(pointer) }

  /// The families in order; empty where none is named.
  var families: [String] {
    guard let text = pango_font_description_get_family(pointer) else { return [] }
    return String(cString: text).split(separator: ",").map { Self.trimmed($0) }
  }

  /// Takes over what `other` says.
  func merge(_ other: FontDescription) {
    pango_font_description_merge(pointer, other.pointer, 1)
  }

  /// Families and words of style; a number at the end belongs to the name (Source Sans 3).
  private static func parsed(_ text: String?) -> OpaquePointer {
    guard var text, !trimmed(text[...]).isEmpty else { return pango_font_description_new() }
    let last = text.split(separator: " ").last ?? ""
    if last.allSatisfy({ $0.isNumber || $0 == "." }) { text += "," }
    return pango_font_description_from_string(text)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension TextStyle.Slant {
  fileprivate var pango: PangoStyle {
    switch self {
    case .normal: PANGO_STYLE_NORMAL
    case .italic: PANGO_STYLE_ITALIC
    case .oblique: PANGO_STYLE_OBLIQUE
    }
  }
}

extension TextStyle.Stretch {
  fileprivate var pango: PangoStretch {
    switch self {
    case .ultraCondensed: PANGO_STRETCH_ULTRA_CONDENSED
    case .extraCondensed: PANGO_STRETCH_EXTRA_CONDENSED
    case .condensed: PANGO_STRETCH_CONDENSED
    case .semiCondensed: PANGO_STRETCH_SEMI_CONDENSED
    case .normal: PANGO_STRETCH_NORMAL
    case .semiExpanded: PANGO_STRETCH_SEMI_EXPANDED
    case .expanded: PANGO_STRETCH_EXPANDED
    case .extraExpanded: PANGO_STRETCH_EXTRA_EXPANDED
    case .ultraExpanded: PANGO_STRETCH_ULTRA_EXPANDED
    }
  }
}
