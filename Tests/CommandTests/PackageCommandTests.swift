// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Films with packages that are installed far from them, in the sandbox.
@Suite("Packages from the command line")
struct PackageCommandTests {
  private static let shown = "--sandbox \(canSandbox ? "required" : "auto")"

  /// A folder with the package `kit` in `data/moonreel`, or a link to it there, and a film in `films`.
  private func place(isLinked: Bool = false) async throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let kit = isLinked ? "elsewhere/kit" : "data/moonreel/kit"
    let card = """
      local mr = require "moonreel"
      local show = mr.composition { size = { 32, 18 }, fps = 10, duration = 0.5 }
      show:add { source = mr.source.test_card { size = { 32, 18 } }, duration = 0.5 }
      return show
      """
    try folder.write("films/card.lua", card)
    try folder.write(
      "\(kit)/moonreel.lua",
      "return { name = 'kit', version = '1.0.0', entries = { 'kit' }, assets = { 'assets' } }")
    try folder.write(
      "\(kit)/init.lua",
      """
      local mr = require "moonreel"
      local kit = { clip = function() return mr.asset "assets/card.mp4" end }
      function kit.reads(path) return mr.asset(path) end
      kit.grade = require "moonreel.effect" { name = "grade", options = {}, draw = function(image)
        return mr.svg("assets/dot.svg"):over(image:lut(mr.lut "assets/look.cube"))
      end }
      return kit
      """)
    try folder.write("\(kit)/assets/look.cube", "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n")
    try folder.write(
      "\(kit)/assets/dot.svg",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="red"/></svg>"#
    )
    if isLinked {
      try FileManager.default.createDirectory(
        atPath: folder.path("data/moonreel"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("data/moonreel/kit"), withDestinationPath: folder.path("elsewhere/kit"))
    }
    let made = try await Program.shell(
      "moonreel render card.lua -q -o '\(folder.path("\(kit)/assets/card.mp4"))' && cp '\(folder.path(kit))/assets/card.mp4' ../secret.mp4",
      in: folder.url.appendingPathComponent("films"))
    #expect(made.code == 0, "\(made)")
    return (
      folder,
      "export XDG_DATA_HOME='\(folder.path("data"))' HOME='\(folder.path("home"))'; cd films;"
    )
  }

  @Test("files of a package are read while frames are drawn", arguments: [false, true])
  func assets(isLinked: Bool) async throws {
    let (folder, start) = try await place(isLinked: isLinked)
    try folder.write(
      "films/film.lua",
      """
      local mr, kit = require "moonreel", require "kit"
      local show = mr.composition { size = { 32, 18 }, fps = 10 }
      show:add { source = kit.clip(), effects = kit.grade {} }
      return show
      """)
    for command in [
      "check film.lua", "frame film.lua --at 0.2 -o one.png", "render film.lua -q -o film.mp4",
    ] {
      let result = try await Program.shell(
        "\(start) moonreel \(command) \(Self.shown)", in: folder.url)
      #expect(result.code == 0 && result.errors.isEmpty, "\(command): \(result)")
    }
    #expect(folder.data("films/one.png").count > 100 && folder.data("films/film.mp4").count > 500)
  }

  @Test("a package reads no more than the film and its own folder")
  func rights() async throws {
    let (folder, start) = try await place()
    let data = folder.path("data/moonreel")
    let paths = [
      ("assets/../../../../secret.mp4", true), (folder.path("secret.mp4"), true),
      ("\(data)/kit/assets/card.mp4", false),
      ("assets/card.mp4", false),
    ]
    for (path, isRefused) in paths {
      try folder.write(
        "films/film.lua",
        """
        local mr, kit = require "moonreel", require "kit"
        local show = mr.composition { size = { 32, 18 }, fps = 10 }
        show:add { source = kit.reads "\(path)" }
        return show
        """)
      let result = try await Program.shell(
        "\(start) moonreel check film.lua \(Self.shown)", in: folder.url)
      #expect((result.code == moonreel.ExitStatus.file.rawValue) == isRefused, "\(path): \(result)")
      #expect(
        result.errors.contains("outside the allowed folders") == isRefused, "\(path): \(result)")
    }
    // What was not required is as closed as any other folder.
    try folder.write(
      "films/film.lua",
      "local mr = require 'moonreel' return mr.export { mr.timeline(mr.asset '\(data)/kit/assets/card.mp4') }"
    )
    let other = try await Program.shell(
      "\(start) moonreel check film.lua \(Self.shown)", in: folder.url)
    #expect(other.errors.contains("outside the allowed folders"), "\(other)")
  }
}
