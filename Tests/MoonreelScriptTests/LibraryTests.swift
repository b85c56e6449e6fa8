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
      "bad 'edge' of wipe: expected one of 'hard', 'soft', got 'sharp'",
      "bad 'count' of wipe: expected a whole number, got 1.5", "wipe needs 'name'",
      "bad options of wipe: expected a table of options, got 3",
    ]
    let lines = Runs.output(script)
    #expect(lines.count == answers.count)
    for (line, answer) in zip(lines, answers) { #expect(line.hasSuffix(answer)) }
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
