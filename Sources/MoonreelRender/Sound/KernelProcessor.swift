// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A sound kernel at work.
///
/// Its numbers are asked at every control point, counted from the effect's start, so that a sample depends on its place
/// alone.
final class KernelProcessor: SoundProcessor {
  private let kernel: SoundKernel
  private let numbers: [Animated<Double>]
  private let format: SoundFormat
  private let program: SoundProgram
  /// The time of the effect's sample `position`.
  private let time: (Int64) throws -> Time
  private let registers: UnsafeMutablePointer<Double>
  private let state: UnsafeMutablePointer<Double>
  /// What is known at the control point before.
  private var now: Point
  private let isConstant: Bool

  /// The controls at a moment, and the samples that each section can go on by then.
  private struct Point {
    var controls: [Double]
    var strides: [Int]
  }

  /// A stretch of a chunk over which the controls go in straight lines: samples `range`, its ends at `from` and `to`.
  private struct Line {
    var range: Range<Int>
    /// The controls at the chunk's control points that the line leads through.
    var now: [Double]
    var next: [Double]
    var strides: [Int]
  }

  /// Works with `kernel` and `numbers`, which are asked at `time` of a sample.
  ///
  /// - Throws: what a number's function throws.
  init(
    _ kernel: SoundKernel, numbers: [Animated<Double>], format: SoundFormat,
    time: @escaping (Int64) throws -> Time
  ) throws {
    (self.kernel, self.numbers, self.format, self.time) = (kernel, numbers, format, time)
    isConstant = numbers.allSatisfy { $0.constant != nil }
    let (rate, channels) = (format.sampleRate, format.layout.count)
    let begin = try time(0)
    let steady = SoundProgram.steady(
      kernel, try numbers.map { try $0.value(at: begin) }, rate: rate, channels: channels)
    program = SoundProgram(kernel, steady: steady, rate: rate, channels: channels)
    let size = max(1, program.registerCount) * SoundProgram.controlInterval * channels
    registers = .allocate(capacity: size)
    registers.initialize(repeating: 0, count: size)
    state = .allocate(capacity: program.stateCount + 1)
    state.initialize(repeating: 0, count: program.stateCount + 1)
    now = Point(
      controls: program.controls.map { steady[$0] }, strides: program.strides(steady, rate: rate))
  }

  deinit {
    registers.deallocate()
    state.deallocate()
  }

  func process(_ block: inout SoundBlock) throws {
    let count = block.frameCount
    let planes = block.channels + block.sideChains.flatMap { $0 }
    var fault: (any Error)?
    block.channels = PlanePointers.reading(planes) { inputs in
      PlanePointers.writing(channelCount: format.layout.count, frameCount: count) { outputs in
        do {
          try run(inputs, outputs, count, block.position)
        } catch {
          fault = error
        }
        return 0..<count
      }
    }
    if let fault { throw fault }
  }

  private func run(
    _ inputs: [UnsafePointer<Float>?], _ outputs: [UnsafeMutablePointer<Float>?], _ count: Int,
    _ position: Int64
  ) throws {
    let interval = SoundProgram.controlInterval
    for begin in stride(from: 0, to: count, by: interval) {
      let lines = try follow(from: position + Int64(begin))
      run(lines, inputs, outputs, begin, min(interval, count - begin), position + Int64(begin))
    }
  }

  /// What is known at `moment`.
  private func point(at moment: Time) throws -> Point {
    let rate = format.sampleRate
    let steady = SoundProgram.steady(
      kernel, try numbers.map { try $0.value(at: moment) }, rate: rate,
      channels: format.layout.count)
    return Point(
      controls: program.controls.map { steady[$0] }, strides: program.strides(steady, rate: rate))
  }

  /// What holds in every chunk where nothing moves.
  private lazy var constantLines = [line(now, 0, now, Double(SoundProgram.controlInterval))]

