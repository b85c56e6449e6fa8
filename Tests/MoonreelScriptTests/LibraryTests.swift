// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// `require`, the standard library, and the example in the documents.
@Suite struct LibraryTests {
  /// Runs `main.lua` among `files` in a folder of its own.
  private func run(_ files: [String: String], _ script: String) throws -> Runs.Outcome {
    var template = Array("/tmp/moonreel-script-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer {
      for name in files.keys { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    for (name, text) in files {
      let file = try #require(fopen("\(folder)/\(name)", "w"))
      fputs(text, file)
      fclose(file)
    }
    return Runs.script(script, path: "\(folder)/main.lua")
  }

  @Test func modulesBesideTheScript() throws {
    let outcome = try run(
      ["a.lua": "return { name = ..., b = require 'b' }", "b.lua": "return 'bee'"],
      "local a = require 'a' print(a.name, a.b, require 'a' == a)")
    #expect(outcome.printed.count == 1 && outcome.printed[0].hasSuffix("main.lua: a\tbee\ttrue"))
  }

  @Test func looksBesideTheScript() throws {
    let outcome = try run(
      ["a.cube": "TITLE \"Plain\"\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n", "b.cube": "LUT_1D_SIZE 2\n0 0"],
      """
      local mr = require 'moonreel'
      local lut = mr.lut 'a.cube'
      print(lut.title, lut.sizes[1], mr.color('red'):lut(lut, { intensity = 0.5 }).extent)
      mr.lut 'b.cube'
      """)
    #expect(outcome.printed.first?.hasSuffix("Plain\t2\tnil") == true)
    #expect(outcome.message.contains("b.cube', line 2: a colour needs 3 numbers"))
  }

  @Test func cyclesAreNamed() throws {
    let outcome = try run(
      ["a.lua": "local b = require 'b' return b", "b.lua": "local a = require 'a' return a"],
      "require 'a'")
    #expect(outcome.message.contains("b.lua:1: module 'a' requires itself: a -> b -> a"))
    #expect(outcome.message.contains("called from"))
  }

  @Test func mistakesInModulesNameTheModule() throws {
    let outcome = try run(["a.lua": "\nlocal x = = 1"], "require 'a'")
    #expect(outcome.message.contains("a.lua:2: unexpected symbol near '='"))
    let failing = try run(
      ["a.lua": "return { f = function() error 'boom' end }"], "\nrequire('a').f()")
    #expect(failing.message.contains("a.lua:1: boom\n  called from "))
    #expect(failing.message.contains("main.lua:2: in the script"))
  }

  @Test func optionsModule() {
    let script = """
      local options = require "moonreel.options"
      local rules = { angle = { "number", default = 0, min = 0, max = 360 }, edge = { "choice", among = { "hard", "soft" } },
        count = { "integer" }, name = { "string", required = true } }
      local function wipe(given) return options.check("wipe", given, rules) end
      local function try(given) print(select(2, pcall(wipe, given))) end
      print(wipe { name = "x" }.angle)
      try { name = "x", angel = 1 }
      try { name = "x", angle = 400 }
      try { name = "x", edge = "sharp" }
      try { name = "x", count = 1.5 }
      try {}
      try(3)
      """
    let answers = [
      "0", "unknown option 'angel' to wipe (did you mean 'angle'?)",
      "bad 'angle' of wipe: expected a number from 0 to 360, got 400",
      "bad 'edge' of wipe: expected 'hard' or 'soft', got 'sharp' (did you mean 'hard'?)",
      "bad 'count' of wipe: expected a whole number, got 1.5", "wipe needs 'name'",
      "bad options of wipe: expected a table of options such as { name = … }, got 3",
    ]
    let lines = Runs.output(script)
    #expect(lines.count == answers.count)
    for (line, answer) in zip(lines, answers) { #expect(line.hasSuffix(answer)) }
  }

  @Test func librariesAreInOrderAndReadOnly() {
    let script = """
      local fx, tr = require "moonreel.effects", require "moonreel.transitions"
      local ease = require "moonreel.ease"
      for _, library in ipairs { fx, tr } do
        local names = {}
        for name, maker in pairs(library) do
          assert(rawequal(maker, library[name]) and maker.name == name, name)
          names[#names + 1] = name
        end
        print(#names > 40 and table.concat(names, " ") == table.concat(library.names, " "))
      end
      for _, try in ipairs {
        function() fx.own = 1 end, function() tr.own = 1 end, function() return fx.names.x, fx[3] end,
        function() return tr.cubee end, function() return ease.in_sin end,
        function() fx.vignette().params.strength = 1 end, function() fx.vignette.name = 1 end,
      } do print((select(2, pcall(try)))) end
      """
    let answers = [
      "true", "true", "the library of effects cannot be changed; use a table of your own",
      "the library of transitions cannot be changed; use a table of your own",
      "there is no effect '3'", "unknown transition 'cubee' (did you mean 'cube'?)",
      "there is no easing 'in_sin' (did you mean 'in_sine'?)",
      "what an effect was made with cannot be changed; make another one",
      "the constructor of vignette cannot be changed; make another one",
    ]
    let lines = Runs.output(script)
    #expect(lines.count == answers.count)
    for (line, answer) in zip(lines, answers) { #expect(line.hasSuffix(answer), "\(line)") }
  }

  @Test func placesInAFrame() {
    let lines = Runs.output(
      """
      local mr, frame = require "moonreel", require "moonreel.frame"
      local size = { 40, 20 }
      print(frame.point({ "25%", 7 }, size))
      print(frame.reach(10, 5, size) == math.sqrt(30 ^ 2 + 15 ^ 2))
      local across, down, start, length = frame.sweep(180, size)
      print(across, math.abs(down) < 1e-12, start, length)
      print(frame.cells(6, { 36, 18 }))
      local box = mr.color("red"):crop { 0, 0, 40, 20 }
      print(rawequal(frame.filled(box, size), box))
      for _, image in ipairs { mr.color "red", box:crop { 3, 3, 2, 2 }, box:opacity(0.5):crop { -9, -9, 99, 99 } } do
        print(table.concat(frame.filled(image, size).extent, " "))
      end
      """)
    let wanted = [
      "10.0\t7", "true", "-1.0\ttrue\t-40.0\t40.0", "6.0\t6.0\t3", "true",
      "0.0 0.0 40.0 20.0", "0.0 0.0 40.0 20.0", "0.0 0.0 40.0 20.0",
    ]
    #expect(lines.count == wanted.count)
    for (line, answer) in zip(lines, wanted) { #expect(line.hasSuffix(answer), "\(line)") }
  }

  @Test func optionErrorsNameTheUsersLine() {
    let script =
      "local options = require 'moonreel.options'\n\noptions.check('wipe', { x = 1 }, {})"
    #expect(Runs.script(script).message == "test.lua:3: unknown option 'x' to wipe")
  }

  @Test func theGuideIsShortAndRuns() throws {
    let path = "\(StubTests.root)/docs/examples/guide.lua"
    let text = try #require(try TextFile.read(path))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    let outcome = Runs.script(text, path: path) { $0.mode = .check }
    let request = try #require(outcome.result, "\(outcome.message)").request
    #expect(request.timeline.duration == Time(wholeSeconds: 8))
    #expect(request.videoComposition?.instructions.count == 2)
    #expect(request.videoComposition?.instructions[0].backgroundColor == Color(1, 0, 0))
    let layer = try #require(request.videoComposition?.instructions[0].layerInstructions[0])
    #expect(layer.opacity(at: try Time(seconds: 3.5)) == 0.5)
    #expect(
      request.audioMix?.parameters(for: TrackID(2))?.volume(at: try Time(seconds: 3.5)) == 0.5)
  }
}
