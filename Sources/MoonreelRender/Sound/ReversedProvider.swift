// SPDX-License-Identifier: MIT

import MoonreelCore

/// A provider played backwards about the middle of a range: its sample *m* is the other's `sum − 1 − m`.
///
/// Reads the other provider in large pieces on a fixed grid, so that going backwards costs one seek a
/// piece.
final class ReversedProvider: SampleProvider {
  private let provider: any SampleProvider
  private let sum: Int64
  private var pieces: [(index: Int64, samples: SampleBuffer)] = []

  private static let pieceSize: Int64 = 32768

  /// `provider` mirrored so that the range from sample `a` to sample `b` maps to itself, with
  /// `sum` = `a + b`.
  init(provider: any SampleProvider, sum: Int64) {
    (self.provider, self.sum) = (provider, sum)
  }

  func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    var end = sum - start
    let first = end - Int64(frameCount)
    var result: SampleBuffer?
    while end > first {
      let index = Self.pieceIndex(of: end - 1)
      let piece = try self.piece(index)
      let begin = max(first, index * Self.pieceSize)
      let base = index * Self.pieceSize
      let part = SampleBuffer(
        sampleRate: piece.sampleRate,
        channels: piece.channels.map { Array($0[Int(begin - base)..<Int(end - base)].reversed()) })
      result = Self.join(result, part)
      end = begin
    }
    return try result ?? provider.read(from: first, frameCount: 0)
  }

  private static func pieceIndex(of sample: Int64) -> Int64 {
    sample >= 0 ? sample / pieceSize : -((-sample - 1) / pieceSize) - 1
  }

  private func piece(_ index: Int64) throws -> SampleBuffer {
    if let known = pieces.first(where: { $0.index == index }) { return known.samples }
    let samples = try provider.read(
      from: index * Self.pieceSize, frameCount: Int(Self.pieceSize))
    if pieces.count > 1 { pieces.removeFirst() }
    pieces.append((index, samples))
    return samples
  }

  private static func join(_ first: SampleBuffer?, _ second: SampleBuffer) -> SampleBuffer {
    guard var joined = first else { return second }
    for index in joined.channels.indices { joined.channels[index] += second.channels[index] }
    return joined
  }
}
