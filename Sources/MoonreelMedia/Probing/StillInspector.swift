// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Looks into the bytes of a still picture for what libav does not tell: how it is turned, and what its colours are.
struct StillInspector {
  /// The kinds of files that are looked into.
  enum Kind {
    case jpeg
    case png
    case webp
    case tiff
  }

  let bytes: [UInt8]

  /// Reads the picture's bytes; nothing is found where that fails.
  init(_ format: FormatContext) {
    let storage = PacketStorage()
    guard let source = try? format.reopened(), source.read(into: storage.packet) >= 0 else {
      self.init(bytes: [])
      return
    }
    self.init(storage.packet)
  }

  /// The first picture of `format`; `nil` where another library than libav draws the pictures.
  init?(unlessRaw format: FormatContext) {
    guard format.rawPictures == nil else { return nil }
    self.init(format)
  }

  /// The inspector of the picture in `packet`.
  init(_ packet: UnsafeMutablePointer<AVPacket>) {
    bytes = Array(
      UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }

  /// The inspector of a picture's `bytes`.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// What the bytes are; `nil` for anything else.
  var kind: Kind? {
    if bytes.starts(with: [0xff, 0xd8]) { return .jpeg }
    if text(1, 3) == "PNG" { return .png }
    if text(0, 4) == "RIFF", text(8, 4) == "WEBP" { return .webp }
    return text(0, 2) == "II" || text(0, 2) == "MM" ? .tiff : nil
  }

  /// EXIF's orientation, 1…8; 1 where the picture does not say.
  var exifOrientation: Int {
    guard let start = tiffStart else { return 1 }
    return Exif.orientation(bytes[start...]) ?? 1
  }

  /// Where the TIFF structure with the EXIF fields begins.
  private var tiffStart: Int? {
    let place: Int? =
      switch kind {
      case .jpeg: first { $0 == "e1" && text($1.lowerBound, 4) == "Exif" }.map { $0.lowerBound + 6 }
      case .png: first { name, _ in name == "eXIf" }?.lowerBound
      case .webp:
        first { name, _ in name == "EXIF" }
          .map { $0.lowerBound + (text($0.lowerBound, 4) == "Exif" ? 6 : 0) }
      case .tiff: 0
      case nil: nil
      }
    return place.flatMap { $0 < bytes.count ? $0 : nil }
  }

  /// The payload of the first part of the file that `isWanted`.
  func first(where isWanted: (String, Range<Int>) -> Bool) -> Range<Int>? {
    var found: Range<Int>?
    visit { name, payload in
      if isWanted(name, payload) { found = payload }
      return found == nil
    }
    return found
  }

  /// Goes through the parts of the file: the segments of a JPEG before its first scan, named by their marker
  /// (`"e1"`), or the chunks of a PNG or WebP. Ends where `body` says `false`, or at damage; a payload may
  /// be cut off by the file's end.
  func visit(_ body: (String, Range<Int>) -> Bool) {
    switch kind {
    case .jpeg: visitJPEG(body)
    case .png: visitChunks(from: 8, isBigEndian: true, body)
    case .webp: visitChunks(from: 12, isBigEndian: false, body)
    case .tiff, nil: break
    }
  }

  private func visitJPEG(_ body: (String, Range<Int>) -> Bool) {
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xff {
      let marker = bytes[at + 1]
      if marker == 0xff {
        at += 1
        continue
      }
      if marker == 0xda { return }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      let end = min(bytes.count, at + 2 + max(2, length))
      guard body(String(marker, radix: 16), at + 4..<max(at + 4, end)) else { return }
      at += 2 + max(2, length)
    }
  }

  /// A chunk has its length and name, in either order, and in a PNG a sum behind it.
  private func visitChunks(
    from start: Int, isBigEndian: Bool, _ body: (String, Range<Int>) -> Bool
  ) {
    var at = start
    while at + 8 <= bytes.count {
      let (lengthAt, nameAt) = isBigEndian ? (at, at + 4) : (at + 4, at)
      let length = number(lengthAt, 4, isBigEndian: isBigEndian) ?? 0
      // holds: the loop goes on where eight bytes are left, and no length is negative.
      let payload = at + 8..<min(bytes.count, at + 8 + length)
      guard body(text(nameAt, 4), payload) else { return }
      at += 8 + length + (isBigEndian ? 4 : length % 2)
    }
  }

  /// The number in `count` bytes; `nil` behind the end.
  func number(_ at: Int, _ count: Int, isBigEndian: Bool = true) -> Int? {
    guard at >= 0, at + count <= bytes.count else { return nil }
    return (0..<count).reduce(0) {
      isBigEndian ? $0 << 8 | Int(bytes[at + $1]) : $0 | Int(bytes[at + $1]) << (8 * $1)
    }
  }

  /// The letters in `count` bytes; empty behind the end.
  func text(_ at: Int, _ count: Int) -> String {
    guard at >= 0, at + count <= bytes.count else { return "" }
    // holds: the guard compares them.
    return String(decoding: bytes[at..<(at + count)], as: UTF8.self)
  }
}
