// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// Values some of whose parts move, and the ways of paints and paths.
@Suite struct MovingTests {
  private func animation<Value: Interpolatable>(_ from: Value, _ to: Value) throws -> Moving<Value>
  {
    try Moving(
      .keyframes(
        try KeyframeAnimation([
          Keyframe(time: .zero, value: from), Keyframe(time: Time(wholeSeconds: 2), value: to),
        ])))
  }

  private let middle = Time(wholeSeconds: 1)

  @Test func partsMoveEachInTheirWay() throws {
    var stroke = Moving(Stroke(width: 4))
    #expect(stroke.isStill)
    stroke.set(\.width, try animation(2, 6))
    stroke.set(\.cap, Moving(.round))
    #expect(stroke.start.width == 2 && stroke.start.cap == .round && !stroke.isStill)
    #expect(try stroke.value(at: middle).width == 4)
    let list: Moving<[Stroke]> = Moving([Moving(Stroke(width: 1)), stroke])
    #expect(try list.value(at: middle).map(\.width) == [1, 4])
    #expect(list.keyTimes == [.zero, Time(wholeSeconds: 2)])
    #expect(try list.map(\.count).value(at: middle) == 2)
    let still: Moving<Double> = try Moving(.constant(3.0))
    #expect(still.isStill && still.keyTimes.isEmpty)
  }

  @Test func paintsGoFromColourToGradient() {
    let stops = [Image.GradientStop(0, .black), Image.GradientStop(1, .white)]
    let up = Paint.linear(
      from: RelativePosition(x: RelativeLength(), y: RelativeLength()),
      to: RelativePosition(x: RelativeLength(), y: RelativeLength(share: 1)), stops: stops)
    let white = Paint.color(.white)
    #expect(white.difference(from: up) == nil && up.difference(from: white) == nil)
    guard case .linear(_, _, let mixed) = white.interpolated(to: up, 0.5) else {
      Issue.record("a colour on its way to a gradient is one")
      return
    }
    #expect(mixed.map(\.color.red) == [0.5, 1])
    let round = Paint.radial(
      center: RelativePosition(x: RelativeLength(), y: RelativeLength()),
      radius: RelativeLength(share: 0.5), stops: stops)
    #expect(up.difference(from: round) == "one gradient goes along a line, the other outwards")
    #expect(up.interpolated(to: round, 0.9) == up && up.interpolated(to: round, 1) == round)
    let three = Paint.linear(
      from: RelativePosition(x: RelativeLength(), y: RelativeLength()),
      to: RelativePosition(x: RelativeLength(), y: RelativeLength(share: 1)),
      stops: stops + [Image.GradientStop(1, .black)])
    #expect(three.difference(from: up) == "one gradient has 2 stops, the other 3")
  }

  @Test func pathsMorphPointByPoint() {
    let (small, large) = (
      Path(ellipseIn: Rect(x: 0, y: 0, width: 10, height: 10)),
      Path(ellipseIn: Rect(x: 20, y: 0, width: 30, height: 50))
    )
    #expect(small.interpolated(to: large, 0) == small && small.interpolated(to: large, 1) == large)
    #expect(small.interpolated(to: large, 0.5).bounds == Rect(x: 10, y: 0, width: 20, height: 30))
    let square = Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(
      square.difference(from: small)
        == "step 3 is a curve with two handles in one and a line in the other")
    #expect(small.interpolated(to: square, 0.99) == small)
  }
}
