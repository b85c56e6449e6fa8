// SPDX-License-Identifier: MIT

/// How far a render has come.
struct ProgressSnapshot: Equatable {
  var framesDone: Int64
  var framesTotal: Int64
  /// Frames a second of the work, not of the film.
  var framesPerSecond: Double
  /// Seconds of film a second of work.
  var speed: Double
  /// Seconds still to go, where known.
  var secondsLeft: Double?
  /// The stage that the others wait for.
  var limitingStage: String?

  /// The share done, 0…1.
  var fraction: Double {
    framesTotal > 0 ? min(1, Double(framesDone) / Double(framesTotal)) : 1
  }

  /// One line for a person, such as `" 42 %  126/300 frames  58.3 fps  1.9x  0:03 left"`.
  func line(name: String, columns: Int) -> String {
    let percent = String(Int(fraction * 100))
    var parts = [
      String(repeating: " ", count: 3 - percent.count) + percent + " %",
      "\(framesDone)/\(framesTotal) frames", Numbers.tenths(framesPerSecond) + " fps",
      Numbers.tenths(speed) + "x",
    ]
    if let secondsLeft { parts.append(Numbers.clock(secondsLeft) + " left") }
    if let limitingStage { parts.append("(\(limitingStage))") }
    let figures = parts.joined(separator: "  ")
    let line = "\(name)  \(figures)"
    return line.count < columns ? line : String(figures.prefix(max(0, columns - 1)))
  }

  /// One line for a machine.
  var json: JSONValue {
    .fields([
      "event": .string("progress"), "frame": .integer(framesDone), "frames": .integer(framesTotal),
      "fps": .number(Numbers.rounded(framesPerSecond)), "speed": .number(Numbers.rounded(speed)),
      "eta": secondsLeft.map { .number(Numbers.rounded($0)) } ?? .null,
      "stage": .string(limitingStage),
    ])
  }
}
