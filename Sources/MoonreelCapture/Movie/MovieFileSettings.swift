// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// How a film of a capture is coded, and when it ends.
public struct MovieFileSettings: Hashable, Sendable {
  /// When pictures are shown.
  public enum Timing: Hashable, Sendable {
    /// When they were taken: the file's frame rate varies as the camera's does.
    case asTaken
    /// At a constant rate: pictures are repeated and left out as that needs, and both are counted.
    case constant(FrameRate)
  }

  /// When the next of several files begins.
  public enum Split: Hashable, Sendable {
    /// After so long.
    case duration(Time)
    /// After so many bytes, about.
    case size(Int64)
  }

  /// The codec of the pictures; `nil`: the container's first.
  public var videoCodec: VideoCodec?
  /// libav's name of the encoder; `nil`: the codec's usual one.
  public var videoEncoder: String?
  /// From 0 (smallest) to 1 (best); `nil`: the codec's usual quality.
  public var quality: Double?
  /// Bits a second of the pictures; `nil`: constant quality.
  public var videoBitRate: Int?
  /// Options of the pictures' encoder by name.
  public var videoOptions: [String: String] = [:]
  /// Width and height; `nil`: those of the pictures when the recording begins. Others are fitted in, with black bars.
  public var size: PixelSize?
  /// When pictures are shown; default when they were taken.
  public var timing = Timing.asTaken
  /// The codec of the sound; `nil`: the container's first.
  public var audioCodec: AudioCodec?
  /// Bits a second of the sound; `nil`: the codec's usual rate.
  public var audioBitRate: Int?
  /// The file's tags; keys in lower case (`title`, `artist`, `comment` …).
  public var metadata: [String: String] = [:]
  /// How long the film is at most, all files together; `nil`: as long as it is not stopped.
  public var durationLimit: Time?
  /// Bytes that no file exceeds; `nil`: any number. The recording ends before.
  public var sizeLimit: Int64?
  /// The recording ends when fewer bytes are free on the disk; default 64 MiB.
  public var freeSpaceLimit: Int64 = 64 << 20
  /// When the next file begins; `nil`: all goes into one. Files are numbered: `take_0001.mp4`, or where the path says so
  /// (`take-%03d.mp4`).
  public var split: Split?
  /// At most so much is lost when the program is killed, and a little that encoders hold back; default half a second.
  public var fragmentDuration = Time(flicks: Time.flicksPerSecond / 2)

  /// Settings for what nothing special is wanted of.
  public init() {}

  /// What the file at `path` is written with, of inputs as `description` says.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`, `encodingFailed`).
  func liveSettings(_ path: String, _ description: CaptureDescription) throws -> LiveSettings {
    let ending = FilePath.pathExtension(of: path)
    guard let container = Container(pathExtension: ending),
      LiveSettings.containers.contains(container)
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot record '\(path)': a capture is recorded as "
          + "\(Container.endings(of: LiveSettings.containers.contains)).")
    }
    var settings = LiveSettings(container: container, metadata: metadata)
    settings.fragmentDuration = fragmentDuration
    if let given = size ?? description.size, description.size != nil,
      let codec = videoCodec ?? EncoderCatalogue.videoCodecs(in: container).first
    {
      // Colour is stored for two by two pixels.
      let even = PixelSize(max(2, given.width & ~1), max(2, given.height & ~1))
      var rate = try description.rate ?? FrameRate(30)
      if case .constant(let wanted) = timing { rate = wanted }
      var video = VideoEncoding(
        codec: codec, size: even, frameRate: rate, quality: quality, bitRate: videoBitRate,
        options: videoOptions)
      video.encoder = videoEncoder
      settings.video = video
    }
    if let sound = description.sound,
      let codec = audioCodec ?? EncoderCatalogue.audioCodecs(in: container).first
    {
      settings.audio = AudioEncoding(
        codec: codec, sampleRate: sound.rate, layout: sound.layout, bitRate: audioBitRate)
    }
    return settings
  }
}

/// Why a recording ended.
public enum MovieFileEnding: Sendable {
  /// It was stopped.
  case stopped
  /// It is as long as it may be.
  case durationLimit
  /// Its file is as large as it may be.
  case sizeLimit
  /// Little space is left on the disk.
  case freeSpace
  /// Something went wrong; what was recorded before can be played.
  case failed(MoonreelError)
}

/// What happens to a recording.
public enum MovieFileEvent: Sendable {
  /// The file at this path is being written.
  case began(String)
  /// A file is complete.
  case finished(OutputSummary)
  /// Nothing is recorded until it is resumed.
  case paused
  /// It goes on, at this time of the film.
  case resumed(at: Time)
  /// The recording is over.
  case ended(MovieFileEnding)
}

/// How a recording stands.
public struct MovieFileReport: Sendable {
  /// The files that are complete, in order.
  public var files: [OutputSummary] = []
  /// How long the film is so far, all files together.
  public var duration = Time.zero
  /// What became of the pictures and the sound.
  public var counts = CaptureCounts()
  /// Why it is over; `nil` while it is not.
  public var ending: MovieFileEnding?
}
