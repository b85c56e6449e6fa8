// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct PlanTests {
  private func request() throws -> ExportRequest {
    var timeline = try Timeline.of(GraySource(), seconds: 2, audio: LevelSource())
    try timeline.retime(TimeRange(seconds: 1, 2), to: Time(seconds: 0.5))
    return ExportRequest(timeline: timeline)
  }

  @Test func theTextSaysWhatWillHappen() throws {
    let plan = try ExportPlan(request(), outputPath: "a.mp4", gate: .unrestricted)
    #expect(plan.frameCount == 45)
    #expect(plan.method == .render(insteadOfCopying: nil))
    let lines = plan.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "output   a.mp4, mp4")
    #expect(lines.contains("range    [0.000 s, 1.500 s), 45 frames"))
    #expect(lines.contains("track 1  video, 2 segments, 1.500 s"))
    #expect(
      lines.contains(
        "  [1.000 s, 1.500 s)  GraySource [1.000 s, 2.000 s) at 2 times its speed"))
  }

  @Test func theJSONReadsBack() throws {
    let plan = try ExportPlan(request(), outputPath: "a \"b\".mp4", gate: .unrestricted)
    for indented in [false, true] {
      let data = Data(plan.json(indented: indented).utf8)
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      #expect(object?["frames"] as? Int == 45)
      #expect((object?["output"] as? [String: Any])?["path"] as? String == "a \"b\".mp4")
      #expect((object?["tracks"] as? [Any])?.count == 2)
    }
  }

  @Test("a changing speed is shown by its slowest and fastest") func ramps() throws {
    var layer = Layer(
      .media(video: nil, audio: .custom(LevelSource())), over: try TimeRange(seconds: 0, 3))
    layer.timing.remap = .keyframes(
      try KeyframeAnimation([
        Keyframe(time: .zero, value: 0.0), Keyframe(time: Time(seconds: 2), value: 1),
        Keyframe(time: Time(seconds: 3), value: 4),
      ]))
    var show = Composition(size: PixelSize(32, 16), frameRate: try FrameRate(25))
    show.add(layer)
    let request = ExportRequest(timeline: try show.lowered().timeline)
    let plan = try ExportPlan(request, outputPath: "a.flac", gate: .unrestricted)
    let line = "[0.000 s, 3.000 s)  LevelSource [0.000 s, 4.000 s) at 0.5 to 3 times its speed"
    #expect(plan.text.contains(line))
    let json = plan.json(indented: false)
    #expect(json.contains(#""rate":1.3333333333333333,"lowest_rate":0.5,"highest_rate":3"#))
    #expect(plan.svg.contains("0.5 to 3 times its speed"))
  }

  @Test func whatKeepsFromCopyingIsNamed() throws {
    var request = try request()
    request.passthrough = .automatic
    let plan = try ExportPlan(request, outputPath: "a.mp4", gate: .unrestricted)
    #expect(
      plan.method
        == .render(
          insteadOfCopying: "segment 1 of track 1 does not come from a file (at 0.000 s)"))
    request.passthrough = .required
    let error = #expect(throws: MoonreelError.self) {
      try ExportPlan(request, outputPath: "a.mp4", gate: .unrestricted)
    }
    #expect(error?.message.contains("Cannot copy packets: segment 1") == true)
  }

  @Test("a timeline as JSON: gaps, names with quotes, and speeds that are fractions")
  func timelinesAsJSON() throws {
    let range = try TimeRange(seconds: 0, 10)
    let file = AssetTrack(
      path: "dir/a \"b\".mp4", streamIndex: 0, trackID: 1, mediaType: .audio, codecName: "aac",
      timeRange: range, timeBase: Rational(1, 48000))
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) {
      try $0.insert(TimeRange(seconds: 0, 1), of: .asset(file), at: Time(seconds: 0.5))
      try $0.retime(TimeRange(seconds: 0.5, 1.5), to: Time(seconds: 3))
      $0.isEnabled = false
    }
    let description = TimelineDescription(timeline)
    let rest = #","rate":1,"lowest_rate":null,"highest_rate":null,"is_reversed":false}"#
    #expect(
      description.json(indented: false)
        == #"{"format":"timeline","duration":3.5,"natural_size":null,"frame_rate":null,"#
        + #""tracks":[{"id":1,"type":"audio","is_enabled":false,"duration":3.5,"segments":["#
        + #"{"from":0,"to":0.5,"source":null,"source_from":0,"source_to":0.5"# + rest
        + #",{"from":0.5,"to":3.5,"source":"dir/a \"b\".mp4 stream 0","source_from":0,"source_to":1"#
        + rest.replacing("1,", with: "0.3333333333333333,") + "]}]}")
    #expect(
      description.text.split(separator: "\n").suffix(3) == [
        "  track 1  audio, 2 segments, 3.500 s, not enabled", "    [0.000 s, 0.500 s)  empty",
        "    [0.500 s, 3.500 s)  dir/a \"b\".mp4 stream 0 [0.000 s, 1.000 s) at 1/3 times its speed",
      ])
  }

  @Test func timelinesAreDescribedLikeFiles() throws {
    let text = TimelineDescription(try request().timeline).text
    #expect(text.contains("timeline, 1.500 s, 2 tracks"))
    #expect(text.contains("natural size 32x16"))
  }
}
