// SPDX-License-Identifier: MIT

import Foundation
import MoonreelAuthor
import MoonreelScript
import Testing

@testable import moonreel

/// `moonreel new`: what it writes works at once.
@Suite("Beginning", .serialized)
struct NewTests {
  private static let shown = "--sandbox \(canSandbox ? "required" : "auto")"

  @Test(
    "every kind draws, is in order, is rendered, passes its tests and is listed",
    arguments: NewKind.allCases)
  func works(kind: NewKind) async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.moonreel(["new", kind.rawValue, folder.path("my/soft-glow")])
    #expect(made.code == 0 && made.errors.isEmpty, "\(made)")
    #expect(made.output.contains("holds a new \(kind.rawValue)") && made.output.contains("cd "))
    let place = URL(fileURLWithPath: folder.path("my/soft-glow"))
    let film = kind.isPackage ? "example.lua" : "film.lua"
    let checked = try await Program.shell("moonreel check \(film) \(Self.shown)", in: place)
    #expect(checked.code == 0 && checked.errors.isEmpty, "\(checked)")
    let drawn = try await Program.shell(
      "moonreel frame \(film) --at 1.2 --max-size x90 -o one.png \(Self.shown)", in: place)
    #expect(drawn.code == 0, "\(drawn)")
    #expect(folder.data("my/soft-glow/one.png").count > 500)
    for name in ["README.md", ".luarc.json", "moonreel-stubs/moonreel.lua"] {
      #expect(!folder.text("my/soft-glow/\(name)").isEmpty, "\(name)")
    }
    let rendered = try await Program.shell(
      "moonreel render \(film) -o one.mp4 --scale 0.1 --range 0..1 \(Self.shown)", in: place)
    #expect(rendered.code == 0 && folder.data("my/soft-glow/one.mp4").count > 500, "\(rendered)")
    if !kind.isPackage {
      let given = try await Program.shell(
        "moonreel check \(film) --params film.json --set headline=Night \(Self.shown)", in: place)
      #expect(given.code == 0 && given.errors.isEmpty, "\(given)")
    }
    let goldens = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("my/soft-glow/goldens"))
    #expect(!goldens.isEmpty && goldens.allSatisfy { $0.hasSuffix(".png") }, "\(goldens)")
    let tested = try await Program.shell("moonreel test \(Self.shown)", in: place)
    #expect(tested.code == 0 && tested.output.contains("_test.lua: "), "\(tested)")
    #expect(!kind.isPackage || tested.output.contains("init.lua: 1 passed"), "\(tested)")
    guard kind.isPackage else { return }
    let listed = try await Program.shell(
      "moonreel plugins --packages soft-glow \(Self.shown)", in: place)
    #expect(
      listed.output == "soft-glow 0.1.0, MIT, in '.'\n  soft-glow  \(kind.rawValue)\n", "\(listed)")
    // The name stands wherever the template had another one.
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.path)
    where !name.hasPrefix("moonreel-stubs") {
      let text = folder.text("my/soft-glow/\(name)")
      for word in ["plugin-name", "plugin_name", "plugin-kind", "rock-name", "host-version"] {
        #expect(!text.contains(word), "\(name) has \(word)")
      }
    }
  }

  @Test("what stands in the way is said, and nothing is written")
  func refused() async throws {
    let folder = try TemporaryFolder()
    try folder.write("full/film.lua", "")
    try folder.write("file", "")
    try FileManager.default.createDirectory(
      atPath: folder.path("nothing"), withIntermediateDirectories: true)
    let cases = [
      ("effect full", 3, "'full' is there already and is no empty folder"),
      ("effect file", 3, "'file' is there already"),
      ("effect file/inside", 3, "Cannot write into 'file': it is no folder"),
      ("efect lantern", 2, "did you mean 'effect'?"), ("effect 2nd", 2, "a name is a letter"),
      ("effect 'a b'", 2, "a name is a letter"), ("effect moonreel", 2, "not 'moonreel'"),
      ("effect end", 2, "its files use that word"),
      ("transition show", 2, "its files use that word"),
      ("effect", 2, "Missing expected argument"),
    ]
    for (arguments, code, sentence) in cases {
      let result = try await Program.shell("moonreel new \(arguments)", in: folder.url)
      #expect(
        result.code == Int32(code) && result.errors.contains(sentence), "\(arguments): \(result)")
    }
    #expect(folder.names == ["file", "full", "nothing"])
    let made = try await Program.shell(
      "moonreel new title nothing/ && ls -A nothing", in: folder.url)
    #expect(made.code == 0 && made.output.contains("init.lua"), "\(made)")
  }

  @Test(
    "editors find nothing wrong in what is begun",
    .enabled(
      if: LanguageServer.program != nil,
      "emmylua_ls is missing: no language server reads what is begun"))
  func editor() async throws {
    let folder = try TemporaryFolder()
    #expect(try await Program.moonreel(["stubs", folder.path("")]).code == 0)
    var paths: [String] = []
    for kind in NewKind.allCases {
      let made = try NewFolder(kind: kind, path: folder.path("any-\(kind.rawValue)"))
      for (name, text) in try made.files()
      where name.hasSuffix(".lua") && !name.hasPrefix(EditorFiles.stubFolder) {
        paths.append(try folder.write("any-\(kind.rawValue)/\(name)", text))
      }
    }
    #expect(paths.count > 12)
    let server = try await LanguageServer(folder)
    defer { server.end() }
    let findings = try await server.findings(in: paths).filter { finding in
      // What tests are given by moonreel test.
      finding.code != "undefined-global"
        || !["describe", "it", "expect"].contains { finding.message.hasSuffix(": \($0)") }
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("the documents' manifests are right", arguments: Documents.blocks("lua manifest"))
  func documents(block: Documents.Block) throws {
    #expect(try PackageManifest(text: block.text, file: block.file).name == "lantern")
  }

  private static let hasLuaRocks = ["/usr/bin/luarocks", "/usr/local/bin/luarocks"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "what is begun is made a rock, installed and required",
    .enabled(if: hasLuaRocks, "luarocks is not installed; run scripts/setup --all"),
    arguments: [NewKind.effect, .template])
  func rock(kind: NewKind) async throws {
    let folder = try TemporaryFolder()
    #expect(try await Program.moonreel(["new", kind.rawValue, folder.path("Soft-glow")]).code == 0)
    let use = kind == .effect ? "{ strength = 1 }" : "{ name = \"a\" }"
    try folder.write(
      "films/film.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 10, duration = 1 }
      local made = require "Soft-glow" \(use)
      show:add { source = \(kind == .effect ? "mr.color 'red', effects = made" : "made"), duration = 1 }
      return show
      """)
    let home = "HOME='\(folder.path("home"))' XDG_DATA_HOME='\(folder.path("data"))'"
    let before = try await Program.shell(
      "\(home) moonreel check film.lua", in: folder.url.appendingPathComponent("films"))
    #expect(before.errors.contains("cannot find module 'Soft-glow'"), "\(before)")
    let made = try await Program.shell(
      """
      set -e; export \(home); cd Soft-glow; luarocks make --local; luarocks pack soft-glow
      luarocks install --tree "$XDG_DATA_HOME/moonreel" ./soft-glow-0.1.0-1.all.rock
      cd ../films; moonreel plugins --packages \(Self.shown)
      moonreel frame film.lua --at 0.5 -o one.png \(Self.shown); rm one.png
      rm -r "$XDG_DATA_HOME"; moonreel frame film.lua --at 0.5 -o one.png \(Self.shown); rm one.png
      rm -r "$HOME"; cp -r ../Soft-glow "../path"; MOONREEL_PATH=.. moonreel check film.lua \(Self.shown)
      """, in: folder.url)
    #expect(made.code == 1, "the copy beside Soft-glow is a second of its name: \(made)")
    #expect(made.errors.contains("'Soft-glow' is there twice"), "\(made)")
    let home51 = "Soft-glow 0.1.0, MIT, in '\(folder.path("home"))/.luarocks/share/lua/"
    #expect(made.output.contains(home51), "\(made)")
    #expect(
      made.output.contains("  ! not found by scripts: '\(folder.path("data"))/moonreel/share/lua/"),
      "\(made)")
    #expect(made.output.contains("  Soft-glow  \(kind.rawValue)"), "\(made)")
  }
}
