// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// What a script says about the file to be written (`mr.export`): `nil` where it leaves the choice to the
/// preset, the file's name or the command line.
public struct ExportDescription: Sendable {
  /// The named preset.
  public var preset: String?
  /// The kind of file.
  public var container: Container?
  /// How pictures are coded.
  public var videoCodec: VideoCodec?
  /// How sound is coded.
  public var audioCodec: AudioCodec?
  /// Output width and height in pixels.
  public var size: PixelSize?
  /// Output frames a second.
  public var frameRate: FrameRate?
  /// Output pixels per composition pixel.
  public var scale: Double?
  /// The stretch of the timeline that is written.
  public var range: TimeRange?
  /// Picture quality from 0 (smallest) to 1 (best).
  public var videoQuality: Double?
  /// Bits a second for pictures.
  public var videoBitRate: Int?
  /// Sound quality from 0 (smallest) to 1 (best).
  public var audioQuality: Double?
  /// Bits a second for sound.
  public var audioBitRate: Int?
  /// Options of the picture encoder by its own names.
  public var videoOptions: [String: String] = [:]
  /// Options of the sound encoder by its own names.
  public var audioOptions: [String: String] = [:]
  /// Samples a second.
  public var sampleRate: Int?
  /// The loudspeakers.
  public var layout: ChannelLayout?
  /// Whether pictures keep their alpha.
  public var keepsAlpha: Bool?
  /// Significant bits of a colour component: 8, 10 or 12.
  public var bitDepth: Int?
  /// The file's tags.
  public var metadata: [String: String] = [:]
  /// Whether the file begins with its index, so that it plays while it loads.
  public var optimizeForNetwork: Bool?
  /// Bytes that the file may not exceed.
  public var fileLengthLimit: Int64?
  /// How sound is played faster or slower on tracks that do not say.
  public var timePitchAlgorithm: TimePitchAlgorithm?

  /// A description that leaves every choice open.
  public init() {}
}
