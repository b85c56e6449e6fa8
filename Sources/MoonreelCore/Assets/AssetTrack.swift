// SPDX-License-Identifier: MIT

/// What kind of media a track carries (`AVMediaType`).
public enum MediaType: String, Hashable, Codable, Sendable, CaseIterable {
  /// Pictures.
  case video
  /// Sound.
  case audio
  /// Timed text.
  case subtitle
  /// Timed data about the other tracks.
  case metadata
}

/// What may become of frames that cannot be decoded; the default everywhere is ``conceal``.
public enum DamagePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// Stop with an error that names file, time and stage. H.264 and MPEG-1 to MPEG-4 are then decoded in one thread,
  /// because libav tells their damage reliably in no other way.
  case fail = "error"
  /// Show the last good frame (silence for sound) and warn once, with a count.
  case conceal
}

/// What becomes of gaps that jumps of a file's time stamps leave, where recordings were joined.
public enum GapPolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// What follows a jump joins what came before.
  case close
  /// A jump forward leaves a gap as long as the stamps say.
  case keep
}

/// One stream of a file, as found by probing: a description, without an open file (`AVAssetTrack`).
public struct AssetTrack: Hashable, Codable, Sendable {
  /// What is known only of pictures.
  public struct Video: Hashable, Codable, Sendable {
    /// Stored width and height in pixels, before pixel aspect and orientation.
    public var codedSize: PixelSize
    /// Width over height of one pixel.
    public var pixelAspect: Rational
    /// The map from the frame at display size (pixel aspect applied) to the upright frame, its
    /// top-left corner at the origin: rotations and flips of the display matrix or EXIF.
    public var preferredTransform: AffineTransform
    /// The rate the container states; `nil` where it states none.
    public var nominalFrameRate: FrameRate?
    /// The shortest distance between frames seen when probing; `nil` where unknown.
    public var minFrameDuration: Time?
    /// Whether frames are known not to be equally far apart.
    public var isVariableFrameRate: Bool
    /// Whether decoding order differs from presentation order.
    public var requiresFrameReordering: Bool
    /// Which field comes first where the file says that its frames hold two moments; `nil` elsewhere.
    public var fieldOrder: FieldOrder?
    /// Whether frames of two fields become frames of one moment.
    public var deinterlacing = Deinterlacing.automatic
    /// What decodes the pictures, by libav's name of a decoder or a kind of device; `nil`: the codec's usual decoder.
    public var decoder: String?
    /// What the numbers mean, with the rules for untagged sources applied.
    public var color: ColorTags
    /// Whether the tags were in the file (`false`: assumed).
    public var isColorTagged: Bool
    /// Whether the tags were given by whoever loads the asset, against what the file may say.
    public var isColorOverridden = false
    /// The colour profile of a still or an animation; `nil` where it has none, or ``color`` was given by whoever
    /// loads the asset.
    public var profile: ColorProfile?
    /// Whether it is a still or an animation made for screens, whose format fixes matrix and range.
    public var isComputerPicture = false
    /// How pictures are decoded, before what their file says of its colours is applied; `nil` where that changes
    /// nothing.
    public var decoded: DecodedForm?
    /// What the container says of the display it was made on and of its light, or else the first picture of
    /// a PQ stream; frames may say more.
    public var hdr: HDRMetadata?
    /// libav's name of the decoded pixel format, such as `"yuv420p10le"`.
    public var pixelFormatName: String
    /// The format frames are delivered in.
    public var format: PixelFormat
    /// Whether frames have exactly the decoded samples; otherwise libswscale converts.
    public var isNativeFormat: Bool
    /// Whether pictures carry alpha.
    public var hasAlpha: Bool
    /// Whether the stream is one picture that lasts as long as wanted.
    public var isStillImage: Bool

    /// A description with every property given.
    public init(
      codedSize: PixelSize, pixelAspect: Rational, preferredTransform: AffineTransform,
      nominalFrameRate: FrameRate?, minFrameDuration: Time?, isVariableFrameRate: Bool,
      requiresFrameReordering: Bool, color: ColorTags, isColorTagged: Bool, pixelFormatName: String,
      format: PixelFormat, isNativeFormat: Bool, hasAlpha: Bool, isStillImage: Bool
    ) {
      (self.codedSize, self.pixelAspect) = (codedSize, pixelAspect)
      self.preferredTransform = preferredTransform
      (self.nominalFrameRate, self.minFrameDuration) = (nominalFrameRate, minFrameDuration)
      (self.isVariableFrameRate, self.requiresFrameReordering) =
        (isVariableFrameRate, requiresFrameReordering)
      (self.color, self.isColorTagged) = (color, isColorTagged)
      (self.pixelFormatName, self.format, self.isNativeFormat) =
        (pixelFormatName, format, isNativeFormat)
      (self.hasAlpha, self.isStillImage) = (hasAlpha, isStillImage)
    }

