// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A timeline in a script: it changes in place.
final class TimelineHandle: Handle {
  override class var typeName: String { "timeline" }
  override var cost: Int { 4096 }
  override var description: String { "timeline of \(timeline.duration)" }
  var timeline: Timeline {
    didSet { (holding.bytes, snapshot) = (timeline.byteEstimate - sharedBytes, nil) }
  }
  private let holding = MemoryHolding()
  /// Bytes that another object held as well when this one was made.
  private let sharedBytes: Int
  /// The charge of those that hold it as it is now.
  private var snapshot: MemoryCharge?

  /// - Parameter isShared: whether another object holds the same timeline, so that only growth counts.
  init(_ timeline: Timeline, isShared: Bool = false) {
    self.timeline = timeline
    sharedBytes = isShared ? timeline.byteEstimate : 0
    super.init()
    if !isShared { holding.bytes = timeline.byteEstimate }
  }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    holding.keep(notes.taken())
  }

  /// The timeline for an object that keeps it. Later changes do not reach it, and storage that it no longer shares is
  /// charged.
  func kept(_ notes: inout MemoryNotes) -> Timeline {
    let charge = snapshot ?? .current(timeline.byteEstimate)
    snapshot = charge
    notes.add(charge)
    for charge in holding.notes.charges.dropFirst() { notes.add(charge) }
    return timeline
  }

  /// The rate that frames and timecodes are counted in: the chosen one, or that of the fastest pictures.
  var rate: FrameRate? { timeline.frameRate }

  /// The same for an insertion, which may bring the first pictures.
  func rate(inserting source: SegmentSource?) -> FrameRate? { rate ?? source?.frameRate }

  /// The track that `argument` means: one of this timeline.
  func track(_ argument: Argument) throws -> TrackHandle {
    let handle: TrackHandle = try argument.object()
    guard handle.owner === self else {
      throw argument.expected("a track of this timeline")
    }
    return handle
  }

  static var binding: TypeBinding {
    TypeBinding(TimelineHandle.self) { type in
      addProperties(&type)
      addTracks(&type)
      addEdits(&type)
    }
  }

  private static func addProperties(_ type: inout TypeBuilder<TimelineHandle>) {
    type.property("duration") { .seconds($0.timeline.duration) }
    type.property("fps") {
      .rate($0.timeline.frameRate)
    } set: {
      $0.timeline.frameRate = try $1.ifGiven { try $0.frameRate() }
    }
    type.property("natural_size") {
      .size($0.timeline.naturalSize)
    } set: {
      $0.timeline.naturalSize = try $1.pixelSize()
    }
    type.property("tracks") { handle in
      .list(handle.timeline.tracks.map { .object(TrackHandle(handle, $0.id)) })
    }
  }

  private static func addTracks(_ type: inout TypeBuilder<TimelineHandle>) {
    type.method("add_track", ["kind", "preferred_id?"]) { handle, call in
      let kind = try call[0].choice(MediaType.self)
      let preferred = try call[1].ifGiven { TrackID(try $0.integer(1...Int(Int32.max))) }
      return .object(TrackHandle(handle, handle.timeline.addTrack(kind, preferredID: preferred)))
    }
    type.method("remove_track", ["track"]) { handle, call in
      handle.timeline.removeTrack(try handle.track(call[0]).id)
      return .nil
    }
    type.method("track", ["id"]) { handle, call in
      let id = TrackID(try call[0].integer())
      guard handle.timeline[id] == nil else { return .object(TrackHandle(handle, id)) }
      call.state.absence = Absence(
        reason: "the timeline has no track \(id.rawValue)", place: call.place)
      return .nil
    }
    type.method("tracks_of", ["kind"]) { handle, call in
      let kind = try call[0].choice(MediaType.self)
      return .list(handle.timeline.tracks(kind).map { .object(TrackHandle(handle, $0.id)) })
    }
    type.method("compatible_track", ["source"]) { handle, call in
      let source = try call[0].segmentSource(for: nil)
      return .some(handle.timeline.compatibleTrack(for: source)) {
        .object(TrackHandle(handle, $0.id))
      }
    }
  }

  private static func addEdits(_ type: inout TypeBuilder<TimelineHandle>) {
    type.method("add_captions", ["captions", "options?"]) { handle, call in
      let end = handle.timeline.duration
      let id = try handle.timeline.addCaptions(
        try call.captionTrack(), until: end > .zero ? end : nil)
      return .object(TrackHandle(handle, id))
    }
    type.method("add_metadata", ["groups", "options?"]) { handle, call in
      let end = handle.timeline.duration
      let id = try handle.timeline.addMetadata(
        try call.metadataTrack(), until: end > .zero ? end : nil)
      return .object(TrackHandle(handle, id))
    }
    type.method("insert", ["source", "range?", "at?"]) { handle, call in
      let rate = handle.rate ?? call[0].frameRateOfPictures
      let time = try call[2].ifGiven { try $0.time(rate) }
      let range = try call[1].ifGiven { try $0.range(rate) }
      try handle.insert(call[0], range, at: time, place: call.place)
      return call.receiver
    }
    type.method("insert_empty", ["range"]) { handle, call in
      try handle.timeline.insertEmpty(try call[0].range(handle.rate))
      return call.receiver
    }
    type.method("remove", ["range"]) { handle, call in
      try handle.timeline.remove(try call[0].range(handle.rate))
      return call.receiver
    }
    type.method("retime", ["range", "duration"]) { handle, call in
      let range = try call[0].range(handle.rate)
      try handle.timeline.retime(range, to: try call[1].duration(handle.rate))
      return call.receiver
    }
    type.method("reverse", ["range?"]) { handle, call in
      let whole = TimeRange(start: .zero, duration: handle.timeline.duration)
      try handle.timeline.reverse(try call[0].ifGiven { try $0.range(handle.rate) } ?? whole)
      return call.receiver
    }
  }

  /// Inserts all tracks of what `argument` is.
  private func insert(
    _ argument: Argument, _ range: TimeRange?, at time: Time?, place: String
  ) throws {
    switch argument.value {
    case .object(let other as TimelineHandle):
      let whole = TimeRange(start: .zero, duration: other.timeline.duration)
      try argument.state.makeRoom(for: other.timeline.byteEstimate, on: argument.state.current)
      try timeline.insert(range ?? whole, of: other.kept(&argument.state.notes), at: time)
    case .object(let asset as AssetHandle):
      switch asset.content {
      case .file(let file): try timeline.insert(range, of: file, at: time, place: place)
      case .sample(let clip):
        let whole = TimeRange(start: .zero, duration: clip.duration)
        try timeline.insert(range ?? whole, of: clip.timeline.placed(place), at: time)
      case .drawing(let file):
        let range = try range ?? argument.wholeRange(of: .custom(file.source))
        let drawn = try file.source.timeline(lasting: range.end)
        try timeline.insert(range, of: drawn.placed(place), at: time)
      }
    default: throw argument.expected("an asset or a timeline (sources go into one track)")
    }
  }
}

extension Argument {
  /// The rate of the pictures that an asset or a timeline brings; `nil` where none is known.
  fileprivate var frameRateOfPictures: FrameRate? {
    switch value {
    case .object(let other as TimelineHandle): other.rate
    case .object(let asset as AssetHandle): asset.source(.video)?.frameRate
    default: nil
    }
  }
}

extension FrameRate {
  /// 30 frames a second, where nothing says another rate.
  static var usual: FrameRate {
    guard let rate = try? FrameRate(30) else { preconditionFailure("30 is a frame rate") }
    return rate
  }
}
