// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// A sliding stretch of a provider's samples, read forwards in large pieces.
///
/// Samples are made finite on entry: a hostile file may hold NaN, which a filter would never forget.
final class SourceWindow {
  private let provider: any SampleProvider
  private let channelCount: Int
  private var channels: [[Float]]
  private var start: Int64 = 0
  private var count = 0

  /// Magnitudes beyond 2²⁴ times full scale are cut: sums stay finite.
  static let limit: Float = 16_777_216
  private static let pieceSize = 4096

  /// A window onto `provider`, empty until asked for.
  init(provider: any SampleProvider, channelCount: Int) {
    (self.provider, self.channelCount) = (provider, channelCount)
    channels = Array(repeating: [], count: channelCount)
  }

  /// Makes samples `first ..< end` present and forgets those before `first`; returns where in each
  /// plane of ``plane(_:)`` sample `first` lies.
  func require(_ first: Int64, _ end: Int64) throws -> Int {
    if first < start || first > start + Int64(count) {
      (start, count) = (first, 0)
      for index in channels.indices { channels[index].removeAll(keepingCapacity: true) }
    }
    if end > start + Int64(count) {
      discard(before: first)
      let missing = Int(end - start) - count
      try append(max(missing, Self.pieceSize))
    }
    return Int(first - start)
  }

  /// The samples of one channel now present.
  func plane(_ channel: Int) -> [Float] { channels[channel] }

  private func discard(before first: Int64) {
    let stale = Int(first - start)
    guard stale > 0 else { return }
    for index in channels.indices { channels[index].removeFirst(stale) }
    (start, count) = (first, count - stale)
  }

  private func append(_ frameCount: Int) throws {
    let block = try provider.read(from: start + Int64(count), frameCount: frameCount)
    guard block.frameCount == frameCount, block.channels.count == channelCount else {
      throw MoonreelError(
        .internalError,
        "Cannot mix a source: it gave \(block.channels.count) channels of \(block.frameCount) samples "
          + "where \(channelCount) of \(frameCount) were asked for.")
    }
    for index in channels.indices {
      var samples = block.channels[index]
      samples.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        mr_samples_sanitize(base, buffer.count, Self.limit)
      }
      channels[index] += samples
    }
    count += frameCount
  }
}
