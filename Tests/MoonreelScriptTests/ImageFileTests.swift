// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelRender
import Testing

@testable import MoonreelScript

/// SVG files, nine-slices and overlays, as scripts use them.
@Suite struct ImageFileTests {
  private static let svg =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 8'>"
    + "<rect width='8' height='8' fill='red'/><rect x='8' width='8' height='8' fill='currentColor'/></svg>"

  /// Runs `text` beside files, and gives the pixels of its frame at `time`: red, green, blue.
  private func frame(
    _ text: String, at time: Double = 0, _ width: Int = 64, _ height: Int = 32, threads: Int = 1
  ) throws -> [SIMD3<Int>] {
    let outcome = try run("local mr = require 'moonreel'\n" + text)
    let target = FrameTarget(
      size: PixelSize(width, height), format: .rgb24, color: .srgb)
    let frame = try outcome.frame(at: time, on: target, threads: threads)
    return withExtendedLifetime(frame) {
      let plane = frame.planes[0]
      return (0..<height).flatMap { y in
        (0..<width).map { x in
          let base = plane.base + y * plane.strideBytes + 3 * x
          func part(_ index: Int) -> Int { Int(base.load(fromByteOffset: index, as: UInt8.self)) }
          return SIMD3(part(0), part(1), part(2))
        }
      }
    }
  }

  private func run(_ text: String) throws -> Runs.Outcome {
    let folder = NSTemporaryDirectory() + "moonreel-images-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.svg.write(toFile: folder + "/logo.svg", atomically: true, encoding: .utf8)
    let outside = Self.svg.replacing(
      "<rect width", with: "<image href='/etc/hostname'/><rect width")
    try outside.write(toFile: folder + "/outside.svg", atomically: true, encoding: .utf8)
    try Self.slider.write(toFile: folder + "/slider.json", atomically: true, encoding: .utf8)
    return Runs.script(text, path: folder + "/test.lua")
  }

  private static let red = SIMD3(255, 0, 0)
  private static let black = SIMD3(0, 0, 0)
  private static let blue = SIMD3(0, 0, 255)

