// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Testing

@testable import moonreel

@Suite("Documents")
struct DocumentTests {
  @Test("the commands in the documents are commands", arguments: Documents.blocks("sh"))
  func commands(block: Documents.Block) throws {
    for arguments in Documents.commands(in: block) {
      #expect(throws: Never.self, "moonreel \(arguments.joined(separator: " "))") {
        _ = try Moonreel.parseAsRoot(arguments)
      }
    }
  }

  @Test("the commands in the help are commands")
  func commandsInHelp() throws {
    let discussions =
      [Moonreel.configuration.discussion]
      + Moonreel.configuration.subcommands.map { $0.configuration.discussion }
    let lines = discussions.joined(separator: "\n").split(separator: "\n")
      .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("moonreel ") }
    #expect(lines.count >= 12)
    for line in lines {
      let command = line.firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
      let block = Documents.Block(file: "help", line: 0, language: "sh", text: String(command))
      for arguments in Documents.commands(in: block) {
        #expect(throws: Never.self, "\(line)") { _ = try Moonreel.parseAsRoot(arguments) }
      }
    }
  }

  @Test("links between the documents lead somewhere")
  func links() throws {
    for file in Documents.files("README.md", suffix: ".md") + Documents.files("docs", suffix: ".md")
    {
      let folder = Documents.root.appendingPathComponent(file).deletingLastPathComponent()
      for match in Documents.text(file).matches(of: /\]\(([^)#:\s]+)(#[^)]*)?\)/) {
        let target = folder.appendingPathComponent(String(match.1)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(file) links to \(match.1)")
      }
    }
  }

  @Test("the exit codes stand in the documents")
  func exitCodes() {
    let page = Documents.text("docs/command-line.md")
    for status in moonreel.ExitStatus.allCases {
      #expect(page.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
  }

  @Test("every option stands in the documents")
  func options() {
    let page = Documents.text("docs/command-line.md")
    for command in Moonreel.configuration.subcommands {
      for match in command.helpMessage(columns: 400).matches(
        of: /^ +(?:-[a-z], )?(--[a-z-]+)/.anchorsMatchLineEndings())
      {
        guard !["--help", "--version"].contains(String(match.1)) else { continue }
        #expect(
          page.contains("`\(match.1)") || page.contains("\(match.1)`"), "\(match.1) of \(command)")
      }
    }
  }
}
