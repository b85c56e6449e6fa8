// SPDX-License-Identifier: MIT

import MoonreelCore

extension Captions {
  /// The captions as a SubRip file, without their styles.
  var subRipText: String {
    let ordered = items.sorted { $0.timeRange.start < $1.timeRange.start }
    return ordered.enumerated().map { index, caption in
      let lines = caption.text.split(omittingEmptySubsequences: true) { $0.isNewline }
      let times = "\(Self.code(caption.timeRange.start)) --> \(Self.code(caption.timeRange.end))"
      return "\(index + 1)\n\(times)\n\(lines.joined(separator: "\n"))\n"
    }.joined(separator: "\n")
  }

  /// `00:01:02,345`.
  private static func code(_ time: Time) -> String {
    let all = Swift.max(0, time.value(timescale: 1000))
    func digits(_ number: Int64, _ width: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
    let seconds = all / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(
      separator: ":")
      + "," + digits(all % 1000, 3)
  }
}
