// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

@Suite struct KeyframeTests {
  private func animation(
    _ keys: [(Double, Double)], _ timing: TimingFunction = .linear,
    path: Keyframe<Double>.Path = .linear, repeats: RepeatMode = .none
  ) throws -> KeyframeAnimation<Double> {
    try KeyframeAnimation(
      keys.map { Keyframe(time: t($0.0), value: $0.1, timing: timing, path: path) },
      repeats: repeats)
  }

  @Test func valuesHoldBeforeTheFirstAndAfterTheLastKey() throws {
    let animation = try animation([(1, 10), (3, 20)])
    for (time, value) in [(-5.0, 10.0), (1, 10), (2, 15), (3, 20), (99, 20)] {
      #expect(try animation.value(at: t(time)) == value)
    }
  }

  @Test("the easing belongs to the key at which its stretch ends") func easing() throws {
    let keys = [
      Keyframe(time: t(0), value: 0.0, timing: .hold),
      Keyframe(time: t(1), value: 10, timing: .hold),
      Keyframe(time: t(2), value: 20, timing: .eased(.quad, .in)),
    ]
    let animation = try KeyframeAnimation(keys)
    #expect(try animation.value(at: t(0.9)) == 0)
    #expect(try animation.value(at: t(1)) == 10)
    #expect(try animation.value(at: t(1.5)) == 12.5)
  }

  @Test("two keys at one time are a jump, wherever they stand") func jumps() throws {
    let animation = try animation([(0, 1), (0, 2), (2, 4), (2, 8), (3, 6), (3, 0)])
    let times: [(Double, Double)] = [
      (-1, 1), (0, 2), (1, 3), (1.999, 3.999), (2, 8), (2.5, 7), (3, 0), (9, 0),
    ]
    for (time, value) in times {
      #expect(abs(try animation.value(at: t(time)) - value) < 1e-9, "at \(time)")
    }
    let round = try self.animation([(0, 0), (1, 10), (1, 4)], repeats: .loop)
    #expect(try [0.5, 1, 1.5].map { try round.value(at: t($0)) } == [5, 0, 5])
  }

  @Test("a curve is straight where it ends at a jump") func curvesAtJumps() throws {
    let curve = try animation(
      [(0, 0), (1, 10), (2, 20), (2, -100), (3, -90), (4, -80)], path: .catmullRom)
    for (time, value) in [(0.5, 5.0), (1.5, 15), (2.25, -97.5), (3.5, -85)] {
      #expect(abs(try curve.value(at: t(time)) - value) < 1e-9, "at \(time)")
    }
  }

  @Test func onlyOneKeyIsAConstant() throws {
    let animation = try animation([(2, 7)], repeats: .loop)
    #expect(try [0, 2, 50].map { try animation.value(at: t($0)) } == [7, 7, 7])
    #expect(Animated.keyframes(animation).constant == 7)
  }

  @Test(
    "loops and ping-pongs",
    arguments: [
      (RepeatMode.loop, 0.0, 0.0), (.loop, 2, 10), (.loop, 3, 0), (.loop, 3.5, 5), (.loop, 7, 0),
      (.pingPong, 2, 10), (.pingPong, 3, 20), (.pingPong, 3.5, 15), (.pingPong, 5, 0),
      (.pingPong, 6, 10),
    ])
  func repeating(_ mode: RepeatMode, _ time: Double, _ value: Double) throws {
    let animation = try animation([(1, 0), (3, 20)], repeats: mode)
    #expect(try animation.value(at: t(time)) == value)
  }

  @Test("a Catmull-Rom curve goes through its keys, straight where they are") func catmullRom()
    throws
  {
    let keys = [(0.0, 0.0), (1, 10), (2.5, -4), (3, 6)]
    let curve = try animation(keys, path: .catmullRom)
    for (time, value) in keys { #expect(abs(try curve.value(at: t(time)) - value) < 1e-9) }
    // Without a bend: the slopes on both sides of a key agree.
    for time in [1.0, 2.5] {
      let h = 1e-5
      let before = try (curve.value(at: t(time)) - curve.value(at: t(time - h))) / h
      let after = try (curve.value(at: t(time + h)) - curve.value(at: t(time))) / h
      #expect(abs(before - after) < 0.02, "at \(time): \(before), \(after)")
    }
    let line = try animation([(0, 0), (1, 2), (3, 6), (4, 8)], path: .catmullRom)
    for time in stride(from: 0.0, through: 4, by: 0.125) {
      #expect(abs(try line.value(at: t(time)) - 2 * time) < 1e-9)
    }
  }

  @Test(
    "bad keys are answered with a sentence",
    arguments: [
      ([(0.0, 1.0), (0, 2), (0, 3)], "keyframes 1 to 3 are all at 0.000 s"),
      ([(1, 1), (0.5, 2)], "comes before keyframe 1"),
      ([], "at least one keyframe"), ([(0, .nan)], "not a finite value"),
    ])
  func mistakes(_ keys: [(Double, Double)], _ words: String) {
    let error = #expect(throws: MoonreelError.self) { try animation(keys) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func expressionsMustBeFinite() throws {
    let expression = Animated<Double>.expression { 1 / $0.seconds }
    #expect(try expression.value(at: t(2)) == 0.5)
    #expect(throws: MoonreelError.self) { try expression.value(at: .zero) }
  }

  @Test("pixels and shares mix") func lengths() throws {
    let (a, b) = (RelativeLength(pixels: 100), RelativeLength(share: 0.5))
    #expect(a.interpolated(to: b, 0.5).resolved(in: 600) == 50 + 150)
    #expect(b.resolved(in: 600) == 300)
  }

  @Test("equal steps along a motion path are equal distances") func paths() throws {
    let path = try MotionPath(
      Path([.move(Point(0, 0)), .line(Point(30, 0)), .line(Point(30, 10))]))
    #expect(path.length == 40)
    #expect(path.place(at: 0.5).point == Point(20, 0))
    #expect(path.place(at: 1).point == Point(30, 10))
    #expect(abs(path.place(at: 0.9).headingDegrees - 90) < 1e-9)
    let arc = try MotionPath(Path(ellipseIn: Rect(x: -10, y: -10, width: 20, height: 20)))
    #expect(abs(arc.length - 2 * .pi * 10) < 0.02)
    let steps = (0...40).map { arc.place(at: Double($0) / 40).point }
    let distances = zip(steps, steps.dropFirst()).map {
      (($0.x - $1.x) * ($0.x - $1.x) + ($0.y - $1.y) * ($0.y - $1.y)).squareRoot()
    }
    #expect(distances.allSatisfy { abs($0 - arc.length / 40) < 0.01 })
    #expect(throws: MoonreelError.self) { try MotionPath(Path([.move(.zero)])) }
  }
}
