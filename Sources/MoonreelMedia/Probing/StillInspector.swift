// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Looks into the bytes of a still picture for what libav does not tell.
struct StillInspector {
  private let bytes: [UInt8]

  /// Reads the picture's bytes; nothing is found where that fails.
  init(_ format: FormatContext) {
    guard let source = try? format.reopened() else {
      bytes = []
      return
    }
    let storage = PacketStorage()
    guard source.read(into: storage.packet) >= 0 else {
      bytes = []
      return
    }
    bytes = Array(
      UnsafeBufferPointer(
        start: storage.packet.pointee.data, count: Int(storage.packet.pointee.size)))
  }

  /// The inspector of a picture's `bytes`.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// EXIF's orientation, 1…8; 1 where the picture does not say.
  var exifOrientation: Int {
    guard let start = tiffStart else { return 1 }
    return Exif.orientation(bytes[start...]) ?? 1
  }

  /// Where the TIFF structure with the EXIF fields begins.
  private var tiffStart: Int? {
    if bytes.starts(with: [0xff, 0xd8]) { return inJPEG() }
    if text(1, 3) == "PNG" { return inPNG() }
    if text(0, 4) == "RIFF", text(8, 4) == "WEBP" { return inWebP() }
    return text(0, 2) == "II" || text(0, 2) == "MM" ? 0 : nil
  }

  private func inJPEG() -> Int? {
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xff {
      let marker = bytes[at + 1]
      if marker == 0xff {
        at += 1
        continue
      }
      if marker == 0xda { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      if marker == 0xe1, text(at + 4, 4) == "Exif" { return at + 10 < bytes.count ? at + 10 : nil }
      at += 2 + length
    }
    return nil
  }

  private func inPNG() -> Int? {
    var at = 8
    while at + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
      if text(at + 4, 4) == "eXIf" { return at + 8 < bytes.count ? at + 8 : nil }
      at += 12 + length
    }
    return nil
  }

  private func inWebP() -> Int? {
    var at = 12
    while at + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
      if text(at, 4) == "EXIF" {
        let start = text(at + 8, 4) == "Exif" ? at + 14 : at + 8
        return start < bytes.count ? start : nil
      }
      at += 8 + length + length % 2
    }
    return nil
  }

  private func text(_ at: Int, _ count: Int) -> String {
    guard at >= 0, at + count <= bytes.count else { return "" }
    // holds: the guard compares them.
    return String(decoding: bytes[at..<(at + count)], as: UTF8.self)
  }
}
