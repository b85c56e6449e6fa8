// SPDX-License-Identifier: MIT

/// Writes GIF files by hand (GIF89a), with every choice that the format gives.
struct GIFWriter {
  /// One frame: where it lies, and its pixels as letters, row by row; `-` is transparent.
  struct Frame {
    var (left, top): (Int, Int)
    var rows: [String]
    /// What becomes of it before the next: 0 and 1 nothing, 2 it is cleared, 3 what was before comes back.
    var disposal = 1
    /// Hundredths of a second.
    var delay = 10
    /// Whether its colours are a table of its own.
    var hasTable = false

    init(_ left: Int, _ top: Int, _ rows: [String], disposal: Int = 1, hasTable: Bool = false) {
      (self.left, self.top, self.rows) = (left, top, rows)
      (self.disposal, self.hasTable) = (disposal, hasTable)
    }
  }

  /// The letters of the colours, and what is transparent.
  static let colors: [Character: [UInt8]] = [
    "r": [255, 0, 0], "g": [0, 255, 0], "b": [0, 0, 255], "w": [255, 255, 255],
  ]
  private static let letters: [Character] = ["r", "g", "b", "w", "-"]

  var (width, height): (Int, Int)
  /// The size of the table that all frames share: 2 to the power of so much; at least 3.
  var tableBits = 3
  /// The place of the background colour in it.
  var background = 2

  /// The file with `frames`.
  func bytes(_ frames: [Frame]) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + word(width) + word(height)
    bytes += [0xF0 | UInt8(tableBits - 1), UInt8(background), 0] + table(bits: tableBits)
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for frame in frames {
      let isClear = frame.rows.contains { $0.contains("-") }
      bytes += [0x21, 0xF9, 4, UInt8(frame.disposal << 2) | (isClear ? 1 : 0)]
      bytes += word(frame.delay) + [4, 0]
      bytes += [0x2C] + word(frame.left) + word(frame.top)
      bytes += word(frame.rows[0].count) + word(frame.rows.count)
      bytes += frame.hasTable ? [0x82] + table(bits: 3) : [0]
      bytes += data(frame)
    }
    return bytes + [0x3B]
  }

  private func table(bits: Int) -> [UInt8] {
    (0..<1 << bits).flatMap { place in
      place < Self.letters.count ? Self.colors[Self.letters[place]] ?? [9, 9, 9] : [8, 8, 8]
    }
  }

  /// The pixels, one code of eight bits each: what is looked up in the coder's table is thrown away before it grows.
  private func data(_ frame: Frame) -> [UInt8] {
    var codes: [UInt8] = []
    for (place, letter) in frame.rows.joined().enumerated() {
      if place % 100 == 0 { codes.append(128) }
      codes.append(UInt8(Self.letters.firstIndex(of: letter) ?? 0))
    }
    codes.append(129)
    var bytes: [UInt8] = [7]
    for start in stride(from: 0, to: codes.count, by: 200) {
      let part = codes[start..<min(start + 200, codes.count)]
      bytes += [UInt8(part.count)] + part
    }
    return bytes + [0]
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
