// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct SessionTests {
  /// Draws a gray that says the frame's number; fails at one time where asked to.
  struct Numbering: Compositor {
    struct Refusal: Error, CustomStringConvertible { let description = "no more paint" }
    var failing: Time?
    var onFrame: (@Sendable (Int64) -> Void)?

    func image(for request: FrameRequest) throws -> Image {
      if let failing, request.context.time >= failing { throw Refusal() }
      onFrame?(request.context.frameIndex)
      let level = Double(request.context.frameIndex % 200) / 255
      return Image(color: Color(level, level, level))
    }
  }

  private func request(seconds: Double, _ compositor: Numbering) throws -> ExportRequest {
    let timeline = try Timeline.of(GraySource(), seconds: seconds, audio: LevelSource())
    var composition = VideoComposition(
      renderSize: PixelSize(32, 16), frameRate: try FrameRate(25))
    var instruction = VideoInstruction(
      timeRange: TimeRange(start: .zero, duration: timeline.duration))
    instruction.compositor = compositor
    composition.instructions = [instruction]
    return ExportRequest(timeline: timeline, videoComposition: composition)
  }

  @Test func compositorsAreCalledInOrderOnOneThread() throws {
    let workspace = try Workspace()
    let seen = Locked<[(Int64, pthread_t)]>([])
    let compositor = Numbering { index in
      seen.withLock { $0.append((index, pthread_self())) }
    }
    var request = try request(seconds: 2, compositor)
    request.output.pixelFormat = .gray()
    request.output.container = .mkv
    request.output.videoCodec = .ffv1
    let file = try export(request, to: "a.mkv", in: workspace)
    #expect(file.video?.frames == 50)
    let calls = seen.withLock { $0 }
    #expect(calls.map(\.0) == Array(0..<50))
    #expect(Set(calls.map(\.1)).count == 1)
    #expect(try file.grays().dropFirst().first.map { $0 > 0 } == true)
  }

  @Test func aCompositorsErrorNamesTheFrame() throws {
    let workspace = try Workspace()
    let failing = try Time(seconds: 1)
    let request = try request(seconds: 2, Numbering(failing: failing))
    let session = try ExportSession(
      request, outputPath: workspace.path("a.mp4"), gate: workspace.gate)
    let error = #expect(throws: MoonreelError.self) { try session.run() }
    #expect(error?.message == "Cannot compose the frame at 1.000 s: no more paint")
    #expect(workspace.files.isEmpty)
  }

  @Test func cancellingLeavesTheOldFile() throws {
    let workspace = try Workspace()
    let path = workspace.path("a.mp4")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let flag = CancellationFlag()
    let request = try request(seconds: 100, Numbering { if $0 == 20 { flag.cancel() } })
    let session = try ExportSession(
      request, outputPath: path, gate: workspace.gate, cancellation: flag)
    let error = #expect(throws: MoonreelError.self) { try session.run() }
    #expect(error?.code == .cancelled)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(workspace.files == ["a.mp4"])
  }

  @Test func twoPassesDrawEachFrameTwice() throws {
    let workspace = try Workspace()
    let calls = Locked<[Int64]>([])
    var request = try request(
      seconds: 2, Numbering { index in calls.withLock { $0.append(index) } })
    (request.output.passes, request.output.videoBitRate) = (2, 100_000)
    let reported = Locked<[ExportProgress]>([])
    let session = try ExportSession(
      request, outputPath: workspace.path("a.mp4"), gate: workspace.gate)
    let summary = try session.run { progress in reported.withLock { $0.append(progress) } }
    #expect(summary.frames == 50)
    #expect(calls.withLock { $0 } == Array(0..<50) + Array(0..<50))
    let last = try #require(reported.withLock { $0.last })
    #expect(last.framesTotal == 100 && last.framesDone == 100 && last.fraction == 1)
    #expect(workspace.files == ["a.mp4"])
    let file = try Measured(workspace.path("a.mp4"))
    #expect(file.video?.frames == 50 && file.audio != nil)
  }

  @Test("cancelled in either pass, nothing is left", arguments: [20, 70])
  func cancelledPasses(_ frame: Int) throws {
    let workspace = try Workspace()
    let (flag, calls) = (CancellationFlag(), Locked(0))
    var request = try request(
      seconds: 2,
      Numbering { _ in
        let count = calls.withLock { count in
          count += 1
          return count
        }
        if count == frame { flag.cancel() }
      })
    (request.output.passes, request.output.videoBitRate) = (2, 100_000)
    let session = try ExportSession(
      request, outputPath: workspace.path("a.mp4"), gate: workspace.gate, cancellation: flag)
    let error = #expect(throws: MoonreelError.self) { try session.run() }
    #expect(error?.code == .cancelled)
    #expect(workspace.files.isEmpty)
  }

  @Test("a rehearsal of two passes writes nothing")
  func rehearsedPasses() throws {
    let workspace = try Workspace()
    var request = try request(seconds: 2, Numbering())
    (request.output.passes, request.output.videoBitRate) = (2, 100_000)
    try ExportSession(request, outputPath: workspace.path("a.mp4"), gate: workspace.gate)
      .rehearse()
    #expect(workspace.files.isEmpty)
  }

  /// The task that exports, for the compositor to cancel: waiting for another task to do it would let a
  /// busy machine finish the film first.
  private final class Exporting: Sendable {
    let task = Locked<Task<OutputSummary, any Error>?>(nil)
  }

  @Test func cancellingTheTaskCancelsTheExport() async throws {
    let workspace = try Workspace()
    let exporting = Exporting()
    let request = try request(
      seconds: 1000,
      Numbering { if $0 >= 10 { exporting.task.withLock { $0?.cancel() } } })
    let session = try ExportSession(
      request, outputPath: workspace.path("a.mp4"), gate: workspace.gate)
    let task = Task { try await session.export() }
    exporting.task.withLock { $0 = task }
    let error = await #expect(throws: MoonreelError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(workspace.files.isEmpty)
  }

  @Test func progressRisesToTheEnd() async throws {
    let workspace = try Workspace()
    let session = try ExportSession(
      request(seconds: 1, Numbering()), outputPath: workspace.path("a.mp4"),
      gate: workspace.gate)
    let seen = Locked<[ExportProgress]>([])
    let summary = try await session.export { progress in
      seen.withLock { $0.append(progress) }
    }
    let progress = seen.withLock { $0 }
    #expect(progress.map(\.framesDone) == progress.map(\.framesDone).sorted())
    #expect(progress.last?.fraction == 1)
    #expect(progress.last?.framesTotal == 25)
    #expect(progress.last?.limitingStage != nil)
    #expect(summary.frames == 25)
    #expect(summary.samples == 48_000)
  }

  @Test func statesEndWithTheExport() async throws {
    let workspace = try Workspace()
    let session = try ExportSession(
      request(seconds: 1, Numbering()), outputPath: workspace.path("a.mp4"),
      gate: workspace.gate)
    var last: ExportProgress?
    for try await progress in session.states() { last = progress }
    #expect(last?.fraction == 1)
    #expect(workspace.files == ["a.mp4"])
  }

  @Test func loudSumsAreReported() throws {
    let workspace = try Workspace()
    var timeline = try Timeline.of(
      GraySource(), seconds: 0.5, audio: LevelSource(level: 0.75))
    let more = timeline.addTrack(.audio)
    try timeline.updateTrack(more) {
      try $0.insert(
        TimeRange(seconds: 0, 0.25), of: .custom(LevelSource(level: 0.75)), at: nil)
    }
    let warnings = WarningLog()
    let session = try ExportSession(
      ExportRequest(timeline: timeline), outputPath: workspace.path("a.wav"),
      gate: workspace.gate, warnings: warnings)
    let summary = try session.run()
    #expect(summary.peak == 1.5)
    #expect(summary.clippedSamples == 24_000)
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.message.contains("full scale") == true)
    let samples = try Measured(workspace.path("a.wav")).samples()
    #expect(samples[0] > 0.9999 && samples[0] <= 1)
    #expect(abs(samples[13_000] - 0.75) < 0.0001)
  }

  /// The file ends where it would grow too long, pictures and sound together, and says so.
  @Test func aLengthLimitCutsTheExport() throws {
    let workspace = try Workspace()
    let timeline = try Timeline.of(
      GraySource(), seconds: 60, audio: LevelSource(), audioSeconds: 60)
    var request = ExportRequest(timeline: timeline)
    request.output.fileLengthLimit = 60_000
    request.output.audioBitRate = 64_000
    let warnings = WarningLog()
    let session = try ExportSession(
      request, outputPath: workspace.path("short.mp4"), gate: workspace.gate, warnings: warnings)
    let summary = try session.run()
    #expect(summary.reachedLengthLimit)
    #expect(summary.bytes <= 60_000)
    #expect(summary.frames > 30 && summary.frames < 60 * 30)
    #expect(warnings.all.contains { $0.message.contains("length limit of 60000 bytes") })
    let file = try Measured(summary.path)
    #expect(file.video?.frames == Int(summary.frames))
    #expect(abs((file.video?.duration ?? 0) - (file.audio?.duration ?? 1)) < 0.001)
    #expect(abs(file.duration - summary.duration.seconds) < 0.001)
  }
}
