// SPDX-License-Identifier: MIT

/// x264's look-ahead: one thread, which others help where there are many.
final class Lookahead: Worker {
  /// The share that its helpers can take: costs of frames, not the choice between them.
  private let shared = 0.85
  private let others: [Helper]
  private var (isUnderWay, given) = (false, 0)
  private unowned let pipeline: Pipeline

  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline
    let count = X264.lookaheadThreads(pipeline.x264Threads, lines: pipeline.costs.lines)
    others = pipeline.helpers(count - 1, "look-ahead")
    super.init("x264's look-ahead", pipeline.machine)
  }

  override func next() -> Double? {
    isServed = false
    if isUnderWay {
      isServed = true
      guard others.reduce(0, { $0 + $1.finished }) == given else { return nil }
      (isServed, isUnderWay) = (false, false)
      pipeline.lookOut += 1
      machine.changes += 1
    }
    guard pipeline.lookIn > 0 else { return nil }
    pipeline.lookIn -= 1
    machine.changes += 1
    isUnderWay = true
    let work = pipeline.costs.each("encode") * X264.lookaheadShare
    let part = work * shared / Double(others.count + 1)
    for other in others { other.give(part) }
    given += others.count
    return work * (1 - shared) + part
  }
}

/// One of x264's threads: encodes a frame from top to bottom, behind the one that it leans on.
final class FrameThread: Worker {
  private unowned let encoder: Encoder
  private(set) var frame: Int?
  private var isUnderWay = false
  private let rows: Int
  private unowned let pipeline: Pipeline

  init(_ pipeline: Pipeline, _ encoder: Encoder) {
    (self.pipeline, self.encoder) = (pipeline, encoder)
    rows = (pipeline.costs.lines + X264.step - 1) / X264.step
    super.init("x264's frames", pipeline.machine)
  }

  func begin(_ frame: Int) {
    self.frame = frame
    machine.changes += 1
  }

  override func next() -> Double? {
    guard let frame else { return nil }
    if isUnderWay {
      isUnderWay = false
      encoder.done[frame] += 1
      machine.changes += 1
      if encoder.done[frame] == rows {
        self.frame = nil
        return nil
      }
    }
    let lag = X264.lag(threads: pipeline.x264Threads, lines: pipeline.costs.lines)
    let needed = min(rows, encoder.done[frame] + 1 + lag)
    if frame > 0, encoder.done[X264.reference(of: frame)] < needed { return nil }
    isUnderWay = true
    let share = 1 - X264.lookaheadShare - X264.copyShare
    return pipeline.costs.each("encode") * share * X264.cost(of: frame) / Double(rows)
  }

  func isDone(_ frame: Int) -> Bool { encoder.done[frame] == rows }
}

/// The encoding thread: gives frames to x264, takes what is done, and writes it.
final class Encoder: Worker {
  var done: [Int]
  private var (phase, taken, started) = (0, 0, 0)
  private var threads: [FrameThread] = []

  private unowned let pipeline: Pipeline

  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline
    done = Array(repeating: 0, count: pipeline.frames)
    super.init("copying and writing", pipeline.machine)
    threads = (0..<pipeline.x264Threads).map { _ in FrameThread(pipeline, self) }
    for thread in threads { pipeline.add(thread) }
  }

  override func next() -> Double? {
    let frames = pipeline.frames
    isHeldUp = false
    switch phase {
    case 0:  // a frame of the queue goes to x264, or there are no more
      if taken < frames {
        guard pipeline.drawn > 0 else { return nil }
        pipeline.drawn -= 1
        taken += 1
        machine.changes += 1
        phase = 1
        return pipeline.costs.each("encode") * X264.copyShare
      }
      phase = 2
      return started < frames ? next() : nil
    case 1:
      guard pipeline.lookIn < X264.waiting else { return nil }
      pipeline.lookIn += 1
      machine.changes += 1
      phase = taken < min(X264.delay, frames) ? 0 : 2
      return next()
    case 2:  // the next frame in coding order begins
      guard pipeline.lookOut > 0, let free = threads.first(where: { $0.frame == nil }) else {
        return nil
      }
      pipeline.lookOut -= 1
      free.begin(started)
      (started, phase) = (started + 1, 3)
      return next()
    case 3:  // and the oldest under way has to be done, at the end all of them
      let oldest = started == frames ? frames - 1 : started - threads.count
      guard oldest < 0 || (pipeline.encoded...oldest).allSatisfy({ threads[0].isDone($0) }) else {
        isHeldUp = true
        return nil
      }
      let finished = oldest + 1 - pipeline.encoded
      pipeline.encoded = max(pipeline.encoded, oldest + 1)
      machine.changes += 1
      phase = started == frames ? 4 : 0
      return pipeline.costs.each("mux") * Double(max(0, finished))
    default: return nil
    }
  }
}
