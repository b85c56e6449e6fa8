// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// A sound kernel made ready for one rate and layout: the steps of a program in C, and where they keep what they
/// remember.
///
/// What depends on the kernel's numbers alone (its controls) is computed every ``controlInterval`` samples and followed
/// in straight lines between; the rest runs for every sample, in chunks.
struct SoundProgram {
  /// Samples from one control point to the next.
  static let controlInterval = MR_SOUND_CHUNK

  /// Steps that run for a whole chunk at once or, in a loop, for no more samples than its shortest length leaves.
  struct Section {
    var steps: Range<Int>
    /// The steady steps that say how long the loops in it are; none: it is no loop.
    var loops: [Int]
  }

  let steps: [mr_sound_step]
  let sections: [Section]
  let registerCount: Int
  let stateCount: Int
  let result: Int32
  /// The kernel's steady steps that the program reads, by control.
  let controls: [Int]

  /// The program of `kernel`.
  ///
  /// - Parameter steady: the values of the kernel's steady steps when the effect begins, for lengths of windows.
  init(_ kernel: SoundKernel, steady: [Double], rate: Int, channels: Int) {
    var builder = Builder(kernel, steady: steady, rate: rate, channels: channels)
    builder.build()
    (steps, registerCount, stateCount) = (builder.steps, builder.registerCount, builder.stateCount)
    (controls, sections) = (builder.controls, builder.sections)
    result = builder.register[kernel.result] ?? 0
  }

  /// The values of the steady steps of `kernel` for these `numbers`; 0 for the others.
  static func steady(
    _ kernel: SoundKernel, _ numbers: [Double], rate: Int, channels: Int
  ) -> [Double] {
    var values: [Double] = []
    values.reserveCapacity(kernel.steps.count)
    for (index, step) in kernel.steps.enumerated() {
      guard kernel.isSteady[index] else {
        values.append(0)
        continue
      }
      switch step.computation {
      case .literal(let number): values.append(number)
      case .number(let place): values.append(numbers[place])
      case .sound(.rate): values.append(Double(rate))
      case .sound(.channelCount): values.append(Double(channels))
      case .computed(let row):
        let given = step.operands.map { values[$0] } + [0, 0, 0]
        values.append(
          mr_sound_number(Int32(row.rawValue), given[0], given[1], given[2], given[3]))
      case .sound: values.append(0)
      }
    }
    return values
  }
}

/// Lays out registers and memory.
private struct Builder {
  let kernel: SoundKernel
  let steady: [Double]
  let rate: Int
  let channels: Int
  var steps: [mr_sound_step] = []
  var controls: [Int] = []
  var sections: [SoundProgram.Section] = []
  /// The register that a step's value is in.
  var register: [Int: Int32] = [:]
  var registerCount = 0
  var stateCount = 0
  private var free: [Int32] = []
  private var cells: [Int: (state: Int, length: Int)] = [:]
  private var lastUse: [Int: Int] = [:]

  init(_ kernel: SoundKernel, steady: [Double], rate: Int, channels: Int) {
    (self.kernel, self.steady, self.rate, self.channels) = (kernel, steady, rate, channels)
  }

  mutating func build() {
    let live = liveSteps()
    let parts = kernel.parts(of: kernel.steps.indices.filter { live[$0] && !kernel.isSteady[$0] })
    for index in parts.flatMap(\.steps) {
      for operand in kernel.steps[index].operands { lastUse[operand] = index }
    }
    lastUse[kernel.result] = .max
    for part in parts {
      if part.isLoop {  // Its controls are there before it.
        for operand in part.steps.flatMap({ kernel.steps[$0].operands })
        where kernel.isSteady[operand] { _ = value(of: operand) }
        close([])
      }
      var loops: [Int] = []
      for index in part.steps {
        if case .sound(.back) = kernel.steps[index].computation {
          loops.append(kernel.steps[index].operands[0])
        }
        add(index)
      }
      if part.isLoop { close(loops) }
    }
    if kernel.isSteady[kernel.result] { _ = value(of: kernel.result) }
    close([])
  }

  /// Ends a section.
  private mutating func close(_ loops: [Int]) {
    let begin = sections.last?.steps.upperBound ?? 0
    if begin < steps.count { sections.append(.init(steps: begin..<steps.count, loops: loops)) }
  }

  /// What the result needs, and what is kept for later samples.
  private func liveSteps() -> [Bool] {
    var live = [Bool](repeating: false, count: kernel.steps.count)
    live[kernel.result] = true
    for index in kernel.steps.indices.reversed() {
      if case .sound(.keep) = kernel.steps[index].computation { live[index] = true }
      if live[index] { for operand in kernel.steps[index].operands { live[operand] = true } }
    }
    return live
  }

