// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

@Suite("Findings in scripts") struct LintScriptTests {
  /// What is found in `text`, run as `film.lua` to be checked.
  private func found(
    _ text: String, _ configure: (inout ScriptOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = ScriptOptions(
      path: "film.lua", text: "local mr = require \"moonreel\"\n" + text, mode: .check)
    configure(&options)
    let host = try ScriptHost(options: options)
    return try host.run().findings().map(\.description)
  }

  @Test("a layer's finding has the line it was added on") func layers() throws {
    let found = try found(
      """
      local show = mr.composition { size = { 64, 36 }, fps = 10 }
      show:add { source = mr.color "red", duration = 1 }
      show:sequence {
        mr.color "blue", mr.color "green",
        at = 2, gap = 0.1, clip_duration = 1,
      }
      return show
      """)
    #expect(
      found == [
        "film.lua:4: Nothing is shown from 1.000 s to 2.000 s, between layer 1 and layer 2; close the "
          + "gap, or give the film a background that is not black. [gap]",
        "film.lua:4: For one frame, at 3.000 s, nothing is shown: layer 2 ends at 3.000 s, layer 3 "
          + "begins at 3.100 s. Let the one begin where the other ends. [flash]",
      ])
  }

  @Test(
    "a segment's finding has the line it was inserted on",
    arguments: [
      "video:insert(mr.source.test_card { size = { 64, 36 } }, { 0, 1 }, 2)",
      "video:insert_all({ { mr.source.test_card { size = { 64, 36 } }, { 0, 1 } } }, 2)",
    ])
  func segments(_ insertion: String) throws {
    let found = try found(
      """
      local timeline = mr.timeline { fps = 10 }
      local video = timeline:add_track "video"
      video:insert(mr.source.test_card { size = { 64, 36 } }, { 0, 1 }, 0)
      \(insertion)
      return timeline
      """)
    try #require(found.count == 1)
    #expect(found[0].hasPrefix("film.lua:5: Nothing is shown from 1.000 s to 2.000 s, between "))
  }

  @Test("segments that were set or came with an asset have a line too") func setSegments() throws {
    let found = try found(
      """
      local timeline = mr.timeline { fps = 10 }
      timeline:insert(mr.asset(mr.samples.clips[1]), { 0, 1 })
      local video = timeline:tracks_of("video")[1]
      local segments = video.segments
      segments[2] = { range = { 1, 2 } }
      segments[3] = { range = { 2, 3 }, source = segments[1].source, source_range = { 0, 1 } }
      video:set_segments(segments)
      return timeline
      """)
    try #require(found.count == 1)
    #expect(found[0].hasPrefix("film.lua:8: Nothing is shown from 1.000 s to 2.000 s"))
  }

