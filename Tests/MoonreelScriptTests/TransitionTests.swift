// SPDX-License-Identifier: MIT

import CKernels
import GoldenPictures
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender
@testable import MoonreelScript

/// What holds for every transition of the standard library, besides the laws of its kind (`StandardLibraryLawTests`).
@Suite struct TransitionTests {
  /// All of them: the files of the embedded folder.
  static let names = StandardLibrary.embedded.keys
    .filter { $0.hasPrefix("moonreel/transitions/") }
    .map { String($0.dropFirst("moonreel/transitions/".count).dropLast(".lua".count)) }.sorted()

  @Test func theIndexNamesEveryFile() throws {
    let found = Runs.output(
      """
      local names = {}
      for name in pairs(require "moonreel.transitions") do names[#names + 1] = name end
      print(table.concat(names, " "))
      """)
    #expect(found == [Self.names.joined(separator: " ")])
  }

  @Test("halfway neither picture is there alone", arguments: names)
  func halfway(_ name: String) throws {
    let strip = try TransitionStrip(name, steps: [0, 0.5, 1])
    #expect(strip.difference(0, 1).mean > 0.01)
    #expect(strip.difference(1, 2).mean > 0.01)
  }

  @Test("it looks the same at any size", arguments: names)
  func size(_ name: String) throws {
    let (small, large) = (
      try TransitionStrip(name, steps: [0.35, 0.65]),
      try TransitionStrip(name, size: PixelSize(320, 180), steps: [0.35, 0.65])
    )
    for index in 0..<2 {
      #expect(small.difference(index, toHalfOf: large) < 0.045, "step \(index)")
    }
  }

  @Test("portrait, odd and tiny frames, and pictures with holes", arguments: names)
  func otherFrames(_ name: String) throws {
    for size in [PixelSize(90, 160), PixelSize(37, 23), PixelSize(2, 3)] {
      let strip = try TransitionStrip(
        name, size: size, steps: [0, 0.2, 0.5, 0.8, 1], pictures: .withHoles)
      for index in 1..<4 {
        let alpha = strip.components(index).enumerated().filter { $0.offset % 4 == 3 }.map(
          \.element)
        // where edges of alpha are sampled, they swing over a little
        #expect(alpha.allSatisfy { $0 >= -0.2 && $0 <= 1.2 }, "\(size), step \(index)")
        #expect(strip.components(index).allSatisfy { $0.isFinite && abs($0) < 8 })
      }
    }
  }

  @Test("its program is compiled a few times, not once a frame", arguments: names)
  func programs(_ name: String) throws {
    let strip = try TransitionStrip(name, steps: (1...40).map { Double($0) / 41 })
    // Some leave out the picture that is not seen, and read more, or fewer pixels, where they are faster.
    #expect(strip.programCount <= 26)
  }

  @Test("an unknown option is told at the script's line", arguments: names)
  func unknownOption(_ name: String) {
    let outcome = Runs.script(
      "local tr = require 'moonreel.transitions'\n\ntr.\(name) { esae = 'linear' }")
    #expect(
      outcome.message == "test.lua:3: unknown option 'esae' to \(name) (did you mean 'ease'?)")
  }

  @Test("halfway at 160 x 90 it is as recorded, on any CPU level")
  func goldens() throws {
    let drawn = try Self.names.map { ($0, try golden($0, kernels: mr_kernels_best())) }
    let pictures = drawn.map { (name: $0.0, picture: GoldenPicture($0.1)) }
    for fault in try Goldens(kind: "Transition").faults(pictures) { Issue.record("\(fault)") }
    for (name, frame) in drawn {
      var level: Int32 = 0
      while let kernels = mr_kernels_level(level) {
        #expect(try golden(name, kernels: kernels).bytes == frame.bytes, "\(name), level \(level)")
        level += 1
      }
    }
  }

  @Test func whatAMakerKnows() {
    let lines = Runs.output(
      """
      local tr, transition = require "moonreel.transitions", require "moonreel.transition"
      local mr = require "moonreel"
      local wipe = tr.wipe { angle = 90, audio = "none", ease = function(t) return t * t end }
      print(wipe.name, wipe.params.angle, wipe.params.softness, wipe.audio, wipe.ease(0.5))
      print(tr.push().ease(0.25), tr.dissolve { ease = "smooth" }.ease(0.25), tr.wipe == tr.wipe)
      local function plain(from, to, progress) return progress < 0.3 and from or to end
      local of = transition.of(plain)
      local a, b = mr.color "red", mr.color "blue"
      print(of(a, b, 0, {}) == a, of(a, b, 1, {}) == b, transition.of(wipe) == wipe)
      for _, try in ipairs {
        function() wipe.name = "x" end, function() wipe.params.angle = 1 end, function() return tr.wip end,
        function() tr.wipe { ease = "bumpy" } end, function() tr.wipe { audio = "loud" } end,
        function() tr.clock { center = { 1 } } end, function() tr.fade { color = "blu" } end,
        function() tr.luma_matte { matte = 3 } end, function() transition.of(3) end,
        function() transition { name = "x" } end,
      } do print((select(2, pcall(try)))) end
      """)
    let wanted = [
      "wipe\t90\t0.02\tnone\t0.25", "0.15625\t0.15625\ttrue", "true\ttrue\ttrue",
      "the transition 'wipe' cannot be changed; make another one",
      "a transition's params cannot be changed; make another one",
      "unknown transition 'wip' (did you mean 'wipe'?)",
      "bad 'ease' of wipe: expected 'hold', 'smooth', 'linear' or another of 44 names (docs/lua.md, easings), got 'bumpy'",
      "bad 'audio' of wipe: expected 'linear', 'equal_power' or 'none', got 'loud'",
      "bad 'center' of clock: expected a position: { x, y } in pixels or shares such as \"50%\", got { 1 }",
      "bad 'color' of fade: Cannot read 'blu' as a colour (did you mean 'blue'?): write #RRGGBB, #RRGGBBAA, #RGB, or a name such as red.",
      "bad 'matte' of luma_matte: expected an image, got 3",
      "expected a transition, such as transitions.wipe { angle = 90 }, or a function, got 3",
      "a transition needs 'draw'",
    ]
    #expect(lines.count == wanted.count)
    for (line, answer) in zip(lines, wanted) { #expect(line.hasSuffix(answer), "\(line)") }
  }

  @Test("wings that close are wings that part, backwards") func closing() throws {
    let options = [
      "{ is_closing = true, ease = 'linear' }", "{ is_vertical = true, is_closing = true }",
    ]
    for option in options {
      let strip = try TransitionStrip(
        "barn_door", options: option, steps: [0, 1e-4, 0.5, 1 - 1e-4, 1])
      for (first, second) in [(0, 1), (3, 4)] {
        #expect(strip.difference(first, second).mean < 0.004, "\(option)")
      }
      #expect(strip.difference(0, 2).mean > 0.01 && strip.difference(2, 4).mean > 0.01)
    }
  }

  private func golden(_ name: String, kernels: UnsafePointer<mr_kernels>) throws -> FrameBuffer {
    try TransitionStrip(
      name, options: "{ ease = 'linear' }", steps: [0.5], isFloat: false, kernels: kernels
    ).frames[0]
  }
}
