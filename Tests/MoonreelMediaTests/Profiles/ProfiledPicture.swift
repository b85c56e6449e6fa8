// SPDX-License-Identifier: MIT

import Foundation

/// A picture of one row that tests write into files of several kinds, with what those say of colours.
struct ProfiledPicture {
  /// Which components pixels have.
  enum Shape: String, CaseIterable {
    case gray, grayAlpha, rgb, rgba, palette

    var components: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
    var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    var isGray: Bool { self == .gray || self == .grayAlpha }
  }

  var shape: Shape
  var bits = 8
  static let width = 24

  /// The colours of its pixels, of 0…1: dark, bright, gray and saturated ones.
  var colors: [[Double]] {
    (0..<Self.width).map { number in
      let codes = [number * 37 % 256, number * number * 11 % 256, (255 + number * 91) % 256]
      let parts = shape.isGray || number % 6 == 0 ? [codes[0], codes[0], codes[0]] : codes
      return parts.map { Double($0) / 255 }
    }
  }

  func alpha(_ number: Int) -> Double { shape.hasAlpha ? Double(255 - 5 * number) / 255 : 1 }

  /// Its samples, the higher byte first or last.
  private func samples(isBigEndian: Bool) -> [UInt8] {
    colors.enumerated().flatMap { number, color -> [UInt8] in
      if shape == .palette { return [UInt8(number)] }
      let values = (shape.isGray ? [color[0]] : color) + (shape.hasAlpha ? [alpha(number)] : [])
      return values.flatMap { value -> [UInt8] in
        let code = Int((value * Double((1 << bits) - 1)).rounded())
        guard bits == 16 else { return [UInt8(code)] }
        let pair = [UInt8(code >> 8), UInt8(code & 255)]
        return isBigEndian ? pair : pair.reversed()
      }
    }
  }

  /// A PNG with `chunks` behind its head.
  func png(_ chunks: [[UInt8]] = []) -> [UInt8] {
    let type: UInt8 =
      switch shape {
      case .gray: 0
      case .rgb: 2
      case .palette: 3
      case .grayAlpha: 4
      case .rgba: 6
      }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += Self.chunk(
      "IHDR", Self.number(Self.width) + Self.number(1) + [UInt8(bits), type, 0, 0, 0])
    file += chunks.joined()
    if shape == .palette {
      file += Self.chunk("PLTE", colors.flatMap { $0.map { UInt8(($0 * 255).rounded()) } })
    }
    file += Self.chunk("IDAT", Self.packed([0] + samples(isBigEndian: true)))
    return file + Self.chunk("IEND", [])
  }

  /// The chunk of PNG with `profile`.
  static func iccp(_ profile: [UInt8]) -> [UInt8] {
    chunk("iCCP", Array("test".utf8) + [0, 0] + packed(profile))
  }

