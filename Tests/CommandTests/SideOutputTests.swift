// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// What commands write beside their main output, held against what they read.
@Suite("No side output takes the place of what is read")
struct SideOutputTests {
  /// A command line and the file that it must not write over.
  static let lines: [(command: String, victim: String)] = [
    ("batch rows.lua --data rows.csv -o 'out/{id}.mp4' --report rows.lua", "rows.lua"),
    ("batch rows.lua --data rows.csv -o 'out/{id}.mp4' --report ./out/../rows.csv", "rows.csv"),
    ("batch rows.lua --data rows.csv -o 'out/{id}.mp4' --report link.json", "rows.csv"),
    (
      "batch rows.lua --data rows.csv -o 'out/{id}.mp4' --params all.json --report all.json",
      "all.json"
    ),
    ("batch rows.lua --data rows.csv -o 'out/{id}.mp4' --report still.png", "still.png"),
    ("batch rows.lua --data rows.csv -o 'out/{id}.mp4' --report notes.txt", "notes.txt"),
    ("batch rows.lua --data rows.csv -o '{id}.png'", "still.png"),
    ("test lamp --junit lamp/dim_test.lua", "lamp/dim_test.lua"),
    ("test lamp --junit lamp/dim.lua", "lamp/dim.lua"),
    ("test lamp --filter 'none of them' --junit lamp/dim.lua", "lamp/dim.lua"),
    ("test lamp --junit lamp/shape.svg", "lamp/shape.svg"),
    ("capture shown.lua --photo still.png -y", "still.png"),
    ("capture shown.lua -o take.mkv --for 0.1 --photo still.png -y", "still.png"),
    ("capture shown.lua -o clip.mkv --for 0.1 -y", "clip.mkv"),
    ("probe tone.wav --waveform wave.png", "tone.wav"),
    ("diff shown.lua film.lua --frames changed", "changed/frame_000000.png"),
    ("export shown.lua -o cut.otio --loss still.png", "still.png"),
    ("export shown.lua -o cut.otio --loss shown.lua", "shown.lua"),
    ("import cut.otio -o cut.otio", "cut.otio"),
    ("plan shown.lua --svg shape.svg", "shape.svg"),
    ("render shown.lua -o new.mp4 --also clip.mkv", "clip.mkv"),
    ("render shown.lua -o new.mp4 --lock shown.lua", "shown.lua"),
    ("render stem.lua -o new.wav --stems stems", "stems/tone.wav"),
    ("frame shown.lua --every 0.5 -o small.vtt", "small-01.jpg"),
  ]

  /// A plugin with a test that reads a drawing.
  private func writePlugin(_ folder: TemporaryFolder) throws {
    try folder.write(
      "lamp/dim.lua",
      """
      return require "moonreel.effect" { name = "dim",
        options = { amount = { "number", default = 0.5, min = 0, max = 1 } }, neutral = { amount = 0 },
        draw = function(image, params) return image:opacity(1 - params.amount) end }
      """)
    try folder.write(
      "lamp/dim_test.lua",
      """
      local test = require "moonreel.test"
      test.describe("a shape", function()
        test.it("is read", function() require("moonreel").svg "lamp/shape.svg" end)
      end)
      """)
  }

  private func place() async throws -> Workplace {
    let place = try await Workplace()
    let folder = place.folder
    for name in ["still.png", "changed/frame_000000.png"] {
      try folder.write(name, await Clip.png.value)
    }
    for name in ["tone.wav", "stems/tone.wav"] { try folder.write(name, await Clip.wav.value) }
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'></svg>"
    for name in ["shape.svg", "lamp/shape.svg"] { try folder.write(name, svg) }
    try folder.write("notes.txt", "my notes\n")
    try folder.write("all.json", "{ \"seconds\": 0.04 }")
    try folder.write("rows.csv", "id,picture\nstill,still.png\n")
    try folder.write(
      "rows.lua",
      """
      local mr = require "moonreel"
      local p = mr.params { picture = { "file", required = true }, seconds = { "number", default = 0.04 } }
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = p.seconds }
      show:add { source = mr.color "red", duration = p.seconds }
      return show
      """)
    try folder.write(
      "shown.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 32, 24 }, fps = 25, duration = 1 }
      for _, name in ipairs { "clip.mkv", "still.png", "shape.svg", "changed/frame_000000.png", "small-01.jpg" } do
        show:add { source = name, duration = 1 }
      end
      return show
      """)
    try folder.write(
      "stem.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 32, 24 }, fps = 25, duration = 1 }
      show:add { name = "tone", source = "stems/tone.wav", duration = 1 }
      return show
      """)
    try writePlugin(folder)
    let made = try await place.shell(
      """
      ffmpeg -nostdin -v error -i clip.mp4 -c copy clip.mkv && ffmpeg -nostdin -v error -i still.png small-01.jpg &&
      ln tone.wav wave.png && ln -s rows.csv link.json && moonreel export film.lua -o cut.otio
      """)
    try #require(made.code == 0, "\(made)")
    return place
  }

  @Test("whatever the option")
  func everyOption() async throws {
    let place = try await place()
    for (command, victim) in Self.lines {
      let before = place.folder.data(victim)
      try #require(!before.isEmpty, "\(victim)")
      let result = try await place.shell("moonreel \(command)")
      let about = Comment(rawValue: "\(command): \(result.code) \(result.output)\(result.errors)")
      #expect(result.code != 0, about)
      #expect(place.folder.data(victim) == before, about)
      #expect(
        (result.output + result.errors).contains(/Cannot (write|use)/), about)
      #expect(place.partials.isEmpty, about)
    }
  }
}
