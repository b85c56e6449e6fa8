// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Decodes the pieces of a live stream, one after the other, as far as somebody wants what is in them.
///
/// Pieces follow each other without a seam: a decoder goes on with the next one's packets, and only what begins anew gets
/// new decoders. Threads: one at a time.
package final class LiveDecoder {
  private let name: String
  private let sound: LivePiece.SoundShape?
  private let pixelLimit: Int
  private var waiting: [LivePiece] = []
  private var lanes: [LiveLane] = []
  /// Holds the streams that the lanes were opened on.
  private var opened: LivePiece?
  private var joins = false
  private var damaged = 0

  /// Whether no further piece will come.
  package var hasEnded = false

  /// A decoder of the stream that messages call `name`; its sound comes out as `sound` says.
  package init(name: String, sound: LivePiece.SoundShape?, pixelLimit: Int) {
    (self.name, self.sound, self.pixelLimit) = (name, sound, pixelLimit)
  }

  /// How many pieces wait behind the one that is decoded, and how large they are.
  package var waitingCount: (pieces: Int, bytes: Int) {
    (waiting.count, waiting.reduce(0) { $0 + $1.byteCount })
  }

  /// Puts `piece` behind all that wait.
  package func add(_ piece: LivePiece) { waiting.append(piece) }

  /// Forgets all pieces that wait but the newest `count`.
  ///
  /// - Returns: how many pictures were in them.
  package func forget(allBut count: Int) -> Int {
    let old = waiting.prefix(max(0, waiting.count - count))
    waiting.removeFirst(old.count)
    if !old.isEmpty { waiting.first?.begins = true }
    return old.reduce(0) { $0 + $1.pictureCount }
  }

  /// How many pictures were damaged since it was asked the last time.
  package func takeDamaged() -> Int {
    defer { damaged = 0 }
    return damaged
  }

  /// What is next by its stamp; `nil` where nothing is at hand.
  package func next() -> LiveMoment? {
    while true {
      for lane in lanes { fill(lane) }
      let ready = lanes.compactMap { lane in lane.ready.map { (lane: lane, moment: $0) } }
      if var next = ready.min(by: { $0.moment.stamp < $1.moment.stamp }) {
        next.lane.ready = nil
        next.moment.begins = joins
        joins = false
        return next.moment
      }
      guard let piece = waiting.first else { return nil }
      waiting.removeFirst()
      open(piece)
    }
  }

  /// Lets `lane` have something ready, as far as pieces are there that go on from those before.
  private func fill(_ lane: LiveLane) {
    lane.decode()
    while lane.ready == nil, let piece = waiting.first, !piece.begins {
      waiting.removeFirst()
      for lane in lanes { lane.add(piece) }
      lane.decode()
    }
    if lane.ready == nil, hasEnded || !waiting.isEmpty { lane.finish() }
    damaged += lane.takeDamaged()
  }

  /// Begins anew with `piece`; where it cannot be decoded, with the next one.
  private func open(_ piece: LivePiece) {
    joins = true
    do {
      lanes = try [pictureLane(piece), soundLane(piece)].compactMap { $0 }
      opened = piece
      for lane in lanes { lane.add(piece) }
    } catch {
      lanes = []
      damaged += max(1, piece.pictureCount)
      waiting.first?.begins = true
    }
  }

  private func pictureLane(_ piece: LivePiece) throws -> LiveLane? {
    guard let track = piece.pictures, let shape = piece.pictureShape else { return nil }
    let decoder = try LivePictures(
      track.stream, duration: min(shape.rate.frameDuration, Time(wholeSeconds: 1)), name: name,
      pixelLimit: pixelLimit)
    return LiveLane(decoder, track.stream.pointee, countsDamage: true) { $0.pictures }
  }

  private func soundLane(_ piece: LivePiece) throws -> LiveLane? {
    guard let track = piece.sound, let sound else { return nil }
    return LiveLane(
      try LiveSound(track.stream, sound, name: name), track.stream.pointee, countsDamage: false
    ) { $0.sound }
  }
}

/// The packets of one track of a live stream, on their way through its decoder.
private final class LiveLane {
  private let decoder: any LiveTrackDecoder
  private let track: (LivePiece) -> LivePiece.Track?
  private let unit: AVRational
  /// After so many units stamps begin at 0 again; 0: they do not.
  private let wrap: Int64
  private let countsDamage: Bool
  private var packets: ArraySlice<PacketStorage> = []
  private var last: Int64?
  private var offset: Int64 = 0
  /// Where what came last ends.
  private var end = Time.zero
  private var isFinished = false
  private var damaged = 0
  /// What came out and was not taken.
  var ready: LiveMoment?

  init(
    _ decoder: any LiveTrackDecoder, _ stream: AVStream, countsDamage: Bool,
    _ track: @escaping (LivePiece) -> LivePiece.Track?
  ) {
    (self.decoder, self.track, self.countsDamage) = (decoder, track, countsDamage)
    unit = stream.time_base
    wrap = stream.pts_wrap_bits < 63 ? 1 << Int64(stream.pts_wrap_bits) : 0
  }

  func add(_ piece: LivePiece) { packets += track(piece)?.packets ?? [] }

  func takeDamaged() -> Int {
    defer { damaged = 0 }
    return damaged
  }

  /// Lets the packets through until something comes out.
  func decode() {
    while ready == nil {
      switch decoder.receive() {
      case .content(let content, let stamp, let duration):
        let time = stamp.map(time) ?? end
        end = time + duration
        ready = LiveMoment(stamp: time, duration: duration, content: content)
      case .needsPacket:
        guard let packet = packets.popFirst() else { return }
        decoder.send(packet.packet)
      case .damaged: if countsDamage { damaged += 1 }
      case .end: return
      }
    }
  }

  /// No packet will come: lets out what the decoder holds.
  func finish() {
    if !isFinished { decoder.send(nil) }
    isFinished = true
    decode()
  }

  private func time(_ stamp: Int64) -> Time {
    if wrap > 0, let last, stamp &+ offset < last &- wrap / 2 { offset &+= wrap }
    let whole = stamp &+ offset
    last = whole
    // Stamps and units come from strangers; this saturates.
    return Time(flicks: Time.flicksPerSecond * Int64(unit.num))
      .multiplied(by: whole, dividedBy: Int64(max(unit.den, 1)))
  }
}
