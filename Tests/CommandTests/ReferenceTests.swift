// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import Testing

/// Pages that repeat what the code says. `MOONREEL_RECORD=1 scripts/test --filter ReferenceTests` writes
/// them anew; recording always fails, so that nobody forgets to look.
@Suite("Reference pages")
struct ReferenceTests {
  @Test("docs/presets.md lists the presets")
  func presets() throws {
    let rows = ExportPreset.all.map { preset in
      "| `\(preset.name)` | \(preset.summary) | \(preset.containers.map { "." + $0.pathExtensions[0] }.joined(separator: " ")) |"
    }
    let table = (["| preset | is | files |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
    try compare(
      "docs/presets.md", between: "<!-- presets: from ExportPreset.all, compared by a test -->",
      table)
  }

  @Test("docs/presets.md lists what each kind of file holds")
  func codecs() throws {
    func names<Codec: RawRepresentable>(_ codecs: [Codec]) -> String
    where Codec.RawValue == String {
      codecs.map { "`" + $0.rawValue + "`" }.joined(separator: " ")
    }
    let rows = Container.allCases.map { container in
      let endings = container.pathExtensions.map { "." + $0 }.joined(separator: " ")
      let codecs = [
        names(EncoderCatalogue.videoCodecs(in: container)),
        names(EncoderCatalogue.audioCodecs(in: container)),
        names(EncoderCatalogue.subtitleCodecs(in: container)),
      ]
      return "| `\(container.rawValue)` | \(endings) | \(codecs.joined(separator: " | ")) |"
    }
    let head = [
      "| container | files | pictures | sound | captions |", "| --- | --- | --- | --- | --- |",
    ]
    try compare(
      "docs/presets.md", between: "<!-- codecs: from EncoderCatalogue, compared by a test -->",
      (head + rows).joined(separator: "\n"))
  }

  @Test(
    "docs/guides/swift.md shows files that are compiled and run",
    arguments: ["MoonreelExportTests/GuideExample", "MoonreelScriptTests/GuideScriptExample"])
  func swift(name: String) throws {
    let file = "Tests/\(name).swift"
    let code = Documents.text(file).split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("import") }.joined(separator: "\n")
    try compare(
      "docs/guides/swift.md", between: "<!-- from \(file), compared by a test -->",
      "```swift\n" + code + "```")
  }

  /// Compares the lines of `file` between `start` and the next end mark with `wanted`.
  private func compare(_ file: String, between start: String, _ wanted: String) throws {
    let text = Documents.text(file)
    let from = try #require(text.firstRange(of: start + "\n")).upperBound
    let upTo = try #require(text[from...].firstRange(of: "<!-- end -->")).lowerBound
    guard ProcessInfo.processInfo.environment["MOONREEL_RECORD"] == "1" else {
      #expect(text[from..<upTo] == wanted + "\n", "record \(file) anew")
      return
    }
    let changed = text.replacingCharacters(in: from..<upTo, with: wanted + "\n")
    try changed.write(
      to: Documents.root.appendingPathComponent(file), atomically: true, encoding: .utf8)
    Issue.record("\(file) was written anew; run the test again without MOONREEL_RECORD")
  }
}
