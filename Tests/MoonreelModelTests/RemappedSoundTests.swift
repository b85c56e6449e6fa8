// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

private func key(
  _ time: Double, _ value: Double, _ timing: TimingFunction = .linear
) -> Keyframe<Double> {
  Keyframe(time: t(time), value: value, timing: timing)
}

/// What the sound of a remapped layer over [1 s, 5 s) is lowered to. Its source lasts ten seconds.
@Suite struct RemappedSoundTests {
  private struct Sound: Source {
    var mediaType: MediaType { .audio }
    var duration: Time? { t(10) }
    var naturalSize: PixelSize { PixelSize(1, 1) }
  }

  private func film(
    _ remap: Animated<Double>, _ change: (inout Composition) -> Void = { _ in }
  ) throws -> ComposedTimeline {
    var layer = Layer(.media(video: nil, audio: .custom(Sound())), over: r(1, 5))
    layer.timing.remap = remap
    var show = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    show.add(layer)
    change(&show)
    return try show.lowered()
  }

  private func segments(_ remap: Animated<Double>) throws -> [Segment] {
    let tracks = try film(remap).timeline.tracks(.audio)
    return tracks.isEmpty ? [] : tracks[0].segments.filter { !$0.isEmpty }
  }

  private func segments(
    _ keys: [Keyframe<Double>], _ repeats: RepeatMode = .none
  ) throws -> [Segment] {
    try segments(.keyframes(try KeyframeAnimation(keys, repeats: repeats)))
  }

  /// Whether the segments are runs through these (target, source) seconds, to eight flicks.
  private func expect(
    _ found: [Segment], _ wanted: [[(Double, Double)]], _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(found.count == wanted.count, sourceLocation: place)
    for (segment, wanted) in zip(found, wanted) {
      let ends = [segment.targetRange.start, segment.targetRange.end].map {
        TimeCurve.Point(target: $0, source: segment.sourceTime(at: $0))
      }
      let points = segment.curve?.points ?? ends
      let isSame =
        points.count == wanted.count
        && zip(points, wanted).allSatisfy { point, pair in
          abs((point.target - t(pair.0)).flicks) <= 8 && abs((point.source - t(pair.1)).flicks) <= 8
        }
      let list = points.map { "(\($0.target.seconds), \($0.source.seconds))" }
      #expect(isSame, "\(list.joined(separator: " "))", sourceLocation: place)
    }
  }

  @Test("linear keys give exactly their pieces") func pieces() throws {
    let found = try segments([key(0, 2), key(2, 3), key(3, 5), key(4, 5.25)])
    expect(found, [[(1, 2), (3, 3), (4, 5), (5, 5.25)]])
  }

