// SPDX-License-Identifier: MIT

import Foundation
import MoonreelScript
import Testing

@testable import MoonreelAuthor

@Suite struct PackageListingTests {
  /// A listing of what `film/film.lua` finds where these files lie, and the same with `/` for the folder.
  private func listing(_ files: [String: String]) throws -> (PackageListing, (String) -> String) {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, text) in files {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    var options = ScriptOptions(path: "\(root.path)/film/film.lua")
    (options.memoryLimit, options.instructionLimit) = (16 << 20, 20_000_000)
    options.packagePlaces = [
      PackagePlace(.user, "\(root.path)/user"), PackagePlace(.rocks, "\(root.path)/rocks"),
    ]
    return (PackageListing(options: options), { $0.replacing(root.path, with: "") })
  }

  private static let effect = """
    return require "moonreel.effect" { name = "dim", options = {}, draw = function(image) return image end }
    """

  @Test func entriesSayWhatTheyMake() throws {
    let (listing, _) = try listing([
      "user/lantern/moonreel.lua":
        "return { name = 'lantern', version = '1.2.0', licence = 'MIT', entries = { 'lantern', 'lantern.cut', 'lantern.words', 'lantern.bad', 'lantern.gone' }, assets = { 'assets' } }",
      "user/lantern/init.lua": Self.effect,
      "user/lantern/cut.lua":
        "return require 'moonreel.transition' { name = 'cut', draw = function(from) return from end }",
      "user/lantern/words.lua": "return { 'a' }",
      "user/lantern/bad.lua": "local x = nil\nreturn x.y",
    ])
    let item = try #require(listing.items.first)
    #expect(listing.items.count == 1 && listing.unusable.isEmpty && item.standing == .found)
    #expect(item.entries.map(\.kind) == [.effect, .transition, nil, nil, nil])
    #expect(item.entries[3].problem?.contains("bad.lua:2:") == true)
    #expect(
      item.problems == [
        "its entry 'lantern.gone' is not there: it would be 'gone.lua' or 'gone/init.lua'",
        "'assets', which its assets name, is not there",
      ])
  }

  @Test func whatStandsInTheWayIsNamed() throws {
    func manifest(_ name: String) -> String { "return { name = '\(name)', version = '1.0.0' }" }
    let (listing, short) = try listing([
      "film/one/moonreel.lua": manifest("twice"), "film/one/init.lua": Self.effect,
      "film/two/moonreel.lua": manifest("twice"), "film/two/init.lua": Self.effect,
      "film/plain.lua": "return 1", "user/plain/moonreel.lua": manifest("plain"),
      "user/plain/init.lua": Self.effect,
      "user/same/moonreel.lua": manifest("same"), "user/same/init.lua": Self.effect,
      "rocks/same/moonreel.lua": manifest("same"), "rocks/same/init.lua": Self.effect,
      "rocks/wrong/moonreel.lua": "return 3",
    ])
    let standings = listing.items.map { item -> String in
      switch item.standing {
      case .found: "found"
      case .hidden(let other): "hidden by \(short(other))"
      case .clash(let other): "clashes with \(short(other))"
      }
    }
    #expect(
      listing.items.map { short($0.package.folder) } == [
        "/film/one", "/film/two", "/user/plain", "/user/same", "/rocks/same",
      ])
    #expect(
      standings == [
        "clashes with /film/two", "clashes with /film/one", "hidden by /film/plain.lua", "found",
        "hidden by /user/same",
      ])
    #expect(
      listing.items.map { $0.entries.map(\.kind) } == [[nil], [nil], [nil], [.effect], [nil]])
    #expect(listing.unusable.map { short($0.folder) } == ["/rocks/wrong"])
    #expect(listing.unusable[0].error.message.contains("a manifest returns a table"))
  }

  /// What a hostile package does ends with the run of its module.
  @Test func hostilePackagesEnd() throws {
    var files: [String: String] = [:]
    let hostile = [
      "loop": "while true do end",
      "memory": "local t = {} while true do t[#t + 1] = ('x'):rep(1000) end",
      "reads": "return require('moonreel').lut '/etc/passwd'", "system": "return os.execute 'true'",
      "deep": "local function f() return pcall(f) end return f()",
    ]
    for (name, text) in hostile {
      files["user/\(name)/moonreel.lua"] = "return { name = '\(name)', version = '1.0.0' }"
      files["user/\(name)/init.lua"] = text
    }
    files["user/good/moonreel.lua"] = "return { name = 'good', version = '1.0.0' }"
    files["user/good/init.lua"] = Self.effect
    let (listing, _) = try listing(files)
    let kinds = listing.items.flatMap(\.entries).filter { $0.problem == nil && $0.kind != nil }
    #expect(listing.items.count == hostile.count + 1 && kinds.map(\.name) == ["good"])
    let problems = Dictionary(
      uniqueKeysWithValues: listing.items.flatMap(\.entries).map { ($0.name, $0.problem ?? "") })
    #expect(problems["loop"]?.contains("instructions") == true, "\(problems)")
    #expect(problems["memory"]?.contains("memory") == true)
    #expect(problems["system"]?.contains("unknown variable 'os'") == true)
    #expect(problems["reads"]?.contains("/etc/passwd") == true)
  }
}
