// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// What a script gets twice for one thing is the same: equal, and one key of a table.
@Suite struct HandleIdentityTests {
  private static let preamble = """
    local mr = require "moonreel"
    local tl = mr.timeline { fps = 25 }
    local v, w = tl:add_track "video", tl:add_track "video"
    local card = mr.source.test_card { size = { 64, 36 }, duration = 5 }
    v:insert(card, { 0, 2 }, 0)
    local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 3 }
    local other = mr.composition { size = { 64, 36 }, fps = 25, duration = 3 }
    local one, two = show:add { source = card }, show:add { source = card }
    other:add { source = card }
    local row = show:sequence { card, card, overlap = 1 }
    local sample = mr.asset(mr.samples.clips[1])
    local function same(a, b)
      local t = {}
      t[a] = "found"
      return a == b and rawequal(a, b) and t[b] == "found"
    end

    """

  static let same: [String] = [
    "tl:track(v.id), v", "tl.tracks[1], v", "tl:tracks_of('video')[2], w",
    "tl:compatible_track(card), tl:compatible_track(card)", "tl:track(w.id), tl.tracks[2]",
    "v:insert(card, { 0, 1 }), v", "tl:insert_empty { 0, 1 }, tl",
    "mr.layer_instruction(v).track, v", "show.layers[1], one", "show.layers[2], two",
    "one.composition, show", "row[1], show.layers[3]", "row.layers[2], row[2]",
    "row.composition, show", "sample.video, sample.video", "sample.audio, sample.tracks[2]",
    "sample:tracks_of('video')[1], sample.video", "sample, mr.asset(mr.samples.clips[1])",
    "mr.transform.scale(2, 2), mr.transform.scale(2, 2)",
    "mr.transform.identity(), mr.transform.translate(0, 0)", "mr.frames(3), mr.frames(3)",
    "mr.easing.named 'in_sine', mr.easing.named 'in_sine'", "show, show", "mr.color, mr.color",
  ]

  @Test(arguments: same) func isOne(_ pair: String) {
    for mode in [ScriptOptions.Mode.render, .check] {
      let output = Runs.output(Self.preamble + "print(same(\(pair)))") { $0.mode = mode }
      #expect(output == ["true"])
    }
  }

  static let different: [String] = [
    "v, w", "one, two", "show.layers[1], other.layers[1]", "sample.video, sample.audio",
    "show, other", "tl, mr.timeline { fps = 25 }", "sample, mr.asset(mr.samples.clips[2])",
    "mr.frames(3), mr.frames(4)", "mr.easing.named 'in_sine', mr.easing.named 'out_sine'",
    "mr.easing.steps(2), mr.easing.steps(3)", "mr.transform.scale(2, 2), mr.transform.scale(2, 3)",
    "mr.timeline():add_track 'video', mr.timeline():add_track 'video'",
    "mr.color 'red', mr.color 'blue'",
  ]

  @Test(arguments: different) func areTwo(_ pair: String) {
    let script = Self.preamble + "local a, b = \(pair) print(a == b, ({ [a] = 1 })[b])"
    #expect(Runs.output(script) == ["false\tnil"])
  }

  @Test("frames and tracks of a request are the same each time they are asked for") func requests()
    throws
  {
    let script =
      Self.preamble + """
        local video = mr.video_composition { size = { 64, 36 }, fps = 25, instructions = {
          range = { 0, 2 }, sources = { v }, compositor = function(request)
            assert(same(request:frame(v), request:frame(tl:track(v.id))))
            assert(same(request.background, request.background))
            return request:frame(v)
          end } }
        return mr.export { tl, video = video }
        """
    let outcome = Runs.script(script) { $0.mode = .check }
    #expect(outcome.message == "")
  }

  @Test("tracks of a real file are the same") func files() throws {
    let path = "\(StubTests.root)/../shared/media"
    guard let clip = try? firstClip(in: path) else { return }
    let script = """
      local mr = require "moonreel"
      local a = mr.asset "\(clip)"
      assert(a.video == a.video and a.video == a:tracks_of("video")[1])
      local t = { [a.video] = 1 }
      assert(t[a.video] == 1 and a == mr.asset "\(clip)")
      local tl = mr.timeline()
      local v = tl:add_track("video"):insert(a.video, { 0, 0.1 })
      assert(v.segments[1].source == a.video and v.segments[1].source == v:segment_at(0).source)
      """
    #expect(Runs.output(script) { $0.allowedFolders = [path] } == [])
  }

  private func firstClip(in folder: String) throws -> String? {
    guard let listing = opendir(folder) else { return nil }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".mp4") { names.append(name) }
    }
    return try #require(names.min().map { "\(folder)/\($0)" })
  }

  /// What is dropped is let go, and made anew when it is asked for.
  @Test func objectsAreNotKept() {
    let script =
      Self.preamble + """
        local before = collectgarbage "count"
        for round = 1, 200 do
          for index = 1, 100 do
            local track = tl:track(v.id)
            local map = mr.transform.translate(round, index)
          end
          collectgarbage()
        end
        collectgarbage()
        print(collectgarbage "count" - before < 64, tl:track(v.id) == v)
        """
    #expect(Runs.output(script) == ["true\ttrue"])
  }
}
