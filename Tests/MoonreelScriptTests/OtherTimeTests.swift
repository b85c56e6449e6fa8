// SPDX-License-Identifier: MIT

import MoonreelCore
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
    return try drawn(outcome, at: seconds)
  }

  /// The first component of the first pixel at `seconds` of a film.
  private func drawn(_ outcome: Runs.Outcome, at seconds: Double) throws -> Float {
    let target = FrameTarget(size: PixelSize(4, 4), format: .floatGBRA, color: .srgb)
    let frame = try outcome.frame(at: seconds, on: target)
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

  /// The gray at `seconds` of a layer whose clip is as in `gray`, begun at 1 s, with `effects`.
  private func layered(_ effects: String, at seconds: Double) throws -> Float {
    try drawn(
      Runs.script(
        """
        local mr = require "moonreel"
        local show = mr.composition { size = { 4, 4 }, fps = 10, duration = 5 }
        local calls = 0
        local function count() calls = calls + 1 return calls end
        local function mix(image, context)
          return image:dissolve(context:at(context.time - 0.1):dissolve(context:at(context.time - 0.2), 0.5), 0.5)
        end
        show:add { at = 1, duration = 4, effects = { \(effects) },
          source = function(time) return mr.image.color { time / 10, time / 10, time / 10 } end }
        return show
        """), at: seconds)
  }

  @Test("effects see other times of their layer, as the effects before them leave it")
  func effects() throws {
    let late =
      "function(image, context) return image:dissolve(context:at(context.time + 1), 0.5) end"
    let timed = "function(image, context) return image:gain(context.time) end"
    #expect(isNear(try layered(late, at: 2), (0.1 + 0.2) / 2))
    #expect(isNear(try layered("\(timed), \(late)", at: 2), (0.1 * 1 + 0.2 * 2) / 2))
    #expect(isNear(try layered("\(late), \(timed)", at: 3), (0.2 + 0.3) / 2 * 2))
    // The second's picture of 2 s is the mean of what the first makes of 2 s and 3 s.
    let wanted = (0.1 * 1 + 0.2 * 2) / 4 + (0.2 * 2 + 0.3 * 3) / 4
    #expect(isNear(try layered("\(timed), \(late), \(late)", at: 2), wanted))
    let frames = "function(image, context) return image:gain(context.frame_index / 10) end"
    #expect(isNear(try layered("\(frames), \(late)", at: 2), (0.1 * 2 + 0.2 * 3) / 2))
    let share = "function(image, context) return image:gain(context.progress) end"
    #expect(isNear(try layered("\(share), \(late)", at: 2), (0.1 * 0.25 + 0.2 * 0.5) / 2))
  }

  @Test("each moment of an effect is drawn once, however many ask for it") func moments() throws {
    // Seven times are asked for through three mixes: those of 0 to 6 tenths ago.
    let counted = """
      function(image, context)
        assert(count() <= 7, "drawn again")
        return image
      end
      """
    let found = try layered("\(counted), mix, mix, mix", at: 3)
    #expect(isNear(found, 0.2 - 3 * 0.0075))
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
