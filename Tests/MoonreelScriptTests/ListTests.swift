// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Wherever a script gives a list: one value stands for a list of it, and what is no list is refused, never
/// taken for an empty one.
@Suite struct ListTests {
  private static let preamble = """
    local mr = require "moonreel"
    local fx = require "moonreel.effects"
    local templates = require "moonreel.templates"
    local charts = require "moonreel.charts"
    local card = mr.source.test_card { size = { 64, 36 }, duration = 5 }
    local timeline = mr.timeline { fps = 25 }
    local video, data = timeline:add_track "video", timeline:add_track "metadata"
    local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 2 }
    local function film(instruction)
      instruction.range = { 0, 1 }
      return mr.export { timeline, video = mr.video_composition { size = { 64, 36 }, fps = 25,
        instructions = instruction } }
    end
    local function draw() return mr.color "red" end

    """

  /// A place that takes a list: a script with VALUE in that place, and a value that can be its only item.
  struct Place: Sendable, CustomTestStringConvertible {
    var script: String
    var item: String
    init(_ script: String, _ item: String) { (self.script, self.item) = (script, item) }
    var testDescription: String { script }

    func text(_ value: String) -> String { script.replacing("VALUE", with: value) }
  }

  static let places: [Place] = [
    Place(
      "local l = show:add { source = card, effects = VALUE } print(l:value 'vignette.strength')",
      "fx.vignette {}"),
    Place("print(#mr.adjustment(VALUE).effects)", "fx.vignette {}"),
    Place("print(#mr.adjustment(VALUE).effects)", "function(image) return image end"),
    Place("print(#show:sequence(VALUE).layers)", "card"),
    Place("return film { layers = VALUE }", "video"),
    Place("return film { compositor = draw, sources = VALUE }", "video"),
    Place("return film { layers = { video }, metadata_tracks = VALUE }", "data"),
    Place(
      "return mr.export { timeline, video = mr.video_composition { size = { 64, 36 }, fps = 25, "
        + "metadata_tracks = VALUE, instructions = { layers = { video } } } }", "data"),
    Place(
      "return mr.export { timeline, video = mr.video_composition { size = { 64, 36 }, fps = 25, "
        + "instructions = VALUE } }", "{ layers = { video } }"),
    Place("return mr.export { timeline, chapters = VALUE }", "{ range = { 0, 1 }, title = 'a' }"),
    Place(
      "video:set_segments(VALUE) return timeline",
      "{ range = { 0, 1 }, source = card, source_range = { 1, 2 } }"),
    Place("video:insert_all(VALUE) return timeline", "{ card, range = { 0, 1 } }"),
    Place(
      "print(mr.source.text { text = 'ab', size = 9, animators = VALUE }.kind)",
      "{ from = { opacity = 0 } }"),
    Place("print(mr.source.gradient { colors = VALUE }.kind)", "'red'"),
    Place("print(#mr.captions(VALUE))", "{ range = { 0, 1 }, text = 'a' }"),
    Place("print(mr.captions({ { range = { 0, 1 }, spans = VALUE } })[1].text)", "'abc'"),
    Place(
      "print(mr.captions({ { words = VALUE } })[1].text)", "{ text = 'abc', range = { 0, 1 } }"),
    Place("print(mr.measure_text({ spans = VALUE, size = 9 }).width)", "{ 'abc', size = 40 }"),
    Place("print(mr.measure_text({ spans = VALUE, size = 9 }).width)", "'abc'"),
    Place("print(mr.params({ p = { 'choice', choices = VALUE, default = 'a' } }).p)", "'a'"),
    Place("print(#mr.params({ p = { 'files', default = VALUE } }).p)", "'a.mp4'"),
    Place(
      "print(mr.kernel { inputs = VALUE, body = function(k) return k.a end } ~= nil)", "'a'"),
    Place("print(#fx.grid({ pictures = VALUE }).params.pictures)", "mr.color 'red'"),
    Place("print(#fx.split_screen({ pictures = VALUE }).params.pictures)", "draw"),
    Place("print(type(templates.list_points({ title = 'a', points = VALUE })))", "'abc'"),
    Place("print(type(templates.news_ticker({ items = VALUE })))", "'abc'"),
    Place("print(charts.bar({ data = VALUE }).kind)", "3"),
    Place("print(charts.bar({ data = { 1, 2 }, colors = VALUE }).kind)", "'red'"),
    Place("print(charts.bar({ data = { { 'a', 1 } }, series = VALUE }).kind)", "'one'"),
  ]

