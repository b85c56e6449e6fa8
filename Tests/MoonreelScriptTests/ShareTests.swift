// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Positions and sizes given as shares, such as "50%": of the composition for what is placed in it, of the
/// picture for what a picture's own methods do, of the clip's frame for crops.
@Suite struct ShareTests {
  /// What stands before each script: lines 1 to 4.
  private static let preamble = """
    local mr = require "moonreel"
    local timeline = mr.timeline { fps = 25 }
    local video = timeline:add_track "video"
    video:insert(mr.source.test_card { size = { 80, 40 }, duration = 4 }, { 0, 4 }, 0)

    """

  private func layer(_ steps: String, scale: Double = 1) throws -> LayerInstruction {
    let outcome = Runs.script(
      Self.preamble + """
        local layer = mr.layer_instruction(video)\(steps)
        local look = mr.video_composition { size = { 640, 360 }, fps = 25, scale = \(scale),
          instructions = { { range = { 0, 4 }, layers = { layer } } } }
        return mr.export { timeline, video = look }
        """)
    let composition = try #require(outcome.result, "\(outcome.message)").request.videoComposition
    return try #require(composition).instructions[0].layerInstructions[0]
  }

  struct Equality: Sendable, CustomTestStringConvertible {
    var shares: String
    var pixels: String
    var testDescription: String { shares }
    init(_ shares: String, _ pixels: String) { (self.shares, self.pixels) = (shares, pixels) }
  }

  static let placements = [
    Equality("mr.transform.translate('50%', '25%')", "mr.transform.translate(320, 90)"),
    Equality("mr.transform.translate('-10%', 7)", "mr.transform.translate(-64, 7)"),
    Equality(
      "mr.transform.rotate(30, { '50%', '50%' })", "mr.transform.rotate(30, { 320, 180 })"),
    Equality(
      "mr.transform.scale(2, 3, { '100%', 0 })", "mr.transform.scale(2, 3, { 640, 0 })"),
    Equality(
      "mr.transform.scale(2):translate('50%', 0):rotate(5):translate(1, 2)",
      "mr.transform.scale(2):translate(320, 0):rotate(5):translate(1, 2)"),
    Equality(
      "mr.transform.identity():followed_by(mr.transform.translate('1%', '1%'))",
      "mr.transform.translate(6.4, 3.6)"),
    Equality(
      "mr.transform.fit({ 80, 40 }, { '50%', '100%' })",
      "mr.transform.fit({ 80, 40 }, { 320, 360 })"),
    Equality(
      "video.segments[1].source:fitted_transform({ '50%', '50%' }, 'cover')",
      "video.segments[1].source:fitted_transform({ 320, 180 }, 'cover')"),
  ]

  @Test(arguments: placements) func transformsAreSharesOfTheComposition(_ pair: Equality) throws {
    for scale in [1, 0.5] {
      let shares = try layer(":transform(\(pair.shares))", scale: scale)
      let pixels = try layer(":transform(\(pair.pixels))", scale: scale)
      #expect(shares.transform(at: .zero) == pixels.transform(at: .zero))
    }
    let ramp = try layer(
      ":transform_ramp(\(pair.shares), mr.transform.translate('100%', 0), { 0, 2 })")
    let map = ramp.transform(at: Time(wholeSeconds: 2))
    #expect(map == AffineTransform(translationX: 640, y: 0))
  }

