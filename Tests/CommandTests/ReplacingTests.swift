// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Replacing files")
struct ReplacingTests {
  /// Runs `moonreel` at a terminal of its own that types `answer`.
  private func atTerminal(
    _ place: Workplace, _ arguments: String, answer: String
  ) async throws -> Program.Outcome {
    try await place.shell(
      "printf '\(answer)\\n' | script -qec '\(Program.moonreel.path) \(arguments)' /dev/null")
  }

  @Test(
    "a file that Moonreel did not write is asked about", .enabled(if: Program.canFakeTerminal),
    arguments: [("y", 0, true), ("yes", 0, true), ("n", 3, false), ("", 3, false)]
      as [(String, Int32, Bool)])
  func question(answer: String, code: Int32, isReplaced: Bool) async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "mine")
    let result = try await atTerminal(place, "render film.lua -o out.mp4 -q", answer: answer)
    #expect(result.output.contains("was not written by Moonreel. Replace it? [y/N]"))
    #expect(result.code == code, "\(result.output)")
    #expect((place.folder.text("out.mp4") != "mine") == isReplaced)
    #expect(place.partials.isEmpty)
  }

  @Test(
    "no question", .enabled(if: Program.canFakeTerminal),
    arguments: [
      "render film.lua -o out.mp4 -q -y", "render film.lua -o out.mp4 -q --yes",
      "render film.lua -o new.mp4 -q", "render film.lua -o /dev/null -q",
    ])
  func noQuestion(arguments: String) async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "mine")
    let result = try await atTerminal(place, arguments, answer: "n")
    #expect(!result.output.contains("Replace it?"), "\(result.output)")
    #expect(result.code == 0, "\(result.output)")
  }

  @Test(
    "what Moonreel wrote is replaced without a question, unless somebody changed it since",
    .enabled(if: Program.canFakeTerminal))
  func ownFile() async throws {
    let place = try await Workplace()
    let first = try await place.moonreel("render", "film.lua", "-o", "out.mp4")
    #expect(first.code == 0)
    guard
      try await place.shell("getfattr --version || python3 -c 'import os; os.getxattr'").code == 0,
      try await place.shell(
        "python3 -c 'import os; os.getxattr(\"out.mp4\", \"user.moonreel.written\")'"
      )
      .code == 0
    else { return }  // a file system without attributes: always asked
    let again = try await atTerminal(place, "render film.lua -o out.mp4 -q", answer: "n")
    #expect(again.code == 0 && !again.output.contains("Replace it?"), "\(again.output)")
    _ = try await place.shell("printf x >> out.mp4")
    let changed = try await atTerminal(place, "render film.lua -o out.mp4 -q", answer: "n")
    #expect(changed.code == 3 && changed.output.contains("Replace it?"), "\(changed.output)")
  }

  @Test("pictures of a sequence are asked about together", .enabled(if: Program.canFakeTerminal))
  func sequence() async throws {
    let place = try await Workplace()
    for number in 1...3 { try place.folder.write("f_000\(number).png", "mine") }
    let result = try await atTerminal(place, "render film.lua -o f_%04d.png -q", answer: "n")
    #expect(result.output.contains("f_0001.png' and 2 more exist and were not"), "\(result.output)")
    #expect(place.folder.text("f_0002.png") == "mine")
  }

  @Test("nothing is asked where nobody could answer")
  func notAtTerminal() async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "mine")
    let result = try await place.moonreel("render", "film.lua", "-o", "out.mp4")
    #expect(result.code == 0)
    #expect(place.folder.text("out.mp4") != "mine")
  }

  @Test(
    "--no-overwrite",
    arguments: [
      "render film.lua -o out.mp4", "render film.lua -o link.mp4",
      "frame film.lua --at 0 -o out.png",
      "frame film.lua --at 0 --at 0.5 -o 'f_%04d.png'", "render film.lua -o 'f_%04d.png'",
      "plan film.lua --svg out.svg",
    ])
  func noOverwrite(arguments: String) async throws {
    let place = try await Workplace()
    let names = ["out.mp4", "out.png", "out.svg", "f_0002.png"]
    for name in names { try place.folder.write(name, "mine") }
    _ = try await place.shell("ln -s out.mp4 link.mp4")
    let result = try await place.shell("moonreel \(arguments) --no-overwrite")
    #expect(result.code == 3, "\(result.errors)")
    #expect(result.errors.contains("it exists"), "\(result.errors)")
    for name in names { #expect(place.folder.text(name) == "mine") }
    #expect(place.partials.isEmpty)
    let fresh = try await place.moonreel("render", "film.lua", "-o", "new.mp4", "--no-overwrite")
    #expect(fresh.code == 0)
  }
}
