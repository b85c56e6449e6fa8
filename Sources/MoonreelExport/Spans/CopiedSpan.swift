// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// A span whose packets are a file's own.
struct CopiedSpan: Sendable {
  /// The file.
  let pictures: CopiedPictures
  /// Its packets: a piece of a stretch.
  let stretch: CopiedPictures.Stretch
  /// How the film's other spans are encoded.
  let rules: SpanRules
  /// Whether the next packets that are read do not go on from it.
  let endsStretch: Bool
  /// Whether the file is to be closed afterwards.
  let isLast: Bool

  /// Reads the packets.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file was changed since the film was planned; `DamagedPackets`.
  func read() throws -> EncodedSpan {
    defer { if isLast { pictures.close() } }
    let span = try pictures.span(stretch, rules)
    if endsStretch { try pictures.endStretch() }
    return span
  }
}
