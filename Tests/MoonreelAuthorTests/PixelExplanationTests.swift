// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// Why a pixel is what it is.
@Suite struct PixelExplanationTests {
  /// Films of 32 × 18 pixels, each with what it tries.
  static let films: [(String, String)] = [
    (
      "layers, fitted, moved, turned, transparent",
      """
      local film = mr.composition { size = { 32, 18 }, fps = 10, background = "#102030" }
      film:add { name = "back", source = mr.source.gradient { size = { 64, 48 } }, duration = 2 }
      film:add { name = "front", source = mr.color("#ff8000"):crop { 0, 0, 12, 6 }, fit = "none", duration = 2,
        x = { { 0, 4 }, { 1, 16 }, { 2, 30 } }, rotation = 20, opacity = 0.75 }
      return film
      """
    ),
    (
      "effects, masks, mattes",
      """
      local fx = require "moonreel.effects"
      local film = mr.composition { size = { 32, 18 }, fps = 10 }
      local stencil = film:add { source = mr.image.mask { ellipse = { 4, 2, 24, 14 } }, duration = 2 }
      film:add { name = "card", source = mr.source.test_card { size = { 32, 18 } }, duration = 2, matte = stencil,
        mask = mr.image.mask { rect = { 0, 0, 20, 18 } },
        effects = { fx.vignette {}, function(image) return image:saturation(0.25) end } }
      return film
      """
    ),
    (
      "blend modes, kernels, an adjustment",
      """
      local film = mr.composition { size = { 32, 18 }, fps = 10, background = "#405060" }
      film:add { source = mr.color "#c08040", duration = 2, blend = "multiply" }
      film:add { source = mr.color { 0.5, 0.5, 0.2, 0.5 }, duration = 2, blend = mr.kernel { inputs = { "a", "b" },
        body = function(k) if k.x < 16 then return k.b end return k.a:over(k.b) end } }
      film:add { effects = { function(image) return image:gain(0.5) end }, duration = 2, opacity = 0.5 }
      return film
      """
    ),
    (
      "a transition between layers that stand apart",
      """
      local tr = require "moonreel.transitions"
      local film = mr.composition { size = { 32, 18 }, fps = 10 }
      local a = film:add { source = mr.color "red", duration = 1.5 }
      local b = film:add { source = mr.color "blue", at = 0.5, duration = 1.5 }
      film:transition(a, b, tr.wipe {})
      return film
      """
    ),
    (
      "a composition inside, scaled and moved",
      """
      local inner = mr.composition { size = { 20, 20 }, fps = 10 }
      inner:add { name = "deep", source = mr.source.test_card { size = { 20, 20 } }, duration = 2 }
      local film = mr.composition { size = { 32, 18 }, fps = 10 }
      film:add { name = "shallow", source = inner, duration = 2, scale = 0.75, rotation = 5 }
      film:on_frame(function(frame) return frame:gamma(1.2) end)
      return film
      """
    ),
    (
      "light, motion blur, several layers hidden",
      """
      local film = mr.composition { size = { 32, 18 }, fps = 10, working_space = "linear", motion_blur = true }
      film:add { source = mr.color "white", duration = 2 }
      film:add { source = mr.color "#808080", duration = 2 }
      film:add { source = mr.color { 1, 0, 0, 0.5 }:crop { 0, 0, 8, 8 }, fit = "none", duration = 2, x = { { 0, 0 }, { 2, 32 } } }
      return film
      """
    ),
    (
      "tracks with the built-in compositor",
      """
      local t = mr.timeline()
      local v = t:add_track "video"
      v:insert(mr.source.test_card { size = { 48, 18 }, duration = 2 }, { 0, 2 }, 0)
      return mr.export { t, video = mr.video_composition { size = { 32, 18 }, fps = 10, instructions = {
        { range = { 0, 2 }, layers = { mr.layer_instruction(v):opacity(0.5) } } } } }
      """
    ),
  ]

  private func film(_ script: String) throws -> LoadedFilm {
    var options = ScriptOptions(
      path: "film.lua", text: "local mr = require \"moonreel\"\n" + script)
    options.notesPlaces = true
    return try FilmFile(options).load(gate: options.filmGate(), warnings: WarningLog())
  }

  private func explanation(
    _ script: String, at time: Double, _ x: Int, _ y: Int, graph: Bool = false
  )
    throws -> PixelExplanation
  {
    let film = try film(script)
    return try withExtendedLifetime(film) {
      try PixelExplanation(
        of: film.result.request, gate: film.gate, at: try Time(seconds: time), x: x, y: y,
        hasGraph: graph)
    }
  }

