// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelExport
import Testing

@testable import moonreel

@Suite("Help and wrong use")
struct HelpTests {
  @Test(
    "each command explains itself",
    arguments: [
      [], ["render"], ["frame"], ["play"], ["studio"], ["probe"], ["plan"], ["check"], ["diff"],
      ["explain"], ["batch"], ["params"], ["new"], ["test"], ["gallery"], ["bench"], ["docs"],
      ["plugins"], ["stubs"], ["submit"], ["capture"], ["devices"], ["fetch"], ["export"],
      ["import"],
    ])
  func help(command: [String]) async throws {
    let result = try await Program.moonreel(command + ["--help"])
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.contains("OVERVIEW:"))
    #expect(result.output.contains("moonreel \(command.first ?? "render")"))
    #expect(command.isEmpty || result.output.contains("Example"))
    #expect(
      result.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("USAGE") })
  }

  @Test("the exit codes stand in the help and are all different")
  func exitCodes() async throws {
    let help = try await Program.moonreel(["--help"]).output
    for status in moonreel.ExitStatus.allCases {
      #expect(help.contains("\(status.rawValue)  \(status.meaning)"))
    }
  }

  @Test(
    "wrong use ends with 2 and a sentence on standard error",
    arguments: [
      ["prob"], ["probe"], ["probe", "--jsn", "x"], ["render"], ["render", "x.lua"],
      ["render", "x.lua", "-o"], ["render", "x.lua", "-o", "y.mp4", "--set", "novalue"],
      ["render", "x.lua", "-o", "y.mp4", "--range", "5"],
      ["render", "x.lua", "-o", "y.mp4", "--range", "a..b"],
      ["render", "x.lua", "-o", "y.mp4", "--scale", "0"],
      ["render", "x.lua", "-o", "y.mp4", "--memory", "lots"],
      ["render", "x.lua", "-o", "y.mp4", "--threads", "0"],
      ["render", "x.lua", "-o", "y.mp4", "--render-quality", "superb"],
      ["frame", "x.lua", "-o", "y.png"], ["frame", "x.lua", "-o", "y.png", "--at", "soon"],
      ["frame", "x.lua", "-o", "y.png", "--at", "1", "--every", "1"],
      ["frame", "x.lua", "--at", "1"],
      ["studio", "x.lua", "--proxies", "maybe"], ["studio", "x.lua", "--max-proxies", "lots"],
      ["play", "x.lua", "--proxies", "1"],
      ["check"], ["plan"], ["plan", "a.lua", "b.lua"], ["diff"], ["diff", "a.lua"],
      ["diff", "a.lua", "b.lua", "c.lua"], ["diff", "a.lua", "b.lua", "--threads", "0"],
    ])
  func wrongUse(arguments: [String]) async throws {
    let result = try await Program.moonreel(arguments)
    #expect(result.code == moonreel.ExitStatus.usage.rawValue)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("error: "))
    #expect(result.errors.contains("Usage: moonreel") || result.errors.contains("--help"))
  }

  @Test("the presets that the help mentions exist")
  func presets() throws {
    for command in Moonreel.configuration.subcommands {
      let help = command.helpMessage(columns: 400)
      for match in help.matches(of: /such as ([a-z0-9-]+) or ([a-z0-9-]+) \(docs\/presets/) {
        for name in [match.1, match.2] {
          #expect(throws: Never.self) { try ExportPreset.named(String(name)) }
        }
      }
      #expect(help.contains("--preset") == help.contains("1080p or prores422 (docs/presets"))
    }
  }

  @Test("nothing but the name shows the help")
  func bare() async throws {
    let result = try await Program.moonreel([])
    #expect(result.code == 0)
    #expect(result.output.contains("SUBCOMMANDS"))
  }

  @Test("a reader that leaves early is no mistake to talk about")
  func brokenPipe() async throws {
    let folder = try TemporaryFolder()
    try folder.write("clip.mp4", await Clip.mp4.value)
    let files = Array(repeating: "clip.mp4", count: 300).joined(separator: " ")
    let result = try await Program.shell(
      "moonreel probe \(files) | head -c 1; exit ${PIPESTATUS[0]}", in: folder.url)
    #expect(result.code == moonreel.ExitStatus.brokenPipe.rawValue)
    #expect(result.errors.isEmpty)
  }

  @Test("a full disk behind standard output is told")
  func fullOutput() async throws {
    let folder = try TemporaryFolder()
    try folder.write("clip.mp4", await Clip.mp4.value)
    let result = try await Program.shell("moonreel probe clip.mp4 > /dev/full", in: folder.url)
    #expect(result.code == moonreel.ExitStatus.file.rawValue)
    #expect(result.errors.contains("No space left on device"))
  }
}
