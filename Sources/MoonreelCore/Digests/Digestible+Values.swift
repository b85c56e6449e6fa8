// SPDX-License-Identifier: MIT

// The properties of Core's values, for digests.

extension Point: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(x, y) }
}

extension Size: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(width, height) }
}

extension PixelSize: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(width, height) }
}

extension Rect: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(origin, size) }
}

extension AffineTransform: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(a, b, c, d, tx, ty) }
}

extension ProjectiveTransform: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(a, b, p, c, d, q, tx, ty, r) }
}

extension Rational: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(numerator, denominator) }
}

extension Time: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(flicks) }
}

extension TimeRange: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(start, duration) }
}

extension Color: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(red, green, blue, alpha) }
}

extension Path: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(elements) }
}

extension Path.FillRule: Digestible {}

extension Path.Element: Digestible {
  package func add(to writer: inout DigestWriter) {
    switch self {
    case .move(let point): writer.add("move", point)
    case .line(let point): writer.add("line", point)
    case .quadratic(let handle, let point): writer.add("quadratic", handle, point)
    case .cubic(let first, let second, let point): writer.add("cubic", first, second, point)
    case .close: writer.add("close")
    }
  }
}

extension PixelFormat: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(family, packing, bitDepth, chromaShiftX, chromaShiftY, hasAlpha, bitShift)
  }
}

extension PixelFormat.Family: Digestible {}

extension PixelFormat.Packing: Digestible {
  package func add(to writer: inout DigestWriter) {
    switch self {
    case .planar: writer.add("planar")
    case .semiplanar: writer.add("semiplanar")
    case .packed(let order): writer.add("packed", order)
    }
  }
}

extension ColorTags: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(matrix, transfer, primaries, range, siting)
  }
}

extension ColorTags.Matrix: Digestible {}
extension ColorTags.Transfer: Digestible {}
extension ColorTags.Primaries: Digestible {}
extension ColorTags.Range: Digestible {}
extension ColorTags.ChromaSiting: Digestible {}
extension FieldOrder: Digestible {}

extension HDRMetadata: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(masteringDisplay, contentLight) }
}

extension HDRMetadata.MasteringDisplay: Digestible {
  package func add(to writer: inout DigestWriter) {
    writer.add(primaries.map { Point($0.x, $0.y) }, white.x, white.y, minLuminance, maxLuminance)
  }
}

extension HDRMetadata.ContentLight: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(maxContent, maxAverage) }
}

extension FrameBuffer.AlphaMode: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(self == .premultiplied) }
}

extension SubstationScript: Digestible {
  /// The path is for messages and left out.
  package func add(to writer: inout DigestWriter) { writer.add(header, events, fonts) }
}

extension SubstationScript.Event: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(timeRange, text) }
}

extension SubstationScript.Font: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(name, Digest(of: bytes)) }
}
