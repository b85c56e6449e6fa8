// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Export to and import from editing programs")
struct InterchangeTests {
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 128, 96 }, fps = 25, duration = 1 }
    show:add { source = "clip.mp4", duration = 1, opacity = { { 0, 0 }, { 0.4, 1 } } }
    show:add { name = "title", source = mr.text { text = "Hi", size = 20 }, at = 0.2, duration = 0.4 }
    return show
    """

  /// What comes back of the film without its title, `cut.lua`, by a file of this kind: the script `back.lua`.
  private static func sentAndBack(_ ending: String, in place: Workplace) async throws -> String {
    try place.folder.write(
      "cut.lua", film.replacingOccurrences(of: "show:add { name", with: "-- "))
    let out = try await place.moonreel("export", "cut.lua", "-o", "cut.\(ending)")
    #expect(out.code == 0 && out.errors.isEmpty && out.output.isEmpty, "\(out.errors)")
    let back = try await place.moonreel("import", "cut.\(ending)", "-o", "back.lua")
    #expect(back.code == 0 && back.errors.isEmpty, "\(back.errors)")
    return try String(contentsOfFile: place.folder.path("back.lua"), encoding: .utf8)
  }

  @Test("a film goes out, comes back as a script, and is the same frame by frame")
  func there() async throws {
    let place = try await Workplace()
    let script = try await Self.sentAndBack("otio", in: place)
    #expect(script.contains("source = \"clip.mp4\""))
    let same = try await place.moonreel("diff", "cut.lua", "back.lua")
    #expect(same.code == 0, "\(same.output)\(same.errors)\n\(script)")
  }

  @Test(
    "so does one with its media inside, and one for Final Cut Pro", arguments: ["otioz", "fcpxml"])
  func other(ending: String) async throws {
    let place = try await Workplace()
    let script = try await Self.sentAndBack(ending, in: place)
    let file = ending == "otioz" ? "back_media/clip.mp4" : "clip.mp4"
    #expect(script.contains("source = \"\(file)\""), "\(script)")
    #expect(script.contains("opacity = { { 0, 0 }, { 0.4, 1 } }"), "\(script)")
    let check = try await place.moonreel("check", "back.lua")
    #expect(check.code == 0, "\(check.errors)")
  }

  @Test("what is lost is named with its line, on standard error and as JSON")
  func losses() async throws {
    let place = try await Workplace()
    try place.folder.write("cut.lua", Self.film)
    let out = try await place.moonreel("export", "cut.lua", "-o", "cut.otio", "--loss", "loss.json")
    #expect(out.code == 0)
    #expect(out.errors.contains("cut.lua:4: layer 'title':"), "\(out.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: place.folder.path("loss.json")))
    let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let rows = report?["losses"] as? [[String: Any]] ?? []
    #expect(rows.count == 1 && rows.first?["line"] as? Int == 4)
    #expect(rows.first?["outcome"] as? String == "placeholder")
  }

  @Test("titles are baked into clips with alpha, and the film that comes back looks alike")
  func baked() async throws {
    let place = try await Workplace()
    try place.folder.write("cut.lua", Self.film)
    let out = try await place.moonreel("export", "cut.lua", "-o", "cut.otio", "--bake")
    #expect(out.code == 0 && out.errors.contains("rendered cut_media/title.mov"), "\(out.errors)")
    #expect(try await place.pictures(of: "cut_media/title.mov") == "128,96,10")
    let back = try await place.moonreel("import", "cut.otio", "-o", "back.lua")
    #expect(back.code == 0 && back.errors.isEmpty, "\(back.errors)")
    let script = try String(contentsOfFile: place.folder.path("back.lua"), encoding: .utf8)
    #expect(script.contains("cut_media/title.mov"))
    let check = try await place.moonreel("check", "back.lua")
    #expect(check.code == 0, "\(check.errors)")
  }

  @Test(
    "--timecode is the timecode of the first frame",
    arguments: [
      ("otio", "\"global_start_time\": {"), ("edl", "01:00:00:00 01:00:01:00"),
      ("fcpxml", "tcStart=\"3600s\""),
    ])
  func timecode(ending: String, words: String) async throws {
    let place = try await Workplace()
    try place.folder.write("cut.lua", Self.film)
    func written(_ more: [String]) async throws -> String {
      let out = try await Program.moonreel(
        ["export", "cut.lua", "-o", "cut.\(ending)", "-y"] + more, in: place.folder.url)
      #expect(out.code == 0, "\(out.errors)")
      return try String(contentsOfFile: place.folder.path("cut.\(ending)"), encoding: .utf8)
    }
    let (usual, moved) = (try await written([]), try await written(["--timecode", "01:00:00:00"]))
    #expect(moved.contains(words) && moved != usual, "\(moved)")
    guard ending == "otio" else { return #expect(!usual.contains(words)) }
    let json = try JSONSerialization.jsonObject(with: Data(moved.utf8)) as? [String: Any]
    let start = json?["global_start_time"] as? [String: Any]
    #expect(start?["value"] as? Double == 90_000 && start?["rate"] as? Double == 25)
  }

  @Test("timecodes, programs and names of files are checked")
  func wrongUse() async throws {
    let place = try await Workplace()
    for (arguments, words) in [
      (["export", "film.lua", "-o", "cut.mp4"], "its name has to end in"),
      (["export", "film.lua", "-o", "cut.otio", "--for", "avid"], "resolve"),
      (["export", "film.lua", "-o", "cut.otio", "--timecode", "soon"], "--timecode"),
      (["import", "cut.txt", "-o", "back.lua"], "its name has to end in"),
    ] {
      let result = try await Program.moonreel(arguments, in: place.folder.url)
      #expect(result.code == moonreel.ExitStatus.usage.rawValue, "\(arguments): \(result.errors)")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let missing = try await place.moonreel("import", "cut.otio", "-o", "back.lua")
    #expect(missing.code == moonreel.ExitStatus.file.rawValue)
  }

  @Test("captions are written as subtitles, and a film without any says so")
  func captions() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "cut.lua",
      Self.film.replacingOccurrences(
        of: "return show",
        with:
          "show:add_captions(mr.captions { { range = { 0.1, 0.9 }, text = \"One\\nTwo\" } })\nreturn show"
      ))
    let out = try await place.moonreel("export", "cut.lua", "-o", "cut.srt")
    #expect(out.code == 0 && out.errors.isEmpty, "\(out.errors)")
    let text = try String(contentsOfFile: place.folder.path("cut.srt"), encoding: .utf8)
    #expect(text == "1\n00:00:00,100 --> 00:00:00,900\nOne\nTwo\n")
    let none = try await place.moonreel("export", "film.lua", "-o", "none.srt")
    #expect(none.code == moonreel.ExitStatus.encoding.rawValue)
    #expect(
      none.errors.contains("has no track of them") && !place.folder.names.contains("none.srt"))
  }

  @Test("a file outside the allowed folders stays shut, and a slate stands for it")
  func outside() async throws {
    let place = try await Workplace()
    let cut = ExampleTests.cut.replacingOccurrences(of: "a.mp4", with: "file:///etc/passwd")
    try place.folder.write("cut.otio", cut)
    let back = try await place.moonreel("import", "cut.otio", "-o", "back.lua")
    #expect(back.code == 0)
    #expect(
      back.errors.contains("offline: '/etc/passwd' lies outside the allowed folders"),
      "\(back.errors)")
    #expect(try await place.moonreel("check", "back.lua").code == 0)
  }
}
