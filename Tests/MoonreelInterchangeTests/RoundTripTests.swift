// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelMedia
import MoonreelModel
import MoonreelScript
import Testing

@Suite("Films to cuts and back")
struct RoundTripTests {
  static let root = String(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())

  /// All scripts in docs/examples, by their paths from there.
  static let examples: [String] = {
    let folder = URL(fileURLWithPath: root + "/docs/examples")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".lua") }
      .map { String($0.dropFirst(folder.path.count + 1)) }.sorted()
  }()

  @Test("there are examples") func found() { #expect(Self.examples.count > 10) }

  /// The kinds of files in which everything comes back.
  static let formats: [CutFormat] = [.otio, .fcpxml]

  @Test("a film that went out and came back is cut as it was", arguments: examples, formats)
  func example(name: String, format: CutFormat) throws {
    let media = try DemoMedia.made()
    let sets = DemoMedia.parameters(of: name, media)
    let film = try Films.load(
      Self.root + "/docs/examples/" + name, sets: sets, allowing: [media.path])
    try Films.expectReturn(film, of: name, by: format)
  }

  @Test("all that a cut can say of a film comes to the same plan", arguments: examples, formats)
  func plan(name: String, format: CutFormat) throws {
    let media = try DemoMedia.made()
    let film = try Films.load(
      Self.root + "/docs/examples/" + name, sets: DemoMedia.parameters(of: name, media),
      allowing: [media.path])
    guard let sayable = try Films.sayable(film.result.request.film) else { return }
    let cut = try FilmCut(sayable, CutOptions(name: "cut", in: format), gate: film.gate)
    let (returned, script) = try Films.back(cut, by: format, allowing: [media.path])
    let (count, faults) = try Films.compare(
      sayable, returned, besides: cut.text(format).losses, gate: film.gate)
    #expect(faults.isEmpty, "\(name): \(faults)\n\(script.text)")
    let rate = sayable.videoComposition.frameRate
    #expect(count == Int(rate.frameCount(in: sayable.duration)), "\(name): frames are left out")
  }

  @Test(
    "a film that came back otherwise has another plan",
    arguments: [
      ("opacity = 0.5", "opacity = 0.51", "frames"), ("x = 100", "x = 101", "frames"),
      ("at = 0.5", "at = 0.6", "frames"), ("volume = 0.25", "volume = 0.5", "sound"),
      ("duration = 2,", "duration = 2.1,", "length"), ("fps = 30", "fps = 25", "rate"),
    ])
  func otherPlan(old: String, new: String, words: String) throws {
    let text = """
      local mr = require "moonreel"
      local show = mr.composition { size = { 160, 90 }, fps = 30, duration = 2, background = "red" }
      show:add { source = mr.samples.clips[1], opacity = 0.5, x = 100, at = 0.5, audio = { volume = 0.25 } }
      return show
      """
    let film = try Films.run(text).result.request.film
    let other = text.replacing(old, with: new)
    try #require(other != text)
    let (same, back) = (try Films.run(text), try Films.run(other))
    #expect(try Films.compare(film, same, besides: [], gate: same.gate).faults == [])
    let faults = try Films.compare(film, back, besides: [], gate: same.gate).faults
    #expect(faults.contains { $0.contains(words) }, "\(faults)")
  }

  /// Films with what the examples lack: name and script.
  static let films: [(name: String, body: String)] = [
    (
      "speeds",
      """
      show:add { source = clips[1], trim = { 0.5, 2.5 }, speed = 2, at = 0 }
      show:add { source = clips[2], trim = { 1, 2 }, speed = 0.5, reverse = true, at = 1 }
      show:add { source = clips[3], freeze = 1.25, duration = 1, at = 3 }
      show:add { source = clips[1], time_remap = { { 0, 0 }, { 1, 2, "in_out_sine" }, { 2, 0.5 } }, duration = 2, at = 4 }
      """
    ),
    (
      "looks",
      """
      local l = show:add { source = clips[1], opacity = { { 0, 0 }, { 1, 1, "out_cubic" }, { 2, 1, "hold" }, { 3, 0 } },
        crop = { "10%", "20%", "50%", 300 }, blend = "screen", fit = "cover", gravity = "top_left", name = "a \\"b\\"" }
      l:animate("x", { { 0, "10%" }, { 1, 300, mr.easing.bezier(0.2, 0, 0.1, 1) } }, { repeats = "ping_pong" })
      local m = show:add { source = clips[2], rotation = { { 0, 0 }, { 2, 90, mr.easing.steps(4) } },
        scale = { 0.5, -0.25 }, anchor = { 0, "100%" }, level = -1 }
      m:animate("position", { { 0, { 0, 0 } }, { 1, { 100, 50 } }, { 2, { 0, 90 } } }, { path = "catmull_rom" })
      show:add { source = clips[3], rotation = function(t) return 30 * t end, skew = { 10, 0 }, sampling = "nearest" }
      """
    ),
    (
      "sounds",
      """
      show:add { source = clips[1], audio = { volume = { { 0, 0 }, { 1, 1 } }, fade_out = 0.5, pan = -0.5 } }
      show:add { source = clips[2], audio = false }
      show:add { source = mr.asset(clips[3]).audio, at = 1.5, duration = 2, audio = { volume_db = -6, invert = true } }
      """
    ),
    (
      "inside",
      """
      local inner = mr.composition { size = { 640, 360 }, fps = 24, background = "#102030", duration = 3 }
      inner:add { source = clips[1], duration = 3, scale = 0.5 }
      local deep = mr.composition { size = { 64, 64 }, fps = 50, duration = 2 }
      deep:add { source = clips[2], duration = 2 }
      inner:add { source = deep, at = 0.5, duration = 1, opacity = 0.5 }
      show:add { source = inner, at = 1, trim = { 0.5, 2.5 }, speed = 2, audio = { volume = 0.25 } }
      show:add { source = mr.color "#336699", duration = 4, opacity = 0.5 }
      """
    ),
    (
      "ends",
      """
      local inner = mr.composition { size = { 640, 360 }, fps = 24, duration = 3 }
      inner:add { source = clips[1], duration = 3, audio = { fade_out = 0.5 } }
      show.duration = 2
      show:add { source = clips[1], at = -0.5, duration = 2, opacity = { { 0, 0 }, { 1, 1 } }, audio = { fade_in = 1 } }
      show:add { source = clips[2], at = 1, duration = 1.5, rotation = { { 0, 0 }, { 1, 90 } }, audio = { fade_out = 0.75 } }
      show:add { source = clips[3], at = -0.25, duration = 2.5, speed = 0.5, reverse = true, scale = 0.5 }
      show:add { source = inner, at = -0.5, duration = 3, opacity = { { 0, 0 }, { 1, 1 } }, audio = { fade_out = 1 } }
      show:add { source = clips[2], trim = { 0, 0.75 }, loop = { times = 4, cross_fade = 0.1 }, scale = 0.25, audio = { fade_out = 1 } }
      show:add { source = clips[3], at = 2, duration = 1 }
      show:add { source = clips[3], at = 2.5, duration = 1 }
      """
    ),
    (
      "solo",
      """
      local inner = mr.composition { size = { 640, 360 }, fps = 24, duration = 2 }
      inner:add { source = clips[1], duration = 2 }
      show:add { source = inner }
      show:add { source = clips[2], duration = 2, audio = { solo = true } }
      show:add { source = clips[3], duration = 2, scale = 0.5, audio = { mute = true } }
      """
    ),
    (
      "transitions",
      """
      local s = show:sequence { { clips[1], clips[2], clips[3], clips[1] }, overlap = 1 }
      show:transition(s[1], s[2], tr.dissolve())
      show:transition(s[2], s[3], tr.dissolve(), { audio = "linear" })
      show:transition(s[3], s[4], tr.dissolve(), { audio = "none" })
      """
    ),
  ]

  @Test(
    "a film in which a sequence goes on after its end comes back, or a loss says what does not",
    arguments: [1.2, 1.9, 2, 2.1, 2.9], formats)
  func longSequences(duration: Double, format: CutFormat) throws {
    let film = try Films.run(
      """
      local mr = require "moonreel"
      local tr = require "moonreel.transitions"
      local show = mr.composition { size = { 64, 36 }, fps = 30, duration = \(duration) }
      local s = show:sequence { mr.samples.clips, overlap = 0.4, clip_duration = 1.4 }
      for index = 2, #s do show:transition(s[index - 1], s[index], tr.dissolve()) end
      return show
      """)
    let cut = try Films.cut(film, for: format)
    let (returned, script) = try Films.back(cut, by: format)
    let faults = try Films.compare(
      film.result.request.film, returned, besides: cut.text(format).losses, gate: film.gate
    ).faults
    #expect(faults.isEmpty, "\(faults)\n\(script.text)")
  }

  @Test("so is one with everything that a cut can say", arguments: films, formats)
  func written(film: (name: String, body: String), format: CutFormat) throws {
    let text = """
      local mr = require "moonreel"
      local tr = require "moonreel.transitions"
      local clips = mr.samples.clips
      local show = mr.composition { size = { 1280, 720 }, fps = 30 }
      \(film.body)
      return show
      """
    try Films.expectReturn(try Films.run(text), of: film.name, by: format)
  }
}
