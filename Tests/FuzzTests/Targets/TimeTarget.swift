// SPDX-License-Identifier: MIT

import MoonreelCore

/// Timecodes, frame rates and seconds as people type them.
enum TimeTarget: FuzzTarget {
  static let name = "times"
  static let shortRunCount = 20_000

  private static let rates = ["24", "25", "30000/1001", "60000/1001", "120", "12.5", "1", "240"]

  static func seeds() -> [[UInt8]] {
    let texts = [
      "00:00:05:12", "01:00:00:02", "01:00:00;02", "10:59:59:23", "3.2", "23.976", "24000/1001",
      "1e3",
    ]
    return texts.enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    var source = ByteSource(input)
    let rate = try FrameRate(text: source.pick(rates))
    let text = String(decoding: source.rest(), as: UTF8.self)
    if let other = try? FrameRate(text: text) { try check(other, text) }
    if let seconds = Double(text), let time = try? Time(seconds: seconds) {
      guard abs(time.seconds - seconds) <= 1e-6 * max(1, abs(seconds)) else {
        throw FuzzFinding(description: "'\(text)' seconds became \(time)")
      }
    }
    guard let code = try? Timecode(text: text, rate: rate) else { return }
    let written = code.text(rate: rate)
    guard try Timecode(text: written, rate: rate) == code else {
      throw FuzzFinding(description: "'\(text)' at \(rate) is another frame than '\(written)'")
    }
    guard rate.frame(at: code.time(rate: rate)) == code.frameNumber else {
      throw FuzzFinding(description: "'\(text)' at \(rate) lies in another frame")
    }
  }

  private static func check(_ rate: FrameRate, _ text: String) throws {
    for frame: Int64 in [0, 1, 1001, 90_000] {
      let time = rate.time(ofFrame: frame)
      guard time < .distantFuture, rate.frame(at: time) != frame else { continue }
      throw FuzzFinding(description: "frame \(frame) at '\(text)' frames a second is another one")
    }
  }
}
