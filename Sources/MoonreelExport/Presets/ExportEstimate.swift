// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Roughly how large a file will be; within a factor of two for constant quality, within a tenth for
/// bit rates.
public struct ExportEstimate: Hashable, Sendable {
  /// Bits a second of pictures and sound together.
  public let bitRate: Int
  /// Bytes of the whole file (`estimateOutputFileLength`).
  public let bytes: Int64

  /// The estimate for `duration` of a file with `settings`.
  public init(_ settings: OutputSettings, duration: Time) {
    let video = settings.videos.reduce(0) { $0 + EncoderCatalogue.estimatedBitRate($1) }
    let audio = settings.sounds.reduce(0) { $0 + EncoderCatalogue.estimatedBitRate($1) }
    bitRate = video + audio + (settings.copiedSound?.estimatedDataRate ?? 0)
    bytes = Int64(duration.seconds * Double(bitRate) / 8) + Self.overhead
  }

  /// How much fits into `length` bytes (`estimateMaximumDuration`); `nil` where nothing limits it.
  public func maximumDuration(forFileLength length: Int64) -> Time? {
    guard bitRate > 0 else { return nil }
    let seconds = max(0, Double(length - Self.overhead) * 8 / Double(bitRate))
    return try? Time(seconds: seconds)
  }

  /// Headers and index.
  private static let overhead: Int64 = 2000
}

extension ExportSession {
  /// Roughly how large the file will be.
  public var estimate: ExportEstimate { ExportEstimate(settings, duration: timeRange.duration) }
}