  @Test("what is traced is what is drawn", arguments: films.indices) func traceChangesNothing(
    _ index: Int
  ) throws {
    let (name, script) = Self.films[index]
    let film = try film(script)
    let request = film.result.request
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition, gate: film.gate)
    for seconds in [0.0, 0.7, 1.9] {
      let time = try Time(seconds: seconds)
      let traced = try StillGenerator(of: request, gate: film.gate).traced(at: time)
      let plain = try reader.image(at: traced.time)
      #expect(
        traced.image.digest != nil && traced.image.digest == plain.digest, "\(name) at \(seconds)")
    }
  }

  @Test("the pixel is that of the frame, and the last step left it", arguments: films.indices)
  func colorsAreTrue(_ index: Int) throws {
    let (name, script) = Self.films[index]
    let film = try film(script)
    let request = film.result.request
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition, gate: film.gate)
    let target = FrameTarget(
      size: PixelSize(32, 18), format: .floatGBRA, color: request.effectiveComposition.color)
    let frame = try PictureRenderer(threadCount: 1).render(
      try reader.image(at: try Time(seconds: 0.7)), to: target)
    for (x, y) in [(0, 0), (5, 3), (16, 9), (31, 17), (20, 4)] {
      let drawn = [2, 0, 1].map { plane -> Double in
        let row = frame.planes[plane].base + y * frame.planes[plane].strideBytes
        return Double(row.load(fromByteOffset: 4 * x, as: Float.self))
      }
      let found = try explanation(script, at: 0.7, x, y)
      let said = [found.color.red, found.color.green, found.color.blue]
      #expect(
        zip(drawn, said).allSatisfy { abs($0 - $1) < 2e-6 },
        "\(name) at \(x),\(y): \(said), not \(drawn)")
      let last = try #require(found.steps.last { $0.color != nil }?.color)
      #expect(
        abs(last.red * last.alpha - found.color.red) < 1e-5, "\(name) at \(x),\(y): \(found.text)")
    }
  }

  /// The steps of `list` and all in them, in order.
  private func flat(_ list: [PixelExplanation.Step]) -> [PixelExplanation.Step] {
    list.flatMap { flat($0.steps) + [$0] }
  }

  @Test func layersSayWhatMovesAndWhereTheyAre() throws {
    let found = try explanation(Self.films[0].1, at: 0.5, 10, 9)
    let front = try #require(
      flat(found.steps).first { $0.kind == "layer" && $0.name == "layer 'front'" })
    #expect(front.place == "film.lua:4")
    let x = try #require(front.values.first { $0.name == "x" })
    #expect(x.text == "10" && x.motion == "between keyframe 1 at 0.000 s and 2 at 1.000 s")
    #expect(front.steps.map(\.kind) == ["source", "fit", "place", "opacity"])
    #expect(front.color?.alpha == 0.75)
    let outside = try explanation(Self.films[0].1, at: 0.5, 31, 0)
    #expect(
      flat(outside.steps).first { $0.name == "layer 'front'" && $0.kind == "layer" }?.remark
        == "not here")
  }

  /// Lines are counted from that of `require "moonreel"`.
  private static let manyLines = """
    local fx, tr = require "moonreel.effects", require "moonreel.transitions"
    local titles = require "moonreel.titles"
    local vignette = fx.vignette { strength = 0.5 }
    local film = mr.composition { size = { 32, 18 }, fps = 10 }
    local back = film:add {
      name = "back",
      source = mr.source.gradient { size = { 32, 18 } },
      duration = 2,
      x = {
        { 0, 16 }, { 2, 20 } },
      scale = { { 0, 1 }, { 2, 2 } },
      effects = {
        vignette,
        fx.glow {
          radius = 0.2 },
      },
    }
    back:animate("opacity", { { 0, 1 }, { 2, 0.5 } })
    back:animate("vignette.strength", {
      { 0, 0 }, { 2, 1 } })
    back.rotation = { { 0, 0 }, { 2, 10 } }
    local a = film:add { source = mr.color "red", duration = 1.5, fit = "none", crop = { 0, 0, 4, 4 } }
    local b = film:add { source = titles.fade {
        text = "I", size = 10 }, at = 0.5, duration = 1.5 }
    film:transition(a, b,
      tr.wipe {})
    return film
    """

  @Test func keyframesAndConstructorsNameTheirLines() throws {
    let steps = flat(try explanation(Self.manyLines, at: 1, 10, 9, graph: true).steps)
    let back = try #require(steps.first { $0.kind == "layer" && $0.name == "layer 'back'" })
    let places = Dictionary(back.values.map { ($0.name, $0.place) }) { first, _ in first }
    let wanted: [String: String] = [
      "x": "film.lua:10", "scale_x": "film.lua:12", "scale_y": "film.lua:12",
      "opacity": "film.lua:19", "rotation": "film.lua:22",
    ]
    for (name, place) in wanted { #expect(places[name] == .some(place), "\(name): \(places)") }
    let effects = steps.filter { $0.kind == "effect" }
    #expect(effects.map(\.name) == ["vignette", "glow"])
    #expect(effects.map(\.place) == ["film.lua:4", "film.lua:15"])
    #expect(effects[0].values.first { $0.name == "strength" }?.place == "film.lua:20")
    // What the library draws for them has their lines, too.
    #expect(effects[1].nodes.first?.place == "film.lua:15")
    #expect(steps.first { $0.kind == "transition" }?.place == "film.lua:27")
    let sources = steps.filter { $0.kind == "source" }.map { $0.place ?? "nowhere" }
    #expect(Set(sources) == ["film.lua:8", "film.lua:23", "film.lua:24"], "\(sources)")
  }

  @Test func hiddenLayersAreNamed() throws {
    let steps = flat(try explanation(Self.films[5].1, at: 0.5, 31, 17).steps)
    #expect(steps.filter { $0.kind == "hidden" }.map(\.name) == ["layer 1"])
    let script = """
      local film = mr.composition { size = { 32, 18 }, fps = 10 }
      film:add { name = "low", source = mr.color "red", duration = 1 }
      film:add { name = "high", source = mr.color("blue"):crop { 0, 0, 16, 18 }, fit = "none", gravity = "top_left", duration = 1 }
      return film
      """
    func low(_ x: Int) throws -> String? {
      flat(try explanation(script, at: 0, x, 0).steps).first { $0.name == "layer 'low'" }?.remark
    }
    #expect(try low(3) == "hidden here by layer 'high'")
    #expect(try low(20) == nil)
  }

  @Test func compositionsInsideAreExplainedWhereTheyEndUp() throws {
    let found = try explanation(Self.films[4].1, at: 0.7, 14, 8)
    let shallow = try #require(
      flat(found.steps).first { $0.name == "layer 'shallow'" && $0.kind == "layer" })
    let source = try #require(shallow.steps.first { $0.kind == "source" })
    let deep = try #require(
      flat(source.steps).first { $0.name == "layer 'deep'" && $0.kind == "layer" })
    let (inner, outer) = (try #require(deep.color), try #require(source.color))
    #expect(abs(inner.red - outer.red) < 1e-5 && abs(inner.blue - outer.blue) < 1e-5)
    #expect(found.steps.last?.kind == "filter")
  }

  @Test func theGraphNamesTheLinesOfFunctions() throws {
    let found = try explanation(Self.films[1].1, at: 0.5, 12, 9, graph: true)
    let steps = flat(found.steps)
    let effects = steps.filter { $0.kind == "effect" }
    #expect(effects.count == 2 && effects.allSatisfy { $0.place?.hasPrefix("film.lua:") == true })
    let own = try #require(effects.last)
    let node = try #require(own.nodes.first)
    #expect(node.place == "film.lua:7" && node.name == "colour adjustment")
    #expect(node.inputs.first?.isKnown == true)
    #expect(node.color == own.color && node.inputs.first?.color == effects.first?.color)
    #expect(found.json.prettyText.contains("\"graph\""))
  }

  static let mistakes: [(Double, Int, Int, String)] = [
    (5, 0, 0, "the film lasts from 0.000 s up to, not including, 2.000 s"),
    (
      0, 32, 0,
      "There is no pixel 32,0: the film has 32x18 pixels, so columns are 0 to 31 and rows 0 to 17."
    ),
    (0, 0, -1, "There is no pixel 0,-1"),
  ]

  @Test(arguments: mistakes.indices) func whatIsNotThereIsRefused(_ index: Int) {
    let (time, x, y, wanted) = Self.mistakes[index]
    do {
      _ = try explanation(Self.films[0].1, at: time, x, y)
      Issue.record("nothing was refused")
    } catch { #expect("\(error)".contains(wanted), "\(error)") }
  }

  @Test func programsOfPlanesAreListed() throws {
    let film = try film(
      """
      local film = mr.composition { size = { 32, 18 }, fps = 10 }
      film:add { source = mr.color "#3060a0", duration = 1 }
      film:add { source = mr.color "#ff8000", duration = 1, opacity = 0.5,
        effects = mr.kernel { inputs = { "image" }, body = function(k)
          local share = (k.x / 32):clamp()
          return k.image * share
        end } }
      return film
      """)
    let text = try FrameProgram(
      of: film.result.request, gate: film.gate, at: try Time(seconds: 0.5)
    ).text
    #expect(text.contains("The frame: parts are drawn plane by plane."), "\(text)")
    #expect(text.contains("Plane by plane, everywhere:\nluma, 32x18 samples in all:\n"), "\(text)")
    #expect(text.contains("  result: plane 0 %"), "\(text)")
    #expect(text.contains("\nchroma, 16x9 samples in all:\n"), "\(text)")
    #expect(text.contains("plane 1 %") && text.contains("plane 2 %"), "\(text)")
    #expect(!text.contains("In float:") && !text.contains("drawn in float"), "\(text)")
  }

  @Test func programsAreListed() throws {
    let film = try film(Self.films[2].1)
    let text = try FrameProgram(
      of: film.result.request, gate: film.gate, at: try Time(seconds: 0.5)
    ).text
    #expect(text.contains("kernel 'kernel at film.lua:5'"))
    #expect(text.contains(" = x\n"))
    #expect(text.contains("[pixel]"))
    #expect(text.contains("The frame: "))
  }
}