  /// The chunk of PNG with numbers in units of 1/100000.
  static func shares(_ name: String, _ values: [Double]) -> [UInt8] {
    chunk(name, values.flatMap { number(Int(($0 * 100_000).rounded())) })
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    let sum = ~body.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
    }
    return number(data.count) + body + number(Int(sum))
  }

  /// zlib's form of `bytes`, not made smaller.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 0x01], bytes[...])
    repeat {
      let part = rest.prefix(0xffff)
      rest = rest.dropFirst(part.count)
      let size = [UInt8(part.count & 255), UInt8(part.count >> 8)]
      result += [rest.isEmpty ? 1 : 0] + size + size.map { ~$0 } + part
    } while !rest.isEmpty
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return result + number(high << 16 | low)
  }

  /// A TIFF, with `profile` where there is one.
  func tiff(_ profile: [UInt8]?) -> [UInt8] {
    let pixels = samples(isBigEndian: false)
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      Self.little(tag, 2) + Self.little(type, 2) + Self.little(count, 4) + Self.little(value, 4)
    }
    let parts = shape.components
    let bitsAt = 8 + pixels.count
    let profileAt = bitsAt + 2 * parts
    var entries = [
      entry(256, 4, 1, Self.width), entry(257, 4, 1, 1),
      entry(258, 3, parts, parts == 1 ? bits : bitsAt), entry(259, 3, 1, 1),
      entry(262, 3, 1, shape.isGray ? 1 : 2), entry(273, 4, 1, 8), entry(277, 3, 1, parts),
      entry(278, 4, 1, 1), entry(279, 4, 1, pixels.count),
    ]
    if shape.hasAlpha { entries.append(entry(338, 3, 1, 2)) }
    if let profile { entries.append(entry(0x8773, 7, profile.count, profileAt)) }
    let directory = profileAt + (profile?.count ?? 0)
    var file = Array("II".utf8) + [42, 0] + Self.little(directory, 4) + pixels
    for _ in 0..<parts { file += Self.little(bits, 2) }
    file += (profile ?? []) + Self.little(entries.count, 2)
    return file + entries.joined() + Self.little(0, 4)
  }

  /// The WebP `plain` with `profile`.
  static func webp(_ plain: [UInt8], profile: [UInt8], hasAlpha: Bool) -> [UInt8] {
    let head = [UInt8(0x20 | (hasAlpha ? 0x10 : 0)), 0, 0, 0] + little(width - 1, 3) + little(0, 3)
    let padding = [UInt8](repeating: 0, count: profile.count % 2)
    var body = Array("WEBPVP8X".utf8) + little(10, 4) + head
    body += Array("ICCP".utf8) + little(profile.count, 4) + profile + padding + plain.dropFirst(12)
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// The JPEG `plain` with `profile` in segments of `size` bytes, the last one first.
  static func jpeg(_ plain: [UInt8], profile: [UInt8], size: Int = 200, drops: Int? = nil)
    -> [UInt8]
  {
    let parts = stride(from: 0, to: profile.count, by: size).map {
      profile[$0..<min($0 + size, profile.count)]
    }
    let kept = parts.enumerated().reversed().filter { $0.offset != drops }
    let segments = kept.map { number, part -> [UInt8] in
      let body = Array("ICC_PROFILE".utf8) + [0, UInt8(number + 1), UInt8(parts.count)] + part
      return [0xff, 0xe2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    return Array(plain.prefix(2)) + segments.joined() + Array(plain.dropFirst(2))
  }

  static func number(_ value: Int) -> [UInt8] { TestProfile.number(value) }
  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// A JPEG of four components, one block of 8 × 8 pixels for each colour, written as the standard's baseline has it.
struct InkJPEG {
  /// The stored components of each block.
  var blocks: [[UInt8]]
  /// What the segment of Adobe says; `nil`: there is none.
  var transform: UInt8?
  var profile: [UInt8]?

  var bytes: [UInt8] {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xff, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    var file: [UInt8] = [0xff, 0xd8]
    if let transform {
      file += segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }
    // Quantised by 8: the coefficient of a flat block is its value less 128.
    file += segment(0xdb, [0] + [UInt8](repeating: 8, count: 64))
    let width = 8 * blocks.count
    let parts: [UInt8] = (1...4).flatMap { [UInt8($0), 0x11, 0] }
    file += segment(0xc0, [8, 0, 8, UInt8(width >> 8), UInt8(width & 255), 4] + parts)
    // Twelve codes of four bits for the lengths of differences; one of one bit for the end of a block.
    let symbols = (0..<12).map { UInt8($0) }
    file += segment(0xc4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + symbols)
    file += segment(0xc4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let scan: [UInt8] = (1...4).flatMap { [UInt8($0), 0x00] }
    file += segment(0xda, [4] + scan + [0, 63, 0])
    var bits = BitWriter()
    var last = [0, 0, 0, 0]
    for block in blocks {
      for (part, value) in block.enumerated() {
        let difference = Int(value) - 128 - last[part]
        last[part] = Int(value) - 128
        let length = Int.bitWidth - abs(difference).leadingZeroBitCount
        bits.append(length, 4)
        bits.append(difference < 0 ? difference + (1 << length) - 1 : difference, length)
        bits.append(0, 1)
      }
    }
    file += bits.bytes.flatMap { $0 == 0xff ? [0xff, 0] : [$0] } + [0xff, 0xd9]
    return profile.map { ProfiledPicture.jpeg(file, profile: $0) } ?? file
  }
}
