// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a recording holds and how it is coded.
public struct LiveSettings: Hashable, Sendable {
  /// The kind of file: one of ``containers``.
  public var container: Container
  /// The pictures; `nil` for none. The frame rate is what is expected; each picture has a time of its own. Where neither
  /// options nor quality say otherwise, they are encoded fast and without delay.
  public var video: VideoEncoding?
  /// The sound; `nil` for none.
  public var audio: AudioEncoding?
  /// The file's tags; keys in lower case (`title`, `artist`, `comment` …).
  public var metadata: [String: String]
  /// At most so much is lost where the program is killed, and a little that encoders hold back; default half a second.
  public var fragmentDuration = Time(flicks: Time.flicksPerSecond / 2)
  /// How far apart key frames are at most; default two seconds.
  public var keyFrameInterval = Time(wholeSeconds: 2)

  /// A description of a recording.
  public init(
    container: Container, video: VideoEncoding? = nil, audio: AudioEncoding? = nil,
    metadata: [String: String] = [:]
  ) {
    (self.container, self.video, self.audio) = (container, video, audio)
    self.metadata = metadata
  }

  /// The kinds of file that can be recorded: they are whole at every moment.
  public static let containers: [Container] = [.mp4, .mov, .mkv, .webm, .m4a]

  /// The settings as they are encoded.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`, `encodingFailed`) for what cannot be recorded.
  func checked(_ path: String) throws -> LiveSettings {
    guard Self.containers.contains(container) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot record '\(path)': a \(container.rawValue) file is of no use before it is complete. Record "
          + "\(Container.endings(of: Self.containers.contains)).")
    }
    guard video != nil || audio != nil else {
      throw MoonreelError(
        .invalidArgument, "Cannot record '\(path)' without pictures and sound: add an input.")
    }
    var settings = self
    settings.video?.liveTimeBase = Rational(1, 90_000)
    settings.video?.setFast()
    try EncoderCatalogue.validate(
      OutputSettings(container: container, video: video, audio: audio, metadata: metadata))
    return settings
  }
}

extension VideoEncoding {
  /// Has the usual encoders work without delay and fast enough for what is live, where nothing else is said.
  fileprivate mutating func setFast() {
    var usual: [String: String] = [:]
    switch codec {
    case .h264: usual = ["preset": "veryfast", "tune": "zerolatency"]
    case .hevc: usual = ["preset": "ultrafast", "tune": "zerolatency"]
    case .vp8, .vp9: usual = ["deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0"]
    case .av1: usual = encoder == nil || encoder == "libsvtav1" ? ["preset": "12"] : [:]
    case .ffv1, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2, .png, .jpeg, .gif, .apng, .webp,
      .tiff, .exr:
      break
    }
    guard encoder == nil || HardwareKind(encoder: encoder ?? "") == nil else { return }
    options.merge(usual) { given, _ in given }
  }
}