  private mutating func take() -> Int32 {
    if let known = free.popLast() { return known }
    registerCount += 1
    return Int32(registerCount - 1)
  }

  /// The register with the value of step `index`; steady ones are followed from here on.
  private mutating func value(of index: Int) -> Int32 {
    if let known = register[index] { return known }
    let out = take()
    register[index] = out
    var step = mr_sound_step()
    (step.op, step.out) = (Int32(MR_SOUND_CONTROL.rawValue), out)
    step.index = Int32(controls.count)
    controls.append(index)
    steps.append(step)
    return out
  }

  private mutating func add(_ index: Int) {
    let known = kernel.steps[index]
    // A loop's cell is as long as it may ever be; the length of a window is fixed.
    let operands = known.operands.map { value(of: $0) }
    var step = mr_sound_step()
    withUnsafeMutableBytes(of: &step.in) { bytes in
      let places = bytes.bindMemory(to: Int32.self)
      for (place, operand) in operands.enumerated() { places[place] = operand }
    }
    configure(&step, known)
    for operand in Set(known.operands) where lastUse[operand] == index {
      if let ended = register.removeValue(forKey: operand) { free.append(ended) }
    }
    if case .sound(.keep) = known.computation {
    } else {
      step.out = take()
      register[index] = step.out
    }
    steps.append(step)
  }

  private mutating func configure(_ step: inout mr_sound_step, _ known: SoundKernel.Step) {
    switch known.computation {
    case .computed(let row): step.op = Int32(row.rawValue)
    case .literal, .number: preconditionFailure("steady steps are controls")
    case .sound(let operation):
      let (code, argument) = operation.code
      step.op = Int32(code.rawValue)
      step.index = Int32(argument)
      let length: Int? =
        switch operation {
        case .delay(let longest), .back(_, let longest): line(longest)
        case .keep(let cell): cells[cell]?.length
        case .allPass(let count): count + 1
        case .peak, .mean: window(steady[known.operands[1]])
        default: nil
        }
      guard let length else {
        step.state = remember(code, 0)
        return
      }
      step.length = length
      switch operation {
      case .back(let cell, _):
        step.state = remember(code, length)
        cells[cell] = (step.state, length)
      case .keep(let cell): step.state = cells[cell]?.state ?? 0
      default: step.state = remember(code, length)
      }
    }
  }

  /// Samples of a line that reaches back `seconds`: a power of two.
  private func line(_ seconds: Double) -> Int {
    let samples = Int(
      limiting: (min(max(seconds, 0), SoundKernel.longest) * Double(rate)).rounded(.up))
    var length = 2 * SoundProgram.controlInterval
    while length < samples + SoundProgram.controlInterval + 8 { length *= 2 }
    return length
  }

  /// Samples of a window of `seconds`.
  private func window(_ seconds: Double) -> Int {
    let limited = seconds > 0 ? min(seconds, SoundKernel.longest) : 0
    return max(1, Int(limiting: (limited * Double(rate)).rounded()))
  }

  private mutating func remember(_ code: mr_sound_op, _ length: Int) -> Int {
    let begin = stateCount
    stateCount += mr_sound_state(Int32(code.rawValue), length, channels)
    return begin
  }
}

extension SoundKernel.Operation {
  /// The step in C, and its index.
  fileprivate var code: (mr_sound_op, Int) {
    switch self {
    case .input(let index): (MR_SOUND_INPUT, index)
    case .time: (MR_SOUND_TIME, 0)
    case .channel: (MR_SOUND_CHANNEL, 0)
    case .noise(let seed): (MR_SOUND_NOISE, seed)
    case .sum: (MR_SOUND_SUM, 0)
    case .highest: (MR_SOUND_HIGHEST, 0)
    case .of(let channel): (MR_SOUND_OF, channel)
    case .delay: (MR_SOUND_DELAY, 0)
    case .back: (MR_SOUND_BACK, 0)
    case .keep: (MR_SOUND_KEEP, 0)
    case .biquad: (MR_SOUND_BIQUAD, 0)
    case .allPass: (MR_SOUND_ALL_PASS, 0)
    case .follow: (MR_SOUND_FOLLOW, 0)
    case .phase: (MR_SOUND_PHASE, 0)
    case .peak: (MR_SOUND_PEAK, 0)
    case .mean: (MR_SOUND_MEAN, 0)
    case .rate, .channelCount: preconditionFailure("steady steps are controls")
    }
  }
}
