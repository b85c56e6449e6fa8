// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Whatever a script makes without end is charged to its memory: it gets a sentence, and the process stays small.
@Suite("memory of scripts", .serialized)
struct ScriptMemoryTests {
  /// What makes one kind of thing for ever.
  struct Hoard: Sendable, CustomTestStringConvertible {
    var name: String
    var script: String
    var testDescription: String { name }

    init(_ name: String, _ script: String) { (self.name, self.script) = (name, script) }
  }

  /// The script's budget, in MiB.
  private static let budget = 12
  /// What the process may take besides: itself, its libraries, fonts, what caches keep, one copy of the largest
  /// thing while it is edited.
  private static let allowance = 256

  static let hoards = [
    Hoard("layers", "while true do show:add { source = red, duration = 1 } end"),
    Hoard(
      "layers in spite of errors",
      "while true do pcall(function() while true do show:add { source = red, duration "
        + "= 1 } end end) end"
    ),
    Hoard(
      "layers with keyframes", "while true do show:add { source = red, duration = 1, x = keys } end"
    ),
    Hoard("keyframes of a layer", "while true do layer:animate('x', keys) end"),
    Hoard(
      "effects",
      "while true do show:add { source = red, duration = 1, effects = list(fade, 50) } end"),
    Hoard("names", "while true do show:add { source = red, duration = 1, name = long } end"),
    Hoard("markers", "for i = 1, math.huge do layer:marker('marker ' .. i, 1) end"),
    Hoard("transitions", "while true do show:transition(one, two, dissolve) end"),
    Hoard(
      "compositions", "for i = 1, math.huge do kept[i] = mr.composition { size = { 8, 8 } } end"),
    Hoard("sequences", "while true do show:sequence(cards) end"),
    Hoard("captions of a composition", "while true do show:add_captions(mr.captions(words())) end"),
    Hoard(
      "stacks of coroutines",
      "local wide = list(1, 100000) local function wait() coroutine.yield(table.unpack(wide)) end"
        + " for i = 1, math.huge do kept[i] = coroutine.create(wait) coroutine.resume(kept[i]) end"),
    Hoard("a timeline in itself", "while true do film:insert(film) end"),
    Hoard("segments", "while true do track:insert(card, { 0, 1 }) end"),
    Hoard(
      "tracks",
      "for i = 1, math.huge do kept[i] = mr.timeline() for j = 1, 200 do kept[i]:add_track 'video' end"
        + " end"),
    Hoard("timelines", "for i = 1, math.huge do kept[i] = mr.timeline() end"),
    Hoard(
      "timelines in a timeline",
      "for i = 1, 99 do track:insert(card, { 0, 1 }) end\n"
        + "while true do track:insert(card, { 0, 1 }) outer:insert(film, { 0, 1 }, 0) end"),
    Hoard("compositions on a track", "while true do outer:insert(show, { 0, 1 }, 0) end"),
    Hoard(
      "instructions",
      "for i = 1, math.huge do kept[i] = mr.video_composition { size = { 8, 8 }, "
        + "instructions = times() } end"
    ),
    Hoard("ramps", "while true do ramp:opacity(0.5, 1) end"),
    Hoard("volumes", "while true do mix:volume(sound, 0.5, 1) end"),
    Hoard("exports", "for i = 1, math.huge do kept[i] = mr.export { show } end"),
    Hoard(
      "sources", "for i = 1, math.huge do kept[i] = mr.source.test_card { size = { 8, 8 } } end"),
    Hoard(
      "functions that draw",
      "for i = 1, math.huge do kept[i] = mr.source.custom { size = { 8, 8 }, draw = draw } end"),
    Hoard(
      "moving shapes",
      "for i = 1, math.huge do kept[i] = mr.source.shape { polygon = many(), duration = 1 } end"),
    Hoard(
      "moving titles",
      "for i = 1, math.huge do kept[i] = mr.source.text { text = 'word ' .. i, "
        + "animators = { { from = { x = 1 } } } } end"
    ),
    Hoard(
      "Lottie texts",
      "for i = 1, math.huge do kept[i] = mr.source.lottie { text = "
        + "'{\"w\":8,\"h\":8,\"ip\":0,\"op\":9,\"fr\":9,\"layers\":[],\"nm\":\"' .. i .. "
        + "long .. '\"}' } end"
    ),
    Hoard("captions", "for i = 1, math.huge do kept[i] = mr.captions(words()) end"),
    Hoard(
      "captions merged", "local all = mr.captions(words()) while true do all = all:merge(all) end"),
    Hoard(
      "burnt captions",
      "for i = 1, math.huge do kept[i] = mr.source.captions { captions = words() } end"),
    Hoard("pictures", "for i = 1, math.huge do kept[i] = red:opacity(0.5) end"),
    Hoard(
      "pictures of pictures",
      "local function tree(n) return n == 0 and mr.color '#010203' or tree(n - "
        + "1):over(tree(n - 1)) end kept = tree(40)"
    ),
    Hoard(
      "shapes as pictures",
      "for i = 1, math.huge do kept[i] = mr.image.mask { polygon = many() } end"),
    Hoard(
      "curves",
      "for i = 1, math.huge do kept[i] = red:curves { master = { { 0, 0 }, { 0.5, i % "
        + "7 / 9 }, { 1, 1 } } } end"
    ),
    Hoard("titles", "for i = 1, math.huge do kept[i] = mr.text { text = 'title ' .. i } end"),
    Hoard(
      "SVG texts",
      "for i = 1, math.huge do kept[i] = mr.svg { text = '<svg "
        + "xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" "
        + "height=\"8\"><g id=\"' .. i .. long .. '\"/></svg>' } end"),
    Hoard(
      "kernels",
      "for i = 1, math.huge do kept[i] = mr.kernel { inputs = { 'a' }, body = steps } end"),
    Hoard(
      "kernels in kernels",
      "local function body(k) steps(k) mr.kernel { inputs = { 'a' }, body = body } return k.a end"
        + " mr.kernel { inputs = { 'a' }, body = body }"),
    Hoard(
      "transforms",
      "local t = mr.transform.identity() for i = 1, math.huge do kept[i] = t:translate(i, 0) end"),
    Hoard("easings", "for i = 1, math.huge do kept[i] = mr.easing.bezier(0, 0, 1, 1) end"),
    Hoard(
      "parameters",
      "for i = 1, math.huge do mr.params { ['p' .. i] = { 'string', default = long } } end"),
    Hoard("samples", "for i = 1, math.huge do kept[i] = mr.asset 'moonreel:sample/1' end"),
  ]

