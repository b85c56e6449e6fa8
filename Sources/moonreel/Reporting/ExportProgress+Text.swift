// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

extension ExportProgress {
  /// One line for a person, such as `"film.mp4   42 %  126/300 frames  58.3 fps  1.9x  0:03 left"`.
  ///
  /// - Parameter note: what stands at the end.
  func line(name: String, note: String? = nil, columns: Int) -> String {
    let percent = String(Int(fraction * 100))
    var parts = [String(repeating: " ", count: 3 - percent.count) + percent + " %", amount]
    if framesTotal > 0 { parts.append(Numbers.tenths(framesPerSecond) + " fps") }
    parts.append(Numbers.tenths(speed) + "x")
    if let secondsLeft { parts.append(Numbers.clock(secondsLeft) + " left") }
    if let limitingStage { parts.append("(\(limitingStage.rawValue))") }
    if let note { parts.append(note) }
    let figures = parts.joined(separator: "  ")
    let line = "\(name)  \(figures)"
    return line.count < columns ? line : String(figures.prefix(max(0, columns - 1)))
  }

  /// One line for a program.
  var json: JSONValue {
    .fields([
      "event": .string("progress"), "frame": .integer(framesDone), "frames": .integer(framesTotal),
      "time": .number(Numbers.rounded(timeDone.seconds)),
      "duration": .number(Numbers.rounded(timeTotal.seconds)),
      "fps": .number(Numbers.rounded(framesPerSecond)), "speed": .number(Numbers.rounded(speed)),
      "eta": secondsLeft.map { .number(Numbers.rounded($0)) } ?? .null,
      "stage": .optional(limitingStage?.rawValue),
    ])
  }

  /// What is done of what: frames, or seconds where there are no pictures.
  private var amount: String {
    guard framesTotal == 0 else { return "\(framesDone)/\(framesTotal) frames" }
    return "\(Numbers.tenths(timeDone.seconds))/\(Numbers.tenths(timeTotal.seconds)) s"
  }
}