  /// What is on a timeline and on those within it.
  private static func description(of timeline: Timeline) -> [String] {
    let inner = timeline.tracks.flatMap(\.segments).compactMap(\.source?.nestedTimeline)
    return [
      TimelineDescription(timeline).json(), "languages \(timeline.tracks.map(\.languageCode))",
    ] + inner.flatMap(description)
  }

  /// What a script prints and asks for, or its error.
  private func outcome(_ script: String) -> String {
    let outcome = Runs.script(Self.preamble + script)
    var lines = outcome.printed
    if let request = outcome.result?.request {
      lines += Self.description(of: request.timeline)
      for instruction in request.videoComposition?.instructions ?? [] {
        lines.append("layers \(instruction.layerInstructions.map(\.trackID))")
        lines.append("sources \(instruction.requiredTrackIDs ?? [])")
        lines.append("metadata \(instruction.requiredMetadataTrackIDs)")
      }
      lines.append("metadata \(request.videoComposition?.sourceMetadataTrackIDs ?? [])")
      lines.append("chapters \(request.output.chapters ?? [])")
    } else if !outcome.message.contains("bad result of the script") {
      lines.append(outcome.message)
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: places) func oneValueStandsForAList(_ place: Place) {
    let (one, list) = (outcome(place.text(place.item)), outcome(place.text("{ \(place.item) }")))
    #expect(one == list)
    #expect(!list.contains("test.lua:1"), "\(list)")
  }

  /// A list from 0, one with a name, one with a hole, and things that are no list.
  @Test(arguments: places) func whatIsNoListIsRefused(_ place: Place) {
    let item = place.item
    for value in [
      "{ [0] = \(item), \(item) }", "{ [0] = \(item) }", "{ \(item), \(item), extra = \(item) }",
      "{ [2] = \(item) }", "{ \(item), [7] = \(item) }", "{ \(item), [1.5] = \(item) }",
      "setmetatable({}, {})",
    ] {
      let found = outcome(place.text(value))
      #expect(found.contains("test.lua:1"), "\(value) is taken: \(found)")
    }
  }

  /// Places for a certain number of numbers, points or colours do not take one.
  @Test(
    "lists of a certain length take no single value",
    arguments: [
      "mr.image.linear_gradient { from = { 0, 0 }, to = { 9, 0 }, stops = 'red' }",
      "mr.image.checker { colors = 'red' }", "mr.color 'red':color_matrix(1)",
      "mr.image.mask { polygon = { 1, 2 } }", "mr.composition { size = 64 }",
      "show:add { source = card, position = 4 }", "show:add { source = card, crop = 4 }",
      "show:add { source = card, crop = { [0] = 0, 0, 0, 4, 4 } }",
      "show:add { source = card, position = { 4, 5, six = 6 } }",
      "show:add { source = card, trim = { [0] = 0, 1, 2 } }",
      "mr.color { 1, 0, 0, red = 1 }", "mr.color { [0] = 1, 1, 0, 0 }",
      "show:add { source = card, opacity = { [0] = { 0, 0 }, { 1, 1 } } }",
      "mr.color 'red':convolve 3",
    ])
  func fixedLengths(_ script: String) {
    let message = outcome(script)
    #expect(message.contains("expected"), "\(message)")
    #expect(message.contains("test.lua:"))
  }
}
