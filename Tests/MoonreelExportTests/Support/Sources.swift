// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

@testable import MoonreelExport

/// One gray for ever.
struct GraySource: Source {
  var mediaType: MediaType { .video }
  var duration: Time?
  var naturalSize = PixelSize(32, 16)
  var level: Double = 0.5

  func image(at time: Time, in context: FrameContext) throws -> Image {
    Image(color: Color(level, level, level, 1))
      .cropped(to: Rect(origin: .zero, size: naturalSize.size))
  }
}

/// A constant on both channels.
struct LevelSource: Source {
  var mediaType: MediaType { .audio }
  var duration: Time?
  var naturalSize: PixelSize { PixelSize(0, 0) }
  var level: Float = 0.25

  func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    SampleBuffer(
      sampleRate: sampleRate,
      channels: Array(repeating: Array(repeating: level, count: frameCount), count: 2))
  }
}

extension Timeline {
  /// A timeline of one video track showing `source` for `seconds`, and of sound where `audio` is given.
  static func of(
    _ source: any Source, seconds: Double, audio: (any Source)? = nil, audioSeconds: Double? = nil
  ) throws -> Timeline {
    var timeline = Timeline()
    let video = timeline.addTrack(.video)
    try timeline.updateTrack(video) {
      try $0.insert(TimeRange(seconds: 0, seconds), of: .custom(source), at: nil)
    }
    if let audio {
      let track = timeline.addTrack(.audio)
      try timeline.updateTrack(track) {
        try $0.insert(
          TimeRange(seconds: 0, audioSeconds ?? seconds), of: .custom(audio), at: nil)
      }
    }
    return timeline
  }

  /// All of the file at `path`.
  static func of(file path: String, gate: FileGate) throws -> Timeline {
    let asset = try Asset.load(path: path, gate: gate)
    var timeline = Timeline()
    try timeline.insert(TimeRange(start: .zero, duration: asset.duration), of: asset, at: nil)
    return timeline
  }
}

extension VideoComposition {
  /// The automatic composition at another size and rate.
  static func automatic(
    _ timeline: Timeline, size: PixelSize, rate: FrameRate
  ) -> VideoComposition {
    VideoComposition(
      propertiesOf: timeline, prototype: VideoComposition(renderSize: size, frameRate: rate))
  }
}

/// Writes `request` into the workspace and measures the file.
@discardableResult
func export(
  _ request: ExportRequest, to name: String, in workspace: Workspace
) throws -> Measured {
  let path = workspace.path(name)
  _ = try ExportSession(request, outputPath: path, gate: workspace.gate).run()
  return try Measured(path)
}
