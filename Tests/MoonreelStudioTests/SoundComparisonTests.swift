// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelScript
import Testing

@testable import MoonreelStudio

@Suite("sound that a save changes")
struct SoundComparisonTests {
  private static func film(_ frequency: Int, _ color: String = "red") -> String {
    """
    local mr = require "moonreel"
    local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 2 }
    show:add { source = mr.color "\(color)", duration = 2 }
    show:add { source = mr.source.tone { frequency = 440 }, duration = 1 }
    show:add { source = mr.source.tone { frequency = \(frequency) }, at = 1, duration = 1 }
    return show
    """
  }

  @Test("is told after the frames, where it is another one; else nothing more is told")
  func compared() async throws {
    let place = try Place()
    let project = Project(try place.write("film.lua", Self.film(500)))
    var events = project.events().makeAsyncIterator()
    func difference() async throws -> FilmDifference? {
      while true {
        switch try #require(await events.next()) {
        case .reading, .changed: continue
        case .compared(_, let difference): return difference
        case .failed(let problem), .incomparable(_, let problem): throw problem
        }
      }
    }
    try project.start(comparesFrames: true) { _ = try $0.frame(at: .zero) }
    defer { project.stop() }
    #expect(try await difference() == nil)
    try place.write("film.lua", Self.film(600))
    var found = try #require(try await difference())
    #expect(found.changed.isEmpty && found.sound.isEmpty)
    found = try #require(try await difference())
    #expect(found.changed.isEmpty)
    let second = Time(wholeSeconds: 1)
    #expect(found.sound == [TimeRange(start: second, end: second + second)])
    // Only pictures: one event, and the next save's after it.
    try place.write("film.lua", Self.film(600, "blue"))
    #expect(try await difference()?.changed == [0..<50])
    try place.write("film.lua", Self.film(600, "green"))
    found = try #require(try await difference())
    #expect(found.changed == [0..<50] && found.sound.isEmpty)
  }
}
