// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

private struct Nothing: Compositor {
  func image(for request: FrameRequest) -> Image { .empty }
}

@Suite struct AutomaticCompositions {
  /// A landscape clip, then a portrait one on the same track, with a small one over both.
  static func timeline() throws -> Timeline {
    var timeline = Timeline()
    let (bottom, top) = (timeline.addTrack(.video), timeline.addTrack(.video))
    let portrait = Fixture.video("portrait", rate: try FrameRate(60), turned: 90)
    let small = Fixture.video("small", size: PixelSize(960, 540), rate: nil)
    try timeline.updateTrack(bottom) {
      try $0.insert(r(0, 4), of: .asset(Fixture.video("wide")))
      try $0.insert(r(0, 4), of: .asset(portrait))
    }
    try timeline.updateTrack(top) { try $0.insert(r(0, 2), of: .asset(small), at: t(3)) }
    let audio = timeline.addTrack(.audio)
    try timeline.updateTrack(audio) { try $0.insert(r(0, 9), of: .asset(Fixture.other(.audio))) }
    return timeline
  }

  @Test func onePlanForManyCuts() throws {
    let timeline = try Self.timeline()
    #expect(timeline.duration == t(9) && timeline.naturalSize == PixelSize(1920, 1080))
    #expect(timeline.tracks.map(\.mediaType) == [.video, .video, .audio])
    #expect(
      timeline.tracks.map(\.line) == [
        "wide[0 4)<0 4> portrait[4 8)<0 4>", "gap[0 3) small[3 5)<0 2>", "a.mp4[0 9)<0 9>",
      ])
    #expect(
      timeline.tracks.map { $0.segments.last?.source?.name } == [
        "portrait#0", "small#0", "a.mp4#1",
      ])
    let composition = VideoComposition(propertiesOf: timeline)
    #expect(composition.renderSize == PixelSize(1920, 1080) && composition.renderScale == 1)
    #expect(composition.frameRate == (try FrameRate(60)) && composition.filter == nil)
    let portrait = "(0 0.5625 -0.5625 0 1263.75 0)"
    #expect(
      composition.instructions.map(\.line) == [
        "[0 3) on #000000; track 1 (1 0 0 1 0 0) from 0",
        "[3 4) on #000000; track 2 (2 0 0 2 0 0) from 3; track 1 (1 0 0 1 0 0) from 3",
        "[4 5) on #000000; track 2 (2 0 0 2 0 0) from 4; track 1 \(portrait) from 4",
        "[5 8) on #000000; track 1 \(portrait) from 5",
        "[8 9) on #000000",
      ])
    #expect(VideoComposition(propertiesOf: timeline).faults(for: timeline) == [])
  }

  @Test func theFirstClipDecidesTheSizeThirtyTheRate() throws {
    var timeline = Timeline()
    let slowest = Fixture.video("p", size: PixelSize(720, 1280), rate: nil)
    try timeline.insert(r(0, 1), of: Fixture.asset("p", [slowest]))
    let composition = VideoComposition(propertiesOf: timeline)
    #expect(composition.renderSize == PixelSize(720, 1280))
    #expect(composition.frameRate == (try FrameRate(30)))
    #expect(composition.color == .bt709)
  }

  @Test func aPrototypeGivesEverythingButInstructions() throws {
    var prototype = VideoComposition(renderSize: PixelSize(640, 640), frameRate: try FrameRate(25))
    prototype.renderScale = 2
    let timeline = try Self.timeline()
    let composition = VideoComposition(propertiesOf: timeline, prototype: prototype)
    #expect(composition.renderSize == PixelSize(640, 640))
    #expect(composition.frameRate == (try FrameRate(25)))
    #expect(composition.renderScale == 2)
    #expect(
      composition.instruction(at: .zero)?.layerInstructions[0].transform(at: .zero)
        == AffineTransform(a: 1.0 / 3, b: 0, c: 0, d: 1.0 / 3, tx: 0, ty: 140))
  }

  @Test func anEmptyTimelineHasNoInstructions() {
    let composition = VideoComposition(propertiesOf: Timeline())
    #expect(composition.instructions.isEmpty)
    #expect(composition.instruction(at: .zero) == nil)
  }

  @Test func disabledTracksAreLeftOutAndTracksMayTurnTheirClips() throws {
    var timeline = try Self.timeline()
    try timeline.updateTrack(TrackID(2)) { $0.isEnabled = false }
    try timeline.updateTrack(TrackID(1)) { $0.preferredTransform = .identity }
    #expect(timeline.tracks.map(\.isEnabled) == [true, false, true])
    let instructions = VideoComposition(propertiesOf: timeline).instructions
    #expect(
      instructions.map(\.line) == [
        "[0 4) on #000000; track 1 (1 0 0 1 0 0) from 0",
        "[4 8) on #000000; track 1 (1 0 0 1 0 0) from 4", "[8 9) on #000000",
      ])
  }
}

/// What is wrong with instructions of a timeline of ten seconds (tracks: 1 video, 2 audio).
struct FaultCase: Sendable, CustomTestStringConvertible {
  var name: String
  var expected: [String]
  var range: TimeRange?
  var change: @Sendable (inout VideoComposition) -> Void
  var testDescription: String { name }
}

private func instruction(_ from: Double, _ to: Double, _ tracks: [Int] = [1]) -> VideoInstruction {
  var instruction = VideoInstruction(timeRange: r(from, to))
  instruction.layerInstructions = tracks.map { LayerInstruction(trackID: TrackID($0)) }
  return instruction
}

