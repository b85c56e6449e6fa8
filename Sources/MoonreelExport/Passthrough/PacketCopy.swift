// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Copies the packets of a plan into a new file.
struct PacketCopy: Sendable {
  let plan: PassthroughPlan
  let packets: PassthroughPlan.Packets

  /// The copy of `range` of `request` into a `container` at `path`.
  ///
  /// - Throws: `PassthroughPlan.Obstacle`, the first in the way; `MoonreelError` where a file cannot be
  ///   read.
  init(
    _ request: ExportRequest, range: TimeRange, container: Container, path: String, gate: FileGate
  ) throws {
    guard container.takesCopies else {
      throw PassthroughPlan.Obstacle(reason: "none are copied into \(container.ending) files")
    }
    plan = try PassthroughPlan(request, range: range)
    let canHide = try PassthroughWriter.canHide(in: container, at: path, gate: gate)
    packets = try plan.packets(
      canHide: canHide, canPrime: PassthroughWriter.canPrime(in: container), gate: gate)
  }

  /// Opens the file at `path`.
  func open(
    to path: String, settings: OutputSettings, gate: FileGate, warnings: WarningLog
  ) throws -> PassthroughWriter {
    let tracks = zip(plan.lanes, packets.parameters).map { ($0.pieces[0].asset, $1) }
    return try PassthroughWriter(
      path: path, container: settings.container, tracks: tracks, metadata: settings.metadata,
      chapters: settings.chapters, subtitles: settings.subtitles,
      timedMetadata: settings.timedMetadata, optimizeForNetwork: settings.optimizeForNetwork,
      gate: gate, warnings: warnings)
  }

  /// Writes the file at `path`.
  func run(
    to path: String, settings: OutputSettings, meter: ProgressMeter, clock: ExportClock,
    session: ExportSession
  ) throws -> OutputSummary {
    let softTracks = try session.softTracks(of: session.job)
    let writer = try open(
      to: path, settings: settings, gate: session.gate, warnings: session.warnings)
    do {
      try softTracks.append(to: writer)
      try copy(into: writer, meter, clock, session)
      let summary = try writer.finish()
      meter.finish(bytes: summary.bytes)
      return summary
    } catch {
      writer.cancel()
      throw error
    }
  }

  /// Always takes the packet that is due first, so that the muxer has little to hold back.
  private func copy(
    into writer: PassthroughWriter, _ meter: ProgressMeter, _ clock: ExportClock,
    _ session: ExportSession
  ) throws {
    let lanes = try plan.lanes.indices.map { index in
      try PacketLane(
        plan.lanes[index], packets.cuts[index], track: index, writer: writer, gate: session.gate)
    }
    while let (due, lane) = Self.earliest(lanes) {
      try clock.check()
      try meter.measure(.copy) { try lane.copyNext() }
      try session.request.limits.admit(duration: .zero, frames: writer.framesWritten)
      meter.advance(
        frames: writer.framesWritten, time: max(.zero, due), bytes: writer.bytesWritten)
    }
  }

  private static func earliest(_ lanes: [PacketLane]) -> (Time, PacketLane)? {
    lanes.compactMap { lane in lane.due.map { ($0, lane) } }.min { $0.0 < $1.0 }
  }
}

extension ExportSession {
  /// How the export copies packets; `nil` where it renders.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) naming the first obstacle where a copy is required.
  func packetCopy(_ gate: FileGate) throws -> PacketCopy? {
    guard request.copyMode != .never else { return nil }
    do {
      return try PacketCopy(
        request, range: timeRange, container: settings.container, path: outputPath, gate: gate)
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
