// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

@testable import MoonreelScript

/// Generated calls of everything that a script can reach: the input is a program for a small machine in Lua,
/// which calls functions, methods and library constructors with values that it has made so far. What it
/// describes at its end is drawn.
enum ScriptTarget: FuzzTarget {
  static let name = "script"
  static let shortRunCount = 500

  static func seeds() -> [[UInt8]] {
    (0..<24).map { seed in
      (0..<240).map { UInt8(truncatingIfNeeded: SplitMix64.mixed(UInt64(seed * 1000 + $0))) }
    }
  }

  static func take(_ input: [UInt8]) throws {
    let program = input.prefix(4096).map { "\\\($0)".padded }.joined()
    var options = ScriptOptions(
      path: "generated.lua", text: "local input = \"\(program)\"\n\(names)\n\(machine)")
    (options.memoryLimit, options.instructionLimit) = (32 << 20, 2_000_000)
    options.print = { _ in }
    let host = try ScriptHost(options: options)
    try host.state.lock.withLock {
      let kind = host.state.register("kind") { call in
        guard case .object(let handle) = call[0].value else { return [.nil] }
        return [.string(type(of: handle).typeName)]
      }
      try host.state.run(text: "kind = ...", name: "kind.lua", arguments: [.native(kind)]) { _ in }
    }
    guard let result = try FuzzTargets.answer({ try host.run() }) else { return }
    try Drawn.film(result.request, gate: FileGate(folders: []))
  }

  // MARK: What exists

  private static let root = String(
    #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })

  /// Tables of names for the machine: the members of types, and the options that the stubs document.
  private static let names: String = {
    let members = ScriptHost.types.map { type in
      "[\"\(type.typeName)\"] = { methods = \(list(type.methods.map(\.name))), "
        + "getters = \(list(type.getters.keys.sorted())), setters = \(list(type.setters.keys.sorted())) }"
    }
    return "local members = { \(members.joined(separator: ", ")) }\n"
      + "local options = \(list(optionNames))"
  }()

  private static func list(_ names: [String]) -> String {
    "{ " + names.map { "\"\($0)\"" }.joined(separator: ", ") + " }"
  }

  /// The fields of the stubs' classes.
  private static var optionNames: [String] {
    var names: Set<String> = ["size", "fps"]
    let folder = "\(root)/stdlib/meta"
    guard let stream = opendir(folder) else { return names.sorted() }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard file.hasSuffix(".lua"), let text = try? TextFile.read("\(folder)/\(file)") else {
        continue
      }
      for line in text.split(separator: "\n") where line.hasPrefix("---@field ") {
        let name = line.dropFirst(10).prefix { $0.isLetter || $0 == "_" }
        if !name.isEmpty { names.insert(String(name)) }
      }
    }
    return names.sorted()
  }

  /// The machine.
  private static let machine = #"""
    local mr = require "moonreel"
    local position = 0
    local function byte()
      position = position + 1
      return input:byte(position) or 0
    end
    local function pick(list)
      local number = #list > 256 and byte() * 256 + byte() or byte()
      return list[number % #list + 1]
    end

    local functions = {}
    for _, name in ipairs { "mr", "image", "source", "transform", "easing" } do
      for _, member in pairs(name == "mr" and mr or mr[name]) do
        if type(member) == "function" then functions[#functions + 1] = member end
      end
    end
    local libraries = {}
    for _, name in ipairs { "effects", "transitions", "titles", "templates", "charts" } do
      libraries[#libraries + 1] = require("moonreel." .. name)
    end

    local numbers = { 0, -0.0, 1, -1, 0.5, 2, 25, 100, 1e-9, 1e9, 1e308, 5e-324, 1 / 0, -1 / 0, 0 / 0,
      math.maxinteger, math.mininteger, 2 ^ 31, 2 ^ 53, 2 ^ 63, -2 ^ 63, 65536, 255, 3 }
    local words = { "", "a", "#ff8000", "#00000000", "red", "video", "audio", "50%", "100%", "-1%", "00:00:01:00",
      "25/1", "linear", "hold", "ease_in_out", "normal", "multiply", "screen", "left", "center", "top", "fit",
      "fill", "none", "add", "alpha", "luma", "moonreel:samples/blocks", "M0 0 L10 10 Z", "<b>x</b>",
      "h264", "mp4", "text\0more", "\xff\xfe", ("long"):rep(200), "1080p", "word", "line", "box" }
    local pool = {}
    local function keep(value)
      if value ~= nil and #pool < 200 then pool[#pool + 1] = value end
    end

    local value
    local function options_table(depth)
      local made = {}
      for _ = 1, byte() % 6 do made[pick(options)] = value(depth + 1) end
      return made
    end
    function value(depth)
      local kind = byte() % 14
      if kind < 4 and #pool > 0 then return pick(pool) end
      if kind < 6 then return pick(numbers) end
      if kind == 6 then return byte() % 12 end
      if kind == 7 then return byte() / 16 end
      if kind == 8 then return pick(words) end
      if depth > 3 then return byte() % 2 == 0 end
      if kind == 9 then
        local made = {}
        for index = 1, byte() % 5 do made[index] = value(depth + 1) end
        return made
      end
      if kind == 10 or kind == 11 then
        local made = options_table(depth)
        if byte() % 3 == 0 then made[1] = value(depth + 1) end
        return made
      end
      if kind == 12 then
        local result = value(depth + 1)
        return function() return result end
      end
      return nil
    end
    local function arguments()
      local made, count = {}, byte() % 4
      for index = 1, count do made[index] = value(0) end
      return table.unpack(made, 1, count)
    end

    local steps = {
      function() keep(pick(functions)(arguments())) end,
      function()
        local library = pick(libraries)
        keep(library[pick(library.names)](options_table(0)))
      end,
      function()
        local object = pick(pool)
        local own = members[kind(object)]
        keep(object[pick(own.methods)](object, arguments()))
      end,
      function()
        local object = pick(pool)
        keep(object[pick(members[kind(object)].getters)])
      end,
      function()
        local object = pick(pool)
        object[pick(members[kind(object)].setters)] = value(0)
      end,
      function() keep(options_table(0)) end,
      function() keep(pick(pool) + value(0)) keep(-pick(pool)) end,
      function() keep(pick(pool)[value(0)]) keep(#pick(pool)) tostring(pick(pool)) end,
    }
    keep(mr.timeline { fps = 25 })
    keep(mr.composition { size = { 32, 18 }, fps = 25, duration = 1 })
    keep(pool[1]:add_track "video")
    keep(mr.source.color "red")
    while position < #input do
      pcall(steps[({ 1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8 })[byte() % 11 + 1]])
    end
    for index = #pool, 1, -1 do
      local what = kind(pool[index])
      if what == "export" or what == "composition" or what == "timeline" then return pool[index] end
    end
    """#
}

extension String {
  /// `\7` as `\007`: a digit that follows is another byte.
  fileprivate var padded: String {
    count < 4 ? "\\" + String(repeating: "0", count: 4 - count) + dropFirst() : self
  }
}
