// SPDX-License-Identifier: MIT

import CPango
import MoonreelCore
import MoonreelModel

/// What holds over which bytes of a text, in Pango's terms.
final class AttributeList {
  let pointer: OpaquePointer

  /// An empty list, or a copy of `other`.
  init(_ other: OpaquePointer? = nil) {
    pointer = other.map { pango_attr_list_copy($0) } ?? pango_attr_list_new()
  }

  deinit { pango_attr_list_unref(pointer) }

  /// Adds `attribute` over `bytes`; with `isWhole`, what is there already goes before it.
  func add(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, over bytes: Range<Int>,
    isWhole: Bool = false
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(bytes.lowerBound)
    attribute.pointee.end_index = UInt32(bytes.upperBound)
    if isWhole {
      pango_attr_list_insert_before(pointer, attribute)
    } else {
      pango_attr_list_insert(pointer, attribute)
    }
  }

  /// Adds what `style` says beside font and fill.
  func add(_ style: TextStyle, over bytes: Range<Int>, factor: Double, isWhole: Bool) {
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      self.add(attribute, over: bytes, isWhole: isWhole)
    }
    func units(_ pixels: Double) -> Int32 {
      Int32(limiting: (pixels * factor * Double(PANGO_SCALE)).rounded())
    }
    if let spacing = style.letterSpacing { add(pango_attr_letter_spacing_new(units(spacing))) }
    if let rise = style.rise { add(pango_attr_rise_new(units(rise))) }
    if let features = style.features { add(pango_attr_font_features_new(features)) }
    if let language = style.language {
      add(pango_attr_language_new(pango_language_from_string(language)))
    }
    switch style.underline ?? .none {
    case .none: break
    case .single: add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE))
    case .double: add(pango_attr_underline_new(PANGO_UNDERLINE_DOUBLE))
    }
    if style.isStruckThrough == true { add(pango_attr_strikethrough_new(1)) }
  }
}

/// A text with the attributes that its markup gives.
final class MarkupAttributes {
  let text: [UInt8]
  let list: OpaquePointer

  /// Reads `markup`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) with what Pango says of the place.
  init(_ markup: String) throws {
    var list: OpaquePointer?
    var text: UnsafeMutablePointer<CChar>?
    var error: UnsafeMutablePointer<GError>?
    let source = String(decoding: markup.utf8.filter { $0 != 0 }, as: UTF8.self)
    guard pango_parse_markup(source, -1, 0, &list, &text, nil, &error) != 0, let list, let text
    else {
      let reason = error.map { String(cString: $0.pointee.message) }
      if let error { g_error_free(error) }
      throw MoonreelError(
        .invalidArgument,
        "Cannot read the markup: write &amp; and &lt; for & and <, and close every tag.",
        cause: reason)
    }
    self.list = list
    self.text = Array(String(cString: text).utf8)
    g_free(text)
  }

  deinit { pango_attr_list_unref(list) }
}
