// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// Every function with a colon for a dot, every method with a dot for a colon, every constructor of the library that
/// was not called: none is left out, because the lists come from the bindings and from the library.
@Suite struct CalledWronglyTests {
  /// What `script` prints: a name, a tab and a message on each line.
  private static func answers(_ script: String) -> [(name: String, message: String)] {
    let outcome = Runs.script(script + "\nreturn mr.asset(mr.samples.clips[1])") { options in
      options.mode = .check
      options.instructionLimit = 50_000_000
    }
    #expect(outcome.error == nil, "\(outcome.message)")
    return outcome.printed.compactMap { line in
      let parts = line.replacing("test.lua: ", with: "").split(separator: "\t", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }

  private static func list(_ names: [String]) -> String {
    "{ " + names.map { "\"\($0)\"" }.joined(separator: ", ") + " }"
  }

  @Test("mr:name(…) says mr.name(…)") func colonForDot() throws {
    let host = try ScriptHost(options: ScriptOptions(path: "test.lua", text: ""))
    let groups = [("mr", host.functions)] + host.groups.map { ("mr.\($0.name)", $0.functions) }
    for (module, functions) in groups {
      let answers = Self.answers(
        """
        local mr = require "moonreel"
        for _, name in ipairs \(Self.list(functions.map(\.name))) do
          local ok, problem = pcall(function() return \(module)[name](\(module), {}) end)
          print(name .. "\\t" .. tostring(problem))
        end
        """)
      #expect(answers.map(\.name) == functions.map(\.name))
      for (function, answer) in zip(functions, answers) {
        let parameters = function.parameters.joined(separator: ", ")
        #expect(
          answer.message
            == "test.lua:3: call it with a dot: \(module).\(function.name)(\(parameters))")
      }
    }
  }

  /// An object of each type that has methods, or where it can be had only there, a script that hands it to `try`.
  private static let objects: [String: String] = [
    "asset": "try(mr.asset(mr.samples.clips[1]))",
    "source": "try(mr.source.tone {})",
    "timeline": "try(t)",
    "track": "try(t:add_track 'video')",
    "layer instruction": "try(mr.layer_instruction(t:add_track 'video'))",
    "video composition":
      "try(mr.video_composition { size = { 8, 8 }, compositor = function() end })",
    "audio mix": "try(mr.audio_mix())",
    "image": "try(mr.color 'red')",
    "transform": "try(mr.transform.rotate(9))",
    "kernel value":
      "mr.kernel { body = function(k) try(k.image.red) return k.image end }(mr.color 'red')",
    "kernel pixel":
      "mr.kernel { body = function(k) try(k.image) return k.image end }(mr.color 'red')",
    "composition": "try(show)",
    "layer": "try(show:add { source = mr.color 'red', duration = 1 })",
    "sequence": "try(show:sequence { mr.color 'red', clip_duration = 1 })",
    "sound effect": "try(mr.tap { process = print })",
    "sound data": "try(mr.analyze(mr.source.tone {}, { range = { 0, 1 } }))",
    "sound curve": "try(mr.analyze(mr.source.tone {}, { range = { 0, 1 } }):follow {})",
    "player": "try(mr.player(mr.asset(mr.samples.clips[1])))",
    "captions": "try(mr.captions { { range = { 0, 1 }, text = 'x' } })",
  ]

  /// Types whose objects are handed to callbacks alone, which have their own test below.
  private static let inCallbacks: Set = ["request", "context", "stack"]

  @Test("object.name(…) says object:name(…)") func dotForColon() {
    for type in ScriptHost.types where !type.methods.isEmpty {
      if Self.inCallbacks.contains(type.typeName) { continue }
      guard let object = Self.objects[type.typeName] else {
        if !["asset track", "kernel", "shader"].contains(type.typeName) {
          Issue.record("no object of type '\(type.typeName)' to try")
        }
        continue
      }
      check(type, Self.answers(Self.trying(type) + object))
    }
  }

  @Test("the same of what callbacks get") func dotForColonInCallbacks() throws {
    for (name, callback) in [
      (
        "request",
        "mr.video_composition(t, { compositor = function(r) try(r) return mr.color 'red' end })"
      ),
      ("context", "mr.video_composition(t, { filter = function(i, c) try(c) return i end })"),
    ] {
      let type = try #require(ScriptHost.types.first { $0.typeName == name })
      let script =
        Self.trying(type)
          + """
          t:add_track("video"):insert(mr.source.test_card { size = { 8, 8 }, duration = 0.02 }, nil, 0)
          local film = mr.export { t, video = \(callback) }
          """
      let outcome = Runs.script(script + "\nreturn film") { $0.mode = .check }
      let printed = outcome.printed.map { $0.replacing("test.lua: ", with: "") }
      check(
        type,
        printed.prefix(type.methods.count).map {
          let parts = $0.split(separator: "\t", maxSplits: 1).map(String.init)
          return (parts[0], parts.last ?? "")
        })
    }
  }

  /// A script that calls every method of `type` with a dot.
  private static func trying(_ type: TypeBinding) -> String {
    """
    local mr = require "moonreel"
    local t, show = mr.timeline(), mr.composition { size = { 8, 8 } }
    local function try(object)
      for _, name in ipairs \(list(type.methods.map(\.name))) do
        local method = object[name]
        local ok, problem = pcall(function() return method({}) end)
        print(name .. "\\t" .. tostring(problem))
      end
    end

    """
  }

  private func check(_ type: TypeBinding, _ answers: [(name: String, message: String)]) {
    #expect(answers.map(\.name) == type.methods.map(\.name), "\(type.typeName)")
    for (method, answer) in zip(type.methods, answers) {
      let call = "\(type.variable):\(method.name)(\(method.parameters.joined(separator: ", ")))"
      #expect(answer.message.hasPrefix("test.lua:6: call it with a colon on "), "\(answer)")
      #expect(answer.message.hasSuffix(": \(call)"), "\(answer)")
    }
  }

  @Test(
    "a constructor that was not called, and one that was called with a colon",
    arguments: [
      ("effects", "fx", "show:add { source = card, effects = { VALUE } }"),
      ("transitions", "tr", "show:sequence { card, card, overlap = 1, transition = VALUE }"),
      ("titles", "titles", "show:add { source = VALUE, duration = 1 }"),
      ("templates", "templates", "show:add { source = VALUE, duration = 1 }"),
      ("charts", "charts", "show:add { source = VALUE, duration = 1 }"),
    ])
  func constructors(_ library: String, _ short: String, _ use: String) {
    let answers = Self.answers(
      """
      local mr = require "moonreel"
      local library = require "moonreel.\(library)"
      local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }
      local show = mr.composition { size = { 64, 36 } }
      for _, name in ipairs(library.names) do
        local value = library[name]
        local _, uncalled = pcall(function() \(use.replacing("VALUE", with: "value")) end)
        local _, colon = pcall(function() return value(library, {}) end)
        print(name .. "\\t" .. uncalled .. "\\t" .. colon)
      end
      """)
    #expect(!answers.isEmpty)
    for (name, message) in answers {
      let parts = message.split(separator: "\t").map(String.init)
      #expect(parts[0].hasPrefix("test.lua:7: bad "), "\(message)")
      #expect(
        parts[0].hasSuffix(
          "got the constructor of \(name), not called: write \(short).\(name) { … }"), "\(message)")
      #expect(parts[1] == "test.lua:8: call it with a dot: \(short).\(name) { … }")
    }
  }

