// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

@Suite struct ScriptProfileTests {
  /// Runs `text`, draws ten frames of what it describes and gives the profile of that.
  private func profile(
    _ text: String, _ configure: (inout ScriptOptions) -> Void = { $0.measuresTime = true }
  ) throws -> ScriptProfile? {
    var options = ScriptOptions(
      path: "film.lua", text: "local mr = require \"moonreel\"\n" + text)
    configure(&options)
    let host = try ScriptHost(options: options)
    let request = try host.run().request
    host.clearProfile()
    try draw(request)
    return host.profile
  }

  private func draw(_ request: ExportRequest) throws {
    let video = request.effectiveComposition
    for frame in 0..<10 {
      let time = video.frameRate.time(ofFrame: Int64(frame))
      let instruction = try #require(video.instruction(at: time))
      let request = FrameRequest(
        context: video.context(at: time), instruction: instruction, frames: [:])
      _ = try video.image(for: request)
    }
  }

  private static let slow = """
    local function waste(count)
      local sum = 0
      for i = 1, count do sum = sum + i % 7 end
      return sum
    end
    local function draw(request)
      local level = 0
      level = level + waste(20000)
      level = level + waste(1000)
      return mr.color "red"
    end
    return mr.video_composition(mr.timeline(), {
      size = { 16, 16 }, fps = 10, instructions = { { range = { 0, 1 }, compositor = draw } } })
    """

  @Test("the slow line comes first, with its function's line") func slowLine() throws {
    let profile = try #require(try profile(Self.slow))
    let first = try #require(profile.lines.first)
    #expect(first.place == ScriptPlace(file: "film.lua", line: 4))
    #expect(first.functionLine == 2)
    #expect(first.seconds > 0.5 * profile.seconds)
    #expect(profile.functions.map(\.name) == ["film.lua:7 the compositor"])
    let function = try #require(profile.functions.first)
    #expect(function.calls == 10)
    // Wall clock: a busy machine may stretch one and not the other.
    #expect(function.seconds > 0.5 * profile.seconds)
    #expect(profile.lines.allSatisfy { (2...11).contains($0.place.line) })
  }

  @Test("what a line does after its calls is its own, and so is what it calls outside of Lua")
  func returns() throws {
    let profile = try #require(
      try profile(
        """
        local long = string.rep("a", 40000) local function nothing() return 1 end
        local function draw(request)
          local sum = 0 for _ = 1, 40 do sum = sum + nothing() + select("#", long:byte(1, 30000)) + nothing() end
          return mr.color "red"
        end
        return mr.video_composition(mr.timeline(), {
          size = { 16, 16 }, fps = 10, instructions = { { range = { 0, 1 }, compositor = draw } } })
        """))
    // Long enough for a pause of the process on another line not to count for more.
    #expect(profile.lines.first?.place.line == 4)
  }

  @Test("the library's work is the calling line's, or its own where Moonreel called it")
  func library() throws {
    let profile = try #require(
      try profile(
        """
        local fx = require "moonreel.effects"
        local show = mr.composition { size = { 16, 16 }, fps = 10 }
        local own = fx.vignette { strength = 0.5 }
        local function twice(image, context)
          return own(own(image, context), context)
        end
        show:add { source = mr.color "red", duration = 1, effects = { twice, fx.vignette {} } }
        return show
        """))
    let users = profile.lines.filter { $0.place.file == "film.lua" }
    #expect(users.first?.place.line == 6)
    #expect(
      profile.lines.contains { $0.place.file.hasPrefix("moonreel:moonreel/effects/vignette") })
    let names = Set(profile.functions.map(\.name))
    #expect(names == ["film.lua:5 the effect", "film.lua:8 the effect 'vignette'"])
  }

  @Test("expressions and coroutines are measured") func expressions() throws {
    let profile = try #require(
      try profile(
        """
        local show = mr.composition { size = { 16, 16 }, fps = 10 }
        local function count(time)
          local step = coroutine.wrap(function()
            for i = 1, 3000 do local x = i * i end
            return 0.5
          end)
          return step()
        end
        show:add { source = mr.color "red", duration = 1, opacity = count }
        return show
        """))
    #expect(profile.lines.first?.place.line == 5)
    #expect(profile.functions.first?.name.hasPrefix("film.lua:3 'opacity'") == true)
  }

  @Test("errors in measured functions are what they are without") func errors() throws {
    let script = """
      local function deep() error("no") end
      local function draw(request)
        pcall(deep)
        deep()
      end
      return mr.video_composition(mr.timeline(), {
        size = { 16, 16 }, fps = 10, instructions = { { range = { 0, 1 }, compositor = draw } } })
      """
    func message(_ measured: Bool) -> String {
      let error = #expect(throws: MoonreelError.self) {
        try profile(script) { $0.measuresTime = measured }
      }
      return error?.message ?? ""
    }
    #expect(message(true) == message(false))
    #expect(message(true).contains("film.lua:2: no"))
  }

  @Test("measuring changes no limit: as many instructions are allowed", arguments: [false, true])
  func limits(_ isMeasured: Bool) throws {
    func runs(_ count: Int) -> Bool {
      let text =
        "for i = 1, \(count) do end return require('moonreel').color('red'):crop { 0, 0, 4, 4 }"
      return Runs.script(text) { options in
        options.instructionLimit = 1_000_000
        options.measuresTime = isMeasured
      }.error == nil
    }
    #expect(runs(990_000))
    #expect(!runs(1_010_000))
  }

  @Test("without measuring the hook is the plain one") func off() throws {
    #expect(try profile(Self.slow) { _ in } == nil)
    func hook(measured: Bool) throws -> (mask: Int32, count: Int32) {
      var options = ScriptOptions(path: "film.lua", text: "")
      options.measuresTime = measured
      let host = try ScriptHost(options: options)
      return (lua_gethookmask(host.state.current), lua_gethookcount(host.state.current))
    }
    #expect(try hook(measured: false) == (1 << LUA_HOOKCOUNT, 1000))
    #expect(
      try hook(measured: true).mask == 1 << LUA_HOOKCOUNT | 1 << LUA_HOOKLINE | 1 << LUA_HOOKRET)
    #expect(try hook(measured: true).count == 1000)
  }
}