  @Test("an effect's own limits hold for what moves in it") func effects() throws {
    let found = try found(
      """
      local fx = require "moonreel.effects"
      local show = mr.composition { size = { 64, 36 }, fps = 10 }
      local layer = show:add {
        source = mr.color "red", duration = 1, name = "a", effects = { fx.vignette {} },
      }
      layer:animate("vignette.strength", { { 0, 0 }, { 1, 2 } })
      return show
      """)
    #expect(
      found == [
        "film.lua:4: 'vignette.strength' of layer 'a' reaches 1.8 at 0.900 s, above 1, where it is held. "
          + "Use an easing that does not overshoot, or other values. [out-of-range]"
      ])
  }

  @Test("milliseconds and percent are told in a script's own names") func units() throws {
    let found = try found(
      """
      local show = mr.composition { size = { 64, 36 }, fps = 10 }
      show:add { source = mr.color "red", duration = 2, opacity = { { 0, 0 }, { 500, 1 } } }
      show:add { source = mr.source.tone { duration = 2 }, position = { 3, 4 } }
      show:add { source = mr.text { text = " " }, duration = 2 }
      show:add { source = mr.color "blue", duration = 2, scale = 150, opacity = 0.5 }
      return show
      """)
    #expect(
      found == [
        "film.lua:3: Key 2 of 'opacity' of layer 1 lies at 500.000 s, the layer ends at 2.000 s of its "
          + "clock; times are seconds. [units]",
        "film.lua:4: 'position' has no effect on layer 2, which has only sound; leave it out. "
          + "[no-effect]",
        "film.lua:5: Layer 3 is never visible: its picture is empty, as that of a text without letters "
          + "or of a shape without area. [never-visible]",
        "film.lua:6: 'scale' of layer 4 enlarges 150 times; write 1.5 for 150 %. [units]",
      ])
  }

  @Test("chapters are measured by the stretch that is exported") func chapters() throws {
    func found(_ options: String) throws -> [String] {
      try self.found(
        """
        local show = mr.composition { size = { 64, 36 }, fps = 10 }
        show:add { source = mr.color "red", duration = 9 }
        return mr.export { show, \(options) chapters = { { range = { 5, 9 }, title = "End" } } }
        """)
    }
    #expect(try found("").isEmpty)
    #expect(
      try found("range = { 2, 6 },") == [
        "Chapter 'End' begins at 5.000 s, and the film ends at 4.000 s. Times are seconds. [chapter]"
      ])
  }

  // MARK: Parameters

  private static let declared = """
    local p = mr.params {
      size = { "integer", default = 8 },
      text = { "string", default = "x" },
    }

    """

  @Test("a parameter that nothing reads is told at its declaration") func unread() throws {
    let found = try found(Self.declared + "return mr.color('red'):crop { 0, 0, p.size, p.size }")
    #expect(
      found == [
        "film.lua:2: Parameter 'text' is declared and never read; use it, or take it away. "
          + "[unread-parameter]"
      ])
  }

  @Test(
    "every way of reading is seen",
    arguments: [
      "for name, value in pairs(p) do print(name, value) end",
      "local name = next(p); print(name)", "print(rawget(p, 'text'))",
      "setmetatable(p, nil)", "print(getmetatable(p))", "print(p.text)", "print(p['te' .. 'xt'])",
      "local copy = setmetatable({}, { __index = p }); print(copy.text)",
      "local t <const> = table.pack(p.text)", "pcall(mr.export, p)",
      "load('return text', 'a', 't', p)()", "coroutine.wrap(function() print(p.text) end)()",
    ])
  func reads(_ line: String) throws {
    let picture = "\nreturn mr.color('red'):crop { 0, 0, p.size, p.size }"
    #expect(try found(Self.declared + line + picture) == [])
  }

  @Test("what only a frame callback reads counts, for callbacks are tried") func callbacks() throws
  {
    let found = try found(
      Self.declared + """
        local show = mr.composition { size = { 64, 36 }, fps = 10 }
        show:add { duration = 1, source = function() return mr.color("red"):opacity(#p.text / p.size) end }
        return show
        """)
    #expect(found == [])
  }

  /// A script must not notice that its reads are taken down.
  @Test(
    "watched parameters are an ordinary table to the script",
    arguments: [
      "print(type(p), #p, p == p, p.none, p[1], next(p) ~= nil)",
      "for name, value in pairs(p) do print(name, value) end",
      "p.more = 3; p.text = nil; for name, value in pairs(p) do print(name, value) end; print(p.text)",
      "rawset(p, 'text', 5); print(p.text, rawget(p, 'text'), rawget(p, 'size'), rawlen(p))",
      "print(getmetatable(p), setmetatable(p, { __index = function() return 1 end }).none, p.text)",
      "local copy = {}; for k, v in next, p do copy[k] = v end; print(copy.text, copy.size)",
      "print(select('#', table.unpack(p)), table.concat(p), pcall(ipairs, p))",
    ])
  func transparency(_ line: String) {
    func lines(_ mode: ScriptOptions.Mode) -> [String] {
      let script = "local mr = require \"moonreel\"\n" + Self.declared + line
      // Addresses of tables and functions differ from run to run.
      return Runs.output(script) { $0.mode = mode }.map { $0.replacing(/0x[0-9a-f]+/, with: "") }
    }
    #expect(lines(.check) == lines(.render))
    #expect(!lines(.check).isEmpty)
  }
}
