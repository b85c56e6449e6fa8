// SPDX-License-Identifier: MIT

import Foundation
import MediaTools

@testable import MoonreelStudio

/// Pictures of ``Workshop/numbers``.
enum Bars {
  /// The frame's number that stands in the picture of `bytes`, decoded by ffmpeg; `nil` where it is no such picture.
  static func number(in bytes: [UInt8], isH264: Bool) throws -> Int? {
    let name = NSTemporaryDirectory() + "moonreel-bars-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: name))
    defer { try? FileManager.default.removeItem(atPath: name) }
    let gray =
      (try? MediaTool.ffmpeg([
        "-f", isH264 ? "h264" : "mjpeg", "-i", name, "-frames:v", "1", "-vf",
        "scale=384:64:flags=neighbor",
        "-pix_fmt", "gray", "-f", "rawvideo", "-",
      ])).map { Array($0) } ?? []
    guard gray.count == 384 * 64 else { return nil }
    var number = 0
    for bit in 0..<12 {
      let level = gray[384 * 32 + bit * 32 + 16]
      guard level < 60 || level > 190 else { return nil }
      if level > 190 { number |= 1 << bit }
    }
    return number
  }

  /// Makes a film whose frames say their numbers, or where it is `inverted`, 4095 less that.
  static func film(_ path: String, frames: Int, inverted: Bool = false, _ options: [String]) throws
  {
    let bit = "mod(floor(N/pow(2,floor(X/32))),2)"
    try MediaTool.ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=384x64:r=25,format=yuv420p", "-vf"]
        + ["geq=lum='16+219*\(inverted ? "(1-\(bit))" : bit)':cb=128:cr=128"]
        + ["-frames:v", "\(frames)", "-c:v", "libx264", "-qp", "4"] + options + [path])
  }
}

extension Received {
  /// The number that stands in the picture.
  var number: Int? { get throws { try Bars.number(in: bytes, isH264: head.kind == .h264) } }
}
