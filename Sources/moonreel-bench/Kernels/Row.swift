// SPDX-License-Identifier: MIT

import MoonreelAuthor

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
    let start = ThreadTime.milliseconds
    try work()
    return ThreadTime.milliseconds - start
  }
}

/// What some runs took, in milliseconds of CPU time, the shortest first.
struct Figures {
  var times: [Double]

  var minimum: Double { times[0] }
  var median: Double { times[times.count / 2] }
}
