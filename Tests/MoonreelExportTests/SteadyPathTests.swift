// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelExport
@testable import MoonreelRender

/// Paths of the camera made smooth.
@Suite struct SteadyPathTests {
  private static let size = PixelSize(640, 360)

  /// A film of one or more shots at 25 frames a second, each frame moved from the one before by a map.
  private func motion(_ shots: [[Similarity]]) -> CameraMotion {
    let maps = shots.flatMap { shot in
      shot.enumerated().map { index, map in (map: index == 0 ? .identity : map, isCut: index == 0) }
    }
    let frames = maps.enumerated().map { index, frame in
      CameraMotion.Frame(
        time: Time(flicks: Int64(index) * Time.flicksPerSecond / 25), map: frame.map,
        isSure: !frame.isCut, isCut: frame.isCut)
    }
    return CameraMotion(
      range: TimeRange(start: .zero, end: Time(wholeSeconds: 100)), size: Self.size, frames: frames)
  }

  private func path(_ motion: CameraMotion, _ change: (inout SteadyPath.Look) -> Void = { _ in })
    throws -> SteadyPath
  {
    var look = SteadyPath.Look()
    change(&look)
    return try SteadyPath(motion, look, cancellation: CancellationFlag())
  }

  /// Moves of a hand that trembles while it pans.
  private func trembling(_ count: Int, strength: Double = 1) -> [Similarity] {
    var (number, place) = (UInt64(7), [0.0, 0, 0, 0])
    return (0..<count).map { _ in
      let before = place
      for index in place.indices {
        number = SplitMix64.mixed(number)
        let push = Double(number >> 11) / Double(1 << 53) * 2 - 1
        place[index] = place[index] * 0.7 + push * [6, 6, 0.3, 0.004][index] * strength
      }
      return Similarity(
        degrees: place[2] - before[2], scale: 1 + place[3] - before[3],
        tx: place[0] - before[0] + 1.5, ty: place[1] - before[1])
    }
  }

  /// The map of a step, without the zoom.
  private func map(_ step: SteadyPath.Step) -> Similarity {
    Similarity(degrees: step.degrees, scale: step.scale, tx: step.move.x, ty: step.move.y)
  }

  /// How much the speed of the picture changes from frame to frame: the root of the mean square, in pixels.
  private func jitter(_ maps: [Similarity]) -> Double {
    let places = [Point(0, 0), Point(300, 150)]
    var (sum, count) = (0.0, 0)
    for point in places {
      let ways = maps.map { map -> Point in
        let there = map.apply(to: point)
        return Point(there.x - point.x, there.y - point.y)
      }
      for (a, b) in zip(ways, ways.dropFirst()) {
        sum += (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)
        count += 1
      }
    }
    return (sum / Double(max(1, count))).squareRoot()
  }

  @Test("an even move stays as it is, from the first frame to the last")
  func even() throws {
    for move in [Similarity(tx: 4, ty: -1), Similarity(degrees: 0.2), Similarity(a: 1.002)] {
      let path = try path(motion([Array(repeating: move, count: 60)]))
      for (index, step) in path.steps.enumerated() {
        let size = abs(step.move.x) + abs(step.move.y) + abs(step.degrees) + abs(step.scale - 1)
        #expect(size < 1e-9, "frame \(index) of \(move)")
        #expect(step.zoom < 1.004)
      }
    }
  }

  @Test("trembling goes, the pan stays, and no edges show") func steadied() throws {
    let moves = trembling(120)
    let path = try path(motion([moves]))
    let steps = path.steps.map { map($0) }
    // What is seen from one steadied frame to the next.
    let seen = (1..<moves.count).map {
      steps[$0 - 1].inverted.followed(by: moves[$0]).followed(by: steps[$0])
    }
    let (before, after) = (jitter(Array(moves.dropFirst())), jitter(seen))
    #expect(before > 4)
    #expect(after < before / 20, "\(before) became \(after)")
    let pan = seen.map(\.tx).reduce(0, +) / Double(seen.count)
    #expect(abs(pan - 1.5) < 0.2)
    let zoom = path.steps[0].zoom
    #expect(zoom > 1.005 && zoom < 1.15)
    let (x, y) = (Double(Self.size.width) / 2, Double(Self.size.height) / 2)
    var nearest = Double.infinity
    for step in path.steps {
      #expect(step.zoom == zoom)
      let back = map(step).inverted
      for corner in [Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y)] {
        let place = back.apply(to: Point(corner.x / zoom, corner.y / zoom))
        nearest = min(nearest, x - abs(place.x), y - abs(place.y))
      }
    }
    // As little as hides them: one corner touches the margin of a pixel.
    #expect(abs(nearest - 1) < 1e-6)
  }

  @Test("a shot is enlarged no more than is allowed, and then smoothed less") func limited() throws
  {
    let motion = motion([trembling(80, strength: 4)])
    let free = try path(motion) { $0.mostZoom = 4 }
    #expect(free.steps[0].zoom > 1.1)
    let tight = try path(motion) { $0.mostZoom = 1.05 }
    #expect(tight.steps[0].zoom <= 1.05)
    #expect(tight.steps.contains { $0.move != .zero })
    let none = try path(motion) { $0.mostZoom = 1 }
    #expect(none.steps.allSatisfy { $0.zoom == 1 && $0.move == .zero && $0.degrees == 0 })
  }

  @Test("each shot is by itself; turns and scales can be left out") func parts() throws {
    let (first, second) = (trembling(30), Array(trembling(50).reversed()))
    let both = try path(motion([first, second]))
    let alone = try path(motion([second]))
    for (a, b) in zip(both.steps.dropFirst(30), alone.steps) {
      #expect(abs(a.move.x - b.move.x) < 1e-9 && a.zoom == b.zoom)
    }
    let plain = try path(motion([first])) { ($0.turns, $0.scales) = (false, false) }
    #expect(plain.steps.allSatisfy { $0.degrees == 0 && $0.scale == 1 })
    #expect(plain.steps.contains { $0.move != .zero })
    for count in [1, 2, 3] {
      #expect(try path(motion([Array(first.prefix(count))])).steps.count == count)
    }
  }

  @Test("what is blurred for some frames goes on as before") func gaps() throws {
    let move = Similarity(tx: 5, ty: -2)
    var frames = motion([Array(repeating: move, count: 12)]).frames
    for index in 4...6 { (frames[index].map, frames[index].isSure) = (.identity, false) }
    let filled = CameraMotion.filled(frames)
    for index in 1..<12 { #expect(abs(filled[index].move.x - 5) < 1e-9, "frame \(index)") }
    // Nothing leads over a cut, over the end, or over a longer gap.
    for index in 9...11 { (frames[index].map, frames[index].isSure) = (.identity, false) }
    frames[3].isCut = true
    let open = CameraMotion.filled(frames)
    #expect(open[4].map == .identity && open[10].map == .identity)
  }
}
