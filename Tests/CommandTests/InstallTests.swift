// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelScript
import Testing

@testable import moonreel

/// `scripts/install` and `scripts/package`, with the program that the tests have.
@Suite("Installing", .serialized)
struct InstallTests {
  private static let commands = Moonreel.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  /// What is installed below a folder that stands for the root.
  private static let installed = Task { () -> TemporaryFolder in
    let folder = try TemporaryFolder()
    let script = Documents.root.appendingPathComponent("scripts/install")
    let result = try await Program.run(
      script, ["/opt/here", "--program", Program.moonreel.path, "--root", folder.path("")])
    try #require(result.code == 0, "\(result.errors)")
    for file in result.output.split(separator: "\n") {
      #expect(FileManager.default.fileExists(atPath: folder.path(String(file.dropFirst()))))
    }
    return folder
  }

  private func run(_ program: String, _ arguments: [String]) async throws -> String {
    let result = try await Program.run(URL(fileURLWithPath: "/usr/bin/env"), [program] + arguments)
    #expect(result.code == 0, "\(program): \(result.errors)")
    return result.output
  }

  @Test("every command has a manual page with its options")
  func manual() async throws {
    let pages = try await Self.installed.value.path("opt/here/share/man/man1")
    for command in [nil] + Self.commands {
      let name = "moonreel" + (command.map { "-\($0)" } ?? "")
      let page = try await run("gzip", ["-dc", "\(pages)/\(name).1.gz"])
      for section in [".TH \(name.uppercased()) 1", ".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS"] {
        #expect(page.contains(section), "\(name) has no \(section)")
      }
      let help = try await Program.moonreel([command, "--help"].compactMap { $0 }).output
      for option in help.matches(of: /\n  (--[a-z-]+)/) {
        #expect(page.contains(String(option.1).replacing("-", with: "\\-")), "\(name) \(option.1)")
      }
    }
  }

  @Test("the program, the stubs and the examples are there")
  func files() async throws {
    let folder = try await Self.installed.value
    let text = { (path: String) in
      try String(contentsOfFile: folder.path("opt/here/share/\(path)"), encoding: .utf8)
    }
    #expect(FileManager.default.isExecutableFile(atPath: folder.path("opt/here/bin/moonreel")))
    #expect(try text("moonreel/stubs/moonreel/effects.lua").contains("moonreel.effects.Vignette"))
    #expect(
      try text("doc/moonreel/examples/first_light.lua")
        == Documents.text("docs/examples/first_light.lua"))
    #expect(try text("doc/moonreel/copyright").contains("GNU GPL"))
  }

  @Test(
    "shells offer the presets",
    arguments: [
      "bash-completion/completions/moonreel", "zsh/site-functions/_moonreel",
      "fish/vendor_completions.d/moonreel.fish",
    ])
  func completion(file: String) async throws {
    let path = try await Self.installed.value.path("opt/here/share/\(file)")
    let script = try String(contentsOfFile: path, encoding: .utf8)
    for preset in ExportPreset.all { #expect(script.contains(preset.name), "\(preset.name)") }
  }

  @Test("bash completes presets and the parameters of a script")
  func bash() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      print "not to be seen"
      local p = mr.params { words = { "string", required = true }, tone = { "choice", choices = { "warm", "cold" }, default = "warm" } }
      local words = p.words:upper()
      return mr.composition { size = { 16, 16 }, duration = 1 }
      """)
    let completion = try await Self.installed.value
      .path("opt/here/share/bash-completion/completions/moonreel")
    func offered(_ words: String...) async throws -> Set<String> {
      let quoted = (["moonreel"] + words).map { "'\($0)'" }.joined(separator: " ")
      let text = try await run(
        "bash",
        [
          "-c",
          """
          PATH='\(FilePath.folder(of: Program.moonreel.path))':$PATH; cd '\(place.folder.path(""))'; . '\(completion)'
          COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
          _moonreel moonreel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "${COMPREPLY[@]}"
          """,
        ])
      return Set(text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    #expect(try await offered("render", "--preset", "prores4").contains("prores422"))
    #expect(
      try await offered("render", "film.lua", "--set", "")
        == ["words=", "tone=warm", "tone=cold"])
    #expect(try await offered("render", "film.lua", "--set", "w") == ["words="])
    #expect(try await offered("render", "missing.lua", "--set", "").isEmpty)
  }

  @Test(
    "a Debian package holds what is installed and names the libraries' packages",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-deb"),
      "dpkg-deb is missing: packages are made on Debian"))
  func debian() async throws {
    let folder = try TemporaryFolder()
    let script = Documents.root.appendingPathComponent("scripts/package")
    let result = try await Program.run(
      script, ["--program", Program.moonreel.path, folder.path("")])
    try #require(result.code == 0, "\(result.errors)")
    let package = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(package.hasSuffix(".deb") && package.contains("moonreel_\(MoonreelRelease.version)_"))
    let contents = try await run("dpkg-deb", ["--contents", package])
    for path in [
      "./usr/bin/moonreel", "./usr/share/man/man1/moonreel-render.1.gz",
      "./usr/share/bash-completion/completions/moonreel",
      "./usr/share/zsh/vendor-completions/_moonreel",
      "./usr/share/fish/vendor_completions.d/moonreel.fish",
      "./usr/share/moonreel/stubs/moonreel.lua", "./usr/share/doc/moonreel/copyright",
      "./usr/share/doc/moonreel/examples/first_light.lua",
    ] {
      #expect(contents.contains(path + "\n"), "\(path)")
    }
    #expect(contents.split(separator: "\n").allSatisfy { $0.contains("root/root") })
    let depends = try await run("dpkg-deb", ["--field", package, "Depends"])
    for library in ["libavcodec", "liblua5.4", "libpango", "librsvg", "libass", "libc6"] {
      #expect(depends.contains(library), "\(library) is not among \(depends)")
    }
  }
}
