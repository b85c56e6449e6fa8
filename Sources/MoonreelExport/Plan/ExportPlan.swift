// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// What an export will do, before it does it: for people, for tests and for other programs.
///
/// For example: `print(try ExportPlan(request, outputPath: "out.mp4", gate: gate).text)`.
public struct ExportPlan: Sendable {
  /// How the file comes about.
  public enum Method: Hashable, Sendable {
    /// Packets are copied.
    case copy
    /// Frames are drawn and encoded; where copying was allowed, what stood in its way.
    case render(insteadOfCopying: String?)
  }

  /// How the file comes about.
  public let method: Method
  /// The stretch of the timeline that is written.
  public let timeRange: TimeRange
  /// Pictures that are written.
  public let frameCount: Int64
  /// The settings of the file.
  public let settings: OutputSettings
  let output: PlanOutput
  /// The files that are written at once.
  let additional: [PlanOutput]
  let tracks: [PlanTrack]
  let instructions: [PlanInstruction]
  let readers: PlanReaders
  /// What would be copied and what is known, where somebody has found out; `nil` unless it is set.
  public var forecast: SpanForecast?

  /// The plan of writing `request` to `outputPath`. Files have to be there; they are read only where packets may
  /// be copied, or a track gives the frame times.
  ///
  /// - Throws: `MoonreelError` where the request cannot be exported.
  public init(_ request: ExportRequest, outputPath: String, gate: FileGate) throws {
    let job = try ExportJob(request, path: outputPath, gate: gate)
    (timeRange, frameCount, settings) = (job.range, job.frameCount, job.settings)
    let reader = CompositionReader(
      timeline: request.timeline, composition: job.composition, gate: gate)
    try job.requireFiles(of: reader)
    _ = try SoundCopy(job, path: outputPath, gate: gate)
    method = try Self.method(of: request, job, path: outputPath, gate: gate)
    output = PlanOutput(of: job)
    additional = try request.additionalJobs(path: outputPath, main: settings, gate: gate)
      .map { PlanOutput(of: $0) }
    tracks = request.timeline.tracks.map { PlanTrack($0) }
    instructions =
      settings.video == nil
      ? []
      : job.composition.instructions
        .filter { $0.timeRange.overlaps(job.range) }
        .map { PlanInstruction($0, in: job.composition, request.timeline) }
    let uses = settings.video == nil ? [] : reader.uses().filter { !$0.isStill }
    readers = PlanReaders(uses.filter { $0.targetRange.overlaps(job.range) })
  }

  private static func method(
    of request: ExportRequest, _ job: ExportJob, path: String, gate: FileGate
  ) throws -> Method {
    guard request.copyMode != .never else { return .render(insteadOfCopying: nil) }
    do {
      _ = try PacketCopy(
        request, range: job.range, container: job.settings.container, path: path, gate: gate)
      return .copy
    } catch let obstacle as PassthroughPlan.Obstacle {
      if request.copyMode == .required { throw obstacle.refusal }
      return .render(insteadOfCopying: obstacle.text)
    }
  }

  /// ``lines`` as one text, without a line break at the end.
  public var text: String { lines.joined(separator: "\n") }

  /// The plan for people.
  public var lines: [String] {
    var lines = output.lines + additional.flatMap(\.lines)
    let frames = frameCount > 0 ? ", \(frameCount) frames" : ""
    lines.append("range    \(timeRange)\(frames)")
    switch method {
    case .copy: lines.append("method   copy packets")
    case .render(nil): lines.append("method   render")
    case .render(let obstacle?): lines.append("method   render, for \(obstacle)")
    }
    lines += forecast?.lines ?? []
    lines += tracks.flatMap(\.lines)
    if !instructions.isEmpty {
      lines.append("instructions")
      lines += instructions.map { "  " + $0.line }
    }
    return lines + readers.lines
  }

  /// The plan as JSON; times in seconds.
  public func json(indented: Bool = true) -> String {
    indented ? document.prettyText : document.compactText
  }

  /// The plan for programs; times in seconds.
  public var document: JSONValue {
    let obstacle: String? = if case .render(let reason) = method { reason } else { nil }
    return .members([
      "output": output.json, "also": .array(additional.map(\.json)),
      "from": .number(timeRange.start.seconds), "to": .number(timeRange.end.seconds),
      "frames": .integer(frameCount),
      "method": .string(method == .copy ? "copy" : "render"),
      "instead_of_copying": .optional(obstacle),
      "spans": forecast?.json ?? .null, "copies": forecast?.copies?.json ?? .null,
      "tracks": .array(tracks.map(\.json)),
      "instructions": .array(instructions.map(\.json)), "readers": readers.json,
    ])
  }
}