  /// Moves on from the control point `position` to the next: the lines between them, which part where a number jumps.
  private func follow(from position: Int64) throws -> [Line] {
    if isConstant { return constantLines }
    let interval = SoundProgram.controlInterval
    let start = now
    now = try point(at: try time(position + Int64(interval)))
    let jumps = try jumps(from: position)
    var lines: [Line] = []
    var (from, place) = (start, 0.0)
    for jump in jumps {
      let before = try point(at: jump.time - Time(flicks: 1))
      lines.append(line(from, place, before, jump.place))
      (from, place) = (try point(at: jump.time), jump.place)
    }
    lines.append(line(from, place, now, Double(interval)))
    return lines
  }

  /// The moments after the control point `position` and before the next at which numbers jump, and their places in samples.
  private func jumps(from position: Int64) throws -> [(time: Time, place: Double)] {
    let rate = Int64(format.sampleRate)
    let start = try time(position)
    // What jumps at the next control point itself does not lead there in a line either.
    let end = try time(position + Int64(SoundProgram.controlInterval)) + Time(flicks: 1)
    let times = Set(numbers.flatMap { $0.jumps(after: start, before: end) }).sorted()
    return times.map { time in
      let flicks = Double((time - start).flicks)
      return (time, flicks * Double(rate) / Double(Time.flicksPerSecond))
    }
  }

  /// The line from `from` at the chunk's place `start` to `to` at `end`, in samples.
  private func line(_ from: Point, _ start: Double, _ to: Point, _ end: Double) -> Line {
    let interval = Double(SoundProgram.controlInterval)
    let first = Int(limiting: start.rounded(.up))
    let range = first..<max(first, Int(limiting: end.rounded(.up)))
    let strides = zip(from.strides, to.strides).map { min($0, $1) }
    guard start > 0 || end < interval else {
      return Line(range: range, now: from.controls, next: to.controls, strides: strides)
    }
    var line = Line(range: range, now: from.controls, next: from.controls, strides: strides)
    for index in from.controls.indices {
      let slope = (to.controls[index] - from.controls[index]) / max(end - start, 1e-9)
      guard slope != 0, slope.isFinite else { continue }
      line.now[index] -= slope * start
      line.next[index] += slope * (interval - start)
    }
    return line
  }

  /// Works along `lines` on the chunk of `count` samples from sample `first` of the planes on.
  private func run(
    _ lines: [Line], _ inputs: [UnsafePointer<Float>?], _ outputs: [UnsafeMutablePointer<Float>?],
    _ first: Int, _ count: Int, _ position: Int64
  ) {
    inputs.withUnsafeBufferPointer { inputs in
      outputs.withUnsafeBufferPointer { outputs in
        var run = mr_sound_run(
          registers: registers, state: state, inputs: inputs.baseAddress,
          outputs: outputs.baseAddress, result: program.result,
          channels: Int32(format.layout.count), rate: Double(format.sampleRate),
          controls: nil, next_controls: nil)
        for line in lines { self.run(&run, line, first, count, position) }
        mr_sound_finish(&run, first, count)
      }
    }
  }

  private func run(
    _ run: inout mr_sound_run, _ line: Line, _ first: Int, _ count: Int, _ position: Int64
  ) {
    program.steps.withUnsafeBufferPointer { steps in
      line.now.withUnsafeBufferPointer { now in
        line.next.withUnsafeBufferPointer { next in
          guard let begin = steps.baseAddress else { return }
          (run.controls, run.next_controls) = (now.baseAddress, next.baseAddress)
          let end = min(count, line.range.upperBound)
          for (index, section) in program.sections.enumerated() {
            let most = line.strides[index]
            for place in stride(from: line.range.lowerBound, to: end, by: most) {
              mr_sound_process(
                &run, begin + section.steps.lowerBound, section.steps.count, first + place,
                min(most, end - place), position + Int64(place), place)
            }
          }
        }
      }
    }
  }
}

extension SoundProgram {
  /// The samples that each section can compute before a loop needs one of them.
  fileprivate func strides(_ steady: [Double], rate: Int) -> [Int] {
    sections.map { section in
      guard let shortest = section.loops.map({ steady[$0] * Double(rate) }).min() else {
        return Self.controlInterval
      }
      return min(Self.controlInterval, max(1, Int(limiting: shortest.rounded(.down)) - 2))
    }
  }
}
