// SPDX-License-Identifier: MIT

import Foundation

/// What this process holds at a moment.
struct Holdings {
  var kilobytes: Int
  var files: Int
  var threads: Int

  init() {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func number(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    (kilobytes, threads) = (number("VmRSS"), number("Threads"))
    files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
