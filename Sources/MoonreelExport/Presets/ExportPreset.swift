// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// A named set of output settings (`AVAssetExportSession`'s presets, in our own names).
///
/// Get one by name: `try ExportPreset.named("1080p")`; ``all`` lists them with what they mean.
public struct ExportPreset: Hashable, Sendable {
  /// The pictures of a preset.
  public struct Video: Hashable, Sendable {
    /// The codec.
    public var codec: VideoCodec
    /// From 0 (smallest) to 1 (best); `nil` for the codec's usual quality.
    public var quality: Double?
    /// Bits a second; `nil` for constant quality.
    public var bitRate: Int?
    /// How often the pictures are encoded: 1 or 2.
    public var passes = 1
    /// Options of the libav encoder.
    public var options: [String: String] = [:]
    /// Pictures larger than this are made to fit inside, with their proportions kept; turned for
    /// portrait pictures. `nil`: the composition's size. Pictures are never enlarged.
    public var maximumSize: PixelSize?
    /// Whether alpha is stored.
    public var hasAlpha = false

    /// Pictures in `codec` at its usual quality and the composition's size.
    public init(codec: VideoCodec) { self.codec = codec }
  }

  /// The sound of a preset.
  public struct Audio: Hashable, Sendable {
    /// The codec.
    public var codec: AudioCodec
    /// Bits a second; `nil` for the codec's usual rate.
    public var bitRate: Int?

    /// Sound in `codec` at `bitRate`.
    public init(codec: AudioCodec, bitRate: Int? = nil) {
      (self.codec, self.bitRate) = (codec, bitRate)
    }

    /// The codec in files of kind `container`: Opus in place of AAC in Matroska, which sounds better at the same
    /// rate.
    public func codec(in container: Container) -> AudioCodec {
      codec == .aac && container == .mkv ? .opus : codec
    }
  }

  /// What it is asked for by, such as `"1080p"`.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// The containers it can be written to, the usual one first.
  public let containers: [Container]
  /// The pictures; `nil` where the file holds none.
  public internal(set) var video: Video?
  /// The sound; `nil` where the file holds none.
  public let audio: Audio?
  /// Whether packets are copied instead of encoded.
  public let isPassthrough: Bool

  /// A preset with every property given, for programs that keep their own.
  public init(
    name: String, summary: String, containers: [Container], video: Video?, audio: Audio?,
    isPassthrough: Bool = false
  ) {
    (self.name, self.summary, self.containers) = (name, summary, containers)
    (self.video, self.audio, self.isPassthrough) = (video, audio, isPassthrough)
  }

  /// The preset called `name`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) naming the nearest preset.
  public static func named(_ name: String) throws -> ExportPreset {
    if let preset = all.first(where: { $0.name == name.lowercased() }) { return preset }
    let hint = NearestName.hint(name, among: all.map(\.name), of: "preset")
    throw MoonreelError(
      .invalidArgument,
      "There is no export preset '\(name)'\(hint). The presets are "
        + all.map(\.name).joined(separator: ", ") + ".")
  }

  /// Whether this build of libav has the encoders that the preset needs.
  public var isAvailable: Bool {
    (video.map { EncoderCatalogue.isAvailable($0.codec) && (!$0.hasAlpha || $0.codec.canHaveAlpha) }
      ?? true)
      && (audio.map { EncoderCatalogue.isAvailable($0.codec) } ?? true)
  }
}
