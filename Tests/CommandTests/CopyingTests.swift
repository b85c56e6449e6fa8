// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What `render` and `plan` copy, asked and unasked.
@Suite("copying what nobody changed")
struct CopyingTests {
  /// What a film says, what the command line says, and whether packets are copied.
  struct Film: Sendable, CustomTestStringConvertible {
    var options = ""
    var words: [String] = []
    var isCopied: Bool

    var testDescription: String { "{ \(options) } \(words.joined(separator: " "))" }
  }

  static let films = [
    Film(isCopied: true),
    Film(words: ["--no-smart"], isCopied: false),
    Film(options: "smart = false", isCopied: false),
    Film(options: "smart = false", words: ["--smart"], isCopied: true),
    Film(options: "smart = true", words: ["--no-smart"], isCopied: false),
    Film(options: "quality = 0.5", isCopied: false),
    Film(options: "quality = 0.5, smart = true", isCopied: true),
    Film(words: ["--preset", "medium"], isCopied: false),
    Film(words: ["--incremental", "--span-cache", "spans"], isCopied: true),
  ]

  /// Makes clip.mp4, coded as films of its size are.
  private static let clip = """
    ffmpeg -v error -f lavfi -i testsrc2=s=160x96:r=25 -f lavfi -i sine=r=48000 -t 1 -c:v libx264 -pix_fmt yuv420p \
      -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -c:a aac -ac 2 clip.mp4
    """

  @Test("a trim is copied unless its encoding is told; a plan says the same", arguments: films)
  func trims(_ film: Film) async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.shell(Self.clip, in: folder.url)
    try #require(made.code == 0, "\(made.errors)")
    try folder.write(
      "trim.lua",
      """
      local mr = require "moonreel"
      local clip = mr.asset "clip.mp4"
      local cut = mr.timeline()
      cut:insert(clip)
      return mr.export { cut, \(film.options) }
      """)
    let plan = try await Program.moonreel(
      ["plan", "trim.lua", "-o", "trim.mp4", "--json"] + film.words, in: folder.url)
    #expect(plan.code == 0 && plan.errors.isEmpty, "\(plan.errors)")
    let rendered = try await Program.moonreel(
      ["render", "trim.lua", "-o", "trim.mp4", "--json-progress"] + film.words,
      in: folder.url)
    #expect(rendered.code == 0, "\(rendered.errors)")
    let last = try #require(rendered.output.split(separator: "\n").last)
    for text in [plan.output, String(last)] {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let copies = object["copies"] as? [String: Any]
      let pictures = copies?["pictures"] as? [[String: Any]] ?? []
      #expect(pictures.contains { $0["copied_from"] != nil } == film.isCopied, "\(text)")
    }
  }
}
