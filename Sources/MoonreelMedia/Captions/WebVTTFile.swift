// SPDX-License-Identifier: MIT

import MoonreelCore

/// Files of WebVTT, which libav leaves at their first style block.
enum WebVTTFile {
  /// The most bytes that are read.
  private static let limit = 64 << 20

  /// The captions of the file at `path`, which passes `gate`; `nil` where it does not begin as WebVTT does.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` or `fileAccess`.
  static func captions(path: String, gate: FileGate, warnings: WarningLog?) throws -> Captions? {
    let bytes = try read(try gate.resolve(path), named: path)
    let (text, isUTF8) = decode(bytes)
    guard text.hasPrefix("WEBVTT") else { return nil }
    if !isUTF8 { warnings?.warn(CaptionText.encodingWarning(path)) }
    return Captions(blocks(of: text).compactMap(caption).filter { !$0.isBlank })
  }

  private static func read(_ real: String, named path: String) throws -> [UInt8] {
    guard let bytes = try RegularFile.bytes(of: real, named: path, limit: limit, "captions") else {
      throw MoonreelError(.fileAccess, "Cannot open '\(path)': there is no such file.")
    }
    return bytes
  }

  private static func decode(_ bytes: [UInt8]) -> (text: String, isUTF8: Bool) {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else {
      return bytes.withUnsafeBufferPointer(CaptionText.decode)
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[index + (isLittle ? 0 : 1)])
    }
    return (CaptionText.clean(String(decoding: units, as: UTF16.self)), true)
  }

  /// Lines that no empty one parts.
  private static func blocks(of text: String) -> [[Substring]] {
    text.split(separator: "\n", omittingEmptySubsequences: false).split { $0.isEmpty }.map(
      Array.init)
  }

  /// The cue that `lines` describe; `nil` for notes, styles and what cannot be read.
  private static func caption(_ lines: [Substring]) -> Caption? {
    guard let place = lines.prefix(2).firstIndex(where: { $0.contains("-->") }) else { return nil }
    let parts = lines[place].split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count >= 3, parts[1] == "-->", let start = WebVTTPayload.time(parts[0]),
      let end = WebVTTPayload.time(parts[2]), end > start
    else { return nil }
    let text = lines[(place + 1)...].joined(separator: "\n")
    return Caption(
      timeRange: TimeRange(start: start, end: end),
      spans: WebVTTPayload.parse(text, start: start),
      placement: WebVTTSettings.placement(parts[3...].joined(separator: " ")))
  }
}
