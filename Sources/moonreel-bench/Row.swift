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
    let times = try (0..<max(1, count)).map { _ in
      let start = Self.processorTime
      try run()
      return Self.processorTime - start
    }
    return Figures(times: times.sorted())
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
