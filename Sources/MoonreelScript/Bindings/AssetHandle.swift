// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A file in a script, one that is drawn, or one of the samples that Moonreel makes itself.
final class AssetHandle: Handle {
  enum Content {
    case file(Asset)
    case drawing(DrawnFile)
    case sample(SampleClip)
  }

  override class var typeName: String { "asset" }
  override var cost: Int {
    let asset = file
    return 2048 + (asset?.tracks.count ?? 0) * 2 * MemoryLayout<AssetTrack>.stride
      + (asset?.metadata ?? [:]).reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
      + (asset?.chapters.count ?? 0) * 128
  }
  override var description: String { "asset '\(path)'" }
  /// A file loaded twice with one result, and a sample, are one.
  override var identity: AnyHashable? {
    switch content {
    case .file(let asset): asset
    case .sample(let clip): clip.path
    case .drawing: nil
    }
  }
  let content: Content

  init(_ content: Content) { self.content = content }

  var path: String {
    switch content {
    case .file(let asset): asset.path
    case .drawing(let file): file.path
    case .sample(let clip): clip.path
    }
  }

  var duration: Time {
    switch content {
    case .file(let asset): asset.duration
    case .drawing(let file): file.source.duration ?? .zero
    case .sample(let clip): clip.duration
    }
  }

  /// The file's description; `nil` for samples and files that are drawn.
  var file: Asset? {
    if case .file(let asset) = content { asset } else { nil }
  }

  /// The kind of file; `nil` for samples.
  private var format: String? {
    if case .drawing(let file) = content { file.format } else { file?.formatName }
  }

  /// The tracks as what can be inserted.
  var tracks: [LuaValue] {
    switch content {
    case .file(let asset): asset.tracks.map { .object(AssetTrackHandle($0)) }
    case .drawing, .sample: [value(.video), value(.audio)].compactMap { $0.isNil ? nil : $0 }
    }
  }

  /// The first track that carries `mediaType`, as what can be inserted.
  func value(_ mediaType: MediaType) -> LuaValue {
    guard case .custom(let source) = source(mediaType) else {
      return Self.value(source(mediaType))
    }
    return .object(SourceHandle(source, track: mediaType == .video ? 1 : 2, of: self))
  }

  /// The first track that carries `mediaType`, as a segment's source.
  func source(_ mediaType: MediaType) -> SegmentSource? {
    switch content {
    case .file(let asset): asset.tracks(mediaType).first.map { .asset($0) }
    case .drawing(let file): file.source.mediaType == mediaType ? .custom(file.source) : nil
    case .sample(let clip):
      switch mediaType {
      case .video: .custom(clip.picture)
      case .audio: .custom(clip.sound)
      case .subtitle, .metadata: nil
      }
    }
  }

  static func value(_ source: SegmentSource?) -> LuaValue {
    switch source {
    case .asset(let track): .object(AssetTrackHandle(track))
    case .custom(let source): .object(SourceHandle(source))
    case .timeline(let timeline): .object(TimelineHandle(timeline, isShared: true))
    case .composed(let composed): .object(TimelineHandle(composed.timeline, isShared: true))
    case nil: .nil
    }
  }

  static var binding: TypeBinding {
    TypeBinding(AssetHandle.self) { type in
      type.property("path") { .string($0.path) }
      type.property("format") { .text($0.format) }
      type.property("duration") { .seconds($0.duration) }
      type.property("is_timing_precise") { .boolean($0.file?.isTimingPrecise ?? true) }
      type.property("tracks") { .list($0.tracks) }
      type.property("video") { $0.value(.video) }
      type.property("audio") { $0.value(.audio) }
      type.absence("video") { "'\($0.path)' has no picture" }
      type.absence("audio") { "'\($0.path)' has no sound" }
      type.property("metadata") { .texts($0.file?.metadata ?? [:]) }
      addSelection(&type)
      type.property("chapters") { asset in
        .list(
          (asset.file?.chapters ?? []).map {
            .record([("range", .range($0.range)), ("title", .text($0.title))])
          })
      }
      type.method("tracks_of", ["kind"]) { asset, call in
        let kind = try call[0].choice(MediaType.self)
        if let file = asset.file {
          return .list(file.tracks(kind).map { .object(AssetTrackHandle($0)) })
        }
        return .list([asset.value(kind)].filter { !$0.isNil })
      }
    }
  }
}