  @Test func cropsAreSharesOfTheClip() throws {
    let crop = try layer(":crop { '25%', 10, '50%', '100%' }")
    #expect(
      crop.crop(at: .zero, in: Size(80, 40)) == Rect(x: 20, y: 10, width: 40, height: 40))
    #expect(
      crop.crop(at: .zero, in: Size(800, 400)) == Rect(x: 200, y: 10, width: 400, height: 400))
    let ramp = try layer(":crop_ramp({ 0, 0, '100%', '100%' }, { '50%', 20, 0, 0 }, { 0, 2 })")
    let half = ramp.crop(at: Time(wholeSeconds: 1), in: Size(80, 40))
    #expect(half == Rect(x: 20, y: 10, width: 40, height: 20))
  }

  /// Clips of different sizes on one track, each cut to its own left half.
  @Test func cropsFollowTheClipsOnATrack() throws {
    var instruction = VideoInstruction(timeRange: try TimeRange(seconds: 0, 4))
    var layer = LayerInstruction(trackID: TrackID(1))
    layer.setCrop(
      RelativeRect(
        pixels: Rect(x: 0, y: 0, width: 0, height: 0),
        shares: Rect(x: 0, y: 0, width: 0.5, height: 1)),
      at: .zero)
    instruction.layerInstructions = [layer]
    for size in [PixelSize(80, 40), PixelSize(20, 60)] {
      let frame = FrameRequest.SourceFrame(
        image: Image(color: .white), preferredTransform: .identity, naturalSize: size,
        sourceTime: .zero)
      let context = FrameContext(time: .zero, frameIndex: 0, size: Size(100, 100))
      let image = try BuiltInCompositor().image(
        for: FrameRequest(
          context: context, instruction: instruction, frames: [TrackID(1): frame]))
      guard case .over(let top, _) = image.node else {
        Issue.record("a cropped layer lies over the background")
        return
      }
      let half = Double(size.width) / 2
      #expect(top.extent == Rect(x: 0, y: 0, width: half, height: Double(size.height)))
    }
  }

  static let pictures = [
    Equality("card:crop { '50%', 0, '50%', '50%' }", "card:crop { 40, 0, 40, 20 }"),
    Equality("card:fit { '50%', '50%' }", "card:fit { 40, 20 }"),
    Equality(
      "card:transform(mr.transform.rotate(90, { '50%', '50%' }))",
      "card:transform(mr.transform.rotate(90, { 40, 20 }))"),
    Equality(
      "card:transform(mr.transform.translate('100%', 0))",
      "card:transform(mr.transform.translate(80, 0))"),
    // Shares are counted from the picture's own corner.
    Equality(
      "moved:crop { '0%', '0%', '50%', '100%' }", "moved:crop { 100, 10, 40, 40 }"),
    Equality(
      "mr.image.linear_gradient { size = { 80, 40 }, from = { 0, 0 }, to = { '100%', '50%' }, "
        + "stops = { 'red', 'blue' } }",
      "mr.image.linear_gradient { from = { 0, 0 }, to = { 80, 20 }, stops = { 'red', 'blue' } }"),
    Equality(
      "mr.image.radial_gradient { size = { 80, 40 }, center = { '50%', '50%' }, radius = '25%', "
        + "stops = { 'red', 'blue' } }",
      "mr.image.radial_gradient { center = { 40, 20 }, radius = 10, stops = { 'red', 'blue' } }"),
    Equality(
      "mr.image.mask { size = { 80, 40 }, ellipse = { '25%', 0, '50%', '100%' } }",
      "mr.image.mask { ellipse = { 20, 0, 40, 40 } }"),
    Equality(
      "mr.image.mask { size = { 80, 40 }, polygon = { { 0, 0 }, { '100%', 0 }, { 0, '100%' } } }",
      "mr.image.mask { polygon = { { 0, 0 }, { 80, 0 }, { 0, 40 } } }"),
  ]

  @Test(arguments: pictures) func methodsAreSharesOfThePicture(_ pair: Equality) throws {
    let (shares, pixels) = (try Self.image(pair.shares), try Self.image(pair.pixels))
    #expect(try #require(shares.digest) == pixels.digest)
  }

  /// The picture that `expression` makes.
  private static func image(_ expression: String) throws -> Image {
    let outcome = Runs.script(
      preamble + """
        local card = mr.image.test_card { size = { 80, 40 } }
        local moved = card:transform(mr.transform.translate(100, 10))
        local still = mr.source.image { \(expression), size = { 200, 100 } }
        timeline:add_track("video"):insert(still, { 0, 1 })
        return timeline
        """)
    let timeline = try #require(outcome.result, "\(outcome.message)").request.timeline
    guard case .custom(let source) = timeline.tracks[1].segments[0].source else { return .empty }
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(1, 1))
    return try source.image(at: .zero, in: context)
  }

  @Test func callbacksKnowTheirFrame() throws {
    let outcome = Runs.script(
      Self.preamble + """
        local function draw(request)
          return mr.image.linear_gradient { from = { 0, 0 }, to = { "100%", "100%" }, stops = { "red", "blue" } }
        end
        local look = mr.video_composition { size = { 640, 360 }, fps = 25, compositor = draw }
        return mr.export { timeline, video = look }
        """)
    let result = try #require(outcome.result, "\(outcome.message)")
    let composition = try #require(result.request.videoComposition)
    let request = FrameRequest(
      context: composition.context(at: .zero), instruction: composition.instructions[0], frames: [:]
    )
    guard case .pattern(.linearGradient(_, let to, _)) = try composition.image(for: request).node
    else {
      Issue.record("the compositor gives a gradient")
      return
    }
    #expect(to == Point(640, 360))
  }

  /// Where no size is known, and what is no share.
  static let refusals = [
    Equality(
      "mr.image.linear_gradient { from = { 0, 0 }, to = { '50%', 0 }, stops = { 'red', 'blue' } }",
      "there is no size here that '50%' could be a share of; give pixels, or the 'size'"),
    Equality(
      "mr.image.radial_gradient { center = { 0, 0 }, radius = '50%', stops = { 'red', 'blue' } }",
      "bad 'radius' of mr.image.radial_gradient: there is no size here"),
    Equality(
      "mr.image.mask { rect = { 0, 0, '50%', 10 } }",
      "there is no size here that '50%' could be a share of; give pixels, or the 'size'"),
    Equality("mr.color('red'):crop { 0, 0, '50%', 1 }", "there is no size here that '50%'"),
    Equality(
      "mr.color('red'):transform(mr.transform.translate('50%', 0))",
      "the transform has shares such as \"50%\", and there is no size here"),
    Equality("return mr.transform.translate('50%', 0).tx", "there is no size here"),
    Equality("mr.transform.translate('50%', 0):inverted()", "there is no size here"),
    Equality("mr.transform.identity():apply { '50%', 0 }", "there is no size here that '50%'"),
    Equality("mr.transform.fit({ '50%', 1 }, { 1, 1 })", "there is no size here that '50%'"),
    Equality(
      "video.preferred_transform = mr.transform.translate('1%', 0)", "there is no size here"),
    Equality("timeline.natural_size = { '50%', 10 }", "there is no size here that '50%'"),
    Equality(
      "mr.source.test_card { size = { '50%', '50%' } }", "there is no size here that '50%'"),
    Equality(
      "mr.transform.translate('half', 0)",
      "expected a number of pixels or a share such as \"50%\", got 'half'"),
    Equality("mr.transform.translate('nan%', 0)", "expected a number of pixels or a share"),
    Equality("mr.transform.translate('1e99%', 0)", "expected a number of pixels or a share"),
    Equality("mr.layer_instruction(video):crop { 0, 0, '-1%', 1 }", "not negative"),
    Equality(
      "local t = mr.transform.identity() for i = 1, 2000 do t = t:translate('1%', 0) end",
      "a transform takes at most 1000 steps with shares"),
  ]

  @Test(arguments: refusals) func refusalsSayWhatToDo(_ pair: Equality) {
    let message = Runs.script(Self.preamble + pair.shares).message
    #expect(message.hasPrefix("test.lua:5: "))
    #expect(message.contains(pair.pixels))
  }
}
