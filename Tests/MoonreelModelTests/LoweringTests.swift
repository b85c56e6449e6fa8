// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// Ten seconds of picture or sound.
private struct Clip: Source {
  var mediaType: MediaType
  var duration: Time? { t(10) }
  var naturalSize: PixelSize { PixelSize(64, 36) }
}

@Suite struct LoweringTests {
  private func composition(_ layers: [Layer]) throws -> Composition {
    var composition = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    for layer in layers { composition.add(layer) }
    return composition
  }

  private func clip(_ from: Double, _ to: Double, sounds: Bool = false) -> Layer {
    Layer(
      .media(
        video: .custom(Clip(mediaType: .video)),
        audio: sounds ? .custom(Clip(mediaType: .audio)) : nil), over: r(from, to))
  }

  private func segments(_ timeline: Timeline) -> [[String]] {
    timeline.tracks.map { track in
      track.segments.map { "\($0.isEmpty ? "-" : "#")\($0.targetRange.start.seconds)" }
    }
  }

  @Test("layers that do not meet share tracks, back to back included") func trackReuse() throws {
    let film = try composition([clip(0, 2), clip(1, 3), clip(2, 4), clip(3, 5), clip(2.5, 3.5)])
      .lowered()
    #expect(film.timeline.tracks(.video).map(\.id) == [TrackID(1), TrackID(2), TrackID(3)])
    #expect(
      segments(film.timeline) == [
        ["#0.0", "#2.0", "-4.0"], ["-0.0", "#1.0", "#3.0"], ["-0.0", "#2.5"],
      ])
    #expect(film.duration == t(5) && film.timeline.duration == t(5))
  }

  @Test func everySoundHasItsOwnTrack() throws {
    let film = try composition([clip(0, 2, sounds: true), clip(2, 4, sounds: true)]).lowered()
    #expect(film.timeline.tracks(.video).count == 1)
    #expect(film.timeline.tracks(.audio).count == 2)
  }

  @Test("instructions begin where layers begin and end, and hold those that are there")
  func instructions() throws {
    var layers = [clip(0, 4), clip(1, 2), clip(1, 3)]
    layers[0].level = 5
    let video = try composition(layers).lowered().videoComposition
    #expect(video.instructions.map(\.timeRange) == [r(0, 1), r(1, 2), r(2, 3), r(3, 4)])
    let drawn: [[Int]] = video.instructions.compactMap {
      ($0.compositor as? LayerCompositor)?.layers
    }
    #expect(drawn == [[0], [1, 2, 0], [2, 0], [0]])
    let tracks = video.instructions[1].requiredTrackIDs?.map(\.rawValue)
    #expect(tracks == [1, 2, 3])
  }

  @Test func soloAndDisabledLayersDecideWhoTakesPart() throws {
    var layers = [clip(0, 2), clip(0, 3), clip(0, 4)]
    layers[2].isEnabled = false
    #expect(try composition(layers).duration == t(3))
    layers[0].isSolo = true
    let film = try composition(layers).lowered()
    #expect(film.duration == t(2))
    #expect(film.timeline.tracks.count == 1)
  }

  @Test("a composition lasts until its last visual layer ends, and sound is cut there")
  func durations() throws {
    var sound = Layer(.media(video: nil, audio: .custom(Clip(mediaType: .audio))), over: r(0, 9))
    sound.name = "music"
    var show = try composition([clip(0, 2), sound])
    #expect(show.duration == t(2))
    #expect(try show.lowered().timeline.duration == t(2))
    show.chosenDuration = t(6)
    let film = try show.lowered()
    #expect(film.timeline.duration == t(6))
    #expect(film.timeline.tracks(.audio)[0].duration == t(6))
    #expect(try composition([sound]).duration == t(9))
  }

