// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

@testable import moonreel

/// Reads pictures back from what was sent to a terminal: by what the protocols say, not by how they are written here.
enum DrawnPictures {
  /// The first picture in `output`.
  static func first(_ kind: TerminalPictures, in output: [UInt8]) -> RGBPicture? {
    switch kind {
    case .kitty: kitty(output)
    case .sixel: sixel(output)
    case .blocks: blocks(output)
    }
  }

  /// Pieces `ESC _ G keys ; payload ESC \`, until one says `m=0`.
  private static func kitty(_ output: [UInt8]) -> RGBPicture? {
    var (size, letters) = (PixelSize(0, 0), "")
    let text = String(decoding: output, as: UTF8.self)
    for match in text.matches(of: /\x{1B}_G([^;\x{1B}]*);([^\x{1B}]*)\x{1B}\\/) {
      let keys = Dictionary(
        uniqueKeysWithValues: match.1.split(separator: ",").compactMap { pair in
          pair.firstIndex(of: "=").map {
            (String(pair[..<$0]), String(pair[pair.index(after: $0)...]))
          }
        })
      if keys["a"] == "T" {
        guard keys["f"] == "24" else { return nil }
        size = PixelSize(Int(keys["s"] ?? "") ?? 0, Int(keys["v"] ?? "") ?? 0)
      }
      guard keys["m"] != nil, match.2.utf8.count <= 4096 else { continue }
      letters += match.2
      if keys["m"] == "0" { break }
    }
    guard let data = Data(base64Encoded: letters), data.count == size.width * size.height * 3,
      !data.isEmpty
    else { return nil }
    return RGBPicture(size: size, bytes: Array(data))
  }

  /// DECSIXEL: colours of the palette, bands, `!` repeats.
  private static func sixel(_ output: [UInt8]) -> RGBPicture? {
    let text = String(decoding: output, as: UTF8.self)
    guard let match = text.firstMatch(of: /\x{1B}P[0-9;]*q"1;1;(\d+);(\d+)([^\x{1B}]*)\x{1B}\\/),
      let width = Int(match.1), let height = Int(match.2)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    var (palette, color, x, y) = ([Int: [UInt8]](), 0, 0, 0)
    for part in match.3.matches(of: /#([0-9;]+)|!(\d+)(.)|([?-~])|([$\-])/) {
      if let words = part.1 {
        let numbers = words.split(separator: ";").compactMap { Int($0) }
        color = numbers[0]
        guard numbers.count == 5 else { continue }
        palette[color] = numbers[2...].map { UInt8(($0 * 255 + 50) / 100) }
      } else if let motion = part.5 {
        (x, y) = (0, motion == "-" ? y + 6 : y)
      } else if let letter = (part.3 ?? part.4)?.unicodeScalars.first {
        for _ in 0..<(part.2.flatMap { Int($0) } ?? 1) {
          for bit in 0..<6 where (letter.value - 63) >> UInt32(bit) & 1 == 1 && y + bit < height {
            guard x < width, let rgb = palette[color] else { return nil }
            let place = ((y + bit) * width + x) * 3
            bytes.replaceSubrange(place..<place + 3, with: rgb)
          }
          x += 1
        }
      }
    }
    return RGBPicture(size: PixelSize(width, height), bytes: bytes)
  }

  /// Cells with `▀` in 24 bits, from the first `ESC [ row ; column H` to the end of the synchronized update.
  private static func blocks(_ output: [UInt8]) -> RGBPicture? {
    let text = String(decoding: output, as: UTF8.self)
    guard
      let picture = text.components(separatedBy: "\u{1B}[?2026h").dropFirst().first?
        .components(separatedBy: "\u{1B}[?2026l").first
    else { return nil }
    var (rows, top, bottom) = ([[(Int, Int)]](), 0, 0)
    for part in picture.matches(of: /\x{1B}\[([0-9;]*)([Hm])|▀/) {
      let numbers = (part.1 ?? "").split(separator: ";").compactMap { Int($0) }
      if part.2 == "H" {
        rows.append([])
      } else if part.2 == "m", numbers.count == 5 {
        let color = numbers[2] << 16 | numbers[3] << 8 | numbers[4]
        if numbers[0] == 38 { top = color } else { bottom = color }
      } else if part.2 == nil {
        rows[rows.count - 1].append((top, bottom))
      }
    }
    func bytes(_ color: Int) -> [UInt8] {
      [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255)]
    }
    guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else { return nil }
    return RGBPicture(
      size: PixelSize(width, rows.count * 2),
      bytes: rows.flatMap { row in
        row.flatMap { bytes($0.0) } + row.flatMap { bytes($0.1) }
      })
  }
}
