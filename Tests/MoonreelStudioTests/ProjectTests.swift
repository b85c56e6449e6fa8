// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelModel
import MoonreelScript
import Testing

@testable import MoonreelStudio

@Suite("a project")
struct ProjectTests {
  private static let film = """
    local mr = require "moonreel"
    local look = require "look"
    local p = mr.params { size = { "number", default = 4, min = 1, max = 9, doc = "how large" } }
    local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 1 }
    show:add { source = mr.color(look.color):crop { 0, 0, p.size, p.size } }
    return show
    """

  /// A project whose script requires a module, and its events.
  private struct Stage {
    let place: Place
    let project: Project
    let events: AsyncStream<Project.Event>

    init(_ text: String = ProjectTests.film, firstFrame: Project.FirstFrame? = nil) throws {
      place = try Place()
      try place.write("look.lua", "return { color = 'red' }")
      project = Project(try place.write("film.lua", text)) { path in
        var options = ScriptOptions(path: path)
        options.instructionLimit = 1 << 50
        return FilmFile(options)
      }
      events = project.events()
      try project.start { version in
        _ = try version.frame(at: .zero)
        try firstFrame?(version)
      }
    }

    func next() async -> Project.Event? {
      var iterator = events.makeAsyncIterator()
      return await iterator.next()
    }

    /// The next version or problem.
    func outcome() async throws -> Result<FilmVersion, Problem> {
      while true {
        switch try #require(await next()) {
        case .reading, .compared, .incomparable: continue
        case .changed(let version): return .success(version)
        case .failed(let problem): return .failure(problem)
        }
      }
    }

    func problem() async throws -> Problem {
      guard case .failure(let problem) = try await outcome() else {
        throw MoonreelError(.internalError, "no problem")
      }
      return problem
    }
  }

  @Test("is read again when its script, a module or a later file is saved")
  func reading() async throws {
    let stage = try Stage()
    let first = try await stage.outcome().get()
    #expect(first.generation == 1 && stage.project.current === first)
    try stage.place.write("look.lua", "return { color = 'blue' }")
    let second = try await stage.outcome().get()
    #expect(second.generation > first.generation)
    #expect(stage.project.current === second && stage.project.previous === first)
    try stage.place.write("film.lua", Self.film.replacingOccurrences(of: "32, 18", with: "64, 36"))
    let third = try await stage.outcome().get()
    #expect(third.request.videoComposition?.renderSize == PixelSize(64, 36))
    stage.project.stop()
  }

  @Test("a mistake names its file and line, the version before stays, and mending it clears it")
  func mistakes() async throws {
    let stage = try Stage()
    let good = try await stage.outcome().get()
    try stage.place.write("look.lua", "local x\nreturn { color = x.y }")
    let problem = try await stage.problem()
    #expect(problem.place == ScriptPlace(file: stage.place.path("look.lua"), line: 2))
    #expect(problem.sentence.hasPrefix("attempt to index"), "\(problem.sentence)")
    #expect(stage.project.current === good && stage.project.problem == problem)
    try stage.place.write("look.lua", "return { color = 'red' }")
    _ = try await stage.outcome().get()
    #expect(stage.project.problem == nil)
    stage.project.stop()
  }

  @Test("a missing module or file wakes it when it comes")
  func missing() async throws {
    let stage = try Stage(
      "local mr = require 'moonreel'\nlocal more = require 'more'\nreturn mr.svg('sign.svg'):crop { 0, 0, 8, 8 }"
    )
    #expect(try await stage.problem().place?.line == 2)
    try stage.place.write("more.lua", "return {}")
    #expect(try await stage.problem().place?.line == 3)
    try stage.place.write(
      "sign.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>")
    _ = try await stage.outcome().get()
    unlink(stage.place.path("film.lua"))
    #expect(try await stage.problem().code == .fileAccess)
    try stage.place.write("film.lua", "return require('moonreel').color('red'):crop { 0, 0, 8, 8 }")
    _ = try await stage.outcome().get()
    stage.project.stop()
  }

  @Test("a version is taken only when its first frame can be drawn")
  func firstFrame() async throws {
    let stage = try Stage()
    let good = try await stage.outcome().get()
    try stage.place.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 1 }
      show:add { source = mr.source.custom { size = { 8, 8 }, duration = 1, draw = function(t, c)
        error("no picture")
      end } }
      return show
      """)
    let problem = try await stage.problem()
    #expect(problem.message.contains("no picture"), "\(problem.message)")
    #expect(problem.place?.line == 4)
    #expect(stage.project.current === good)
    stage.project.stop()
  }

  @Test("parameters are set, described and kept while a declaration is gone")
  func parameters() async throws {
    let stage = try Stage()
    let first = try await stage.outcome().get()
    let size = try #require(first.parameters.first)
    #expect(size.minimum == 1 && size.maximum == 9 && size.fallback == "4" && size.value == "4")
    stage.project.setValues([.init("size", .integer(7))])
    #expect(try await stage.outcome().get().parameters.first?.value == "7")
    stage.project.setValues([.init("size", .integer(70))])
    #expect(try await stage.problem().place?.line == 3)
    stage.project.setValues([.init("size", .integer(8))])
    _ = try await stage.outcome().get()
    try stage.place.write("film.lua", "return require('moonreel').color('red'):crop { 0, 0, 8, 8 }")
    #expect(try await stage.outcome().get().parameters.isEmpty)
    try stage.place.write("film.lua", Self.film)
    #expect(try await stage.outcome().get().parameters.first?.value == "8")
    stage.project.stop()
  }

  @Test("a script that does not end is ended by the next save")
  func endless() async throws {
    let stage = try Stage()
    _ = try await stage.outcome().get()
    try stage.place.write("film.lua", "while true do end")
    guard case .reading? = await stage.next() else { throw MoonreelError(.internalError, "idle") }
    try stage.place.write("film.lua", Self.film)
    _ = try await stage.outcome().get()
    stage.project.stop()
  }

  @Test("findings are those of check, and are found once")
  func findings() throws {
    let place = try Place()
    let path = try place.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 32, 18 }, fps = 25 }
      show:add { source = mr.color "red", duration = 1 }
      show:add { source = mr.color "red", at = 2, duration = 1 }
      return show
      """)
    let version = try Project(path).load().get()
    #expect(try version.findings().map(\.rule) == [.gap])
  }
}
