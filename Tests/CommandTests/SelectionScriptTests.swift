// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("Choosing tracks in a script")
struct SelectionScriptTests {
  /// A film with a German sound, an English one that is played by default, and forced and ordinary English texts.
  private func film(_ folder: TemporaryFolder) async throws {
    try folder.write("a.srt", Data("1\n00:00:00,000 --> 00:00:00,500\nHello\n".utf8))
    let made = try await Program.shell(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x48:d=0.5 -f lavfi -i sine=d=0.5 -i a.srt"
        + " -map 0 -map 1 -map 1 -map 2 -map 2 -c:v libx264 -c:a aac -c:s srt"
        + " -metadata:s:a:0 language=ger -metadata:s:a:1 language=eng"
        + " -metadata:s:s:0 language=eng -metadata:s:s:1 language=eng -metadata:s:a:0 title=Deutsch"
        + " -disposition:a:0 0 -disposition:a:1 default -disposition:s:0 forced -disposition:s:1 0"
        + " -metadata title=Moon -metadata ARTIST=Ann -metadata DATE_RELEASED=1999 film.mkv",
      in: folder.url)
    #expect(made.code == 0, "\(made.errors)")
  }

  @Test("by language and role, with what is used where there is none")
  func selecting() async throws {
    let folder = try TemporaryFolder()
    try await film(folder)
    try folder.write(
      "test.lua",
      Data(
        """
        local mr = require "moonreel"
        local film = mr.asset "film.mkv"
        local sounds, texts = film:selection "audio", film:selection "subtitle"
        print(#sounds.options, sounds.default == sounds.options[2], sounds.allows_none)
        print(#texts.options, texts.default, texts.allows_none)
        print(film:select("audio", "de").title, film:select("audio", { "fr", "deu" }).language)
        print(film:select("audio", "fr") == sounds.default, film:select "audio" == sounds.default)
        print(film:select("subtitle", "en") == texts.options[2], film:select("subtitle", "de"))
        print(film:select("subtitle", "en", "forced") == texts.options[1], texts.options[1].roles[1])
        local common = film.common_metadata
        print(common.title, common.artist, common.creation_date, common.make)
        print(film.preferred_rate, film.preferred_volume)
        local timeline = mr.timeline()
        timeline:add_track "video":insert(film.video)
        timeline:add_track "audio":insert(film:select("audio", "de"))
        return timeline
        """.utf8))
    let result = try await Program.moonreel(["check", "test.lua"], in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    let lines = (result.output + result.errors).split(separator: "\n").filter { $0.contains("\t") }
      .map { $0.replacing("test.lua: ", with: "") }
    #expect(
      lines == [
        "2\ttrue\tfalse", "2\tnil\ttrue", "Deutsch\tger", "true\ttrue", "true\tnil",
        "true\tforced", "Moon\tAnn\t1999\tnil", "1.0\t1.0",
      ], "\(result.output)\(result.errors)")
  }
}
