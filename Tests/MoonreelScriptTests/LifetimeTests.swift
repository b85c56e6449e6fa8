// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Who keeps whom: a host goes when nobody draws with its script any more.
@Suite struct LifetimeTests {
  private static let preamble = """
    local mr = require "moonreel"
    local clip = mr.source.custom { size = { 8, 8 }, duration = 2,
      draw = function(time) return mr.color { 1, 0, 0 } end }
    local timeline = mr.timeline { fps = 25 }
    local video = timeline:add_track "video"
    video:insert(clip, { 0, 2 }, 0)

    """

  /// What a script leaves behind in Lua, each with something that leads back to it.
  private static let scripts = [
    "return timeline",
    "kept = clip\nreturn timeline",
    """
    kept = mr.video_composition(timeline, { compositor = function(r) return r:frame(video) end })
    return kept
    """,
    """
    local film
    film = mr.video_composition(timeline, { filter = function(image)
      return film and image:opacity(0.5)
    end })
    return mr.export { timeline, video = film }
    """,
    """
    kept = { mr.video_composition { size = { 8, 8 }, instructions = { { range = { 0, 2 },
      sources = { video }, data = { timeline },
      compositor = { render = function(r) return r:frame(video) end, preroll = print } } } } }
    return mr.export { timeline, video = kept[1] }
    """,
    """
    kept = mr.layer_instruction(video)
    kept:opacity_ramp(0, 1, { mr.frames(0), mr.frames(25) })
    mix = mr.audio_mix()
    mix:volume(timeline:add_track "audio", 0.5, mr.frames(5))
    return mr.export { timeline, audio = mix, video = mr.video_composition(timeline, {
      instructions = { { layers = { kept } } } }) }
    """,
    """
    local given = mr.params { title = { "string", default = "a" } }
    kept = mr.export { timeline }
    return kept
    """,
    """
    kept = mr.composition { size = { 8, 8 }, compositor = function(s) return kept and s:composed() end }
    layer = kept:add { source = clip, opacity = function(t) return layer and 1 end,
      effects = { function(i) return layer and i end, require "moonreel.effects".vignette() } }
    kept:on_frame(function(frame) return kept and frame end)
    return kept
    """,
    """
    local inner = mr.composition { size = { 8, 8 } }
    inner:add { source = function(t) return inner and mr.color "red" end, duration = 2 }
    kept = mr.composition { size = { 8, 8 }, transition = function(a) return kept and a end }
    kept:sequence { inner, clip, overlap = 0.5, transition = require "moonreel.transitions".push() }
    return mr.export { kept }
    """,
    """
    contexts = {}
    local function keep(image, context) contexts[#contexts + 1] = context return image end
    local show = mr.composition { size = { 8, 8 } }
    show:add { source = clip, effects = { keep } }
    show:on_frame(function(frame, time, context) return keep(frame, context) end)
    return show
    """,
    "kept = clip\nerror 'no'",
  ]

  @Test(arguments: scripts, [ScriptOptions.Mode.render, .check])
  func hostsAreGoneWithTheirResults(_ script: String, _ mode: ScriptOptions.Mode) throws {
    var options = ScriptOptions(path: "test.lua", text: Self.preamble + script)
    options.mode = mode
    weak var host: ScriptHost?
    weak var state: LuaState?
    do {
      let made = try ScriptHost(options: options)
      (host, state) = (made, made.state)
      let result = Result { try made.run() }
      #expect((try? result.get()) != nil || script.contains("error"), "\(result)")
      #expect(host != nil && state != nil)
    }
    #expect(host == nil)
    #expect(state == nil)
  }

  private func draw(_ source: any Source) throws -> Image {
    try source.image(
      at: .zero, in: FrameContext(time: .zero, frameIndex: 0, size: Size(8, 8)))
  }

  @Test func theTimelineOfAResultKeepsItsHost() throws {
    weak var host: ScriptHost?
    var timeline = Timeline()
    do {
      let made = try ScriptHost(
        options: ScriptOptions(path: "test.lua", text: Self.preamble + "return timeline"))
      host = made
      timeline = try made.run().request.timeline
    }
    #expect(host != nil)
    guard case .custom(let source) = timeline.tracks[0].segments[0].source else {
      Issue.record("the segment shows the script's source")
      return
    }
    _ = try draw(source)
    timeline = Timeline()
    #expect(host == nil)
    let error = #expect(throws: MoonreelError.self) { _ = try draw(source) }
    #expect(error?.message.contains("after its host was gone") == true)
  }

  @Test func theCompositionOfAResultKeepsItsHost() throws {
    weak var host: ScriptHost?
    var composition: VideoComposition?
    do {
      let script = """
        return mr.video_composition(timeline, { filter = function(image)
          return image:over(mr.source and mr.color "red")
        end })
        """
      let made = try ScriptHost(
        options: ScriptOptions(path: "test.lua", text: Self.preamble + script))
      host = made
      composition = try made.run().request.videoComposition
    }
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(8, 8))
    _ = try composition?.filter?.apply(to: Image(color: .white), at: context)
    #expect(host != nil)
    composition = nil
    #expect(host == nil)
  }
}
