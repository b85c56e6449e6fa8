// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct ProfileTests {
  /// Works until the calling thread has taken `milliseconds` of CPU time.
  private static func spin(_ milliseconds: Int64) {
    let end = ThreadClock.nanoseconds + milliseconds * 1_000_000
    while ThreadClock.nanoseconds < end {}
  }

  @Test func stagesOfAnExportAreMeasured() throws {
    let workspace = try Workspace()
    try Clips.flashes(workspace.path("a.mkv"), seconds: 2)
    let timeline = try Timeline.of(file: workspace.path("a.mkv"), gate: workspace.gate)
    let session = try ExportSession(
      ExportRequest(timeline: timeline), outputPath: workspace.path("b.mp4"), gate: workspace.gate)
    let profile = ExportProfile()
    _ = try session.run(profile: profile)
    let seconds = profile.seconds
    for stage in [ExportProfile.Stage.decode, .compose, .mix, .encode, .mux] {
      #expect((seconds[stage] ?? 0) > 0, "\(stage)")
    }
    #expect(profile.shareInBetween > 0 && profile.shareInBetween < 1)
    let lines = profile.text.split(separator: "\n")
    #expect(lines.count == ExportProfile.Stage.allCases.count + 3)
    #expect(lines[1].hasPrefix("decode "))
  }

  @Test func workWithinAStageIsCountedOnce() {
    let profile = ExportProfile()
    profile.measure(.compose) {
      Self.spin(10)
      profile.measure(.decode, within: .compose) { Self.spin(20) }
    }
    let seconds = profile.seconds
    #expect((seconds[.compose] ?? 0) >= 0.01 && (seconds[.compose] ?? 1) < 0.02)
    #expect((seconds[.decode] ?? 0) >= 0.02)
  }

  /// What a codec starts for itself is known by the name that its threads inherit.
  @Test func threadsOfCodecsBelongToTheirStage() throws {
    let profile = ExportProfile()
    let isDone = Monitor(false)
    let hasSpun = Monitor(false)
    let thread = try profile.startingThreads(of: .mux) {
      try StageThread {
        Self.spin(30)
        hasSpun.update { $0 = true }
        _ = isDone.wait { $0 ? true : nil }
      }
    }
    _ = hasSpun.wait { $0 ? true : nil }
    profile.sample()
    isDone.update { $0 = true }
    thread.join()
    #expect((profile.seconds[.mux] ?? 0) >= 0.029)
    // The thread that started it has its own name back.
    let other = try StageThread { Self.spin(5) }
    profile.sample()
    other.join()
    #expect((profile.seconds[.mux] ?? 0) < 0.2)
  }
}
