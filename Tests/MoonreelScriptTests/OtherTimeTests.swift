// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Frames of other times, as scripts ask for them. The clip is gray: at second s it is s / 10.
@Suite struct OtherTimeTests {
  private func gray(_ draw: String, _ more: String = "", at seconds: Double) throws -> Float {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local t = mr.timeline { fps = 10 }
      local v = t:add_track "video"
      local source = mr.source.custom { size = { 4, 4 }, draw = function(time)
        return mr.image.color { time / 10, time / 10, time / 10 } end }
      v:insert(source, { 0, 4 }, 0)
      local function draw(request) \(draw) end
      return mr.export { t, video = mr.video_composition { size = { 4, 4 }, fps = 10,
        instructions = { { range = { 0, 4 }, sources = { v }, compositor = draw } }, \(more) } }
      """)
    let result = try #require(outcome.result, "\(outcome.message)")
    let reader = try CompositionReader(
      timeline: result.request.timeline, composition: result.request.videoComposition,
      gate: FileGate(folders: []))
    let target = FrameTarget(size: PixelSize(4, 4), format: .floatGBRA, color: .srgb)
    let frame = try PictureRenderer(threadCount: 1).render(
      try reader.image(at: try Time(seconds: seconds)), to: target)
    return frame.planes[0].base.load(as: Float.self)
  }

  private func isNear(_ found: Float, _ wanted: Double) -> Bool {
    abs(Double(found) - wanted) < 1e-5
  }

  @Test("request:frame takes another time", arguments: [(0.0, 0.25), (3.5, 0.25)])
  func frames(_ seconds: Double, _ wanted: Double) throws {
    #expect(isNear(try gray("return request:frame(v, { at = 2.5 })", at: seconds), wanted))
  }

  @Test func framesMayBeCounted() throws {
    let found = try gray("return request:frame(v, { at = mr.frames(7) })", at: 2)
    #expect(isNear(found, 0.07))
  }

  @Test func outsideTheTrackThereIsNothing() throws {
    let found = try gray(
      "return request:frame(v, { at = request.time - 1 }) or mr.image.color 'white'", at: 0.5)
    #expect(isNear(found, 1))
  }

  @Test("filters see the composed picture of other times, before the filter") func filters() throws
  {
    let found = try gray(
      "return request:frame(v)",
      "filter = function(image, context) return image:dissolve(context:at(context.time + 1), 0.5) end",
      at: 1)
    #expect(isNear(found, (0.1 + 0.2) / 2))
  }

  @Test func echo() throws {
    let found = try gray(
      "return require 'moonreel.echo'(request, v, { count = 2, delay = 0.5, decay = 0.5 })", at: 2)
    #expect(isNear(found, (0.2 + 0.5 * 0.15 + 0.25 * 0.1) / 1.75))
    let early = try gray(
      "return require 'moonreel.echo'(request, v, { count = 2, delay = 0.5, decay = 0.5 })", at: 0.5
    )
    #expect(isNear(early, (0.05 + 0) / 1.5))
  }

  @Test func frameBlend() throws {
    // Two frames a second: at 1.2 s the time has come 0.4 of the way from the third to the fourth,
    // which are shown at 1.25 and 1.75.
    let found = try gray(
      "return require 'moonreel.frame_blend'(request, v, { fps = 2 })", at: 1.2)
    #expect(isNear(found, 0.125 * 0.6 + 0.175 * 0.4))
  }

  @Test func freezeAndReverse() throws {
    #expect(isNear(try gray("return require 'moonreel.freeze'(request, v, 1.5)", at: 3), 0.15))
    #expect(isNear(try gray("return require 'moonreel.reverse'(request, v)", at: 0), 0.395))
    #expect(isNear(try gray("return require 'moonreel.reverse'(request, v)", at: 3.9), 0.005))
  }

  @Test("mistakes are told") func mistakes() throws {
    for (draw, sentence) in [
      ("return request:frame(v, { when = 2 })", "unknown option 'when'"),
      ("return request:frame(v, { at = 'soon' })", "expected a time"),
      ("return require 'moonreel.echo'(request, v, { count = 0 })", "bad 'count' of echo"),
      ("return require 'moonreel.frame_blend'(request, v)", "frame_blend needs 'fps'"),
    ] {
      do {
        _ = try gray(draw, at: 1)
        Issue.record("no error: \(draw)")
      } catch {
        let message = (error as? MoonreelError)?.message ?? "\(error)"
        #expect(message.contains(sentence), "\(message)")
      }
    }
  }
}
