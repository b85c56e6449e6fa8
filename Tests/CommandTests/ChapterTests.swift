// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("chapters of rendered films")
struct ChapterTests {
  /// What ffprobe finds: start, end and title.
  private func chapters(_ folder: TemporaryFolder, _ name: String) async throws -> [String] {
    let line =
      "ffprobe -v error -show_entries chapter=start_time,end_time:chapter_tags=title -of csv=p=0 \(name)"
    let found = try await Program.shell(line, in: folder.url)
    return found.output.split(separator: "\n").map(String.init)
  }

  @Test("chapters behind the end are told and left out, and those of a stretch are that stretch's")
  func clipped() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local film = mr.composition { size = { 32, 32 }, fps = 10, duration = 4 }
      film:add { source = mr.color "red" }
      return mr.export { film, range = { 1, 4 }, chapters = {
        { range = { 0, 1 }, title = "One" }, { range = { 1, 2 } },
        { range = { 2, 5 }, title = "Three" }, { range = { 6, 7 }, title = "Four" } } }
      """)
    for name in ["a.mp4", "a.mkv"] {
      let whole = try await Program.moonreel(["render", "film.lua", "-o", name], in: folder.url)
      #expect(whole.code == 0)
      #expect(
        whole.errors.contains(
          "Chapter 'Four' begins at 6.000 s, and the film ends at 3.000 s. Times are seconds."))
      let found = try await chapters(folder, name)
      #expect(
        found.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 } == [
          "0.000000,1.000000,One", "1.000000,2.000000", "2.000000,3.000000,Three",
        ])
      // The film's 2.5 to 3.5 s.
      let part = try await Program.moonreel(
        ["render", "film.lua", "-o", name, "-y", "--range", "2.5..3.5"], in: folder.url)
      #expect(part.code == 0 && !part.errors.contains("Chapter"), "\(part.errors)")
      let shown = try await chapters(folder, name)
      #expect(
        shown.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 } == [
          "0.000000,0.500000", "0.500000,1.000000,Three",
        ])
    }
  }
}
