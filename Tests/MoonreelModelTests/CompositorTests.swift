// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// Draws red, and counts nothing: a compositor must be pure.
private struct Red: Compositor {
  func image(for request: FrameRequest) -> Image { Image(color: Color(1, 0, 0)) }
}

/// Halves the contrast.
private struct Fade: Effect {
  func apply(to image: Image, at context: FrameContext) -> Image { image.contrast(0.5) }
}

@Suite struct Compositors {
  static func instruction(
    _ tracks: [Int], _ change: (inout LayerInstruction) -> Void = { _ in }
  ) -> VideoInstruction {
    var instruction = VideoInstruction(timeRange: r(0, 10))
    instruction.layerInstructions = tracks.map {
      var layer = LayerInstruction(trackID: TrackID($0))
      if $0 == 1 { change(&layer) }
      return layer
    }
    return instruction
  }

  static func drawn(_ request: FrameRequest) throws -> String {
    try BuiltInCompositor().image(for: request).graph
  }

  @Test func lightIsMixedWhereAskedFor() throws {
    let instruction = Self.instruction([1, 2]) { $0.setOpacity(0.5, at: .zero) }
    let sizes = [1: PixelSize(100, 50), 2: PixelSize(100, 50)]
    let request = Fixture.request(instruction, frames: sizes)
    let mixed = try BuiltInCompositor(mixing: .bt709).image(for: request)
    // Back to signals at the end, to light at each layer.
    guard case .kernel(let last, let inputs, _) = mixed.node,
      case .over(let first, _) = inputs[0].node,
      case .kernel(let one, _, _) = first.node
    else {
      Issue.record("not layers of light: \(mixed.graph)")
      return
    }
    #expect(last.name == "bt709 to signal" && one.name == "bt709 to light")
    // A single opaque clip stays as it is.
    let alone = try BuiltInCompositor(mixing: .bt709).image(
      for: Fixture.request(Self.instruction([2]), frames: sizes))
    #expect(alone.graph == "frame 100x50")
  }

  @Test func theFirstLayerIsOnTop() throws {
    let frames = [1: PixelSize(10, 10), 2: PixelSize(20, 20)]
    let graph = try Self.drawn(Fixture.request(Self.instruction([1, 2]), frames: frames))
    #expect(graph == "over(over(frame 10x10, frame 20x20), color #000000)")
  }

  @Test func withoutLayersTheBackgroundShows() throws {
    var instruction = Self.instruction([])
    #expect(try Self.drawn(Fixture.request(instruction, frames: [:])) == "color #000000")
    instruction.backgroundColor = Color(1, 0, 0, 0.5)
    #expect(try Self.drawn(Fixture.request(instruction, frames: [:])) == "color #FF000080")
  }

  @Test func layersInAGapAreLeftOut() throws {
    let request = Fixture.request(Self.instruction([1, 2]), frames: [2: PixelSize(20, 20)])
    #expect(try Self.drawn(request) == "over(frame 20x20, color #000000)")
  }