  @Test("speed, direction, freeze and remapping choose exact source times") func timing() throws {
    func shown(_ change: (inout LayerTiming) throws -> Void, _ times: [Double]) throws -> [Double] {
      var layer = clip(1, 3)
      try change(&layer.timing)
      let track = try composition([layer]).lowered().timeline.tracks[0]
      return try times.map { time in
        let segment = try #require(track.segment(at: t(time)))
        return segment.sourceTime(at: t(time)).seconds
      }
    }
    #expect(try shown({ $0.sourceStart = t(2) }, [1, 2.5]) == [2, 3.5])
    #expect(try shown({ $0.speed = Rational(3, 1) }, [1, 2]) == [0, 3])
    #expect(try shown({ $0.isReversed = true }, [1, 2.5]) == [2, 0.5])
    let frozen = try shown({ $0.frozenTime = t(4) }, [1, 2.99])
    #expect(frozen.allSatisfy { abs($0 - 4) < 1e-8 })
    let keys = [Keyframe(time: t(0), value: 8.0), Keyframe(time: t(2), value: 2.0)]
    let remapped = try shown(
      { $0.remap = .keyframes(try KeyframeAnimation(keys)) }, [1, 1.1, 2, 2.9])
    for (found, wanted) in zip(remapped, [8, 7.7, 5, 2.3]) { #expect(abs(found - wanted) < 1e-8) }
  }

  @Test("what cannot be is answered with a sentence") func mistakes() throws {
    func message(_ change: (inout Composition) throws -> Void) throws -> String {
      var show = try composition([clip(0, 2), clip(1, 4), clip(3, 5)])
      try change(&show)
      let error = #expect(throws: MoonreelError.self) { try show.lowered() }
      return error?.message ?? ""
    }
    #expect(
      try message {
        $0[LayerID(1)].parent = LayerID(2); $0[LayerID(2)].parent = LayerID(1)
      }
      .contains("the parents of layers go round in a circle: layer 1 -> layer 2 -> layer 1"))
    #expect(
      try message { $0[LayerID(3)].matte = LayerMatte(LayerID(3)) }
        .contains("the mattes of layers go round in a circle: layer 3 -> layer 3"))
    #expect(
      try message { $0[LayerID(1)].parent = LayerID(9) }.contains("not in the composition: 9"))
    #expect(
      try message { $0[LayerID(1)].timing.sourceStart = t(9) }
        .contains("lasts from 0.000 s to 10.000 s"))
    #expect(
      try message { show in
        show[LayerID(2)].place = "promo.lua:7"
        show[LayerID(2)].audio.fadeIn = t(4)
      }.hasPrefix("promo.lua:7: layer 2 lasts 3.000 s, less than its fades"))
    #expect(
      try message {
        $0.transitions = [
          LayerTransition("wipe", from: LayerID(1), to: LayerID(3)) { a, _, _, _ in a }
        ]
      }.contains(
        "The transition 'wipe' has no time: layer 1 ends at 2.000 s, layer 3 begins at 3.000 s"))
  }

  @Test("sounds cross-fade: equal powers, or equal gains", arguments: CrossFade.allCases)
  func crossFades(_ fade: CrossFade) throws {
    var show = try composition([clip(0, 3, sounds: true), clip(2, 5, sounds: true)])
    show.transitions = [
      LayerTransition("dissolve", from: LayerID(1), to: LayerID(2), crossFade: fade) { a, _, _, _ in
        a
      }
    ]
    let film = try show.lowered()
    let mix = film.timeline.tracks(.audio).map { film.audioMix.parameters(for: $0.id) }
    for seconds in stride(from: 2.0, through: 3, by: 0.05) {
      let from = mix[0]?.volume(at: t(seconds)) ?? 1
      let to = mix[1]?.volume(at: t(seconds)) ?? 1
      switch fade {
      case .linear: #expect(abs(from + to - 1) < 1e-6)
      case .equalPower: #expect(abs(from * from + to * to - 1) < 1e-9)
      case .none: #expect(from == 1 && to == 1)
      }
    }
    #expect(mix[0]?.volume(at: t(1)) ?? 1 == 1 && mix[1]?.volume(at: t(4)) ?? 1 == 1)
  }

  @Test func fadesAndMovingVolumesMultiply() throws {
    var layer = clip(1, 5, sounds: true)
    layer.audio.fadeIn = t(1)
    layer.audio.fadeOut = t(1)
    layer.audio.volume = .keyframes(
      try KeyframeAnimation([
        Keyframe(time: t(0), value: 0.0),
        Keyframe(time: t(4), value: 1, timing: .eased(.quad, .in)),
      ]))
    let film = try composition([layer]).lowered()
    let track = film.timeline.tracks(.audio)[0].id
    let volume = try #require(film.audioMix.parameters(for: track))
    for seconds in [1.0, 1.333, 1.9, 2.5, 3.77, 4.4, 4.95] {
      let local = seconds - 1
      let fade = min(1, min(local, 4 - local))
      #expect(abs(volume.volume(at: t(seconds)) - local * local / 16 * fade) < 1e-9, "\(seconds)")
    }
  }

  @Test("a thousand layers become few tracks") func manyLayers() throws {
    let layers = (0..<1000).map { clip(Double($0) * 0.5, Double($0) * 0.5 + 1) }
    let film = try composition(layers).lowered()
    #expect(film.timeline.tracks.count == 2)
    #expect(film.videoComposition.instructions.count == 1001)
    #expect(film.timeline.tracks.map(\.segments.count).reduce(0, +) <= 1003)
  }
}
