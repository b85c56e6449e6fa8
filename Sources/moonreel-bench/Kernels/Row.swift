// SPDX-License-Identifier: MIT

import Glibc

/// One line of the report: something that is done again and again.
struct Row {
  var name: String
  var run: () throws -> Void

  init(_ name: String, run: @escaping () throws -> Void) {
    (self.name, self.run) = (name, run)
  }

  /// Runs `count` times after a first run that is not counted.
  func measured(count: Int) throws -> Figures {
    try run()
    let times = try (0..<max(1, count)).map { _ in try Self.processorTime(run) }
    return Figures(times: times.sorted())
  }

  /// How many milliseconds of this thread's CPU time `work` takes.
  static func processorTime(_ work: () throws -> Void) rethrows -> Double {
    let start = processorTime
    try work()
    return processorTime - start
  }

  /// Milliseconds of CPU time that this thread has used.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }
}

/// What some runs took, in milliseconds of CPU time, the shortest first.
struct Figures {
  var times: [Double]

  var minimum: Double { times[0] }
  var median: Double { times[times.count / 2] }
}
