// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Codes pictures one by one, each without any other, for those who look at them from elsewhere: 8 bits, 4:2:0, quickly.
///
/// One thread at a time.
package final class PictureCoder {
  /// How pictures are coded.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// An access unit of H.264 in Annex B with its parameter sets.
    case h264
    /// A JPEG file.
    case jpeg

    var codec: VideoCodec {
      switch self {
      case .h264: .h264
      case .jpeg: .jpeg
      }
    }

    /// What makes each picture stand alone and come out at once.
    var options: [String: String] {
      switch self {
      case .h264:
        ["preset": "ultrafast", "tune": "zerolatency", "g": "1"]
      case .jpeg: [:]
      }
    }
  }

  /// A picture as it was coded.
  package struct Coded: Sendable {
    /// How: always JPEG where the size is odd.
    package var form: Form
    /// Its bytes.
    package var bytes: [UInt8]
  }

  private let form: Form
  private let quality: Double
  private var encoder: VideoEncoder?
  private var count: Int64 = 0

  /// A coder of pictures as `form`.
  ///
  /// - Parameter quality: 0…1.
  package init(_ form: Form, quality: Double) { (self.form, self.quality) = (form, quality) }

  /// Codes `frame`; alpha is left out.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`, `unsupportedFormat`).
  package func code(_ frame: FrameBuffer) throws -> Coded {
    // Two by two pixels share their colours in H.264, and it has no half pairs.
    let isOdd = frame.size.width % 2 + frame.size.height % 2 > 0
    let form = isOdd ? .jpeg : form
    let encoder = try encoder(for: frame, form)
    var bytes: [UInt8] = []
    let ready = try FramePreparation.prepare(frame, for: encoder.encoding)
    try encoder.encode(ready, index: count) { packet in
      bytes += UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    }
    count += 1
    guard !bytes.isEmpty else {
      throw MoonreelError(
        .encodingFailed, "Cannot code a picture with \(encoder.name): it gives none out.")
    }
    return Coded(form: form, bytes: bytes)
  }

  /// The encoder that is open, or a new one for another size or other colours.
  private func encoder(for frame: FrameBuffer, _ form: Form) throws -> VideoEncoder {
    var color = form == .jpeg ? form.codec.defaultColor : frame.color
    if form == .h264 { color.range = .limited }
    if form == .h264, frame.format.family == .rgb { color.matrix = .bt709 }
    if let encoder, encoder.encoding.size == frame.size, encoder.encoding.color == color,
      encoder.encoding.codec == form.codec
    {
      return encoder
    }
    let encoding = VideoEncoding(
      codec: form.codec, size: frame.size, frameRate: try FrameRate(30), format: .yuv420(),
      color: color, quality: quality, options: form.options, threadCount: 1)
    let opened = try VideoEncoder(encoding, globalHeader: false)
    (encoder, count) = (opened, 0)
    return opened
  }
}