  private static let preamble = """
    local mr = require "moonreel"
    local red, long, kept = mr.color "red", ("x"):rep(2000), {}
    local card = mr.source.test_card { size = { 8, 8 }, duration = 2 }
    local show = mr.composition { size = { 8, 8 }, duration = 2 }
    local layer = show:add { source = red, duration = 1 }
    local one = show:add { source = red, duration = 1 }
    local two = show:add { source = red, at = 0.5, duration = 1 }
    local dissolve, fade = require "moonreel.transitions".dissolve(), require "moonreel.effects".vignette()
    local film = mr.timeline { fps = 25 }
    local track, sound = film:add_track "video", film:add_track "audio"
    track:insert(card, { 0, 1 })
    local outer = mr.timeline { fps = 25 }:add_track "video"
    local ramp, mix = mr.layer_instruction(track), mr.audio_mix()
    local keys, cards = {}, { clip_duration = 1 }
    for i = 1, 1000 do keys[i] = { i / 100, i % 7 } end
    for i = 1, 100 do cards[i] = red end
    local function list(item, count) local all = {} for i = 1, count do all[i] = item end return all end
    local function many() local all = {} for i = 1, 1000 do all[i] = { i % 7, i % 11 } end return all end
    local function draw() return red end
    local function words()
      local all = {}
      for i = 1, 100 do all[i] = { range = { i, i + 1 }, text = "some words " .. i } end
      return all
    end
    local function times()
      local all = {}
      for i = 1, 100 do all[i] = { range = { i - 1, i }, layers = { track } } end
      return all
    end
    local function steps(k)
      local sum = k.a.red
      for i = 1, 2000 do sum = sum * (k.a.green + i) end
      return mr.pixel(sum, sum, sum, 1)
    end

    """

  @Test("end with a sentence", arguments: hoards) func hoard(_ hoard: Hoard) throws {
    let folder = try TemporaryFolder()
    try folder.write("hoard.lua", Self.preamble + hoard.script + "\nreturn film")
    let outcome = try LoggedProgram.moonreel(
      [
        "check", folder.path("hoard.lua"), "--memory", "\(Self.budget)M", "--instructions",
        "2000000000", "--time-limit", "120",
        // Beyond this the whole program ends, with another sentence.
        "--max-memory", "\(Self.budget + Self.allowance)M",
      ], in: folder)
    #expect(outcome.code == moonreel.ExitStatus.limit.rawValue, "\(outcome.errors.suffix(500))")
    #expect(
      outcome.errors.contains("the script needs more than \(Self.budget << 10) KiB of memory"),
      "\(outcome.errors.suffix(500))")
  }
}
