// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelExport

/// The example that the documents show is the example that runs here.
@Suite struct GuideTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func theDocumentsShowThisCode() throws {
    let shown = try String(
      contentsOf: Self.package.appendingPathComponent("docs/examples/swift/GuideComposition.swift"),
      encoding: .utf8)
    let compiled = try String(
      contentsOf: Self.package
        .appendingPathComponent("Tests/MoonreelExportTests/GuideExample.swift"), encoding: .utf8)
    #expect(shown == compiled)
  }

  @Test func theGuidesCompositionIsExported() async throws {
    let workspace = try Workspace()
    let h264 = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p"]
    try Clips.halves(
      workspace.path("wide.mp4"), left: "white", right: "white", size: (64, 36), frames: 50,
      more: h264)
    try Clips.halves(
      workspace.path("side.mp4"), left: "lime", right: "blue", size: (64, 36), frames: 50,
      more: h264)
    try Tool.turn(workspace.path("side.mp4"), to: workspace.path("tall.mp4"))
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "sine=f=440:d=5:r=48000", workspace.path("music.wav")])
    let shares = Locked<[Double]>([])
    let summary = try await exportGuideComposition(
      landscape: workspace.path("wide.mp4"), portrait: workspace.path("tall.mp4"),
      music: workspace.path("music.wav"), to: workspace.path("guide.mp4"), gate: workspace.gate
    ) { share in shares.withLock { $0.append(share) } }
    #expect(summary.frames == 120)
    #expect(shares.withLock { $0.last } == 1)

    let file = try Measured(workspace.path("guide.mp4"))
    #expect(file.video?.frames == 120)
    #expect([file.video?.width, file.video?.height] == [1280, 720])
    let pictures = try file.pictures("rgb24")
    func color(_ frame: Int, _ x: Int, _ y: Int) -> [Int] {
      let at = (y * 1280 + x) * 3
      return pictures[frame][at..<at + 3].map { Int($0) }
    }
    func isNear(_ found: [Int], _ wanted: [Int]) -> Bool {
      zip(found, wanted).allSatisfy { abs($0 - $1) <= 12 }
    }
    #expect(isNear(color(10, 640, 360), [255, 255, 255]))
    #expect(
      isNear(color(45, 640, 360), [255, 128, 128]), "half-way to red: \(color(45, 640, 360))")
    #expect(isNear(color(59, 640, 360), [255, 8, 8]), "almost red: \(color(59, 640, 360))")
    #expect(isNear(color(90, 640, 100), [0, 255, 0]), "upright: \(color(90, 640, 100))")
    #expect(isNear(color(90, 640, 620), [0, 0, 255]), "upright: \(color(90, 640, 620))")
    #expect(isNear(color(90, 100, 360), [0, 0, 0]), "fitted whole")

    let samples = try file.samples()
    func loudness(_ second: Double) -> Float {
      let start = Int(second * 48_000)
      return samples[start..<start + 2400].map { abs($0) }.max() ?? 0
    }
    #expect(abs(loudness(3) / loudness(1) - 0.5) < 0.05)
    #expect(loudness(3.9) < loudness(1) * 0.1)
  }
}