    /// How pictures come out of their decoder.
    public struct DecodedForm: Hashable, Codable, Sendable {
      /// Their format.
      public var format: PixelFormat
      /// What their numbers would mean if the file said nothing more.
      public var color: ColorTags
      /// Whether the decoder says so (`false`: assumed).
      public var isColorTagged: Bool

      /// A form with every property given.
      public init(format: PixelFormat, color: ColorTags, isColorTagged: Bool) {
        (self.format, self.color, self.isColorTagged) = (format, color, isColorTagged)
      }
    }

    /// Reads the pictures as `tags` say, against what their file may say. Of stills and animations, which fix how
    /// colours are coded, primaries and transfer are replaced, and pixels are not converted.
    public mutating func overrule(color tags: ColorTags) {
      if let decoded { (format, hasAlpha) = (decoded.format, decoded.format.hasAlpha) }
      color = isComputerPicture ? tags.coded(as: decoded?.color ?? color) : tags
      isColorOverridden = true
      profile = nil
    }

    /// Width and height at square pixels, before orientation (`naturalSize`): the coded size with the
    /// width multiplied by the pixel aspect and rounded.
    public var naturalSize: PixelSize {
      let width = Double(codedSize.width) * pixelAspect.doubleValue
      return PixelSize(rounding: Size(width, Double(codedSize.height)))
    }

    /// Width and height as shown: the natural size turned by the preferred transform.
    public var displaySize: PixelSize {
      let box = preferredTransform.boundingBox(
        of: Rect(origin: .zero, size: naturalSize.size))
      return PixelSize(rounding: box.size)
    }
  }

  /// What is known only of sound.
  public struct Audio: Hashable, Codable, Sendable {
    /// Samples a second.
    public var sampleRate: Int
    /// The loudspeakers.
    public var layout: ChannelLayout
    /// libav's name of the layout, such as `"5.1(side)"`.
    public var layoutName: String

    /// A description with every property given.
    public init(sampleRate: Int, layout: ChannelLayout, layoutName: String) {
      (self.sampleRate, self.layout, self.layoutName) = (sampleRate, layout, layoutName)
    }
  }

  /// The file (or image-sequence pattern) as it was opened.
  public var path: String
  /// The stream's index in the file.
  public var streamIndex: Int
  /// The container's own identifier of the track, unique in the file, at least 1.
  public var trackID: Int
  /// What it carries.
  public var mediaType: MediaType
  /// The codec's short name, such as `"h264"`.
  public var codecName: String
  /// When its first sample is presented and for how long, after edit lists, on the asset's clock,
  /// whose zero is the container's presentation zero.
  public var timeRange: TimeRange
  /// The unit of the stream's time stamps in seconds.
  public var timeBase: Rational
  /// Bits a second, where known.
  public var estimatedDataRate: Int?
  /// The language as the file tags it (usually ISO 639-2), `nil` for `und` or none.
  public var languageCode: String?
  /// The track's tags.
  public var metadata: [String: String]
  /// Whether the file marks it as one to play by default.
  public var isEnabled: Bool
  /// What the file marks it for.
  public var roles: Set<TrackRole> = []
  /// What may become of frames that cannot be decoded.
  public var damagePolicy: DamagePolicy
  /// What becomes of gaps that jumps of the time stamps leave.
  public var gapPolicy = GapPolicy.close
  /// For pictures.
  public var video: Video?
  /// For sound.
  public var audio: Audio?

  /// A description with every property given.
  public init(
    path: String, streamIndex: Int, trackID: Int, mediaType: MediaType, codecName: String,
    timeRange: TimeRange, timeBase: Rational, estimatedDataRate: Int? = nil,
    languageCode: String? = nil, metadata: [String: String] = [:], isEnabled: Bool = true,
    damagePolicy: DamagePolicy = .conceal,
    video: Video? = nil, audio: Audio? = nil
  ) {
    (self.path, self.streamIndex, self.trackID) = (path, streamIndex, trackID)
    (self.mediaType, self.codecName) = (mediaType, codecName)
    (self.timeRange, self.timeBase) = (timeRange, timeBase)
    (self.estimatedDataRate, self.languageCode) = (estimatedDataRate, languageCode)
    (self.metadata, self.isEnabled) = (metadata, isEnabled)
    (self.damagePolicy, self.video, self.audio) = (damagePolicy, video, audio)
  }
}
