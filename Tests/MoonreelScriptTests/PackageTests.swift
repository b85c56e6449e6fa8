// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelScript

/// Packages beside a film and elsewhere, and what their modules may open.
@Suite struct PackageTests {
  /// A folder that goes away with the test; scripts run in its folder `film`.
  private final class Disk {
    let root: String

    init(_ files: [String: String]) throws {
      root =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("packages-\(UUID().uuidString)").path
      for (name, text) in files { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ name: String, _ text: String) throws {
      let path = "\(root)/\(name)"
      try FileManager.default.createDirectory(
        atPath: FilePath.folder(of: path), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(name)", withDestinationPath: "\(root)/\(target)")
    }

    /// What `film/film.lua` with `text` printed, or the message of its error, with `/` for the folder.
    func run(_ text: String, film: String = "film/film.lua") throws -> String {
      let lines = Locked<[String]>([])
      try write(film, text + "\nreturn require('moonreel').image.test_card { size = { 8, 8 } }")
      var options = ScriptOptions(path: "\(root)/\(film)")
      options.print = { line in lines.withLock { $0.append(line) } }
      options.packagePlaces = [
        PackagePlace(.path, "\(root)/path"), PackagePlace(.user, "\(root)/user"),
        PackagePlace(.rocks, "\(root)/rocks"),
      ]
      do {
        _ = try ScriptHost(options: options).run()
        return lines.withLock { $0 }.map { $0.drop { $0 != " " }.dropFirst() }.joined(
          separator: "\n")
      } catch let error as MoonreelError {
        return error.message.replacing(root + "/", with: "/")
      }
    }
  }

  private static func manifest(_ name: String, _ more: String = "") -> String {
    "return { name = '\(name)', version = '1.0.0', \(more) }"
  }

  private static let look = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"

  @Test(arguments: ["film", "path", "user", "rocks"])
  func packagesAreFoundByTheirNames(place: String) throws {
    let disk = try Disk([
      "\(place)/any-folder/moonreel.lua": Self.manifest(
        "lantern", "entries = { 'lantern', 'lantern.soft' }"),
      "\(place)/any-folder/init.lua": "print(...) return { parts = require 'lantern.inner.part' }",
      "\(place)/any-folder/soft.lua": "return 'soft'",
      "\(place)/any-folder/inner/part.lua": "return 'part'",
    ])
    #expect(
      try disk.run("print(require('lantern').parts, require 'lantern.soft')")
        == "lantern\npart\tsoft")
    let missing = try disk.run("require 'lantern.sfot'")
    #expect(
      missing.contains(
        "the package 'lantern' has no entry 'lantern.sfot' (did you mean 'lantern.soft'?); it has lantern, lantern.soft"
      ),
      "\(missing)")
    #expect(try disk.run("require 'lantern.inner.part'").contains("has no entry"))
    #expect(try disk.run("require 'lantrn'").contains("(did you mean 'lantern'?)"))
  }

  @Test func theFilmMayLieInThePackage() throws {
    let disk = try Disk([
      "film/moonreel.lua": Self.manifest("lantern"), "film/init.lua": "return 'mine'",
      "film/inner.lua": "return 'inner'",
      "path/lantern/moonreel.lua": Self.manifest("lantern"),
      "path/lantern/init.lua": "return 'other'",
    ])
    #expect(try disk.run("print(require 'lantern', require 'lantern.inner')") == "mine\tinner")
  }

  @Test func placesGoBeforeOneAnother() throws {
    let disk = try Disk([
      "user/lantern/moonreel.lua": Self.manifest("lantern"),
      "user/lantern/init.lua": "return 'user'",
      "rocks/lantern/moonreel.lua": Self.manifest("lantern"),
      "rocks/lantern/init.lua": "return 'rocks'",
    ])
    #expect(try disk.run("print(require 'lantern')") == "user")
    try disk.write("path/lantern.lua", "return 'plain'")
    #expect(try disk.run("print(require 'lantern')") == "plain")
    try disk.write("film/here/moonreel.lua", Self.manifest("lantern"))
    try disk.write("film/here/init.lua", "return 'beside'")
    #expect(try disk.run("print(require 'lantern')") == "beside")
  }

