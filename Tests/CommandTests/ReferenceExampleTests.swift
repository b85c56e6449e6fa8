// SPDX-License-Identifier: MIT

import Foundation
import MoonreelAuthor
import MoonreelCore
import MoonreelScript
import Testing

@testable import moonreel

/// The examples of the library's reference: each is a script that is run as readers would run it.
@Suite("Examples of the reference")
struct ReferenceExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
  }

  private static let examples: [Example] = {
    guard let library = try? LibraryReference() else { return [] }
    return library.examples.flatMap { file, examples in
      examples.examples.indices.map { index in
        Example(
          testDescription: "\(file): \(examples.examples[index].names.joined(separator: ", "))",
          script: examples.script(index))
      }
    }
  }()

  /// A folder with the files that examples name.
  private static let folder = Task {
    let folder = try TemporaryFolder()
    try await folder.write("a.mp4", Clip.card.value)
    try await folder.write("talk.mp4", Clip.mp4.value)
    try folder.write("talk.srt", "1\n00:00:01,000 --> 00:00:03,000\nWords of a talk\n")
    try folder.write("song.ass", ExampleTests.song)
    try folder.write("cut.otio", ExampleTests.cut)
    try folder.write(
      "warm.cube",
      "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 0.9\n1 0 0.9\n0 1 0.9\n1 1 0.9\n")
    for shader in Documents.blocks("glsl").prefix(1) {
      try folder.write("iris.glsl", shader.text)
    }
    return folder
  }

  @Test("every example runs", arguments: examples)
  func run(_ example: Example) async throws {
    let folder = try await Self.folder.value
    var options = ScriptOptions(
      path: folder.path("example.lua"), text: example.script, mode: .check)
    let printed = Locked<[String]>([])
    options.print = { line in printed.withLock { $0.append(line) } }
    do { _ = try ScriptHost(options: options).run() } catch {
      Issue.record("\(error)\n\(example.script)")
    }
    #expect(printed.withLock { $0 }.isEmpty)
  }

  @Test("there are many") func many() { #expect(Self.examples.count > 250) }
}
