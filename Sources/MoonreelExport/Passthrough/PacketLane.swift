// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// The packets of one output track in the order they are written, piece after piece; a piece's file is
/// open only while it is copied.
final class PacketLane {
  /// The output's time at which the next packet belongs; `nil` at the end.
  var due: Time? { segment?.due }

  private let lane: PassthroughPlan.Lane
  private let cuts: [PacketCut]
  private let index: Int
  private let writer: any PacketTaker
  private let gate: FileGate
  private var nextPiece = 0
  private var segment: CopiedSegment?

  /// The lane that becomes track `index` of `writer`, about to copy its first packet.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be opened.
  init(
    _ lane: PassthroughPlan.Lane, _ cuts: [PacketCut], track index: Int,
    writer: any PacketTaker, gate: FileGate
  ) throws {
    (self.lane, self.cuts, self.index) = (lane, cuts, index)
    (self.writer, self.gate) = (writer, gate)
    writer.expect(cuts, on: index)
    try openNext()
  }

  /// Copies one packet.
  func copyNext() throws {
    if let segment { try writer.copyNext(of: segment) }
    if due == nil { try openNext() }
  }

  private func openNext() throws {
    segment = nil
    while due == nil, nextPiece < lane.pieces.count {
      let (piece, cut) = (lane.pieces[nextPiece], cuts[nextPiece])
      let reader = try PacketReader(track: piece.asset, gate: gate)
      segment = try writer.begin(
        cut, of: reader, on: index, at: piece.sourceRange.start + piece.offset)
      nextPiece += 1
    }
    if due == nil { try writer.end(index) }
  }
}
