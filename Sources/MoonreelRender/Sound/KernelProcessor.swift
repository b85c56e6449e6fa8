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
  /// The controls at the control points before and after.
  private var controls: (now: [Double], next: [Double])
  /// Samples that each section can go on by at these points.
  private var strides: (now: [Int], next: [Int])
  private let isConstant: Bool

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
    let first = program.controls.map { steady[$0] }
    controls = (first, first)
    let stride = program.strides(steady, rate: rate)
    strides = (stride, stride)
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
      try follow(to: position + Int64(begin + interval))
      run(inputs, outputs, begin, min(interval, count - begin), position + Int64(begin))
    }
  }

  /// Moves the controls on to the control point `position`.
  private func follow(to position: Int64) throws {
    guard !isConstant else { return }
    let moment = try time(position)
    let steady = SoundProgram.steady(
      kernel, try numbers.map { try $0.value(at: moment) }, rate: format.sampleRate,
      channels: format.layout.count)
    controls = (controls.next, program.controls.map { steady[$0] })
    strides = (strides.next, program.strides(steady, rate: format.sampleRate))
  }

  /// Works on the chunk of `count` samples from sample `first` of the planes on.
  private func run(
    _ inputs: [UnsafePointer<Float>?], _ outputs: [UnsafeMutablePointer<Float>?], _ first: Int,
    _ count: Int, _ position: Int64
  ) {
    program.steps.withUnsafeBufferPointer { steps in
      controls.now.withUnsafeBufferPointer { now in
        controls.next.withUnsafeBufferPointer { next in
          inputs.withUnsafeBufferPointer { inputs in
            outputs.withUnsafeBufferPointer { outputs in
              var run = mr_sound_run(
                registers: registers, state: state, inputs: inputs.baseAddress,
                outputs: outputs.baseAddress, result: program.result,
                channels: Int32(format.layout.count), rate: Double(format.sampleRate),
                controls: now.baseAddress, next_controls: next.baseAddress)
              for (index, section) in program.sections.enumerated() {
                let most = min(strides.now[index], strides.next[index])
                guard let begin = steps.baseAddress else { continue }
                for place in stride(from: 0, to: count, by: most) {
                  mr_sound_process(
                    &run, begin + section.steps.lowerBound, section.steps.count, first + place,
                    min(most, count - place), position + Int64(place), place)
                }
              }
              mr_sound_finish(&run, first, count)
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
