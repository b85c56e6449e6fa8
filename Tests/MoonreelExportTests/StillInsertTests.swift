// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Picture files inserted into timelines: whole, in part, after each other and scaled.
@Suite struct StillInsertTests {
  private func range(_ start: Double, _ end: Double) throws -> TimeRange {
    TimeRange(start: try Time(seconds: start), end: try Time(seconds: end))
  }

  private func picture(_ color: String, in workspace: Workspace) throws -> Asset {
    let path = workspace.path("\(color).png")
    try Tool.ffmpeg(["-f", "lavfi", "-i", "color=\(color):s=16x8", "-frames:v", "1", path])
    return try Asset.load(path: path, gate: workspace.gate)
  }

  /// What is shown at `seconds`: `r`, `b`, or `.` for black.
  private func colors(of timeline: Timeline, at seconds: [Double], in workspace: Workspace) throws
    -> String
  {
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    let target = FrameTarget(size: PixelSize(16, 8), format: .rgb24, color: .srgb)
    return try String(
      seconds.map { time in
        let frame = try PictureRenderer(threadCount: 1).render(
          reader.image(at: Time(seconds: time)), to: target)
        return withExtendedLifetime(frame) {
          let base = frame.planes[0].base
          let (red, blue) = (
            base.load(as: UInt8.self), base.load(fromByteOffset: 2, as: UInt8.self)
          )
          return red > 200 && blue < 50
            ? "r" : blue > 200 && red < 50 ? "b" : red + blue < 50 ? "." : "?"
        }
      })
  }

  @Test func allOfIt() throws {
    let workspace = try Workspace()
    let (red, blue) = (try picture("red", in: workspace), try picture("blue", in: workspace))
    #expect(red.isStillImage && red.duration == .zero)
    #expect(red.usualRange == (try range(0, 3)))
    var timeline = Timeline()
    try timeline.insert(of: red)
    #expect(timeline.duration == Time(wholeSeconds: 3))
    try timeline.insert(of: blue)
    try timeline.insert(of: red, at: Time(wholeSeconds: 1))
    #expect(timeline.tracks.count == 1 && timeline.duration == Time(wholeSeconds: 9))
    #expect(
      try colors(of: timeline, at: [0, 0.99, 1, 3.99, 4, 5.99, 6, 8.99], in: workspace)
        == "rrrrrrbb")
  }

  @Test func partsAndScaledParts() throws {
    let workspace = try Workspace()
    let (red, blue) = (try picture("red", in: workspace), try picture("blue", in: workspace))
    var timeline = Timeline()
    // A still has every time.
    try timeline.insert(range(1, 2), of: red)
    try timeline.insert(range(100, 100.5), of: blue)
    try timeline.insert(range(0, 1), of: red, at: Time(wholeSeconds: 3))
    #expect(timeline.tracks[0].segments.map(\.isEmpty) == [false, false, true, false])
    #expect(
      try colors(of: timeline, at: [0, 0.99, 1, 1.49, 1.5, 2.99, 3, 3.99], in: workspace)
        == "rrbb..rr")
    try timeline.retime(range(0.5, 1.5), to: Time(wholeSeconds: 4))
    #expect(timeline.duration == Time(wholeSeconds: 7))
    #expect(
      try colors(of: timeline, at: [0, 0.5, 2.49, 2.5, 4.49, 4.5, 5.99, 6], in: workspace)
        == "rrrbb..r")
    try timeline.reverse(range(0, 4.5))
    #expect(try colors(of: timeline, at: [0, 1.99, 2, 4.49, 4.5], in: workspace) == "bbrr.")
  }

  @Test func withoutLengthItIsRefused() throws {
    let workspace = try Workspace()
    let red = try picture("red", in: workspace)
    var timeline = Timeline()
    for range in [TimeRange.zero, try range(2, 2)] {
      let error = #expect(throws: MoonreelError.self) { try timeline.insert(range, of: red) }
      #expect(error?.message.contains("the range has no length") == true)
    }
    #expect(timeline.tracks.isEmpty)
  }
}
