// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// Something that makes pictures or sound without a file, in a script.
final class SourceHandle: Handle {
  override class var typeName: String { "source" }
  override var description: String { "\(source.mediaType.rawValue) source" }
  override var identity: AnyHashable? { origin }
  let source: any Source
  /// What it holds; what shows it holds it too.
  let holding: MemoryHolding
  /// The part of an asset that it is, kept with the asset; `nil` where a script made it.
  private let origin: PartIdentity?
  private let asset: AssetHandle?

  init(_ source: any Source) {
    (self.source, origin, asset) = (source, nil, nil)
    holding = MemoryHolding(source.byteEstimate)
  }

  /// Track `number` of an asset that is drawn or made.
  init(_ source: any Source, track number: Int, of asset: AssetHandle) {
    (self.source, origin, self.asset) = (source, PartIdentity(asset, number), asset)
    holding = MemoryHolding(source.byteEstimate)
  }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    holding.keep(notes.taken())
  }

  static var binding: TypeBinding {
    TypeBinding(SourceHandle.self) { type in
      type.addFittedTransform { .custom($0.source) }
      type.method("image", ["time", "context"]) { handle, call in
        let time = try call[0].time(nil)
        let context: ContextHandle = try call[1].object()
        return try ImageHandle.value(try handle.source.image(at: time, in: context.context))
      }
      type.property("kind") { .string($0.source.mediaType.rawValue) }
      type.property("duration") { .some($0.source.duration, LuaValue.seconds) }
      type.property("fps") { .rate($0.source.frameRate) }
      type.property("tempo") {
        ($0.source as? MusicSource).map { .number($0.beatsPerMinute) } ?? .nil
      }
      type.property("bar") { ($0.source as? MusicSource).map { .number($0.secondsPerBar) } ?? .nil }
      type.property("natural_size") {
        $0.source.mediaType == .video ? .size($0.source.naturalSize) : .nil
      }
    }
  }
}

/// A source of pictures that draws an image graph for each time.
struct DrawnSource: Source {
  let duration: Time?
  let naturalSize: PixelSize
  var isStill = false
  let draw: @Sendable (Time, FrameContext) throws -> Image

  var mediaType: MediaType { .video }

  func image(at time: Time, in context: FrameContext) throws -> Image {
    try draw(time, context).cropped(to: Rect(origin: .zero, size: naturalSize.size))
  }
}

extension Source {
  /// A timeline of one track that shows or plays it alone.
  ///
  /// - Throws: `MoonreelError` where it is shorter than `duration`.
  func timeline(lasting duration: Time) throws -> Timeline {
    var timeline = Timeline()
    let track = timeline.addTrack(mediaType)
    let range = TimeRange(start: .zero, duration: duration)
    try timeline.updateTrack(track) { try $0.insert(range, of: .custom(self)) }
    return timeline
  }
}
