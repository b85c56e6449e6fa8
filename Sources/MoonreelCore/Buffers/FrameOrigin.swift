// SPDX-License-Identifier: MIT

/// Where the pixels of a decoded frame come from: enough to decode them again, and nothing that a copy of the file
/// would have otherwise.
package struct FrameOrigin: Sendable {
  /// The file.
  package var file: FileContent
  /// The stream's index in it.
  package var stream: Int
  /// The number of its packet in the stream, in the order of the file, from 0.
  package var ordinal: Int
  /// What decoded it where not the codec's usual decoder did.
  package var decoder: String?
  /// The order of the fields from which it was made a picture of one moment; `nil` where it is as decoded.
  package var deinterlacedFields: FieldOrder?

  /// A frame of a file.
  package init(file: FileContent, stream: Int, ordinal: Int, decoder: String? = nil) {
    (self.file, self.stream, self.ordinal, self.decoder) = (file, stream, ordinal, decoder)
  }
}

extension FrameBuffer {
  /// Stands for the picture: for where it comes from where that is known, so that its pixels are not looked at, else
  /// for its pixels. Both with all that says what the numbers mean.
  package var digest: Digest { memo.value { originDigest ?? pixelDigest } }

  private var originDigest: Digest? {
    guard let origin, let file = origin.file.digest else { return nil }
    return DigestWriter(
      "decoded", format, size, color, pixelAspect, alphaMode, hdr, file, origin.stream,
      origin.ordinal, origin.decoder, origin.deinterlacedFields
    ).digest
  }

  private var pixelDigest: Digest {
    DigestWriter(
      "pixels", format, size, color, pixelAspect, alphaMode, hdr,
      planes.indices.map(digest(ofPlane:))
    ).digest
  }

  /// The digest of a plane's samples, without what lies between its rows.
  private func digest(ofPlane index: Int) -> Digest {
    let plane = planes[index]
    let samples = plane.size.width * format.componentsPerSample(inPlane: index)
    var hash = SHA256()
    for row in 0..<plane.size.height {
      hash.update(
        UnsafeRawBufferPointer(
          start: plane.base + row * plane.strideBytes, count: samples * format.bytesPerComponent))
    }
    return hash.finalized()
  }
}
