// SPDX-License-Identifier: MIT

import FoundationEssentials
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport
@testable import MoonreelScript

/// Shaders in scripts: what `mr.glsl` makes of files.
@Suite struct ShaderTests {
  private static let wipe = """
    // From left to right.
    uniform float edge; // = 0.5 where it stands half way
    uniform vec3 tint; // = vec3(1.0, 0.5, 0.25)
    uniform bool hard; // = 1
    vec4 transition(vec2 uv) {
      float share = hard ? step(uv.x, progress) : 1.0 - uv.x;
      return mix(getFromColor(uv), vec4(tint, 1.0) * getToColor(uv), share) + edge - 0.5;
    }
    """
  private static let halved = """
    uniform float amount; // = 0.5
    void mainImage(out vec4 color, in vec2 place) {
      vec2 uv = place / iResolution.xy;
      color = vec4(texture(iChannel0, uv).rgb * amount, 1.0);
    }
    """
  private static let clock = """
    uniform float speed; // = 0.25
    void mainImage(out vec4 color, in vec2 place) {
      color = vec4(iTime * speed, place.y / iResolution.y, iMouse.x / iResolution.x, 1.0);
    }
    """

  /// Runs `script` in a folder with the shaders above and `files`.
  private func outcome(_ script: String, files: [String: String] = [:]) throws -> Runs.Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = ["wipe.glsl": Self.wipe, "halved.glsl": Self.halved, "clock.glsl": Self.clock]
    for (name, text) in own.merging(files, uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return Runs.script(
      "local mr = require \"moonreel\"\n" + script, path: folder.path + "/film.lua")
  }

  /// The pixel (`x`, `y`) of 8 × 4 that the function body `draw`, which has `request`, makes: red, green, blue, alpha.
  private func pixel(
    _ draw: String, _ x: Int = 1, _ y: Int = 1, files: [String: String] = [:]
  ) throws -> [Float] {
    let outcome = try outcome(
      """
      local v = mr.timeline():add_track "video"
      local t = mr.timeline()
      local track = t:add_track "video"
      track:insert(mr.source.test_card { size = { 8, 4 }, duration = 4 }, { 0, 4 }, 0)
      local setup = (function() \(draw) end)()
      return mr.export { t, video = mr.video_composition { size = { 8, 4 }, fps = 25,
        instructions = { { range = { 0, 4 }, sources = { track }, background = "#00000000", compositor = setup } } } }
      """, files: files)
    let result = try #require(outcome.result, "\(outcome.message)")
    let composition = try #require(result.request.videoComposition)
    let time = try Time(seconds: 2)
    let request = FrameRequest(
      context: composition.context(at: time),
      instruction: try #require(composition.instruction(at: time)), frames: [:])
    return try pixel(of: try composition.image(for: request), x, y)
  }

  private func pixel(of image: Image, _ x: Int, _ y: Int) throws -> [Float] {
    let frame = try PictureRenderer(threadCount: 1).render(
      image,
      to: FrameTarget(
        size: PixelSize(8, 4), format: .floatGBRA, color: .srgb, background: .transparent,
        alphaMode: .premultiplied))
    return [2, 0, 1, 3].map { plane in
      (frame.planes[plane].base + y * frame.planes[plane].strideBytes).load(
        fromByteOffset: 4 * x, as: Float.self)
    }
  }

  private func check(
    _ found: [Float], _ wanted: [Float], location: SourceLocation = #_sourceLocation
  ) {
    let isNear = zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-5 }
    #expect(isNear, "\(found) is not \(wanted)", sourceLocation: location)
  }

  @Test func transitionsGoBetweenPictures() throws {
    let draw = """
      local wipe = mr.glsl "wipe.glsl"
      local object = wipe { tint = "#ff8000" }
      return function(request)
        return object(mr.color "#ff0000", mr.color "#ffffff", 0.5, request)
      end
      """
    let orange: [Float] = [1, 0.501961, 0, 1]
    check(try pixel(draw, 1), orange)
    check(try pixel(draw, 6), [1, 0, 0, 1])
    let soft = draw.replacing("{ tint = \"#ff8000\" }", with: "{ hard = false, edge = 0.25 }")
    // At 1.5 of 8 the share is 0.8125; alpha is 1 - 0.25, and colours are multiplied by it.
    check(try pixel(soft, 1), [0.5625, 0.1171875, 0, 0.75])
    check(try pixel(draw.replacing("0.5, request", with: "0, request")), [1, 0, 0, 1])
  }

  @Test func picturesAreEffectsAndSources() throws {
    let effect = """
      local halved = mr.glsl "halved.glsl"
      return function(request) return halved { amount = 0.25 }(mr.color "#ffffff", request) end
      """
    check(try pixel(effect), [0.25, 0.25, 0.25, 1])
    let source = """
      local clock = mr.glsl("clock.glsl") { iMouse = { 4, 0, 0, 0 } }
      return function(request) return clock(request.time, request) end
      """
    // The second row from the top, its centre 2.5 of 4 from below.
    check(try pixel(source, 3, 1), [0.5, 0.625, 0.5, 1])
  }

