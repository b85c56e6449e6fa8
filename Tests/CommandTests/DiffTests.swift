// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("moonreel diff")
struct DiffTests {
  /// A clip with a title over it, moved and sized by keyframes, in a colour that a module names.
  private static let film = """
    local mr = require "moonreel"
    local look = require "look"
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 2 }
    show:add { source = "clip.mp4", at = 0.2 }
    show:add {
      source = mr.text { text = "Hello", size = 12, fill = look.color }, at = 0.4, duration = 0.6,
      opacity = { { 0, 0.5 }, { 0.2, 0.5 }, { 0.4, 1 } },
    }
    return show
    """

  /// Draws its circle with a function.
  private static let drawn = """
    local mr = require "moonreel"
    local speed = 10
    local dot = mr.color("red"):crop { 0, 0, 8, 8 }
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 1 }
    show:add { source = mr.source.custom { size = { 64, 48 }, duration = 1, draw = function(time, context)
      return dot:transform(mr.transform.translate(4 + speed * time, 4))
    end } }
    return show
    """

  private func place() async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("look.lua", "return { color = 'white' }")
    try place.folder.write("old.lua", Self.film)
    return place
  }

  /// A change of a script, and the frames that it changes.
  struct Edit: Sendable, CustomTestStringConvertible {
    var name: String
    var from: String
    var to: String
    var frames: [ClosedRange<Int>]
    var testDescription: String { name }
  }

  static let edits = [
    Edit(name: "a title", from: "Hello", to: "Hallo", frames: [10...24]),
    // It is half transparent up to its key at 0.2 s.
    Edit(
      name: "a moved title", from: "at = 0.4", to: "at = 0.48", frames: [10...11, 16...21, 25...26]),
    // The clip begins three frames later: its first frames are black there, and all others are other frames.
    Edit(name: "a moved clip", from: "at = 0.2", to: "at = 0.32", frames: [5...32]),
    Edit(name: "a keyframe", from: "{ 0.4, 1 }", to: "{ 0.4, 0.9 }", frames: [16...24]),
    Edit(name: "a size of letters", from: "size = 12", to: "size = 13", frames: [10...24]),
    Edit(name: "a longer title", from: "duration = 0.6", to: "duration = 0.8", frames: [25...29]),
  ]

  @Test("says exactly which frames differ, as drawing all of them finds", arguments: edits)
  func exactness(_ edit: Edit) async throws {
    let place = try await place()
    try #require(Self.film.contains(edit.from))
    try place.folder.write(
      "new.lua", Self.film.replacingOccurrences(of: edit.from, with: edit.to))
    let found = try await changed(place, "old.lua", "new.lua")
    #expect(found == edit.frames)
    #expect(try await drawnDifferences(place, "old.lua", "new.lua") == found)
  }

  @Test("a module that changed changes what it is used for")
  func modules() async throws {
    let place = try await place()
    try place.folder.write("new/film.lua", Self.film)
    try place.folder.write("new/look.lua", "return { color = 'yellow' }")
    try await place.folder.write("new/clip.mp4", Clip.mp4.value)
    #expect(try await changed(place, "old.lua", "new/film.lua") == [10...24])
  }

  @Test("a file goes by what it holds: a copy is the same, another is not")
  func media() async throws {
    let place = try await place()
    try place.folder.write("new/film.lua", Self.film)
    try place.folder.write("new/look.lua", place.folder.text("look.lua"))
    try await place.folder.write("new/clip.mp4", Clip.mp4.value)
    let same = try await place.moonreel("diff", "old.lua", "new/film.lua")
    #expect(same.code == 0 && same.errors.isEmpty, "\(same.errors)")
    #expect(same.output == "new/film.lua: the same as old.lua, sound included: 50 frames\n")
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -y -i clip.mp4 -c:a copy -c:v libx264 -qp 40 new/clip.mp4")
    #expect(try await changed(place, "old.lua", "new/film.lua") == [5...29])
  }

  @Test("a film in other words is the same film, and so is one without a timeline")
  func otherWords() async throws {
    let place = try await place()
    try place.folder.write(
      "new.lua",
      """
      local mr = require "moonreel"
      local words = { text = "Hel" .. "lo", fill = "#fff" }
      words.size = 6 * 2
      local show = mr.composition { size = { 64, 48 }, fps = "25/1", duration = 2 }
      local title = {
        source = mr.text(words), at = 2 / 5, duration = 0.6,
        opacity = { { 0.4, 1 }, { 0, 0.5 }, { 0.2, 0.5 } },
      }
      table.sort(title.opacity, function(a, b) return a[1] < b[1] end)
      for _, layer in ipairs { { source = mr.asset "clip.mp4", at = 1 / 5 }, title } do show:add(layer) end
      return show
      """)
    let result = try await place.moonreel("diff", "old.lua", "new.lua")
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let media = try await place.moonreel("diff", "clip.mp4", "film.lua")
    #expect(media.code == 0, "\(media.output)\(media.errors)")
  }

  @Test("functions count by what they draw, not by how they are written")
  func functions() async throws {
    let place = try await place()
    try place.folder.write("old.lua", Self.drawn)
    try place.folder.write(
      "same.lua",
      Self.drawn.replacingOccurrences(of: "4 + speed * time", with: "speed * time + 4")
        .replacingOccurrences(of: "function(time, context)", with: "function(t, c) local time = t"))
    let same = try await place.moonreel("diff", "old.lua", "same.lua")
    #expect(same.code == 0, "\(same.output)\(same.errors)")
    // Only what it draws later depends on the number that changed.
    try place.folder.write(
      "new.lua",
      Self.drawn.replacingOccurrences(of: "speed * time", with: "(time < 0.5 and 10 or 12) * time")
    )
    let found = try await changed(place, "old.lua", "new.lua")
    #expect(found == [13...24])
    #expect(try await drawnDifferences(place, "old.lua", "new.lua") == found)
  }

  @Test("frames at the end, rate, size and duration are told")
  func wholeFilms() async throws {
    let place = try await place()
    try place.folder.write(
      "longer.lua", Self.film.replacingOccurrences(of: "duration = 2 }", with: "duration = 3 }"))
    let longer = try await place.moonreel("diff", "old.lua", "longer.lua")
    #expect(
      longer.output == """
        duration: 2.000 s -> 3.000 s
        25 frames added at the end:
          00:00:02:00 - 00:00:02:24  frames 50-74 (25)

        """)
    let shorter = try await place.moonreel("diff", "longer.lua", "old.lua", "--json")
    #expect(shorter.code == 1)
    #expect(shorter.output.contains("\"removed\": {"), "\(shorter.output)")
    try place.folder.write(
      "other.lua",
      Self.film.replacingOccurrences(of: "{ 64, 48 }, fps = 25", with: "{ 32, 24 }, fps = 50"))
    let other = try await place.moonreel("diff", "old.lua", "other.lua")
    #expect(other.code == 1)
    for line in ["size: 64x48 -> 32x24", "rate: 25 -> 50", "50 of 50 frames differ:"] {
      #expect(other.output.contains(line), "\(other.output)")
    }
  }

  @Test("sound differs where its samples do")
  func sound() async throws {
    let place = try await place()
    try place.folder.write(
      "new.lua",
      Self.film.replacingOccurrences(
        of: "at = 0.2 }",
        with: "at = 0.2, audio = { volume = { { 0, 1 }, { 0.4, 1 }, { 0.5, 0 } } } }"))
    let result = try await place.moonreel("diff", "old.lua", "new.lua")
    #expect(result.output == "the sound differs:\n  0.600 s - 1.200 s\n", "\(result.output)")
    let pictures = try await place.moonreel("diff", "old.lua", "new.lua", "--no-sound")
    #expect(pictures.code == 0)
  }

  @Test("a stretch is compared alone, with the film's own numbers")
  func ranges() async throws {
    let place = try await place()
    try place.folder.write("new.lua", Self.film.replacingOccurrences(of: "Hello", with: "Hallo"))
    let part = try await place.moonreel("diff", "old.lua", "new.lua", "--range", "0.8..1.2")
    #expect(
      part.output == """
        5 of 10 frames differ:
          00:00:00:20 - 00:00:00:24  frames 20-24 (5)

        """)
    let rest = try await place.moonreel("diff", "old.lua", "new.lua", "--range", "1..")
    #expect(rest.code == 0)
  }

  @Test("frames are drawn before, after and with their difference, side by side")
  func pictures() async throws {
    let place = try await place()
    try place.folder.write("new.lua", Self.film.replacingOccurrences(of: "Hello", with: "Hallo"))
    let result = try await place.moonreel("diff", "old.lua", "new.lua", "--frames", "out/more")
    #expect(result.code == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path("out/more"))
    #expect(names.contains("frame_000010.png") && names.contains("frame_000017.png"))
    #expect(names.count <= 3)
    #expect(try await place.pictures(of: "out/more/frame_000017.png") == "208,48,1")
    // The left third is the frame as `frame` draws it.
    let halves = try await place.shell(
      """
      moonreel frame old.lua --at 0.68 -o still.png && md() { ffmpeg -v error "$@" -f md5 -; } &&
      [ "$(md -i still.png -pix_fmt rgb24)" = "$(md -i out/more/frame_000017.png -vf crop=64:48:0:0 -pix_fmt rgb24)" ]
      """)
    #expect(halves.code == 0, "\(halves.errors)")
    let again = try await place.moonreel(
      "diff", "old.lua", "new.lua", "--frames", "out/more", "--no-overwrite")
    #expect(again.code == 3, "\(again.errors)")
  }

  @Test("mistakes end with other codes than differences")
  func failures() async throws {
    let place = try await place()
    try place.folder.write("bad.lua", "error('no film')")
    let bad = try await place.moonreel("diff", "old.lua", "bad.lua")
    #expect(bad.code == 2 && bad.errorLines == ["error: bad.lua:1: no film"], "\(bad.errors)")
    #expect(try await place.moonreel("diff", "old.lua", "none.lua").code == 3)
    #expect(try await place.moonreel("diff", "old.lua").code == 2)
    let three = try await place.moonreel("diff", "old.lua", "film.lua", "long.lua")
    #expect(three.code == 2 && three.errors.contains("takes two films"), "\(three.errors)")
    let late = try await place.moonreel("diff", "old.lua", "film.lua", "--range", "7..")
    #expect(late.code == 2, "\(late.errors)")
  }

  // MARK: Help

  /// The frames that `diff` says have changed.
  private func changed(
    _ place: Workplace, _ old: String, _ new: String
  ) async throws -> [ClosedRange<Int>] {
    struct Report: Decodable {
      struct Stretch: Decodable { var first, last: Int }
      var same: Bool
      var changed: [Stretch]
    }
    let result = try await place.moonreel("diff", old, new, "--json")
    try #require(result.code <= 1, "\(result.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.same == (result.code == 0))
    return report.changed.map { $0.first...$0.last }
  }

  /// The frames that differ when both films are rendered without loss and decoded by ffmpeg.
  private func drawnDifferences(
    _ place: Workplace, _ old: String, _ new: String
  ) async throws -> [ClosedRange<Int>] {
    var hashes: [[String]] = []
    for (index, script) in [old, new].enumerated() {
      let result = try await place.shell(
        "moonreel render \(script) -o '\(index)_%03d.png' && ffmpeg -v error -i '\(index)_%03d.png' "
          + "-f framemd5 - | grep -v '^#' | awk -F, '{ print $NF }'")
      try #require(result.code == 0, "\(result.errors)")
      hashes.append(result.output.split(separator: "\n").map(String.init))
    }
    let differing = zip(hashes[0], hashes[1]).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    return differing.reduce(into: []) { ranges, frame in
      if let last = ranges.last, last.upperBound + 1 == frame {
        ranges[ranges.count - 1] = last.lowerBound...frame
      } else {
        ranges.append(frame...frame)
      }
    }
  }
}
