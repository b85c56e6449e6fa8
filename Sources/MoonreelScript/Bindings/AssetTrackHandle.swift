// SPDX-License-Identifier: MIT

import MoonreelCore

/// One stream of a file in a script.
final class AssetTrackHandle: Handle {
  override class var typeName: String { "asset track" }
  override var cost: Int { 512 + MemoryLayout<AssetTrack>.stride }
  override var description: String { "\(track.mediaType.rawValue) track of '\(track.path)'" }
  override var identity: AnyHashable? { track }
  let track: AssetTrack

  init(_ track: AssetTrack) { self.track = track }

  static var binding: TypeBinding {
    TypeBinding(AssetTrackHandle.self) { type in
      addGeneral(&type)
      addVideo(&type)
      type.addFittedTransform { .asset($0.track) }
      type.property("sample_rate") { .count($0.track.audio?.sampleRate) }
      type.property("channels") { handle in
        .some(handle.track.audio) { .list($0.layout.channels.map { .string($0) }) }
      }
      type.property("layout") { .text($0.track.audio?.layoutName) }
    }
  }

  private static func addGeneral(_ type: inout TypeBuilder<AssetTrackHandle>) {
    type.property("id") { .count($0.track.trackID) }
    type.property("stream") { .count($0.track.streamIndex) }
    type.property("kind") { .string($0.track.mediaType.rawValue) }
    type.property("path") { .string($0.track.path) }
    type.property("codec") { .string($0.track.codecName) }
    type.property("range") { .range($0.track.timeRange) }
    type.property("start") { .seconds($0.track.timeRange.start) }
    type.property("duration") { .seconds($0.track.timeRange.duration) }
    type.property("time_base") { .string("\($0.track.timeBase)") }
    type.property("data_rate") { .count($0.track.estimatedDataRate) }
    type.property("language") { .text($0.track.languageCode) }
    type.property("title") { .text($0.track.title) }
    type.property("roles") { handle in
      let names = TrackRole.allCases.filter(handle.track.roles.contains).map(\.rawValue)
      return .list(names.map { .string(SnakeCase.text($0)) })
    }
    type.property("metadata") { .texts($0.track.metadata) }
    type.property("enabled") { .boolean($0.track.isEnabled) }
    type.property("gaps") { .string($0.track.gapPolicy.rawValue) }
    type.property("on_error") { .string($0.track.damagePolicy.rawValue) }
  }

  private static func addVideo(_ type: inout TypeBuilder<AssetTrackHandle>) {
    func video(_ name: String, _ get: @escaping (AssetTrack.Video) -> LuaValue) {
      type.property(name) { .some($0.track.video, get) }
    }
    video("coded_size") { .size($0.codedSize) }
    video("natural_size") { .size($0.naturalSize) }
    video("display_size") { .size($0.displaySize) }
    video("pixel_aspect") { .string("\($0.pixelAspect)") }
    video("preferred_transform") { .object(TransformHandle($0.preferredTransform)) }
    video("fps") { .rate($0.nominalFrameRate) }
    video("min_frame_duration") { .some($0.minFrameDuration, LuaValue.seconds) }
    video("is_variable_frame_rate") { .boolean($0.isVariableFrameRate) }
    video("field_order") { .some($0.fieldOrder) { .string(SnakeCase.text($0.rawValue)) } }
    video("deinterlace") { .string($0.deinterlacing.rawValue) }
    video("video_decoder") { .text($0.decoder) }
    video("requires_frame_reordering") { .boolean($0.requiresFrameReordering) }
    video("pixel_format") { .string($0.pixelFormatName) }
    video("is_native_format") { .boolean($0.isNativeFormat) }
    video("has_alpha") { .boolean($0.hasAlpha) }
    video("is_still_image") { .boolean($0.isStillImage) }
    video("color") { .color($0.color) }
    video("color_profile") { $0.profile.map { .string($0.name) } ?? .nil }
    video("is_color_tagged") { .boolean($0.isColorTagged) }
  }
}