  @Test func twoOfOneNameInOnePlaceAreRefused() throws {
    let disk = try Disk([
      "film/one/moonreel.lua": Self.manifest("lantern"), "film/one/init.lua": "return 1",
      "film/two/moonreel.lua": Self.manifest("lantern"), "film/two/init.lua": "return 2",
      "film/torch/moonreel.lua": Self.manifest("torch"), "film/torch/init.lua": "return 3",
      "film/torch.lua": "return 4",
    ])
    let two = try disk.run("require 'lantern'")
    #expect(
      two.contains("film.lua:1: 'lantern' is there twice, '/film/one' and '/film/two'"), "\(two)")
    let plain = try disk.run("require 'torch'")
    #expect(
      plain.contains("'torch' is there twice, '/film/torch.lua' and '/film/torch'"), "\(plain)")
  }

  @Test func wrongPackagesAreNamed() throws {
    let disk = try Disk([
      "film/late/moonreel.lua": Self.manifest("late", "moonreel = '>= 9'"),
      "film/late/init.lua": "",
      "film/broken/moonreel.lua": "return { name = 'broken' }", "film/broken/init.lua": "return 1",
      "film/folder/moonreel.lua": Self.manifest("renamed"), "film/folder/init.lua": "return 1",
      "film/empty/moonreel.lua": Self.manifest("empty"),
      "film/moonreel-stubs/moonreel.lua": "---@meta moonreel\nreturn mr",
    ])
    let late = try disk.run("require 'late'")
    #expect(
      late.contains(
        "the package 'late' 1.0.0 in '/film/late' needs Moonreel >= 9.0.0, and this is \(PackageVersion.moonreel)"
      ),
      "\(late)")
    #expect(
      try disk.run("require 'broken'").contains(
        "/film/broken/moonreel.lua: the manifest needs 'version'"))
    #expect(try disk.run("require 'folder'").contains("'/film/folder' is the package 'renamed'"))
    #expect(
      try disk.run("require 'empty'").contains(
        "cannot find module 'empty' of the package in '/film/empty': looked for '/film/empty/init.lua'"
      ))
    #expect(try disk.run("print(require 'renamed')") == "1")
  }

  @Test func modulesOpenTheAssetsOfTheirPackage() throws {
    let open = """
      local mr = require 'moonreel'
      local function open(path) return mr.lut(path).title end
      return { title = mr.lut('assets/look.cube').title, open = open,
        tail = function(path) return mr.lut(path) end,
        late = function() return mr.color('red'):lut(mr.lut 'assets/look.cube') end }
      """
    for place in ["film", "path", "user", "rocks"] {
      let disk = try Disk([
        "\(place)/lantern/moonreel.lua": Self.manifest("lantern", "assets = { 'assets' }"),
        "\(place)/lantern/init.lua": open,
        "\(place)/lantern/assets/look.cube": "TITLE \"packaged\"\n" + Self.look,
        "\(place)/lantern/secret.cube": Self.look,
        "\(place)/outside.cube": Self.look,
        "film/own.cube": "TITLE \"own\"\n" + Self.look,
      ])
      #expect(
        try disk.run("local l = require 'lantern' print(l.title, l.late() ~= nil)")
          == "packaged\ttrue")
      #expect(
        try disk.run("print(require('lantern').tail('assets/look.cube').title)") == "packaged")
      #expect(try disk.run("print(require('lantern').open 'own.cube')") == "own")
      // The film itself has other folders.
      let film = try disk.run("require 'lantern' require('moonreel').lut 'assets/look.cube'")
      #expect(film.contains("there is no such file") || film.contains("does not exist"), "\(film)")
      let unlisted = try disk.run("print(require('lantern').open 'secret.cube')")
      #expect(
        unlisted.contains(
          "'secret.cube' is a file of the package 'lantern' that its manifest does not list"),
        "\(unlisted)")
      guard place != "film", place != "path" else { continue }
      let outside = try disk.run("print(require('lantern').open 'assets/../../outside.cube')")
      #expect(outside.contains("outside the allowed folders"), "\(place): \(outside)")
    }
  }

  /// What a package may read is its own folder, and that only once it is required.
  @Test func packagesOpenNoMoreThanTheFilm() throws {
    let disk = try Disk([
      "user/lantern/moonreel.lua": Self.manifest("lantern", "assets = { 'assets' }"),
      "user/lantern/init.lua":
        "return function(path) return require('moonreel').lut(path).title end",
      "user/lantern/assets/look.cube": Self.look,
      "user/other/moonreel.lua": Self.manifest("other", "assets = { 'assets' }"),
      "user/other/assets/look.cube": Self.look, "secret.cube": Self.look,
    ])
    try disk.link("user/lantern/assets/link.cube", to: "secret.cube")
    for path in [
      "\(disk.root)/user/other/assets/look.cube", "\(disk.root)/secret.cube", "assets/link.cube",
    ] {
      let refused = try disk.run("require 'lantern' '\(path)'")
      #expect(refused.contains("outside the allowed folders"), "\(path): \(refused)")
    }
    // Not even the film reads a package that it does not use.
    let own = try disk.run("require('moonreel').lut '\(disk.root)/user/lantern/assets/look.cube'")
    #expect(own.contains("outside the allowed folders"), "\(own)")
  }

  @Test func linksAreFollowedOnlyWhereTheUserMadeThem() throws {
    let disk = try Disk([
      "elsewhere/lantern/moonreel.lua": Self.manifest("lantern"),
      "elsewhere/lantern/init.lua": "return 'linked'", "film/film.lua": "", "user/x": "",
      "rocks/x": "",
    ])
    try disk.link("user/lantern", to: "elsewhere/lantern")
    #expect(try disk.run("print(require 'lantern')") == "linked")
    #expect(
      PackageFinder.readableFolders([PackagePlace(.user, "\(disk.root)/user")])
        == ["\(disk.root)/user", "\(disk.root)/user/lantern"])
    try FileManager.default.removeItem(atPath: "\(disk.root)/user/lantern")
    try disk.link("rocks/lantern", to: "elsewhere/lantern")
    #expect(try disk.run("print(require 'lantern')").contains("cannot find module"))
    try disk.link("film/lantern", to: "elsewhere/lantern")
    #expect(try disk.run("print(require 'lantern')").contains("outside the allowed folders"))
  }

  /// Lua forgets who asked in a tail call; the library opens some files when a title is drawn.
  @Test func whoAsksMayBeUnknown() throws {
    let tail = """
      local module = require 'lantern'
      return module
      """
    var files = [
      "user/lantern/moonreel.lua": Self.manifest(
        "lantern", "assets = { 'assets' }, entries = { 'lantern', 'lantern.end' }"),
      "user/lantern/init.lua": "return { look = 'assets/look.glsl' }",
      "user/lantern/end.lua": "return require('moonreel').glsl(require('lantern').look)",
      "user/lantern/assets/look.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }",
      "film/through.lua": tail,
    ]
    #expect(try Disk(files).run("print(require 'lantern.end' ~= nil)") == "true")
    files["user/lantern/end.lua"] = """
      local mr = require 'moonreel'
      local helper = require 'moonreel.tighten'
      return function() return helper('assets/look.wav', {}) end
      """
    let sound = try Disk(files).run("require 'lantern.end'()")
    #expect(sound.contains("look.wav"), "\(sound)")
  }

  @Test func thePlacesAreThoseOfTheEnvironment() {
    let variables = ["MOONREEL_PATH": "/a:/b", "HOME": "/home/me"]
    let places = PackagePlace.usual { variables[$0] }.filter {
      !$0.folder.hasSuffix("5.1") && !$0.folder.hasSuffix("5.2") && !$0.folder.hasSuffix("5.3")
    }
    #expect(
      places == [
        PackagePlace(.path, "/a"), PackagePlace(.rocks, "/a/share/lua/5.4"),
        PackagePlace(.path, "/b"),
        PackagePlace(.rocks, "/b/share/lua/5.4"),
        PackagePlace(.user, "/home/me/.local/share/moonreel"),
        PackagePlace(.rocks, "/home/me/.local/share/moonreel/share/lua/5.4"),
        PackagePlace(.rocks, "/home/me/.luarocks/share/lua/5.4"),
        PackagePlace(.rocks, "/usr/local/share/lua/5.4"),
      ])
    let other = PackagePlace.usual { ["XDG_DATA_HOME": "/data", "HOME": "relative"][$0] }
    #expect(other.first == PackagePlace(.user, "/data/moonreel"))
    #expect(!other.contains { $0.folder.contains("relative") })
  }
}