  @Test("a function of Moonreel's where a callback is wanted") func bareFunctions() {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 } }
      show:add { source = mr.source.custom, duration = 1 }
      """)
    #expect(
      outcome.message
        == "test.lua:3: bad 'source' of composition:add: expected a function (time, context) that returns an "
        + "image, got the function mr.source.custom, not called: write mr.source.custom(…)")
  }

  @Test("a nil that is no accident says why") func absences() throws {
    var template = Array("/tmp/moonreel-script-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    let logo = "\(folder)/logo.svg"
    defer {
      unlink(logo)
      rmdir(folder)
    }
    let file = try #require(fopen(logo, "w"))
    fputs("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>", file)
    fclose(file)
    func message(_ script: String) -> String {
      Runs.script("local mr = require 'moonreel'\n" + script) { options in
        options.allowedFolders = [folder]
        options.mode = .check
      }.message
    }
    #expect(
      message("local t = mr.timeline()\nt:add_track('audio'):insert(mr.asset('\(logo)').audio)")
        .hasSuffix("got nothing: '\(logo)' has no sound"))
    #expect(
      message("local t = mr.timeline()\nt:track(5):insert(1)")
        == "test.lua:3: attempt to index a nil value: the timeline has no track 5")
    let gap = """
      local t = mr.timeline { fps = 25 }
      local v, w = t:add_track "video", t:add_track "video"
      local card = mr.source.test_card { size = { 8, 8 }, duration = 2 }
      v:insert(card, { 0, 2 }, 0)
      w:insert(card, { 0, 1 }, 0)
      return mr.export { t, video = mr.video_composition { size = { 8, 8 }, fps = 1, instructions = { {
        sources = { v, w }, range = { 0, 2 },
        compositor = function(request)
          return request:frame(v):over(request:frame(w))
        end } } } }
      """
    #expect(
      message(gap)
        == "test.lua:10: bad 'bottom' of image:over: expected an image, got nothing: there is no picture of "
        + "track 2 at 1.000 s (while drawing frame 1, at 1.000 s)")
  }
}
