// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The samples of a ``Source``, whose two channels are laid onto the mixer's loudspeakers: left and right
/// where the layout has them, their mean where it has one channel, silence elsewhere.
public final class SourceSampleProvider: SampleProvider {
  private let source: any Source
  private let sampleRate: Int
  private let layout: ChannelLayout
  private let matrix: ChannelMatrix?

  /// Provides the sound of `source`; `matrix` says what each loudspeaker gets of left and right, `nil`: the usual.
  public init(
    source: any Source, sampleRate: Int, layout: ChannelLayout, matrix: ChannelMatrix? = nil
  ) {
    (self.source, self.sampleRate, self.layout) = (source, sampleRate, layout)
    self.matrix = matrix
  }

  /// The source's samples; silence before its zero and after its duration.
  ///
  /// - Throws: what the source throws.
  public func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    var result = SampleBuffer(
      sampleRate: sampleRate, channelCount: layout.count, frameCount: frameCount)
    let end = source.duration?.value(timescale: Int64(sampleRate)) ?? .max
    let first = max(start, 0)
    let last = min(start + Int64(frameCount), end)
    guard first < last else { return result }
    let count = Int(last - first)
    let block = try source.samples(from: first, frameCount: count, sampleRate: sampleRate)
    guard block.frameCount == count, (1...2).contains(block.channels.count) else {
      throw MoonreelError(
        .internalError,
        "Cannot use the sound of \(type(of: source)): it gave \(block.channels.count) channels of "
          + "\(block.frameCount) samples where 2 of \(count) were asked for.")
    }
    let offset = Int(first - start)
    for (index, plane) in planes(of: block) {
      result.channels[index].replaceSubrange(offset..<offset + count, with: plane)
    }
    return result
  }

  /// The planes by their place in the layout.
  private func planes(of block: SampleBuffer) -> [(Int, [Float])] {
    let (left, right) = (block.channels[0], block.channels[block.channels.count - 1])
    if let matrix {
      return Array(matrix.mixed([left, right], channelCount: layout.count).enumerated())
    }
    if layout.count == 1 {
      return [(0, zip(left, right).map { ($0 + $1) * 0.5 })]
    }
    let rightIndex = layout.channels.firstIndex(of: "FR") ?? 1
    return [(layout.channels.firstIndex(of: "FL") ?? 0, left), (rightIndex, right)]
  }
}
