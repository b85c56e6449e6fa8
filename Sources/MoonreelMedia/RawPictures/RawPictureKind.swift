// SPDX-License-Identifier: MIT

import MoonreelCore

/// The files whose pictures libav 5.1 does not draw, or not as their files ask.
enum RawPictureKind {
  case animatedWebP
  /// A still in the container of HEIF (ISO/IEC 23008-12).
  case heif
  /// The same with AV1.
  case avif

  /// How many bytes of a file tell its kind.
  static let headBytes = 32
  /// The longest file that is read.
  private static let mostBytes = 1 << 30

  /// The brands of files that hold stills; those of sequences (`avis`, `msf1`) are films to libav.
  private static let stillBrands: Set = ["heic", "heix", "heim", "heis", "mif1", "mif2"]

  /// The kind of the file that begins with `head`; `nil` for what libav reads.
  init?(head: [UInt8]) {
    func text(_ at: Int) -> String { String(decoding: head.dropFirst(at).prefix(4), as: UTF8.self) }
    if WebPChunks.isAnimation(head) {
      self = .animatedWebP
    } else if text(4) == "ftyp", text(8) == "avif" {
      self = .avif
    } else if text(4) == "ftyp", Self.stillBrands.contains(text(8)) {
      self = .heif
    } else {
      return nil
    }
  }

  /// The pictures in `bytes`, the whole file at `path`.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where none can be drawn, `limitExceeded` where they have
  ///   more pixels than `gate` allows or the file is too long.
  func pictures(in bytes: [UInt8], path: String, gate: FileGate) throws -> any RawPictures {
    guard bytes.count <= Self.mostBytes else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot open '\(path)': \(words) may have at most \(Self.mostBytes >> 20) MiB.")
    }
    return switch self {
    case .animatedWebP: try WebPAnimation(bytes, path: path, limit: gate.pixelLimit)
    case .heif: try HEIFPicture(bytes, formatName: "heif", path: path, gate: gate)
    case .avif: try HEIFPicture(bytes, formatName: "avif", path: path, gate: gate)
    }
  }

  /// How many bytes of the file to read: one more than it may have.
  static var readBytes: Int { mostBytes + 1 }

  private var words: String {
    switch self {
    case .animatedWebP: "an animated WebP"
    case .heif, .avif: "a picture"
    }
  }
}
