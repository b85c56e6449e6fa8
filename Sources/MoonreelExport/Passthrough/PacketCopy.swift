// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Copies the packets of a plan into a new file.
struct PacketCopy: Sendable {
  let plan: PassthroughPlan
  let parameters: [CodecParameters]

  /// Writes the file at `path`.
  func run(
    to path: String, settings: OutputSettings, meter: ProgressMeter, session: ExportSession
  ) throws -> OutputSummary {
    let tracks = zip(plan.lanes, parameters).map { ($0.pieces[0].asset, $1) }
    let writer = try PassthroughWriter(
      path: path, container: settings.container, tracks: tracks, metadata: settings.metadata,
      chapters: settings.chapters, optimizeForNetwork: settings.optimizeForNetwork,
      gate: session.gate, warnings: session.warnings)
    do {
      try copy(into: writer, meter, session)
      let summary = try writer.finish()
      meter.finish(bytes: summary.bytes)
      return summary
    } catch {
      writer.cancel()
      throw error
    }
  }

  /// Always takes the packet that is decoded first, so that the muxer has little to hold back.
  private func copy(
    into writer: PassthroughWriter, _ meter: ProgressMeter, _ session: ExportSession
  ) throws {
    let lanes = plan.lanes.map { PacketLane($0, gate: session.gate) }
    var heads = try lanes.map { try $0.next() }
    var bytes: Int64 = 0
    var frames: Int64 = 0
    while let index = Self.earliest(heads), let head = heads[index] {
      try session.cancellation.check()
      try meter.measure(.copy) { try writer.append(head.packet, to: index, offset: head.offset) }
      bytes += Int64(head.packet.byteCount)
      if plan.lanes[index].mediaType == .video { frames += 1 }
      meter.advance(
        frames: frames, time: max(.zero, Self.time(head) ?? .zero), bytes: bytes)
      heads[index] = try lanes[index].next()
    }
  }

  private static func earliest(_ heads: [(packet: EncodedPacket, offset: Time)?]) -> Int? {
    let present = heads.indices.filter { heads[$0] != nil }
    return present.min { (time(heads[$0]) ?? .zero) < (time(heads[$1]) ?? .zero) }
  }

  private static func time(_ head: (packet: EncodedPacket, offset: Time)?) -> Time? {
    guard let head else { return nil }
    return (head.packet.decodeTime ?? head.packet.presentationTime).map { $0 + head.offset }
  }
}

extension ExportSession {
  /// How the export copies packets; `nil` where it renders.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) naming the first obstacle where a copy is required.
  func packetCopy() throws -> PacketCopy? {
    guard request.copyMode != .never else { return nil }
    do {
      let plan = try PassthroughPlan(request, range: timeRange)
      return PacketCopy(plan: plan, parameters: try plan.checkPackets(gate: gate))
    } catch let obstacle as PassthroughPlan.Obstacle {
      guard request.copyMode == .required else { return nil }
      throw obstacle.refusal
    }
  }
}

extension ExportRequest {
  /// Whether packets may be copied; the passthrough preset requires it.
  var copyMode: PassthroughMode { preset?.isPassthrough == true ? .required : passthrough }
}

extension PassthroughPlan.Obstacle {
  /// The error where a copy is required.
  var refusal: MoonreelError {
    MoonreelError(
      .invalidTimeline,
      "Cannot copy packets: \(text). Export with an encoding preset, or change the timeline.")
  }
}
