// SPDX-License-Identifier: MIT

import CRsvg
import MoonreelCore
import MoonreelText

/// A picture that librsvg has read.
///
/// librsvg gets a text that refers to nothing, no address it could be relative to, and no limits of its own:
/// ``SVGCleaner`` has set them.
///
/// `@unchecked Sendable`: the handle is used under the lock.
final class SVGDocument: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<RsvgHandle>
  private let name: String

  /// librsvg and what it stands on are used by one thread at a time.
  private static let library = Locked(())

  /// Reads `text` and adds the rules of `style`.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with librsvg's words.
  init(_ text: [UInt8], style: String, name: String) throws {
    self.name = name
    handle = try Self.library.withLock { _ in
      let handle = try Self.read(text, name)
      guard !style.isEmpty else { return handle }
      var fault: UnsafeMutablePointer<GError>?
      let bytes = Array(style.utf8)
      guard rsvg_handle_set_stylesheet(handle, bytes, gsize(bytes.count), &fault) != 0 else {
        g_object_unref(handle)
        throw Self.error(fault, "Cannot add rules to '\(name)'")
      }
      return handle
    }
  }

  deinit { g_object_unref(handle) }

  private static func read(_ text: [UInt8], _ name: String) throws
    -> UnsafeMutablePointer<RsvgHandle>
  {
    var fault: UnsafeMutablePointer<GError>?
    let handle = text.withUnsafeBytes { bytes -> UnsafeMutablePointer<RsvgHandle>? in
      let stream = g_memory_input_stream_new_from_data(bytes.baseAddress, bytes.count, nil)
      defer { g_object_unref(stream) }
      return rsvg_handle_new_from_stream_sync(
        stream, nil, RSVG_HANDLE_FLAG_UNLIMITED, nil, &fault)
    }
    guard let handle else { throw error(fault, "Cannot use '\(name)' as SVG") }
    rsvg_handle_set_dpi(handle, 96)
    return handle
  }

  private static func error(_ fault: UnsafeMutablePointer<GError>?, _ what: String)
    -> MoonreelError
  {
    defer { if let fault { g_error_free(fault) } }
    let words = fault.map { String(cString: $0.pointee.message) } ?? "no reason given"
    return MoonreelError(.unsupportedFormat, "\(what): \(words).")
  }

  /// librsvg has one code for all that goes wrong while it draws; only its words tell limits from the rest.
  private static func drawingError(_ fault: UnsafeMutablePointer<GError>?, _ name: String)
    -> MoonreelError
  {
    var error = error(fault, "Cannot draw '\(name)'")
    let isLimit = ["limit", "exceed", "too many", "too large"].contains {
      error.message.lowercased().contains($0)
    }
    error.code = isLimit ? .limitExceeded : .decodingFailed
    return error
  }

  // MARK: Size

  /// Its own size in pixels: what `width` and `height` say, at 96 pixels an inch. Where only one says a
  /// length, the other follows from the proportions of `viewBox`; where neither does (or both are shares,
  /// which are shares of nothing), that of `viewBox`; without a `viewBox`, as far right and down as something
  /// is drawn.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where it has none.
  func size() throws -> Size {
    try Self.library.withLock { _ in
      let size = try ownSize()
      guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
        throw MoonreelError(
          .unsupportedFormat,
          "Cannot use '\(name)': it has no size. Give its 'svg' element a width and a height.")
      }
      // librsvg's lengths are not exact; no picture is larger by a millionth of a pixel.
      func rounded(_ length: Double) -> Double { max(0.001, (length * 1000).rounded() / 1000) }
      return Size(rounded(size.width), rounded(size.height))
    }
  }

  private func ownSize() throws -> Size {
    var (width, height) = (RsvgLength(), RsvgLength())
    var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
    var box = RsvgRectangle()
    rsvg_handle_get_intrinsic_dimensions(
      handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
    var exact = Size.zero
    if rsvg_handle_get_intrinsic_size_in_pixels(handle, &exact.width, &exact.height) != 0 {
      return exact
    }
    let (across, down) = (width.pixels, height.pixels)
    if hasBox != 0, box.width > 0, box.height > 0 {
      switch (across, down) {
      case (let across?, nil): return Size(across, across * box.height / box.width)
      case (nil, let down?): return Size(down * box.width / box.height, down)
      default: return Size(box.width, box.height)
      }
    }
    let drawn = try drawnCorner()
    return Size(across ?? drawn.x, down ?? drawn.y)
  }

  /// The lower right corner of what is drawn.
  private func drawnCorner() throws -> Point {
    var (ink, logical) = (RsvgRectangle(), RsvgRectangle())
    var viewport = RsvgRectangle(x: 0, y: 0, width: 1000, height: 1000)
    var fault: UnsafeMutablePointer<GError>?
    guard rsvg_handle_get_geometry_for_layer(handle, nil, &viewport, &ink, &logical, &fault) != 0
    else { throw Self.error(fault, "Cannot measure '\(name)'") }
    return Point((ink.x + ink.width).rounded(.up), (ink.y + ink.height).rounded(.up))
  }

  // MARK: Drawing

  /// Draws it, `size` large, on `plane`.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where it is more than librsvg allows, `decodingFailed` where it cannot be
  ///   drawn.
  func draw(on plane: RasterPlane, size: Size) throws {
    try Self.library.withLock { _ in
      let surface = cairo_image_surface_create_for_data(
        plane.base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        // holds: planes are smaller than 32,768 pixels.
        Int32(plane.size.width), Int32(plane.size.height), Int32(plane.strideBytes))
      let cairo = cairo_create(surface)
      defer {
        cairo_destroy(cairo)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
      cairo_translate(cairo, -Double(plane.originX), -Double(plane.originY))
      cairo_scale(cairo, plane.scale, plane.scale)
      var viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
      var fault: UnsafeMutablePointer<GError>?
      guard rsvg_handle_render_document(handle, cairo, &viewport, &fault) != 0 else {
        throw Self.drawingError(fault, name)
      }
      cairo_surface_flush(surface)
    }
  }
}

extension RsvgLength {
  /// The length at 96 pixels an inch and letters of 16 pixels; `nil` for a share.
  fileprivate var pixels: Double? {
    switch unit {
    case RSVG_UNIT_PX: length
    case RSVG_UNIT_IN: length * 96
    case RSVG_UNIT_CM: length * 96 / 2.54
    case RSVG_UNIT_MM: length * 96 / 25.4
    case RSVG_UNIT_PT: length * 96 / 72
    case RSVG_UNIT_PC: length * 16
    case RSVG_UNIT_EM: length * 16
    case RSVG_UNIT_EX: length * 8
    default: nil
    }
  }
}
