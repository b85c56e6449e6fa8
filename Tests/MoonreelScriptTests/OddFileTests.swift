// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelScript

/// Scripts, modules and parameter files that are not what they should be.
@Suite struct OddFileTests {
  /// A folder that goes away with the test.
  private final class Folder {
    let url: URL
    init() throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "odd-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func write(_ name: String, _ bytes: [UInt8]) throws {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  private static let card = """
    local mr = require "moonreel"
    return mr.image.test_card { size = { 8, 8 } }

    """

  /// The message of the error that `script.lua` ends with; `""` where it runs.
  private func message(
    _ bytes: [UInt8], modules: [String: String] = [:], json: String? = nil,
    sets: [(String, String)] = []
  ) throws -> String {
    let folder = try Folder()
    try folder.write("script.lua", bytes)
    for (name, text) in modules { try folder.write(name, Array(text.utf8)) }
    if let json { try folder.write("params.json", Array(json.utf8)) }
    var options = ScriptOptions(path: folder.url.path + "/script.lua")
    options.instructionLimit = 50_000_000
    options.sets = sets
    if json != nil { options.paramsFile = folder.url.path + "/params.json" }
    options.print = { _ in }
    do {
      _ = try ScriptHost(options: options).run()
      return ""
    } catch let error as MoonreelError {
      return error.message.replacing(folder.url.path + "/", with: "")
    }
  }

  @Test("byte order marks, other line ends and first lines are read")
  func harmlessOddities() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try message(mark + Array(Self.card.utf8)) == "")
    #expect(try message(Array("#!/usr/bin/env moonreel\n\(Self.card)".utf8)) == "")
    #expect(try message(mark + Array("#!/usr/bin/env moonreel\n\(Self.card)".utf8)) == "")
    let lines = Self.card.replacing("\n", with: "\r\n")
    #expect(try message(Array(lines.utf8)) == "")
    let old = Self.card.replacing("\n", with: "\r")
    #expect(try message(Array(old.utf8)) == "")
    let wrong = "local x = 1\r\nlocal y = nil + 1\r\n"
    #expect(try message(Array(wrong.utf8)).hasPrefix("script.lua:2: "))
  }

  struct OddFile: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var answer: String
    var testDescription: String { name }
    init(_ name: String, _ bytes: [UInt8], _ answer: String) {
      (self.name, self.bytes, self.answer) = (name, bytes, answer)
    }
  }

  static let files: [OddFile] = [
    OddFile("empty", [], "script.lua: bad result of the script: expected what is to be rendered"),
    OddFile("only a mark", [0xEF, 0xBB, 0xBF], "script.lua: bad result of the script"),
    OddFile(
      "UTF-16", [0xFF, 0xFE] + "return 1".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      "UTF-16"),
    OddFile("UTF-16, big end first", [0xFE, 0xFF, 0, 0x72], "UTF-16"),
    OddFile("byte code", [0x1B, 0x4C, 0x75, 0x61, 0x54, 0, 0x19, 0x93], "text"),
    OddFile("a program", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0], "text"),
    OddFile("zeros", [UInt8](repeating: 0, count: 4096), "text"),
    OddFile(
      "no UTF-8", Array("local s = '".utf8) + [0xFF, 0xC0], "script.lua:1: unfinished string"),
    OddFile(
      "a long line",
      Array(("local x = {" + String(repeating: "1,", count: 200_000) + "} x()").utf8),
      "script.lua:1: attempt to call a table value"),
    OddFile(
      "a long name", Array(("local " + String(repeating: "x", count: 300_000) + " = = 1").utf8),
      "script.lua:1: unexpected symbol"),
    OddFile(
      "deep brackets", Array(("local x = " + String(repeating: "(", count: 100_000)).utf8),
      "script.lua: the text is nested too deeply"),
    OddFile(
      "deep tables", Array(("return " + String(repeating: "{", count: 100_000)).utf8),
      "script.lua: the text is nested too deeply"),
    OddFile(
      "deep blocks", Array(String(repeating: "do ", count: 100_000).utf8),
      "script.lua: the text is nested too deeply"),
    OddFile(
      "many locals", Array((0..<300).map { "local a\($0)\n" }.joined().utf8),
      "script.lua:202: too many local variables"),
  ]

  @Test(arguments: files) func filesThatAreNoScripts(_ file: OddFile) throws {
    let message = try message(file.bytes)
    #expect(message.contains(file.answer))
    #expect(message.contains("script.lua"))
    #expect(message.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("  ") })
    #expect(message.utf8.count < 500, "short")
  }

  static let modules: [(String, [String: String], String)] = [
    ("require 'gone'", [:], "script.lua:1: cannot find module 'gone': looked in"),
    (
      "\nrequire 'bad'", ["bad.lua": "local x = 1\nlocal = 2\n"],
      "bad.lua:2: <name> expected near '='"
    ),
    (
      "require 'dies'", ["dies.lua": "local x\n\nx()\n"],
      "dies.lua:3: attempt to call a nil value (local 'x')"
    ),
    (
      "require 'a'", ["a.lua": "require 'b'", "b.lua": "require 'a'"],
      "b.lua:1: module 'a' requires itself: a -> b -> a"
    ),
    ("require '../up'", [:], "script.lua:1: cannot require '../up'"),
    ("require ''", [:], "script.lua:1: cannot require ''"),
    ("require(nil)", [:], "script.lua:1: bad 'name' of require: expected a string, got nil"),
    ("require {}", [:], "script.lua:1: bad 'name' of require"),
    ("require 'folder'", ["folder/init.lua": "error 'in here'"], "folder/init.lua:1: in here"),
    (
      "local m = require 'nothing' m.x()", ["nothing.lua": ""],
      "script.lua:1: attempt to index a boolean value"
    ),
    ("require 'moonreel'.x()", [:], "script.lua:1: "),
    (
      "require 'wide'", ["wide.lua": "\u{FEFF}return nil + 1"],
      "wide.lua:1: attempt to perform arithmetic"
    ),
  ]

  @Test(arguments: modules) func modulesThatFail(
    _ script: String, _ modules: [String: String], _ answer: String
  ) throws {
    let found = try message(Array(script.utf8), modules: modules)
    let sentence = found.split(separator: "\n").first.map(String.init) ?? ""
    #expect(sentence.hasPrefix(answer), "\(found)")
  }

  private static let declared = """
    local p = require "moonreel".params { size = { "integer", min = 1, max = 9 }, on = { "boolean" },
      tint = { "color" }, at = { "time" }, mode = { "choice", choices = { "fast", "good" } } }
    return require "moonreel".image.test_card { size = { 8, 8 } }
    """

  static let parameters: [([String], String?, String)] = [
    (["sise=3"], nil, "the script has no parameter 'sise' (did you mean 'size'?)"),
    (["size=big"], nil, "bad parameter 'size' (--set): expected a whole number"),
    (["size=10"], nil, "expected a number from 1 to 9, got 10"),
    (["size=nan"], nil, "bad parameter 'size' (--set)"),
    (["size=1", "size=2"], nil, "parameter 'size' takes one value, got 2 with --set"),
    (["on=perhaps"], nil, "expected true or false, got 'perhaps'"),
    (["tint=reddish"], nil, "Cannot read 'reddish' as a colour"),
    (["at=soon"], nil, "expected a time"),
    (["mode=fats"], nil, "expected 'fast' or 'good', got 'fats' (did you mean 'fast'?)"),
    ([], "{ \"size\": }", "line 1 of the JSON text: expected a value"),
    ([], "{ \"size\": 3", "line 1 of the JSON text: expected ',' or '}'"),
    ([], "{\n \"size\": 3,\n}", "line 3 of the JSON text: expected a name in quotes"),
    ([], "[1, 2]", "the text is no JSON object"),
    ([], "", "line 1 of the JSON text: expected a value"),
    ([], "{ \"size\": \"3\\q\" }", "after '\\'"),
    ([], "{ \"size\": \"\\u12", "after '\\u'"),
    ([], "{ \"size\": \"\\", "after '\\'"),
    ([], "{ \"size\": 1e999 }", "expected a value"),
    ([], "{ \"size\": {} }", "expected a whole number"),
    ([], "{ \"size\": [[[]]] }", "expected a whole number"),
    ([], String(repeating: "[", count: 100_000), "fewer than 64 levels"),
  ]

  @Test(arguments: parameters) func parametersThatDoNotFit(
    _ sets: [String], _ json: String?, _ answer: String
  ) throws {
    let pairs = sets.map { text -> (String, String) in
      let parts = text.split(separator: "=").map(String.init)
      return (parts[0], parts[1])
    }
    let found = try message(Array(Self.declared.utf8), json: json, sets: pairs)
    #expect(found.contains(answer), "\(found)")
    #expect(found.contains("script.lua") || found.contains("params.json"))
    #expect(!found.contains("\n"))
  }

  @Test func filesThatCannotBeRead() throws {
    let folder = try Folder()
    let path = folder.url.path
    func refusal(_ options: ScriptOptions) -> String {
      do {
        _ = try ScriptHost(options: options).run()
        return ""
      } catch { return (error as? MoonreelError)?.message ?? "\(error)" }
    }
    #expect(
      refusal(ScriptOptions(path: path)).hasPrefix("Cannot open '\(path)'"), "a folder")
    #expect(refusal(ScriptOptions(path: path + "/gone.lua")).contains("there is no such file"))
    #expect(refusal(ScriptOptions(path: "")).contains("Cannot "))
    var options = ScriptOptions(path: path + "/x.lua", text: "return nil")
    options.paramsFile = path + "/gone.json"
    #expect(
      refusal(options) == "Cannot open the parameters '\(path)/gone.json': there is no such file.")
    options.paramsFile = path
    #expect(refusal(options).hasPrefix("Cannot open '\(path)'"))
  }
}
