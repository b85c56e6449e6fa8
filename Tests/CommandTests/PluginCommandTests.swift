// SPDX-License-Identifier: MIT

import Foundation
import MoonreelRender
import Testing

@testable import moonreel

@Suite("Plugins from the command line")
struct PluginCommandTests {
  private static let amp = "http://plugin.org.uk/swh-plugins/amp"
  static let isInstalled = (try? PluginLibrary.plugin(amp)) != nil
  static let needs = Comment("liblilv-0-0 and swh-lv2 are not installed; run scripts/setup --all")
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 16, 16 }, duration = 0.2 }
    local loud = mr.audio.lv2 { uri = "\(amp)", controls = { gain = -6 } }
    show:add { source = mr.source.tone { gain = 0.5 }, duration = 0.2, audio = { effects = loud } }
    return show
    """

  @Test("a script gets them with --allow-plugins alone", .enabled(if: isInstalled, needs))
  func flag() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.film)
    for (command, output) in [("render", "-o out.wav"), ("check", ""), ("plan", "")] {
      let refused = try await Program.shell(
        "moonreel \(command) film.lua \(output)", in: folder.url)
      #expect(refused.code == moonreel.ExitStatus.file.rawValue, "\(refused)")
      #expect(refused.errors.contains("film.lua:3"))
      #expect(refused.errors.contains("allow them with --allow-plugins"))
      let mode = canSandbox ? "required" : "auto"
      let allowed = try await Program.shell(
        "moonreel \(command) film.lua \(output) --allow-plugins --sandbox \(mode)", in: folder.url)
      #expect(allowed.code == 0, "\(allowed)")
    }
    let measured = try await Program.shell("moonreel probe out.wav --loudness", in: folder.url)
    #expect(measured.output.contains("out.wav"))
  }

  @Test("plugins are listed for people and for programs", .enabled(if: isInstalled, needs))
  func list() async throws {
    let text = try await Program.moonreel(["plugins", "swh-plugins/AMP"])
    #expect(text.code == 0)
    #expect(text.output.contains(Self.amp + "\n  Simple amplifier, 1 in, 1 out\n"))
    #expect(text.output.contains("  gain  -70 to 70 (0): Amps gain (dB)\n"))
    let none = try await Program.moonreel(["plugins", "no such plugin"])
    #expect(none.output == "There are none.\n")
    let json = try await Program.moonreel(["plugins", "--json"])
    let lists = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(Set(lists?.keys.map { $0 } ?? []) == ["packages", "unusable", "lv2"])
    let plugins = try #require(lists?["lv2"] as? [[String: Any]])
    let amp = try #require(plugins.first { $0["uri"] as? String == Self.amp })
    let control = try #require((amp["controls"] as? [[String: Any]])?.first)
    #expect(control["symbol"] as? String == "gain" && control["max"] as? Double == 70)
    #expect(
      plugins.map { $0["uri"] as? String ?? "" }.sorted().first == plugins.first?["uri"] as? String)
  }

  @Test("packages are listed with what hides them and what is wrong")
  func packages() async throws {
    let folder = try TemporaryFolder()
    let manifest = "return { name = 'lantern', version = '1.0.0', licence = 'MIT' }"
    for place in ["work/lantern", "data/moonreel/lantern"] {
      try folder.write("\(place)/moonreel.lua", manifest)
      try folder.write(
        "\(place)/init.lua",
        "return require 'moonreel.transition' { name = 'cut', draw = function(from) return from end }"
      )
    }
    try folder.write("work/wrong/moonreel.lua", "return { nam = 'wrong' }")
    let environment = ["HOME": folder.path("home"), "XDG_DATA_HOME": folder.path("data")]
    func plugins(_ arguments: [String]) async throws -> Program.Outcome {
      try await Program.moonreel(
        ["plugins", "--packages", "--sandbox", canSandbox ? "required" : "auto"] + arguments,
        in: folder.url.appendingPathComponent("work"), environment: environment)
    }
    let text = try await plugins([])
    #expect(
      text.output == """
        lantern 1.0.0, MIT, in 'lantern'
          lantern  transition

        lantern 1.0.0, MIT, in '\(folder.path("data/moonreel/lantern"))'
          lantern
          ! not found by scripts: 'lantern' goes before it

        no usable package, in 'wrong'
          ! wrong/moonreel.lua: unknown field 'nam' of the manifest (did you mean 'name'?); it has name, version, \
        licence, moonreel, entries, assets

        """, "\(text)")
    #expect(try await plugins(["torch"]).output == "There are none.\n")
    let json = try await plugins(["--json"])
    let lists = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let packages = try #require(lists?["packages"] as? [[String: Any]])
    #expect(packages.map { $0["place"] as? String } == ["film", "user"])
    #expect(packages.map { $0["hidden_by"] as? String } == [nil, "lantern"])
    let entry = try #require((packages[0]["entries"] as? [[String: Any]])?.first)
    #expect(entry["name"] as? String == "lantern" && entry["kind"] as? String == "transition")
    #expect((lists?["unusable"] as? [[String: Any]])?.count == 1 && lists?["lv2"] == nil)
  }

  @Test(
    "the documents' scripts with plugins are right", .enabled(if: isInstalled, needs),
    arguments: Documents.blocks("lua plugins"))
  func documents(block: Documents.Block) async throws {
    let folder = try TemporaryFolder()
    try folder.write("block.lua", block.text)
    let result = try await Program.shell(
      "moonreel check block.lua --allow-plugins", in: folder.url)
    #expect(result.code == 0, "\(block.file): \(result)")
  }
}
