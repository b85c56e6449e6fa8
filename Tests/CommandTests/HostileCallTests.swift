// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Calls everything that a script can reach with everything that it should not hand over: the process must
/// survive, and every answer be a value or a sentence.
///
/// `MOONREEL_HOSTILE=all` lets every value stand in each place, and every pair of values in each pair of places
/// of functions whose name begins with `MOONREEL_HOSTILE_ONLY`; that takes hours for all of them.
@Suite("hostile calls")
struct HostileCallTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isWide = environment["MOONREEL_HOSTILE"] == "all"

  /// The stubs, and what options the library's modules take, as `calls.lua` wants to be told.
  private static func parameters() throws -> Data {
    var lines: [String] = []
    for (module, shared) in [
      ("effects", []), ("transitions", []), ("titles", ["title_options", "title"]),
      ("templates", ["template", "theme"]), ("charts", ["chart"]),
    ] {
      let common = shared.flatMap { fields("stdlib/moonreel/\($0).lua") }
      for file in try files("stdlib/moonreel/\(module)") {
        let names = fields("stdlib/moonreel/\(module)/\(file)") + common
        lines.append("\(module)/\(file.dropLast(4)): \(names.joined(separator: " "))")
      }
    }
    let values: [String: Any] = [
      "stubs": try files("stdlib/meta").map { Documents.text("stdlib/meta/\($0)") }
        .joined(separator: "\n"),
      "library": lines.joined(separator: "\n") + "\n", "most": isWide ? 0 : 5, "pairs": isWide,
      "only": environment["MOONREEL_HOSTILE_ONLY"] ?? "",
    ]
    return try JSONSerialization.data(withJSONObject: values)
  }

  private static func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Documents.root.appendingPathComponent(folder).path
    ).filter { $0.hasSuffix(".lua") }.sorted()
  }

  /// The names after `---@field` in a file.
  private static func fields(_ file: String) -> [String] {
    Documents.text(file).split(separator: "\n").compactMap { line in
      line.hasPrefix("---@field ")
        ? String(line.dropFirst(10).prefix { $0.isLetter || $0 == "_" }) : nil
    }
  }

  @Test("end with a value or a sentence") func calls() throws {
    let folder = try TemporaryFolder()
    try folder.write("p.json", try Self.parameters())
    let script = Documents.root.appendingPathComponent("Tests/Hostile/calls.lua").path
    let outcome = try LoggedProgram.moonreel(
      [
        "check", script, "--params", folder.path("p.json"), "--time-limit", "100000",
        "--instructions",
        "1000000000000", "--memory", "1G",
      ], in: folder)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("calls.lua: ") }
    let last = lines.last { !$0.contains(" warning") }.map(String.init) ?? ""
    #expect(
      outcome.code == 0, "ended with \(outcome.code) after: \(last)\n\(outcome.errors.suffix(400))")
    #expect(last.contains(" 0 bad"), "\(last)")
    let bad = lines.filter { $0.contains("calls.lua: BAD ") }
    #expect(bad.isEmpty, "\(bad.prefix(20).joined(separator: "\n"))")
    #expect(
      Self.environment["MOONREEL_HOSTILE_ONLY"] != nil || lines.count > 10_000,
      "\(lines.count) lines")
  }
}
