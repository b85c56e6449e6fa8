// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Outputs in folders that are not there, outside the folders that a film may read.
@Suite("Outputs in new folders")
struct NewFolderTests {
  @Test(
    "streams and folders of pictures make theirs; for other files the missing folder is named",
    arguments: [
      ("render film.lua -o DIR/new/film.m3u8", "new/film.mpd"),
      ("render film.lua -o DIR/new/film.mpd", "new/film.m3u8"),
      ("render film.lua -o DIR/new/ --range 0..0.1", "new/frame_0001.png"),
      ("render film.lua -o DIR/new/film.mp4", nil),
      ("render film.lua -o DIR/new/deep/film.mp4", nil),
      ("render film.lua -o DIR/new/%04d.png --range 0..0.1", nil),
      ("render film.lua -o DIR/new/deep/film.m3u8", nil),
      ("frame film.lua --at 0 -o DIR/new/still.png", nil),
      ("export film.lua -o DIR/new/cut.otio", nil),
      ("plan film.lua --svg DIR/new/plan.svg", nil),
    ] as [(String, String?)])
  func outside(command: String, made: String?) async throws {
    let (place, other) = (try await Workplace(), try TemporaryFolder())
    let mode = canSandbox ? "required" : "auto"
    let line = command.replacing("DIR", with: other.url.path) + " --sandbox \(mode)"
    let result = try await place.shell("moonreel \(line)")
    if let made {
      #expect(result.code == 0, "\(result)")
      #expect(!other.data(made).isEmpty, "\(other.names)")
      return
    }
    #expect(result.code == 3, "\(result)")
    #expect(result.errorLines.count == 1, "\(result)")
    #expect(
      result.errors.contains("the folder '\(other.url.path)/new' does not exist")
        || result.errors.contains("the folder '\(other.url.path)/new/deep' does not exist"),
      "\(result)")
    #expect(other.names.isEmpty)
  }

  @Test("a folder that will be made lets nothing else be read")
  func reading() async throws {
    let (place, other) = (try await Workplace(), try TemporaryFolder())
    try other.write("secret.txt", "secret")
    try place.folder.write(
      "spy.lua",
      """
      local mr = require "moonreel"
      print(pcall(mr.read_text, "\(other.path("secret.txt"))"))
      return mr.composition { size = { 16, 16 }, duration = 0.1 }
      """)
    let result = try await place.moonreel(
      "render", "spy.lua", "-o", other.path("new/film.m3u8"), "--sandbox", "off")
    #expect(result.errors.contains("outside the allowed folders"), "\(result)")
    #expect(!result.errors.contains("secret\n"))
  }
}
