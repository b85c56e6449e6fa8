// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// The packets of one output track in the order they are written, piece after piece.
final class PacketLane {
  let lane: PassthroughPlan.Lane
  private let gate: FileGate
  private var index = 0
  private var reader: PacketReader?
  private var isPast = false

  init(_ lane: PassthroughPlan.Lane, gate: FileGate) { (self.lane, self.gate) = (lane, gate) }

  /// The next packet, and how much later than its asset's clock says it is shown.
  func next() throws -> (packet: EncodedPacket, offset: Time)? {
    while index < lane.pieces.count {
      let piece = lane.pieces[index]
      let reader = try open(piece)
      while let packet = try reader.next() {
        let time = packet.presentationTime ?? packet.decodeTime ?? piece.sourceRange.start
        if (packet.decodeTime ?? time) >= piece.sourceRange.end, time >= piece.sourceRange.end {
          break
        }
        if Self.contains(piece, time) { return (packet, piece.offset) }
      }
      self.reader = nil
      index += 1
    }
    return nil
  }

  private func open(_ piece: PassthroughPlan.Piece) throws -> PacketReader {
    if let reader { return reader }
    let reader = try PacketReader(track: piece.asset, gate: gate)
    try reader.seek(to: piece.sourceRange.start)
    self.reader = reader
    return reader
  }

  /// Whether a packet at `time` belongs to `piece`: half a unit of the time base is forgiven.
  static func contains(_ piece: PassthroughPlan.Piece, _ time: Time) -> Bool {
    let half = halfUnit(of: piece.asset)
    return time >= piece.sourceRange.start - half && time < piece.sourceRange.end - half
  }

  /// Half a unit of the stream's time base.
  static func halfUnit(of asset: AssetTrack) -> Time {
    Time(flicks: Time.flicksPerSecond).scaled(
      by: Rational(asset.timeBase.numerator, asset.timeBase.denominator * 2), rounding: .up)
  }
}
