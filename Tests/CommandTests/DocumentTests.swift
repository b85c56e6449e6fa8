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

  @Test(
    "links between the documents lead somewhere",
    arguments: Documents.files("README.md", suffix: ".md") + Documents.files("docs", suffix: ".md"))
  func links(file: String) throws {
    let folder = Documents.root.appendingPathComponent(file).deletingLastPathComponent()
    let root = Documents.root.standardizedFileURL.path + "/"
    var anchors: [String: Set<String>] = [:]
    for match in Documents.text(file).matches(of: /\]\(([^)#:\s]*)(?:#([^)\s]*))?\)/) {
      let target =
        match.1.isEmpty
        ? Documents.root.appendingPathComponent(file)
        : folder.appendingPathComponent(String(match.1)).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: target.path), "\(file) links to \(match.1)")
      guard let anchor = match.2, target.pathExtension == "md" else { continue }
      let page = target.standardizedFileURL.path.replacingOccurrences(of: root, with: "")
      let known = anchors[page] ?? Documents.anchors(of: page)
      anchors[page] = known
      #expect(known.contains(String(anchor)), "\(file) links to \(match.0)")
    }
  }

  @Test("the exit codes stand in the documents")
  func exitCodes() {
    let page = Documents.text("docs/reference/exit-codes.md")
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