  @Test func anUntouchedFrameStaysUntouched() throws {
    let frames = [1: PixelSize(100, 50), 2: PixelSize(100, 50)]
    #expect(
      try Self.drawn(Fixture.request(Self.instruction([1, 2]), frames: frames)) == "frame 100x50")
    #expect(
      try Self.drawn(Fixture.request(Self.instruction([1, 2]), frames: frames, alpha: true))
        == "over(over(frame 100x50, frame 100x50), color #000000)")
  }

  @Test func pixelsWhollyInsideCover() throws {
    let frames = [1: PixelSize(120, 60)]
    let shifts: [(AffineTransform, String)] = [
      (AffineTransform(translationX: -10, y: -5), "transform(frame 120x60, 1 0 0 1 -10 -5)"),
      (
        AffineTransform(translationX: -10.5, y: -5), "transform(frame 120x60, 1 0 0 1 -10.5 -5)"
      ),
      (
        AffineTransform(translationX: -20.5, y: -5),
        "over(transform(frame 120x60, 1 0 0 1 -20.5 -5), color #000000)"
      ),
      (
        AffineTransform(translationX: 1, y: 0),
        "over(transform(frame 120x60, 1 0 0 1 1 0), color #000000)"
      ),
    ]
    for (shift, expected) in shifts {
      let instruction = Self.instruction([1]) { $0.setTransform(shift, at: .zero) }
      #expect(try Self.drawn(Fixture.request(instruction, frames: frames)) == expected)
    }
  }

  @Test func cropThenTransformThenOpacity() throws {
    let instruction = Self.instruction([1]) {
      $0.setCrop(Rect(x: 2, y: 0, width: 100, height: 4), at: .zero)
      $0.setTransform(AffineTransform(scaleX: 2, y: 2), at: .zero)
      $0.setOpacity(0.5, at: .zero)
    }
    let graph = try Self.drawn(Fixture.request(instruction, frames: [1: PixelSize(10, 10)]))
    // The crop is cut to the frame first.
    #expect(
      graph
        == "over(opacity(transform(crop(frame 10x10, 2 0 8 4), 2 0 0 2 0 0), 0.5), color #000000)")
  }

  @Test func whatIsInvisibleIsNotDrawn() throws {
    let outside = Self.instruction([1]) {
      $0.setCrop(Rect(x: 50, y: 0, width: 5, height: 5), at: .zero)
    }
    let clear = Self.instruction([1]) { $0.addOpacityRamp(from: 0, to: 1, in: r(0, 1)) }
    for instruction in [outside, clear] {
      let request = Fixture.request(instruction, frames: [1: PixelSize(10, 10)])
      #expect(try Self.drawn(request) == "color #000000")
    }
  }

  @Test func withoutATransformFramesAreUprightAndThenAsSet() throws {
    let turned = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 10, ty: 0)
    let instruction = Self.instruction([1]) { $0.setTransform(.identity, at: t(1)) }
    func graph(_ seconds: Double) throws -> String {
      try Self.drawn(
        Fixture.request(instruction, at: seconds, frames: [1: PixelSize(10, 10)], turned: turned))
    }
    #expect(try graph(0.5) == "over(transform(frame 10x10, 0 1 -1 0 10 0), color #000000)")
    #expect(try graph(1) == "over(frame 10x10, color #000000)")
  }

  @Test func whoDraws() throws {
    let rate = try FrameRate(30)
    var composition = VideoComposition(renderSize: PixelSize(100, 50), frameRate: rate)
    let frames = [1: PixelSize(50, 50)]
    var instruction = Self.instruction([])
    func drawn() throws -> String {
      try composition.image(for: Fixture.request(instruction, frames: frames)).graph
    }
    #expect(try drawn() == "color #000000")
    composition.compositor = Red()
    #expect(try drawn() == "color #FF0000")
    instruction.layerInstructions = [LayerInstruction(trackID: TrackID(1))]
    #expect(try drawn() == "over(frame 50x50, color #000000)")
    instruction.layerInstructions = []
    composition.compositor = nil
    instruction.compositor = Red()
    #expect(try drawn() == "color #FF0000")
    composition.filter = Fade()
    #expect(try drawn() == "matrix(crop(color #FF0000, 0 0 100 50), 0.5)")
    instruction.enablePostProcessing = false
    #expect(try drawn() == "color #FF0000")
    instruction.passthroughTrackID = TrackID(1)
    #expect(try drawn() == "over(transform(frame 50x50, 1 0 0 1 25 0), color #000000)")
    instruction.passthroughTrackID = TrackID(2)
    #expect(try drawn() == "color #000000")
  }

  @Test func passthroughLeavesAFittingFrameAlone() throws {
    var instruction = Self.instruction([])
    instruction.passthroughTrackID = TrackID(1)
    let composition = VideoComposition(renderSize: PixelSize(100, 50), frameRate: try FrameRate(30))
    let request = Fixture.request(instruction, frames: [1: PixelSize(100, 50)])
    #expect(try composition.image(for: request).graph == "frame 100x50")
  }

  @Test func requiredTracks() throws {
    var timeline = Timeline()
    for type in [MediaType.video, .audio, .video, .video] { timeline.addTrack(type) }
    try timeline.updateTrack(TrackID(4)) { $0.isEnabled = false }
    var composition = VideoComposition(renderSize: PixelSize(2, 2), frameRate: try FrameRate(30))
    var instruction = Self.instruction([3])
    func required() -> [Int] {
      composition.requiredTrackIDs(for: instruction, in: timeline).map(\.rawValue)
    }
    #expect(required() == [3])
    instruction.layerInstructions = []
    #expect(required() == [])
    composition.compositor = Red()
    #expect(required() == [1, 3])
    instruction.requiredTrackIDs = [TrackID(4)]
    #expect(required() == [4])
    instruction.passthroughTrackID = TrackID(1)
    #expect(required() == [4, 1])
    instruction.requiredTrackIDs = nil
    #expect(required() == [1])
  }

  @Test func contextCountsFrames() throws {
    var composition = VideoComposition(
      renderSize: PixelSize(640, 360), frameRate: try FrameRate(29.97))
    composition.renderScale = 0.5
    composition.seed = 9
    let context = composition.context(at: composition.frameRate.time(ofFrame: 1000))
    #expect(context.frameIndex == 1000)
    #expect(context.size == Size(640, 360))
    #expect(context.renderScale == 0.5)
    #expect(context.seed == 9)
    #expect(composition.outputSize == PixelSize(320, 180))
    #expect(composition.frameDuration == Time(flicks: 23_543_520))
  }
}
