// SPDX-License-Identifier: MIT

import MoonreelCore

/// What each channel is made of: a row for each, with gains for the channels of what is mixed.
public struct ChannelMatrix: Sendable {
  private let rows: [[Double]]

  /// The matrix with these rows; what they leave out is silent.
  public init(_ rows: [[Double]]) { self.rows = rows }

  /// `planes`, one a channel, mixed into `channelCount` others.
  func mixed(_ planes: [[Float]], channelCount: Int) -> [[Float]] {
    let count = planes.first?.count ?? 0
    return (0..<channelCount).map { channel in
      let row = channel < rows.count ? rows[channel] : []
      var sums = [Double](repeating: 0, count: count)
      for (gain, plane) in zip(row, planes) where gain != 0 {
        for index in sums.indices { sums[index] += gain * Double(plane[index]) }
      }
      return sums.map { Float($0) }
    }
  }
}

/// The samples of another provider, its channels mixed.
public final class RemixedProvider: SampleProvider {
  private let provider: any SampleProvider
  private let matrix: ChannelMatrix
  private let channelCount: Int

  /// Mixes what `provider` gives into `channelCount` channels.
  public init(_ provider: any SampleProvider, _ matrix: ChannelMatrix, channelCount: Int) {
    (self.provider, self.matrix, self.channelCount) = (provider, matrix, channelCount)
  }

  /// The other's samples, mixed.
  ///
  /// - Throws: what the other throws.
  public func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    var block = try provider.read(from: start, frameCount: frameCount)
    block.channels = matrix.mixed(block.channels, channelCount: channelCount)
    return block
  }
}
