// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// Associations of tracks, replaced formats, and compositors that get ready.
@Suite struct TrackBondTests {
  @Test func tracksAreAssociated() throws {
    var timeline = Timeline()
    let (video, sound) = (timeline.addTrack(.video), timeline.addTrack(.audio))
    let other = timeline.addTrack(.audio)
    try timeline.associate(sound, with: other, as: .audioFallback)
    try timeline.associate(sound, with: other, as: .audioFallback)
    try timeline.associate(sound, with: video, as: .selectionFollower)
    #expect(timeline.associatedTracks(of: sound, as: .audioFallback).map(\.id) == [other])
    #expect(timeline.associatedTracks(of: other, as: .audioFallback).isEmpty)
    try timeline.dissociate(sound, from: video, as: .selectionFollower)
    #expect(timeline[sound]?.associations == [.audioFallback: [other]])
    timeline.removeTrack(other)
    #expect(timeline[sound]?.associations == [:])
  }

  @Test func bondsThatCannotBe() {
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    #expect(
      refusal { try timeline.associate(id, with: id, as: .timecode) }?.contains("they are the same")
        == true)
    #expect(
      refusal { try timeline.associate(id, with: TrackID(7), as: .timecode) }?
        .contains("no track 7") == true)
    #expect(refusal { try timeline.associate(TrackID(7), with: id, as: .timecode) } != nil)
  }

  @Test func formatsAreReplacedAndGivenBack() throws {
    let (clip, stranger) = (Fixture.video("a.mp4"), Fixture.video("b.mp4"))
    var track = Track(id: TrackID(1), mediaType: .video)
    try track.insert(Fixture.range(0, 4), of: .asset(clip))
    try track.insert(Fixture.range(0, 2), of: .asset(stranger), at: Fixture.time(2))
    let wide = FormatOverride(
      color: .untagged(height: 576), pixelAspect: Rational(64, 45), languageCode: "deu")
    try track.replaceFormat(of: clip, with: wide)
    let shown = track.segments.compactMap { segment -> AssetTrack? in
      if case .asset(let track) = segment.source { track } else { nil }
    }
    #expect(shown.map(\.languageCode) == ["deu", nil, "deu"])
    #expect(shown[0].video?.color == .untagged(height: 576))
    #expect(shown[0].video?.isColorOverridden == true)
    #expect(
      track.segments.map(\.source?.naturalSize) == [
        PixelSize(2731, 1080), PixelSize(1920, 1080), PixelSize(2731, 1080),
      ])
    // Cutting the other clip out joins the halves: they are still one insertion.
    try track.remove(Fixture.range(2, 4))
    #expect(track.segments.count == 1)
    try track.replaceFormat(of: clip, with: nil)
    guard case .asset(let plain) = track.segments[0].source else { return }
    #expect(plain == clip)
  }

  @Test func formatsThatCannotBeReplaced() throws {
    var track = Track(id: TrackID(1), mediaType: .audio)
    let sound = Fixture.other(.audio)
    try track.insert(Fixture.range(0, 4), of: .asset(sound))
    let color = FormatOverride(color: .bt709)
    #expect(
      refusal { try track.replaceFormat(of: sound, with: color) }?.contains("carries audio") == true
    )
    #expect(
      refusal { try track.replaceFormat(of: Fixture.video("z.mp4"), with: nil) }?
        .contains("no segment shows it") == true)
    var pictures = try Fixture.abc()
    let flat = FormatOverride(pixelAspect: Rational(1000, 1))
    #expect(
      refusal { try pictures.replaceFormat(of: Fixture.video("a"), with: flat) }?
        .contains("as a pixel aspect") == true)
  }

  /// Writes down what it is told.
  private final class Diary: Compositor {
    let name: String
    let lines: Lines
    init(_ name: String, _ lines: Lines) { (self.name, self.lines) = (name, lines) }
    func image(for request: FrameRequest) throws -> Image { .empty }
    func anticipateRendering(in range: TimeRange) { lines.add("\(name) expects \(range)") }
    func prerollForRendering(in range: TimeRange) throws { lines.add("\(name) prepares \(range)") }
  }

  private final class Lines: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test func compositorsAreToldWhatTheyWillDraw() throws {
    let lines = Lines()
    var composition = VideoComposition(renderSize: PixelSize(8, 8), frameRate: try FrameRate(25))
    composition.compositor = Diary("whole", lines)
    composition.instructions = (0..<5).map {
      VideoInstruction(timeRange: Fixture.range(Double($0), Double($0 + 1)))
    }
    composition.instructions[2].compositor = Diary("own", lines)
    composition.instructions[3].passthroughTrackID = TrackID(1)
    composition.instructions[4].compositor = Diary("late", lines)
    try composition.prepareToRender(Fixture.range(0.5, 4))
    #expect(
      lines.all == [
        "whole expects [0.500 s, 2.000 s)", "own expects [2.000 s, 3.000 s)",
        "whole prepares [0.500 s, 2.000 s)", "own prepares [2.000 s, 3.000 s)",
      ])
  }

  @Test func compositorsNeedNotGetReady() throws {
    var composition = VideoComposition(
      renderSize: PixelSize(8, 8), frameRate: try FrameRate(25),
      instructions: [VideoInstruction(timeRange: Fixture.range(0, 1))])
    composition.compositor = BuiltInCompositor()
    try composition.prepareToRender(Fixture.range(0, 1))
  }
}