private let faultCases: [FaultCase] = [
  FaultCase(name: "valid", expected: []) { $0.instructions = [instruction(0, 10)] },
  FaultCase(name: "longer than needed", expected: []) {
    $0.instructions = [instruction(-1, 4), instruction(4, 12)]
  },
  FaultCase(name: "none", expected: ["gap: No instruction covers [0.000 s, 10.000 s)."]) { _ in },
  FaultCase(
    name: "holes at both ends and between",
    expected: [
      "gap: No instruction covers [0.000 s, 1.000 s).",
      "gap: No instruction covers [2.000 s, 3.000 s).",
      "gap: No instruction covers [4.000 s, 10.000 s).",
    ]
  ) { $0.instructions = [instruction(1, 2), instruction(3, 4)] },
  FaultCase(name: "only the range counts", expected: [], range: r(3, 4)) {
    $0.instructions = [instruction(3, 4)]
  },
  FaultCase(
    name: "overlap",
    expected: [
      "overlap: Instruction 2 over [4.000 s, 10.000 s) begins before the one before it ends, at "
        + "5.000 s."
    ]
  ) { $0.instructions = [instruction(0, 5), instruction(4, 10)] },
  FaultCase(
    name: "out of order",
    expected: [
      "gap: No instruction covers [0.000 s, 5.000 s).",
      "overlap: Instruction 2 over [0.000 s, 5.000 s) begins before the one before it ends, at "
        + "10.000 s.",
    ]
  ) { $0.instructions = [instruction(5, 10), instruction(0, 5)] },
  FaultCase(
    name: "no length", expected: ["invalidRange: Instruction 1 at 0.000 s has no length."]
  ) { $0.instructions = [instruction(0, 0), instruction(0, 10)] },
  FaultCase(
    name: "tracks that are not there or carry sound; the same twice is none",
    expected: [
      "unknownTrack: Instruction 1 over [0.000 s, 10.000 s) names track 9, which the timeline does "
        + "not have.",
      "unknownTrack: Instruction 1 over [0.000 s, 10.000 s) names track 2, which carries audio, not "
        + "video.",
      "unknownTrack: Instruction 1 over [0.000 s, 10.000 s) names track 8, which the timeline does "
        + "not have.",
    ]
  ) {
    var one = instruction(0, 10, [9, 2, 1, 1])
    one.requiredTrackIDs = [TrackID(8)]
    $0.instructions = [one]
  },
  FaultCase(
    name: "compositor and layers",
    expected: [
      "invalidValue: Instruction 1 over [0.000 s, 10.000 s) has both a compositor and layers: give "
        + "one of them."
    ]
  ) {
    var one = instruction(0, 10)
    one.compositor = Nothing()
    $0.instructions = [one]
  },
  FaultCase(
    name: "passthrough and metadata",
    expected: [
      "unknownTrack: Instruction 1 over [0.000 s, 10.000 s) names track 2, which carries audio, not "
        + "video.",
      "unknownTrack: Instruction 1 over [0.000 s, 10.000 s) names track 1, which carries video, not "
        + "metadata.",
    ]
  ) {
    var one = instruction(0, 10)
    one.passthroughTrackID = TrackID(2)
    one.requiredMetadataTrackIDs = [TrackID(1)]
    $0.instructions = [one]
  },
  FaultCase(
    name: "size, scale and timing",
    expected: [
      "invalidValue: The render size cannot be 0x1080: use 1 to 65536 pixels.",
      "invalidValue: The render scale cannot be nan: use 0 to 64.",
      "unknownTrack: The frame timing names track 3, which the timeline does not have.",
    ]
  ) {
    $0.instructions = [instruction(0, 10)]
    $0.renderSize = PixelSize(0, 1080)
    $0.renderScale = .nan
    $0.sourceTrackIDForFrameTiming = TrackID(3)
  },
  FaultCase(
    name: "ramps and colours",
    expected: [
      "invalidValue: Instruction 1 over [0.000 s, 10.000 s) has a background that is not a colour.",
      "overlap: Instruction 1 over [0.000 s, 10.000 s), track 1: The opacity ramp over "
        + "[0.000 s, 4.000 s) is still going on when the next begins at 2.000 s.",
    ]
  ) {
    var one = instruction(0, 10)
    one.backgroundColor = Color(.nan, 0, 0)
    one.layerInstructions[0].addOpacityRamp(from: 0, to: 1, in: r(0, 4))
    one.layerInstructions[0].addOpacityRamp(from: 1, to: 0, in: r(2, 6))
    $0.instructions = [one]
  },
]

@Suite struct InstructionFaults {
  @Test("Every fault is reported with its time", arguments: faultCases)
  func faults(_ testCase: FaultCase) throws {
    var timeline = Timeline()
    let clip = Fixture.asset("a", [Fixture.video("a"), Fixture.other(.audio, "a")])
    try timeline.insert(r(0, 10), of: clip)
    var composition = VideoComposition(
      renderSize: PixelSize(1920, 1080), frameRate: try FrameRate(30))
    testCase.change(&composition)
    let found = composition.faults(for: timeline, range: testCase.range)
    #expect(found.map { "\($0.kind): \($0.message)" } == testCase.expected)
    let message = refusal { try composition.validate(for: timeline, range: testCase.range) }
    #expect((message == nil) == testCase.expected.isEmpty)
  }
}
