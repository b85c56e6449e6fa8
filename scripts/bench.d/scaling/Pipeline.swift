// SPDX-License-Identifier: MIT

/// The threads and queues that make one stretch of a film: all of it, or a span with an encoder of its own.
final class Pipeline {
  let costs: Costs
  /// The frames of the film that it makes.
  let range: Range<Int>
  /// Threads that draw.
  let threads: Int
  let x264Threads: Int
  /// Frames that are decoded for nothing, from a key frame to the first one that is wanted.
  let seek: Int
  let machine: Machine
  var (composed, drawn, lookIn, lookOut, encoded) = (0, 0, 0, 0, 0)
  private(set) var workers: [Worker] = []

  /// - Parameters:
  ///   - seen: cores that the program counts.
  init(
    _ costs: Costs, _ range: Range<Int>, seen: Int, threads: Int, x264Threads: Int, seek: Int = 0,
    on machine: Machine
  ) {
    (self.costs, self.range, self.threads, self.seek) = (costs, range, threads, seek)
    (self.x264Threads, self.machine) = (x264Threads, machine)
    let stages = [Composer(self, seen: seen), Drawer(self), Lookahead(self), Encoder(self)]
    for stage in stages as [Worker] { add(stage) }
  }

  var frames: Int { range.count }
  var isDone: Bool { encoded == frames }

  func add(_ worker: Worker) {
    workers.append(worker)
    machine.workers.append(worker)
    machine.changes += 1
  }

  func helpers(_ count: Int, _ stage: String) -> [Helper] {
    let helpers = (0..<max(0, count)).map { _ in Helper(stage, machine) }
    for helper in helpers { add(helper) }
    return helpers
  }
}
