// SPDX-License-Identifier: MIT

import MoonreelCore

/// An asset as JSON; the keys are the names of the Swift and Lua properties, in snake case.
enum AssetJSON {
  /// The whole description, and `levels` of its tracks by their number.
  static func value(_ asset: Asset, _ levels: [Int: Loudness] = [:]) -> JSONValue {
    .fields([
      "path": .string(asset.path),
      "format": .string(asset.formatName),
      "duration": seconds(asset.duration),
      "is_timing_precise": .bool(asset.isTimingPrecise),
      "tracks": .array(asset.tracks.map { value($0, levels[$0.trackID]) }),
      "metadata": .sorted(asset.metadata),
      "chapters": .array(
        asset.chapters.map {
          .fields([
            "from": seconds($0.range.start), "to": seconds($0.range.end),
            "title": .optional($0.title),
          ])
        }),
    ])
  }

  private static func value(_ track: AssetTrack, _ loudness: Loudness?) -> JSONValue {
    .fields([
      "id": .int(track.trackID),
      "stream": .int(track.streamIndex),
      "type": .string(track.mediaType.rawValue),
      "codec": .string(track.codecName),
      "start": seconds(track.timeRange.start),
      "duration": seconds(track.timeRange.duration),
      "time_base": .string("\(track.timeBase)"),
      "data_rate": track.estimatedDataRate.map { .int($0) } ?? .null,
      "language": .optional(track.languageCode),
      "is_enabled": .bool(track.isEnabled),
      "video": track.video.map(value) ?? .null,
      "audio": track.audio.map(value) ?? .null,
      "loudness": loudness.map { $0.json } ?? .null,
      "metadata": .sorted(track.metadata),
    ])
  }

  private static func value(_ video: AssetTrack.Video) -> JSONValue {
    let matrix = video.preferredTransform
    return .fields([
      "coded_size": size(video.codedSize),
      "natural_size": size(video.naturalSize),
      "display_size": size(video.displaySize),
      "pixel_aspect": .string("\(video.pixelAspect)"),
      "preferred_transform": .array(
        [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { .number($0) }),
      "nominal_frame_rate": .optional(video.nominalFrameRate.map { "\($0)" }),
      "min_frame_duration": video.minFrameDuration.map(seconds) ?? .null,
      "is_variable_frame_rate": .bool(video.isVariableFrameRate),
      "field_order": video.fieldOrder.map {
        .string($0 == .topFirst ? "top_first" : "bottom_first")
      }
        ?? .null,
      "requires_frame_reordering": .bool(video.requiresFrameReordering),
      "pixel_format": .string(video.pixelFormatName),
      "is_native_format": .bool(video.isNativeFormat),
      "has_alpha": .bool(video.hasAlpha),
      "is_still_image": .bool(video.isStillImage),
      "color": color(video),
    ])
  }

  private static func color(_ video: AssetTrack.Video) -> JSONValue {
    .fields([
      "matrix": .string(video.color.matrix.rawValue),
      "transfer": .string(video.color.transfer.rawValue),
      "primaries": .string(video.color.primaries.rawValue),
      "range": .string(video.color.range.rawValue),
      "siting": .string(video.color.siting.rawValue),
      "is_tagged": .bool(video.isColorTagged),
      "profile": video.profile.map {
        .fields([
          "name": .string($0.name), "use": .string($0.use.rawValue), "fault": .optional($0.fault),
        ])
      } ?? .null,
    ])
  }

  private static func value(_ audio: AssetTrack.Audio) -> JSONValue {
    .fields([
      "sample_rate": .int(audio.sampleRate),
      "channels": .array(audio.layout.channels.map { .string($0) }),
      "layout": .string(audio.layoutName),
    ])
  }

  private static func size(_ size: PixelSize) -> JSONValue {
    .array([.int(size.width), .int(size.height)])
  }

  /// Seconds to nine decimals: closer than any time base in use.
  private static func seconds(_ time: Time) -> JSONValue { .number(time.seconds) }
}
