// SPDX-License-Identifier: MIT

/// An export by spans: several processes render them, each one after the other, while the sound is mixed in one
/// pass; then the packets are joined.
final class Filling {
  /// How spans are made, as `moonreel render --jobs` does.
  struct Rules {
    /// Frames of a span.
    var length: Int
    /// Threads of a span's encoder, which are a part of what it is known by.
    var x264Threads: Int
    /// Frames that a decoder goes through before a span's first one.
    var seek: Int
  }

  let machine: Machine
  fileprivate let costs: Costs
  fileprivate let rules: Rules
  fileprivate let threads: Int
  fileprivate var left: [Range<Int>]
  fileprivate var finished: [Pipeline] = []
  fileprivate let spans: Int

  init(_ costs: Costs, _ rules: Rules, cores: Int, jobs: Int) {
    machine = Machine(cores: cores)
    (self.costs, self.rules) = (costs, rules)
    let used = min(jobs, max(1, (costs.frames + rules.length - 1) / rules.length))
    threads = max(1, cores / used)
    left = stride(from: 0, to: costs.frames, by: rules.length).map {
      $0..<min($0 + rules.length, costs.frames)
    }
    spans = left.count
    machine.workers = [Sound(costs, beside: nil, on: machine), Joiner(self)]
    for _ in 0..<used { machine.workers.append(Filler(self)) }
  }

  /// The wall seconds.
  func run() -> Double {
    let wall = machine.run()
    precondition(finished.count == spans, "the simulation stopped after \(finished.count) spans")
    return wall
  }
}

/// A process that takes one span after the other.
final class Filler: Worker {
  private unowned let filling: Filling
  private var pipeline: Pipeline?
  private var hasBegun = false

  init(_ filling: Filling) {
    self.filling = filling
    super.init("filling", filling.machine)
  }

  override func next() -> Double? {
    guard hasBegun else {
      hasBegun = true
      return filling.costs.stage["other"] ?? 0.001
    }
    if let pipeline {
      guard pipeline.isDone else { return nil }
      let gone = Set(pipeline.workers.map(ObjectIdentifier.init))
      guard pipeline.workers.allSatisfy(\.isWaiting) else { return nil }
      machine.workers.removeAll { gone.contains(ObjectIdentifier($0)) }
      filling.finished.append(pipeline)
      self.pipeline = nil
      machine.changes += 1
    }
    guard !filling.left.isEmpty else { return nil }
    pipeline = Pipeline(
      filling.costs, filling.left.removeFirst(), seen: machine.cores, threads: filling.threads,
      x264Threads: filling.rules.x264Threads, seek: filling.rules.seek, on: machine)
    return nil
  }
}

/// Writes the packets of all spans when the last one is there.
final class Joiner: Worker {
  private unowned let filling: Filling
  private var isDone = false

  init(_ filling: Filling) {
    self.filling = filling
    super.init("joining", filling.machine)
  }

  override func next() -> Double? {
    guard !isDone, filling.finished.count == filling.spans else { return nil }
    isDone = true
    return filling.costs.stage["mux"] ?? 0
  }
}
