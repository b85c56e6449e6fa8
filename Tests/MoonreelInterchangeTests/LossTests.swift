// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelScript
import Testing

@testable import MoonreelInterchange

/// Every kind of loss in every kind of file: it is named, with the line of the script that made what is lost.
@Suite("What is lost in cuts")
struct LossTests {
  /// A film of which something is lost.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Words of the reason.
    let words: String
    /// The kinds of files in which it is lost.
    var formats = LossTests.formats
    /// Whether what cannot be drawn is rendered.
    var isBaked = false
    /// The script below ``head``; the line that the loss has to name ends in `-- here`.
    let body: String

    var testDescription: String { name }
  }

  static let formats = CutFormat.readable

  /// The first lines of every script.
  private static func head(_ media: String) -> String {
    """
    local mr = require "moonreel"
    local fx = require "moonreel.effects"
    local tr = require "moonreel.transitions"
    local function clip(name) return "\(media)/" .. name .. ".mp4" end
    local options = { size = { 160, 90 }, fps = 30, duration = 2 }
    """
  }

  @Test("each is named with the script's line", arguments: cases, formats)
  func named(film: Case, format: CutFormat) throws {
    let (media, scratch) = (try DemoMedia.made().path, try Scratch())
    if film.body.contains("PICTURES") { try scratch.writePictures() }
    let text = Self.head(media) + "\n" + film.body.replacing("PICTURES", with: scratch.path)
    let loaded = try Films.run(text, allowing: [media, scratch.path])
    var options = CutOptions(name: "cut", in: format)
    options.chapters = loaded.result.request.output.chapters
    let gate = FileGate(folders: [media, scratch.path])
    let baker = ClipBaker(folder: scratch.path("baked"), gate: gate, warnings: WarningLog())
    let cut = try FilmCut(
      loaded.result.request.film, options, gate: gate, baker: film.isBaked ? baker : nil)
    let path = scratch.path("cut.\(format.rawValue)")
    let losses = try cut.write(format, to: path, gate: gate)

    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = try #require(lines.firstIndex { $0.hasSuffix("-- here") }) + 1
    for loss in losses {
      let place = loss.place
      #expect(place?.file == "film.lua" && place.map { $0.line <= lines.count } == true, "\(loss)")
    }
    let found = losses.filter { $0.reason.contains(film.words) }
    #expect(found.isEmpty != film.formats.contains(format), "\(losses.map(\.text))")
    #expect(found.allSatisfy { $0.place?.line == expected }, "\(found.map(\.text))")
  }

  @Test("what is lost inside of another composition says when that is shown")
  func inside() throws {
    let film = try Films.run(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 30 }
      local inner = mr.composition { size = { 64, 36 }, fps = 30, duration = 3, background = "navy" }
      inner:add { source = mr.text { text = "A" }, name = "a", at = 1, duration = 1 }
      show:add { source = inner, name = "in", at = 2, duration = 3 }
      return show
      """)
    let losses = try Films.cut(film).losses
    #expect(losses.map(\.subject) == ["layer 'in'", "layer 'in', layer 'a'"])
    #expect(losses.map(\.place?.line) == [3, 4])
    let range = try TimeRange(seconds: 2, 5)
    #expect(losses.allSatisfy { $0.timeRange == range }, "\(losses)")
  }

  @Test("nothing is lost of a plain cut, in any kind of file", arguments: formats)
  func nothing(format: CutFormat) throws {
    let (media, scratch) = (try DemoMedia.made().path, try Scratch())
    let film = try Films.run(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 160, 90 }, fps = 30 }
      show:sequence { { "\(media)/dunes.mp4", "\(media)/tide.mp4" }, clip_duration = 1 }
      return show
      """, allowing: [media])
    let gate = FileGate(folders: [media, scratch.path])
    let cut = try FilmCut(
      film.result.request.film, CutOptions(name: "cut", in: format), gate: gate)
    let path = scratch.path("cut.\(format.rawValue)")
    #expect(try cut.write(format, to: path, gate: gate).map(\.text) == [])
  }
}

extension Scratch {
  /// A second of numbered pictures, `p10.png` and on.
  fileprivate func writePictures() throws {
    for number in 10..<40 { try write(Array(Self.picture), "p\(number).png") }
  }

  /// A white picture of one pixel.
  private static let picture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg=="
    ) ?? Data()
}
