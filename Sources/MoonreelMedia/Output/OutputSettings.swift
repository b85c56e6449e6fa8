// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a file holds and how it is coded.
public struct OutputSettings: Hashable, Sendable {
  /// The kind of file.
  public var container: Container
  /// The pictures; `nil` for none.
  public var video: VideoEncoding?
  /// Further renditions of the pictures, after ``video``, in a stream.
  public var moreVideo: [VideoEncoding] = []
  /// About how long a segment of a stream is; pictures have their `keyFrameInterval` of it.
  public var segmentDuration = Time(wholeSeconds: 6)
  /// The sound; `nil` for none.
  public var audio: AudioEncoding?
  /// Further tracks of sound, after ``audio``; see ``MediaWriter/append(_:toSound:)``.
  public var moreAudio: [AudioEncoding] = []
  /// The track of a file whose packets are the sound, copied as they are in place of ``audio``; `nil`: all sound is
  /// encoded. See ``MediaWriter``'s `begin(_:of:on:at:)`.
  public var copiedSound: AssetTrack?
  /// The tracks of captions; see ``MediaWriter/append(_:toSubtitles:)``.
  public var subtitles: [SubtitleEncoding] = []
  /// The tracks of timed metadata; see ``MediaWriter/append(_:toMetadata:)``.
  public var timedMetadata: [TimedMetadataEncoding] = []
  /// The file's tags; keys in lower case (`title`, `artist`, `comment` …).
  public var metadata: [String: String]
  /// The chapters in order.
  public var chapters: [Chapter]
  /// Whether MP4, MOV and M4A files begin with their index, so that playing can start before the
  /// whole file has arrived (`shouldOptimizeForNetworkUse`).
  public var optimizeForNetwork: Bool
  /// Bytes that the file must not exceed; `nil` for no limit. Writing stops before the limit,
  /// pictures and sound cut at the same time; see ``OutputSummary/reachedLengthLimit``.
  public var fileLengthLimit: Int64?

  /// All renditions of the pictures in order.
  public var videos: [VideoEncoding] { (video.map { [$0] } ?? []) + moreVideo }

  /// All tracks of sound in order.
  public var sounds: [AudioEncoding] { (audio.map { [$0] } ?? []) + moreAudio }

  /// Whether there is anything to hear.
  public var holdsSound: Bool { audio != nil || copiedSound != nil }

  /// A description of a file.
  public init(
    container: Container, video: VideoEncoding? = nil, audio: AudioEncoding? = nil,
    metadata: [String: String] = [:], chapters: [Chapter] = [], optimizeForNetwork: Bool = true,
    fileLengthLimit: Int64? = nil
  ) {
    (self.container, self.video, self.audio) = (container, video, audio)
    (self.metadata, self.chapters) = (metadata, chapters)
    (self.optimizeForNetwork, self.fileLengthLimit) = (optimizeForNetwork, fileLengthLimit)
  }
}
