// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// What manifests say, and what is said of wrong ones.
@Suite struct PackageManifestTests {
  private static let good = """
    -- The lantern.
    return {
      name = "lantern", version = "1.2.3", licence = "MIT", moonreel = ">= 0.1, < 2",
      entries = { "lantern", "lantern.soft" }, assets = { "assets", "more/grain.png" },
    }
    """

  private func message(_ text: String) -> String {
    do {
      _ = try PackageManifest(text: text, file: "lantern/moonreel.lua")
      return ""
    } catch { return "\(error)" }
  }

  @Test func allFieldsAreRead() throws {
    let manifest = try PackageManifest(text: Self.good, file: "moonreel.lua")
    #expect(manifest.name == "lantern" && manifest.version == PackageVersion(1, 2, 3))
    #expect(manifest.licence == "MIT" && manifest.host == VersionRequirement(">= 0.1, < 2"))
    #expect(manifest.entries == ["lantern", "lantern.soft"])
    #expect(manifest.assets == ["assets", "more/grain.png"])
    let short = try PackageManifest(
      text: "return { name = 'a', version = '0.0.1' }", file: "moonreel.lua")
    #expect(short.entries == ["a"] && short.assets == [] && short.licence == nil)
  }

  @Test(
    arguments: [
      ("return 3", "a manifest returns a table"),
      ("", "a manifest returns a table"),
      ("return {\n name = }", "lantern/moonreel.lua:2: unexpected symbol near '}'"),
      ("return { version = '1.0.0' }", "the manifest needs 'name'"),
      ("return { name = 'a' }", "the manifest needs 'version', such as version = \"1.0.0\""),
      (
        "return { name = 'a', version = '1.0' }",
        "expected three whole numbers such as \"1.0.0\", got \"1.0\""
      ),
      ("return { name = 'a', version = '1.0.00' }", "bad 'version'"),
      (
        "return { name = 'a', version = 1 }",
        "bad 'version' of the manifest: expected a text of at most 200 bytes, got a number"
      ),
      ("return { name = 'moonreel', version = '1.0.0' }", "and not \"moonreel\""),
      ("return { name = '2a', version = '1.0.0' }", "expected a letter, then letters"),
      ("return { name = 'a b', version = '1.0.0' }", "bad 'name'"),
      (
        "return { name = 'a', version = '1.0.0', license = 'MIT' }",
        "unknown field 'license' of the manifest (did you mean 'licence'?)"
      ),
      ("return { name = 'a', version = '1.0.0', moonreel = '0.1' }", "such as \">= 0.1\""),
      ("return { name = 'a', version = '1.0.0', moonreel = '>= 0.1, >= 2' }", "bad 'moonreel'"),
      (
        "return { name = 'a', version = '1.0.0', entries = 'a' }",
        "a list of different texts in braces"
      ),
      (
        "return { name = 'a', version = '1.0.0', entries = { 'a', 'a' } }",
        "a list of different texts"
      ),
      (
        "return { name = 'a', version = '1.0.0', entries = { 'b' } }",
        "modules called \"a\" or \"a.part\", got \"b\""
      ),
      ("return { name = 'a', version = '1.0.0', entries = { x = 'a' } }", "got a table with names"),
      (
        "return { name = 'a', version = '1.0.0', entries = { 1 } }",
        "got a list with other things than texts"
      ),
      (
        "return { name = 'a', version = '1.0.0', assets = { '../b' } }",
        "files and folders in the package, such as \"assets\", got \"../b\""
      ),
      ("return { name = 'a', version = '1.0.0', assets = { '/etc' } }", "bad 'assets'"),
      ("return { name = 'a', version = '1.0.0', assets = { '../\u{301}b' } }", "bad 'assets'"),
      ("return { 'a' }", "a manifest has names alone"),
      ("return { name = 'a\\0b', version = '1.0.0' }", "got a text of other bytes"),
      ("return { name = 'a\\xff', version = '1.0.0' }", "got a text of other bytes"),
    ])
  func mistakesAreNamed(text: String, part: String) {
    let message = message(text)
    #expect(message.hasPrefix("lantern/moonreel.lua:") && message.contains(part), "\(message)")
  }

  /// Nothing but the table's making is done, and that has an end.
  @Test(
    arguments: [
      ("return require 'lantern'", "global 'require'"), ("return os.getenv 'HOME'", "global 'os'"),
      ("return load 'x = 1'", "global 'load'"), ("print 'x' return {}", "global 'print'"),
      ("return ('x'):rep(1000)", "attempt to index a string value"),
      ("return setmetatable({}, {})", "global 'setmetatable'"),
      ("return _ENV.x.y", "attempt to index a nil value"),
      ("while true do end", "this one runs on and on"),
      ("local t = {} for i = 1, 1e9 do t[i] = i end return t", "this one"),
      ("local s = 'x' while true do s = s .. s end", "needs too much memory"),
      ("local function f() return f() + 1 end return f()", "needs too much memory"),
    ])
  func manifestsCanDoNothing(text: String, part: String) {
    #expect(message(text).contains(part), "\(message(text))")
  }

  @Test func manifestsAreShort() {
    let long = Self.good + "\n--" + String(repeating: "x", count: 64 << 10)
    #expect(message(long) == "lantern/moonreel.lua: a manifest is at most 64 KiB long")
    let deep = "return " + String(repeating: "{", count: 1000) + String(repeating: "}", count: 1000)
    #expect(message(deep).hasPrefix("lantern/moonreel.lua"))
  }

  @Test func versionsAreOrdered() throws {
    let texts = ["0.0.1", "0.1.0", "0.9.9", "0.10.0", "1.0.0", "1.0.10", "2.0.0"]
    let versions = texts.compactMap(PackageVersion.init(_:))
    #expect(versions.map(\.description) == texts)
    for (earlier, later) in zip(versions, versions.dropFirst()) { #expect(earlier < later) }
    for text in [
      "", "1", "1.2", "1.2.3.4", "1.2.x", "01.2.3", "-1.2.3", "1.2.3-4", "1..3", "1234567.0.0",
    ] {
      #expect(PackageVersion(text) == nil, "\(text)")
    }
    #expect(PackageVersion.moonreel.description == MoonreelRelease.version)
  }

  @Test(
    arguments: [
      (">= 0.1", [false, true, true, true]), (">=0.1.1", [false, false, true, true]),
      ("< 1", [true, true, true, false]), (">= 0.1, < 0.2", [false, true, true, false]),
      ("< 0.1.1, >= 0", [true, true, false, false]),
    ])
  func requirementsChooseVersions(text: String, wanted: [Bool]) throws {
    let requirement = try #require(VersionRequirement(text))
    let versions = [
      PackageVersion(0, 0, 9), PackageVersion(0, 1, 0), PackageVersion(0, 1, 1),
      PackageVersion(1, 0, 0),
    ]
    #expect(versions.map(requirement.allows) == wanted)
    #expect(VersionRequirement(requirement.description) == requirement)
  }

  @Test func otherRequirementsAreNone() {
    for text in ["", "0.1", "= 1", "> 1", "<= 1", ">= ", ">= a", ">= 1 < 2", ">= 1,", "~> 1"] {
      #expect(VersionRequirement(text) == nil, "\(text)")
    }
  }
}