  @Test("one straight line is the segment that a speed gives") func straight() throws {
    var layer = Layer(.media(video: nil, audio: .custom(Sound())), over: r(1, 5))
    layer.timing.speed = Rational(7, 10)
    layer.timing.sourceStart = t(1)
    var show = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(10))
    show.add(layer)
    let plain = try #require(try show.lowered().timeline.tracks(.audio)[0].segments.last)
    let remaps: [Animated<Double>] = [
      .keyframes(try KeyframeAnimation([key(0, 1), key(4, 3.8)])),
      .keyframes(try KeyframeAnimation([key(0, 1), key(1, 1.7), key(3, 3.1), key(4, 3.8)])),
      .expression { 1 + $0.seconds * 0.7 },
    ]
    for remap in remaps {
      let found = try segments(remap)
      #expect(found.count == 1 && found[0].curve == nil)
      #expect(found.first?.mapping == plain.mapping && found.first?.rate == plain.rate)
    }
  }

  @Test("backwards runs are reversed segments, and turns part them") func turns() throws {
    let found = try segments([key(0, 4), key(1, 6), key(2, 5), key(4, 1)])
    #expect(found.map(\.isReversed) == [false, true])
    expect(found, [[(1, 4), (2, 6)], [(2, 6), (3, 5), (5, 1)]])
  }

  @Test("what stands still, crawls or races is silent") func silence() throws {
    let still = try segments([key(0, 0), key(1, 2), key(3, 2), key(4, 3)])
    expect(still, [[(1, 0), (2, 2)], [(4, 2), (5, 3)]])
    let slow = try segments([key(0, 0), key(1, 1), key(2, 1.03), key(4, 3)])
    expect(slow, [[(1, 0), (2, 1)], [(3, 1.03), (5, 3)]])
    let fast = try segments([key(0, 0), key(3.75, 1), key(4, 9.1)])
    expect(fast, [[(1, 0), (4.75, 1)]])
    #expect(try segments([key(0, 3), key(4, 3)]).isEmpty)
    #expect(try film(.constant(3)).timeline.tracks(.audio).isEmpty)
    let limits = try segments([key(0, 0), key(3.2, 0.1), key(3.5, 9.7)])
    expect(limits, [[(1, 0), (4.2, 0.1), (4.5, 9.7)]])
  }

  @Test("beyond the source's ends it is silent, from exactly there on") func ends() throws {
    let found = try segments([key(0, 8), key(2, 12), key(4, 8)])
    expect(found, [[(1, 8), (2, 10)], [(4, 10), (5, 8)]])
    let before = try segments(.expression { $0.seconds * 2 - 3 })
    expect(before, [[(2.5, 0), (5, 5)]])
  }

  @Test("held keys and repetitions jump without sound between") func jumps() throws {
    let held = try segments([key(0, 0), key(1, 1), key(1.5, 6, .hold), key(4, 8.5)])
    expect(held, [[(1, 0), (2, 1)], [(2.5, 6), (5, 8.5)]])
    let loop = try segments([key(0, 2), key(1.333, 4)], .loop)
    let rounds: [[(Double, Double)]] = [1, 2.333, 3.666].map { [($0, 2.0), ($0 + 1.333, 4)] }
    expect(loop, rounds + [[(4.999, 2), (5, 2 + 0.002 / 1.333)]])
    let swing = try segments([key(0, 2), key(1.333, 4)], .pingPong)
    #expect(swing.map(\.isReversed) == [false, true, false, true])
    expect([swing[1]], [[(2.333, 4), (3.666, 2)]])
    let steps = try segments(.expression { $0.seconds < 2 ? $0.seconds : $0.seconds + 5 })
    expect(steps, [[(1, 0), (3, 2)], [(3, 7), (5, 9)]])
  }

  @Test("eased keys and expressions are followed to a sample") func curves() throws {
    let eased = try KeyframeAnimation([key(0, 1), key(4, 9, .eased(.sine, .inOut))])
    let remaps: [Animated<Double>] = [
      .keyframes(eased), .expression { 0.25 * $0.seconds + 0.25 * $0.seconds * $0.seconds },
    ]
    for remap in remaps {
      let found = try segments(remap)
      #expect(found.count == 1)
      let segment = try #require(found.first)
      #expect((segment.curve?.points.count ?? 0) > 300)
      for seconds in stride(from: 1.1, through: 4.9, by: 0.0377) {
        let wanted = try remap.value(at: t(seconds - 1))
        let shown = segment.sourceTime(at: t(seconds)).seconds
        #expect(abs(shown - wanted) < 1.0 / 20_000, "at \(seconds)")
      }
    }
  }

  @Test("a line in hundredths is one piece") func joining() throws {
    let keys = [key(0, 0), key(1, 1.0 / 3, .bezier(try CubicBezier(0, 0, 1, 1))), key(4, 3)]
    expect(try segments(keys), [[(1, 0), (2, 1.0 / 3), (5, 3)]])
  }

  @Test("fades, volumes and cut ends hold for remapped sound") func volumes() throws {
    let keys = [key(0, 0), key(2, 1), key(4, 5)]
    let film = try film(.keyframes(try KeyframeAnimation(keys))) { show in
      show[LayerID(1)].audio.fadeIn = t(1)
      show[LayerID(1)].audio.volume = .constant(0.5)
      show.chosenDuration = t(4)
    }
    let track = film.timeline.tracks(.audio)[0]
    expect([try #require(track.segments.last)], [[(1, 0), (3, 1), (4, 3)]])
    #expect(track.duration == t(4))
    let volume = try #require(film.audioMix.parameters(for: track.id))
    #expect(abs(volume.volume(at: t(1.5)) - 0.25) < 1e-9)
    #expect(volume.volume(at: t(3)) == 0.5)
  }

  @Test("a layer whose head is trimmed sounds at every time as before") func trimming() throws {
    let keys = [key(0, 0), key(2, 1), key(4, 5)]
    let film = try film(.keyframes(try KeyframeAnimation(keys))) {
      $0[LayerID(1)].trimStart(by: t(1))
    }
    let found = film.timeline.tracks(.audio)[0].segments.filter { !$0.isEmpty }
    expect(found, [[(2, 0.5), (3, 1), (5, 5)]])
  }

  @Test("silence at a layer's end lasts as long as the layer") func silentEnd() throws {
    let keys = [key(0, 0), key(3, 3), key(4, 3)]
    let track = try film(.keyframes(try KeyframeAnimation(keys))).timeline.tracks(.audio)[0]
    #expect(track.segments.map(\.targetRange) == [r(0, 1), r(1, 4), r(4, 5)])
    #expect(track.segments.map(\.isEmpty) == [true, false, true])
  }
}
