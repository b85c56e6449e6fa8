// SPDX-License-Identifier: MIT

import Foundation

/// How loud the first sound of a file is, as ffmpeg's filter `ebur128` measures it.
struct LoudnessReference {
  /// LUFS; -70 for silence.
  let integrated: Double
  /// In dBTP, to a tenth.
  let truePeak: Double

  init(_ path: String) throws {
    // The filter reports on standard error.
    let command = "ffmpeg -nostdin -nostats -i '\(path)' -vn -af ebur128=peak=true -f null - 2>&1"
    let text = String(decoding: try Tool.run("sh", ["-c", command]), as: UTF8.self)
    let summary = text.components(separatedBy: "Summary:").last ?? ""
    func number(after label: String) -> Double {
      let rest = summary.components(separatedBy: label).dropFirst().first ?? ""
      return rest.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) } ?? .nan
    }
    (integrated, truePeak) = (number(after: "I:"), number(after: "Peak:"))
  }
}