  @Test(
    "a path, an asset and mr.svg show the same, as large as there is room",
    arguments: [
      "'logo.svg'", "mr.asset 'logo.svg'", "mr.asset('logo.svg').video", "mr.svg 'logo.svg'",
      "mr.svg { 'logo.svg' }", "mr.svg { text = [[\(svg)]] }",
    ])
  func layers(source: String) throws {
    let pixels = try frame(
      """
      local show = mr.composition { size = { 64, 32 }, duration = 1, color = "srgb", background = "blue" }
      show:add { source = \(source) }
      return show
      """)
    #expect(
      (0..<32).allSatisfy { y in
        (0..<64).allSatisfy { pixels[64 * y + $0] == ($0 < 32 ? Self.red : Self.black) }
      })
  }

  @Test("it goes on tracks, into timelines, and alone") func tracks() throws {
    let scripts = [
      "local line = mr.timeline()\nline:add_track('video'):insert(mr.asset 'logo.svg', { 0, 2 }, 0)\nreturn line",
      "local line = mr.timeline()\nline:insert(mr.asset 'logo.svg', { 0, 2 })\nreturn line",
      "return mr.asset 'logo.svg'", "return mr.svg 'logo.svg'",
    ]
    for text in scripts {
      let pixels = try frame(text, 16, 8)
      #expect(pixels[0] == Self.red && pixels[7] == Self.red && pixels[8] == Self.black, "\(text)")
    }
    let outcome = try run(
      """
      local mr = require "moonreel"
      local file = mr.asset "logo.svg"
      print(file.format, file.duration, #file.tracks, file.audio, file.video.natural_size[1])
      return file
      """)
    #expect(outcome.printed.first?.hasSuffix("svg\t0.0\t1\tnil\t16") == true, "\(outcome.printed)")
  }

  @Test("rules and colour are the script's") func colors() throws {
    let pixels = try frame(
      "return mr.svg { 'logo.svg', color = '#0000ff', css = 'rect:first-child { fill: #00f }' }",
      16, 8)
    #expect(pixels.allSatisfy { $0 == Self.blue })
  }

  @Test(arguments: [
    (
      "mr.svg 'outside.svg'",
      "it refers to '/etc/hostname'. Cannot open '/etc/hostname': it lies outside the allowed folders"
    ),
    ("mr.svg 'none.svg'", "there is no such file"),
    ("mr.svg ''", "expected the path of an SVG file"),
    ("mr.svg {}", "mr.svg needs the path of a file, or its 'text'; one of them"),
    ("mr.svg { 'logo.svg', text = 'x' }", "one of them"),
    ("mr.svg { text = '<html/>' }", "outermost element is 'html'"),
    ("mr.svg { 'logo.svg', css = '@import url(x.css);' }", "refer to 'url(x.css)'"),
    (
      "mr.asset('logo.svg', { fps = 30 })",
      "bad 'fps' of mr.asset: 'logo.svg' is drawn, not decoded"
    ),
    ("mr.asset 'logo.svgz'", "there is no such file"),
    ("mr.svg('logo.svg'):nine_slice { size = { 9, 9 } }", "needs 'insets'"),
    (
      "mr.svg('logo.svg'):nine_slice { insets = { 1, 2 }, size = { 9, 9 } }",
      "bad 'insets' of image:nine_slice: expected where it is cut"
    ),
    (
      "mr.svg('logo.svg'):nine_slice { insets = 9, size = { 9, 9 } }",
      "must fit into the picture, which is 16x8"
    ),
    (
      "mr.image.color('red'):nine_slice { insets = 1, size = { 9, 9 } }",
      "needs a picture with edges"
    ),
    ("mr.svg('logo.svg'):nine_slice { insets = 1, size = { 9, 9 }, fill = 'tile' }", "'stretch'"),
  ])
  func mistakes(call: String, message: String) throws {
    let outcome = try run("local mr = require 'moonreel'\nlocal x = \(call)\nreturn nil")
    #expect(
      outcome.message.contains(message) && outcome.message.contains("test.lua:2"),
      "\(outcome.message)")
  }

  @Test("a nine-slice keeps its corners") func nineSlice() throws {
    let pixels = try frame(
      """
      local card = mr.svg { text = [[<svg xmlns='http://www.w3.org/2000/svg' width='12' height='12'>
        <rect width='12' height='12' fill='red'/><rect x='4' y='4' width='4' height='4' fill='blue'/></svg>]] }
      return card:nine_slice { insets = 4, size = { 64, 32 } }
      """)
    for (index, pixel) in pixels.enumerated() {
      let (x, y) = (index % 64, index / 64)
      let isInside = (4..<60).contains(x) && (4..<28).contains(y)
      #expect(pixel == (isInside ? Self.blue : Self.red), "\(x), \(y): \(pixel)")
    }
  }

  // MARK: Lottie

  /// A red square that goes from left to right in 11 frames of a tenth of a second, and a text.
  private static let slider = """
    { "fr": 10, "ip": 0, "op": 11, "w": 64, "h": 32, "layers": [{ "ty": 5, "ip": 0, "op": 11 },
      { "ty": 4, "ip": 0, "op": 11,
        "ks": { "p": { "a": 1, "k": [{ "t": 0, "s": [5, 16] }, { "t": 10, "s": [55, 16] }] } },
        "shapes": [{ "ty": "gr", "it": [{ "ty": "rc", "s": { "k": [10, 10] } },
          { "ty": "fl", "c": { "k": [1, 0, 0] } }, { "ty": "tr" }] }] }] }
    """

  @Test(
    "an animation is a clip",
    arguments: [
      ("", 0.0, 5), ("", 0.3, 20), ("", 0.39, 20), ("", 1.0, 55), ("speed = 2", 0.2, 25),
      ("reverse = true", 0.0, 55), ("reverse = true", 1.0, 5), ("trim = { 0.5, 1 }", 0.1, 35),
      ("freeze = 0.4, duration = 1", 0.8, 25),
      ("time_remap = function(t) return 1 - t end, duration = 1", 0.6, 25),
    ])
  func animation(options: String, time: Double, middle: Int) throws {
    for source in ["'slider.json'", "mr.asset 'slider.json'", "mr.source.lottie 'slider.json'"] {
      let pixels = try frame(
        """
        local show = mr.composition { size = { 64, 32 }, fps = 100, duration = 2, color = "srgb", background = "blue" }
        show:add { source = \(source), \(options) }
        return show
        """, at: time)
      let row = (0..<64).filter { pixels[64 * 16 + $0] == Self.red }
      #expect(row == Array(middle - 5..<middle + 5), "\(source)")
    }
  }

  @Test("what it says about itself, and what is left out") func animationProperties() throws {
    let outcome = try run(
      """
      local mr = require "moonreel"
      local clip, loop = mr.asset "slider.json", mr.source.lottie { "slider.json", loop = true }
      print(clip.format, clip.duration, clip.video.fps, clip.video.natural_size[1], loop.duration)
      return clip
      """)
    #expect(
      outcome.printed.first?.hasSuffix("lottie\t1.1\t10.0\t64\tnil") == true, "\(outcome.printed)")
    #expect(outcome.warnings.count == 1)
    #expect(
      outcome.warnings.first?.hasSuffix(
        "slider.json' has parts that are not drawn: layers of text (turn them into outlines).")
        == true)
    let wrong = try run("local mr = require 'moonreel'\nreturn mr.source.lottie { text = '[]' }")
    #expect(wrong.message.contains("test.lua:2") && wrong.message.contains("expected an object"))
  }

  // MARK: Overlays

  /// A timeline of two seconds, blue then red, through a video composition.
  private static let film = """
    local line = mr.timeline()
    local track = line:add_track "video"
    track:insert(mr.source.image { mr.color "#0000ff", size = { 64, 32 } }, { 0, 1 })
    track:insert(mr.source.image { mr.color "#ff0000", size = { 64, 32 } }, { 0, 1 })
    local look = mr.video_composition(line, { fps = 10, color = "srgb" })
    local marks = mr.composition { size = { 64, 32 }, fps = 10 }
    marks:add { source = mr.shape { rect = { 0, 0, 16, 16 }, fill = "white" }, at = 0.5, duration = 1, x = 8, y = 8 }

    """

  @Test(
    "layers lie over a finished picture, on its clock",
    arguments: [
      "mr.overlay(look, marks)", "mr.overlay(mr.export { line, video = look }, marks)",
      "mr.export { mr.overlay(look, marks) }",
    ])
  func overlay(call: String) throws {
    for (time, below, isMarked) in [
      (0.0, Self.blue, false), (0.5, Self.blue, true), (1.4, Self.red, true),
      (1.5, Self.red, false),
    ] {
      let pixels = try frame(Self.film + "return \(call)", at: time)
      #expect(pixels[64 * 20 + 40] == below, "\(time)")
      #expect(pixels[64 * 8 + 8] == (isMarked ? SIMD3(255, 255, 255) : below), "\(time)")
    }
  }

  @Test("a finished picture moves inside layers") func around() throws {
    let text =
      Self.film + """
        local room = mr.composition { size = { 64, 32 }, fps = 10, background = "#00ff00", color = "srgb" }
        local wall = room:add { source = mr.adjustment {}, duration = 2, x = { { 0, 16 }, { 2, 48 } } }
        room:add { source = look, parent = wall, scale = 0.5, mask = mr.image.mask { rect = { 0, 0, 64, 16 } } }
        return room
        """
    let (early, late) = (try frame(text, at: 0), try frame(text, at: 1.9))
    // Half as large, its upper half alone, its middle where the wall is: at 16, then at 46.4.
    let green = SIMD3(0, 255, 0)
    #expect(
      early[64 * 12 + 16] == Self.blue && early[64 * 20 + 16] == green
        && early[64 * 12 + 46] == green)
    #expect(
      late[64 * 12 + 46] == Self.red && late[64 * 20 + 46] == green && late[64 * 12 + 16] == green)
    #expect(try frame(text, at: 1.9, threads: 4) == late)
  }

  @Test("layers are a track that instructions place") func track() throws {
    let text =
      Self.film + """
        local above = line:add_track "video"
        above:insert(marks, { 0, 1.5 }, 0.5)
        local both = mr.video_composition { size = { 64, 32 }, fps = 10, color = "srgb", instructions = {
          { range = { 0, 2 }, layers = {
            mr.layer_instruction(above):opacity_ramp(1, 1, { 0, 2 }):transform(mr.transform.translate(16, 0), 0),
            mr.layer_instruction(track) } } } }
        return mr.export { line, video = both }
        """
    for (time, isMarked) in [(0.4, false), (0.9, false), (1.0, true), (1.9, true)] {
      let pixels = try frame(text, at: time)
      #expect((pixels[64 * 8 + 24] == SIMD3(255, 255, 255)) == isMarked, "\(time)")
      #expect(pixels[64 * 8 + 8] == (time < 1 ? Self.blue : Self.red), "\(time)")
    }
  }

  @Test(
    "an overlay needs a film and layers",
    arguments: [
      ("mr.overlay(5, marks)", "expected what is to be rendered"),
      ("mr.overlay(look, look)", "expected a composition"),
      ("mr.overlay(look)", "expected a composition"),
    ])
  func overlayMistakes(call: String, message: String) throws {
    let outcome = try run("local mr = require 'moonreel'\n" + Self.film + "return \(call)")
    #expect(outcome.message.contains(message), "\(outcome.message)")
  }
}
