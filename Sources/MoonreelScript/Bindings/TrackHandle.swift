// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One track of a timeline in a script.
final class TrackHandle: Handle {
  override class var typeName: String { "track" }
  override var cost: Int { 128 }
  override var description: String { "track \(id)" }
  override var identity: AnyHashable? { PartIdentity(owner, id.rawValue) }
  let owner: TimelineHandle
  let id: TrackID

  init(_ owner: TimelineHandle, _ id: TrackID) { (self.owner, self.id) = (owner, id) }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    owner.keep(&notes, of: account)
  }

  /// The track as it is now.
  func track() throws -> Track {
    guard let track = owner.timeline[id] else {
      throw MoonreelError(.invalidTimeline, "track \(id) was removed from its timeline")
    }
    return track
  }

  func update(_ body: (inout Track) throws -> Void) throws {
    try owner.timeline.updateTrack(id, body)
  }

  static var binding: TypeBinding {
    TypeBinding(TrackHandle.self) { type in
      addProperties(&type)
      addSettings(&type)
      addInserting(&type)
      addEdits(&type)
      addSegments(&type)
      addAssociations(&type)
    }
  }

  private static func addProperties(_ type: inout TypeBuilder<TrackHandle>) {
    type.property("id") { .count($0.id.rawValue) }
    type.property("kind") { .string(try $0.track().mediaType.rawValue) }
    type.property("duration") { .seconds(try $0.track().duration) }
    type.property("segments") { handle in .list(try handle.track().segments.map(segment)) }
    type.method("segment_at", ["time"]) { handle, call in
      let time = try call[0].time(handle.owner.rate)
      return .some(try handle.track().segment(at: time), segment)
    }
    type.method("validate") { handle, call in
      try handle.track().validateSegments()
      return call.receiver
    }
  }

  private static func segment(_ segment: Segment) -> LuaValue {
    var fields: [(String, LuaValue)] = [
      ("range", .range(segment.targetRange)), ("is_empty", .boolean(segment.isEmpty)),
    ]
    if let source = segment.source {
      fields += [
        ("source", AssetHandle.value(source)), ("source_range", .range(segment.sourceRange)),
        ("rate", .number(segment.rate.doubleValue)), ("is_reversed", .boolean(segment.isReversed)),
      ]
    }
    return .record(fields)
  }

  private static func addSettings(_ type: inout TypeBuilder<TrackHandle>) {
    type.property("enabled") {
      .boolean(try $0.track().isEnabled)
    } set: { handle, value in
      let flag = try value.boolean()
      try handle.update { $0.isEnabled = flag }
    }
    type.property("language") {
      .text(try $0.track().languageCode)
    } set: { handle, value in
      let text = try value.ifGiven { try $0.string() }
      try handle.update { $0.languageCode = text }
    }
    type.property("extended_language") {
      .text(try $0.track().extendedLanguageTag)
    } set: { handle, value in
      let text = try value.ifGiven { try $0.string() }
      try handle.update { $0.extendedLanguageTag = text }
    }
    type.property("title") {
      .text(try $0.track().title)
    } set: { handle, value in
      let text = try value.ifGiven { try $0.string() }
      try handle.update { $0.title = text }
    }
    type.property("is_default") {
      .boolean(try $0.track().isDefault)
    } set: { handle, value in
      let flag = try value.boolean()
      try handle.update { $0.isDefault = flag }
    }
    type.property("is_forced") {
      .boolean(try $0.track().isForced)
    } set: { handle, value in
      let flag = try value.boolean()
      try handle.update { $0.isForced = flag }
    }
    type.property("preferred_volume") {
      .number(try $0.track().preferredVolume)
    } set: { handle, value in
      let volume = try value.real(0...16)
      try handle.update { $0.preferredVolume = volume }
    }
    type.property("preferred_transform") {
      .some(try $0.track().preferredTransform) { .object(TransformHandle($0)) }
    } set: { handle, value in
      let transform = try value.ifGiven { try $0.object(TransformHandle.self).transform }
      try handle.update { $0.preferredTransform = transform }
    }
    type.property("natural_time_scale") {
      .integer(try $0.track().naturalTimeScale)
    } set: { handle, value in
      let scale = Int64(try value.integer(1...Int(Int32.max)))
      try handle.update { $0.naturalTimeScale = scale }
    }
  }

  private static func addInserting(_ type: inout TypeBuilder<TrackHandle>) {
    type.method("insert", ["source", "range?", "at?"]) { handle, call in
      let source = try call[0].segmentSource(for: try handle.track().mediaType)
      let rate = handle.owner.rate(inserting: source)
      let range = try call[1].ifGiven { try $0.range(rate) } ?? call[1].wholeRange(of: source)
      let time = try call[2].ifGiven { try $0.time(rate) }
      try handle.update { try $0.insert(range, of: source, at: time, place: call.place) }
      return call.receiver
    }
    type.method("insert_all", ["pieces", "at?"]) { handle, call in
      let kind = try handle.track().mediaType
      let items = try call[0].list("a list of pieces: { source, range } or { range = … }")
      var rate = handle.owner.rate
      let pieces = try items.map { item in
        let piece = try item.piece(kind, rate)
        rate = rate ?? piece.1?.frameRate
        return piece
      }
      let time = try call[1].ifGiven { try $0.time(rate) }
      try handle.update { try $0.insert(pieces, at: time, place: call.place) }
      return call.receiver
    }
    type.method("insert_empty", ["range"]) { handle, call in
      let range = try call[0].range(handle.owner.rate)
      try handle.update { try $0.insertEmpty(range) }
      return call.receiver
    }
  }

  private static func addEdits(_ type: inout TypeBuilder<TrackHandle>) {
    type.method("remove", ["range"]) { handle, call in
      let range = try call[0].range(handle.owner.rate)
      try handle.update { try $0.remove(range) }
      return call.receiver
    }
    type.method("retime", ["range", "duration"]) { handle, call in
      let range = try call[0].range(handle.owner.rate)
      let duration = try call[1].duration(handle.owner.rate)
      try handle.update { try $0.retime(range, to: duration) }
      return call.receiver
    }
    type.method("reverse", ["range?"]) { handle, call in
      let whole = TimeRange(start: .zero, duration: try handle.track().duration)
      let range = try call[0].ifGiven { try $0.range(handle.owner.rate) } ?? whole
      try handle.update { try $0.reverse(range) }
      return call.receiver
    }
  }
}
