// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension PassthroughPlan {
  /// The packets of the plan, and what a muxer needs to know of them.
  struct Packets: Sendable {
    /// By lane.
    var parameters: [CodecParameters] = []
    /// By lane and piece.
    var cuts: [[PacketCut]] = []
  }

  /// Opens the files and finds the packets of every piece.
  ///
  /// - Parameters:
  ///   - canHide: whether the output can hide packets that are needed but not shown.
  ///   - canPrime: whether it can hide those before its first sound.
  /// - Throws: ``Obstacle`` where pieces of a lane are coded otherwise, or cannot be cut exactly;
  ///   `MoonreelError` where a file cannot be read.
  func packets(canHide: Bool, canPrime: Bool, gate: FileGate) throws -> Packets {
    var packets = Packets()
    for lane in lanes {
      var first: CodecParameters?
      var cuts: [PacketCut] = []
      for piece in lane.pieces {
        let reader = try PacketReader(track: piece.asset, gate: gate)
        if let first, !first.isInterchangeable(with: reader.parameters) {
          throw Obstacle(
            reason:
              "'\(piece.asset.path)' is encoded differently from '\(lane.pieces[0].asset.path)'",
            time: piece.timelineStart)
        }
        first = first ?? reader.parameters
        let isFirst = piece.sourceRange.start + piece.offset == .zero
        let cut = reader.cut(
          piece.sourceRange, canHide: canHide, canPrime: canPrime, isFirst: isFirst)
        if !canHide { try Self.checkExact(cut, piece) }
        cuts.append(cut)
      }
      guard let first else { throw Obstacle(reason: "track \(lane.trackID) is empty") }
      let isPrimed =
        canPrime && !canHide && lane.mediaType == .audio
        && lane.pieces[0].sourceRange.start + lane.pieces[0].offset == .zero
      packets.parameters.append(isPrimed ? first.priming(cuts[0].primingSamples) : first)
      packets.cuts.append(cuts)
    }
    return packets
  }

  private static func checkExact(_ cut: PacketCut, _ piece: Piece) throws {
    let hint = ", which only MP4 and MOV files can hide"
    if let key = cut.leadIn {
      throw Obstacle(
        reason:
          "'\(piece.asset.path)' is cut at \(cut.range.start), where there is no key frame: the frames "
          + "from the key frame at \(key) on are needed\(hint)", time: piece.timelineStart)
    }
    if cut.needsLaterFrames {
      throw Obstacle(
        reason:
          "'\(piece.asset.path)' is cut at \(cut.range.end), and frames before the cut need frames "
          + "after it\(hint)", time: piece.timelineStart + piece.sourceRange.duration)
    }
  }
}