  @Test func passesReadOneAnother() throws {
    let files = [
      "first.glsl": """
      void mainImage(out vec4 color, in vec2 place) { color = vec4(place.x / 8.0, 0.25, iTime, 1.0); }
      """,
      "second.glsl": """
      void mainImage(out vec4 color, in vec2 place) {
        color = texelFetch(iChannel1, ivec2(6, 0), 0) * 0.5;
      }
      """,
    ]
    let draw = """
      local film = mr.glsl { image = { "second.glsl", iChannel1 = "A" }, buffers = { A = "first.glsl" } }
      return function(request) return film {}(request.time, request) end
      """
    check(try pixel(draw, files: files), [0.40625, 0.125, 0.5, 1])
  }

  @Test func uniformsAreOptions() throws {
    let outcome = try outcome(
      """
      local wipe = mr.glsl "wipe.glsl"
      for _, name in ipairs { "edge", "hard", "tint" } do
        local rule = wipe.options[name]
        print(wipe.name, name, rule[1], type(rule.default), rule.documentation)
      end
      return mr.timeline()
      """)
    #expect(
      outcome.printed.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) } == [
        "wipe\tedge\tnumber\tnumber\twhere it stands half way",
        "wipe\thard\tboolean\tboolean\tnil", "wipe\ttint\tvector\ttable\tnil",
      ])
  }

  @Test func effectsMove() throws {
    let outcome = try outcome(
      """
      local film = mr.composition { size = { 8, 4 }, fps = 25 }
      local layer = film:add { source = mr.color "#ffffff", at = 0, duration = 2, effects = { mr.glsl("halved.glsl") {} } }
      layer:animate("halved.amount", { { 0, 0 }, { 1, 1 } })
      return film
      """)
    let request = try #require(outcome.result, "\(outcome.message)").request
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition,
      gate: FileGate(folders: []))
    for (seconds, amount) in [(0, 0), (0.24, 0.24), (0.76, 0.76), (1.6, 1)] as [(Double, Float)] {
      let image = try reader.image(at: try Time(seconds: seconds))
      check(try pixel(of: image, 2, 1), [amount, amount, amount, 1])
    }
  }

  private static let further = [
    "lent.glsl": """
    uniform sampler2D map;
    vec4 transition(vec2 uv) { return mix(getFromColor(uv), texture(map, uv), progress); }
    """,
    "woven.glsl": """
    void mainImage(out vec4 color, in vec2 place) {
      vec2 uv = place / iResolution.xy;
      float blue = texture(iChannel3, uv).b * float(iFrame) / 100.0;
      color = vec4(texture(iChannel0, uv).r, texture2D(iChannel1, uv).g, blue, 1.0);
    }
    """,
  ]

  @Test func furtherPicturesAreOptions() throws {
    let transition = """
      local object = mr.glsl "lent.glsl" { map = mr.color "#00ff00" }
      return function(request) return object(mr.color "#ff0000", mr.color "#ffffff", 0.25, request) end
      """
    check(try pixel(transition, files: Self.further), [0.75, 0.25, 0, 1])
    let effect = """
      local object = mr.glsl "woven.glsl" { iChannel1 = mr.color "#00ff00", iChannel3 = mr.color "#0000ff" }
      return function(request) return object(mr.color "#ffffff", request) end
      """
    // Two seconds are 50 frames.
    check(try pixel(effect, files: Self.further), [1, 1, 0.5, 1])
  }

  @Test(arguments: [
    ("mr.glsl(7)", "bad 'shader' of mr.glsl: expected the path of a file"),
    ("mr.glsl \"none.glsl\"", "Cannot open 'none.glsl': there is no such file."),
    ("mr.glsl \"/etc/hostname\"", "/etc/hostname"),
    ("mr.glsl \"wipe.glsl\" { edeg = 1 }", "unknown option 'edeg' to wipe (did you mean 'edge'?)"),
    (
      "mr.glsl \"wipe.glsl\" { tint = { 1, 2 } }",
      "bad 'tint' of wipe: expected a list of 3 numbers"
    ),
    ("mr.glsl \"wipe.glsl\" { edge = \"wide\" }", "bad 'edge' of wipe: expected a number"),
    ("mr.glsl \"bad.glsl\"", "bad.glsl:2: "),
    (
      "mr.glsl { image = { \"halved.glsl\", iChannel0 = \"A\" } }",
      "there is no buffer 'A'"
    ),
    (
      """
      mr.glsl { image = { "halved.glsl", iChannel0 = "A" }, buffers = { A = { "halved.glsl", iChannel0 = "A" } } }
      """, "buffer 'A' of mr.glsl reads itself"
    ),
    (
      """
      mr.glsl { image = { "halved.glsl", iChannel0 = "A" },
        buffers = { A = { "halved.glsl", iChannel0 = "B" }, B = { "halved.glsl", iChannel0 = "A" } } }
      """, "reads itself: feedback from frame to frame is not possible"
    ),
    ("mr.glsl \"lent.glsl\" {}", "lent needs 'map'"),
  ])
  func whatIsWrongIsSaid(_ script: String, _ sentence: String) throws {
    let outcome = try outcome(
      "local x = \(script)\nreturn mr.timeline()",
      files: Self.further.merging(
        ["bad.glsl": "vec4 transition(vec2 uv) {\n  return frm(uv);\n}\n"],
        uniquingKeysWith: { $1 }))
    #expect(outcome.message.contains(sentence), "\(outcome.message)")
    #expect(outcome.message.contains("film.lua:2"), "\(outcome.message)")
  }
}
