// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// The standard mixes from one layout to another.
@Suite struct ChannelMatrixTests {
  typealias Pair = (from: String, to: String)

  static let pairs: [Pair] = ChannelLayout.named.flatMap { from in
    ChannelLayout.named.map { (from.name, $0.name) }
  }

  private func layout(_ name: String) throws -> ChannelLayout {
    try #require(ChannelLayout.named.first { $0.name == name }?.layout)
  }

  /// What becomes of one full sample in each channel of `from` by turns: a row for each channel of `to`.
  private func matrix(_ pair: Pair) throws -> [[Float]] {
    let (from, to) = (try layout(pair.from), try layout(pair.to))
    let converter = try AudioConverter(
      fromRate: 48_000, fromLayout: from, toRate: 48_000, toLayout: to)
    let planes = (0..<from.count).map { channel in
      (0..<from.count).map { Float($0 == channel ? 1 : 0) }
    }
    return try converter.convert(SampleBuffer(sampleRate: 48_000, channels: planes)).channels
  }

  /// The same by the ffmpeg command line.
  private func reference(_ pair: Pair) throws -> [[Float]] {
    let (sources, targets) = (try layout(pair.from).count, try layout(pair.to).count)
    let impulses = (0..<sources).map { "eq(n,\($0))" }.joined(separator: "|")
    let data = try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "aevalsrc=exprs='\(impulses)':c=\(pair.from):s=48000:d=0.01"]
        + ["-af", "aformat=sample_fmts=fltp:channel_layouts=\(pair.to)", "-f", "f32le", "-"])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return (0..<targets).map { row in (0..<sources).map { samples[$0 * targets + row] } }
  }

  /// Mixes that are not ffmpeg's: what is the same on both sides of stereo is as loud in mono, and the other way round.
  private static let own: [String: [[Float]]] = [
    "mono to stereo": [[1], [1]], "stereo to mono": [[0.5, 0.5]],
  ]

  @Test("mixes are ffmpeg's, but for mono and stereo", arguments: pairs)
  func asFFmpeg(from: String, to: String) throws {
    let found = try matrix((from, to))
    let expected = try Self.own["\(from) to \(to)"] ?? reference((from, to))
    for (row, (found, expected)) in zip(found, expected).enumerated() {
      for (column, (gain, wanted)) in zip(found, expected).enumerated() {
        #expect(abs(gain - wanted) < 1e-6, "\(from) \(column) in \(to) \(row): \(gain), \(wanted)")
      }
    }
  }

  /// ITU-R BS.775: centre and surrounds at −3 dB (0.7071), no low frequencies.
  @Test(
    "mixes down are those of BS.775",
    arguments: [
      ("stereo", "mono", [[0.5, 0.5]]),
      ("quad", "stereo", [[1, 0, 0.7071, 0], [0, 1, 0, 0.7071]]),
      ("5.1", "stereo", [[1, 0, 0.7071, 0, 0.7071, 0], [0, 1, 0.7071, 0, 0, 0.7071]]),
      ("5.1", "mono", [[0.7071, 0.7071, 1, 0, 0.5, 0.5]]),
      (
        "7.1", "stereo",
        [
          [1, 0, 0.7071, 0, 0.7071, 0, 0.7071, 0], [0, 1, 0.7071, 0, 0, 0.7071, 0, 0.7071],
        ]
      ),
    ])
  func asWritten(from: String, to: String, gains: [[Float]]) throws {
    let found = try matrix((from, to))
    for (row, wanted) in zip(found, gains) {
      #expect(zip(row, wanted).allSatisfy { abs($0 - $1) < 1e-4 }, "\(from) to \(to): \(row)")
    }
  }

  @Test("what stays as it is is not touched", arguments: ChannelLayout.named.map(\.name))
  func unchanged(name: String) throws {
    for (row, gains) in try matrix((name, name)).enumerated() {
      #expect(gains == gains.indices.map { $0 == row ? 1 : 0 })
    }
  }
}
