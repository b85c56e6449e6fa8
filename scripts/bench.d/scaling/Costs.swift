// SPDX-License-Identifier: MIT

// MARK: What is known

/// What an export costs, in CPU seconds.
struct Costs {
  var stage: [String: Double] = [:]
  var frames = 1
  var lines = 1080
  var decoders: [ClosedRange<Double>] = []

  func each(_ name: String) -> Double { (stage[name] ?? 0) / Double(frames) }
  /// How many decoders there are, and which of them run at frame `index`.
  func decoders(at index: Int) -> [Int] {
    let share = (Double(index) + 0.5) / Double(frames)
    return decoders.indices.filter { decoders[$0].contains(share) }
  }
  var decodedFrames: Double {
    decoders.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } * Double(frames)
  }
}

/// What was found out about x264 (preset veryfast), from its threads' accounts and its sources.
enum X264 {
  /// Shares of the CPU time: finding types and costs of frames in advance, and taking frames in.
  static let lookaheadShare = 0.40, copyShare = 0.06
  /// Frames that it takes before it gives the first one, and that wait for the look-ahead.
  static let delay = 15, waiting = 7
  /// Lines of a picture that are encoded as one step.
  static let step = 64
  /// Every third frame in coding order is one that others lean on; it costs more.
  static func cost(of frame: Int) -> Double { frame % 3 == 0 ? 1.3 : 0.85 }
  static func reference(of frame: Int) -> Int { (frame - 1) / 3 * 3 }
  static func threads(cores: Int) -> Int { max(1, min(cores, 16) * 3 / 2) }
  static func lookaheadThreads(_ threads: Int, lines: Int) -> Int {
    max(1, min(threads / 6, lines / 128))
  }
  /// How far below the row at hand the frame that is leant on must be done.
  static func lag(threads: Int, lines: Int) -> Int {
    let reach = max(16, ((lines + 24) / threads - 24) / 2) + 40
    return (reach + step - 1) / step
  }
}
