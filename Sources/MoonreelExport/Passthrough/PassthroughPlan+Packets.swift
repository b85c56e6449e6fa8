// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension PassthroughPlan {
  /// Opens the files and checks that every piece can be decoded by itself and that all pieces of a lane
  /// are coded alike.
  ///
  /// - Returns: what a muxer needs to know of each lane.
  /// - Throws: ``Obstacle``; `MoonreelError` where a file cannot be read.
  func checkPackets(gate: FileGate) throws -> [CodecParameters] {
    try lanes.map { lane in
      var first: CodecParameters?
      for piece in lane.pieces {
        let reader = try PacketReader(track: piece.asset, gate: gate)
        if let first, !first.isInterchangeable(with: reader.parameters) {
          throw Obstacle(
            reason: "'\(piece.asset.path)' is coded otherwise than '\(lane.pieces[0].asset.path)'",
            time: piece.timelineStart)
        }
        first = first ?? reader.parameters
        if lane.mediaType == .video {
          try Self.checkStart(piece, reader)
          try Self.checkEnd(piece, reader)
        }
      }
      guard let first else { throw Obstacle(reason: "track \(lane.trackID) is empty") }
      return first
    }
  }

  private static func checkStart(_ piece: Piece, _ reader: PacketReader) throws {
    let start = piece.sourceRange.start
    let half = PacketLane.halfUnit(of: piece.asset)
    // What begins before the track's first frame begins with it.
    if start <= piece.asset.timeRange.start + half { return }
    try reader.seek(to: start + half)
    guard let time = try reader.next()?.presentationTime else { return }
    guard time >= start - half, time <= start + half else {
      throw Obstacle(
        reason:
          "'\(piece.asset.path)' is cut at \(start), where no key frame stands; the key frame "
          + "before it is at \(time)", time: piece.timelineStart)
    }
  }

  /// No packet that is kept may follow one that is not: it could need it.
  private static func checkEnd(_ piece: Piece, _ reader: PacketReader) throws {
    let end = piece.sourceRange.end
    let half = PacketLane.halfUnit(of: piece.asset)
    if end >= piece.asset.timeRange.end - half { return }
    try reader.seek(to: end)
    var isPast = false
    while let packet = try reader.next() {
      guard let time = packet.presentationTime else { continue }
      if time >= end - half { isPast = true }
      let isKept = time < end - half && PacketLane.contains(piece, time)
      if isPast && isKept {
        throw Obstacle(
          reason:
            "'\(piece.asset.path)' is cut at \(end), and frames before the cut need frames after "
            + "it", time: piece.timelineStart + piece.sourceRange.duration)
      }
      if let decode = packet.decodeTime, decode >= end { return }
    }
  }
}
