// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// How large a picture may be, wherever it comes from.
@Suite("pixel limit")
struct PixelLimitTests {
  /// A picture of one colour and 100 x 80 pixels in each form that can be made here, and one in a drawing.
  private static let pictures = """
    for e in png jpg bmp tiff webp gif; do
      ffmpeg -v error -f lavfi -i color=red:s=100x80:d=0.04 -frames:v 1 a.$e
    done
    for n in 1 2 3; do cp a.png s_$n.png; done
    ffmpeg -v error -f lavfi -i testsrc=s=100x80:d=0.2 a.mp4
    ffmpeg -v error -f lavfi -i testsrc=s=100x80:d=0.2 a.mkv
    ffmpeg -v error -f lavfi -i testsrc=s=100x80:d=0.2 a.ts
    ffmpeg -v error -f lavfi -i testsrc=s=100x80:d=0.2 -c:v mjpeg a.avi
    echo "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image width='9' height='9' href='a.png'/></svg>" > a.svg
    """

  @Test(
    "a picture beyond the limit is refused with its size before it is decoded",
    arguments: [
      "a.png", "a.jpg", "a.bmp", "a.tiff", "a.webp", "a.gif", "s_%d.png", "a.mp4", "a.mkv", "a.ts",
      "a.avi",
    ])
  func media(_ name: String) async throws {
    let place = try await Workplace()
    try #require(try await place.shell(Self.pictures).code == 0)
    let refused = try await place.shell("moonreel probe --max-pixels 7999 \(name)")
    #expect(refused.code == moonreel.ExitStatus.limit.rawValue, "\(refused.errors)")
    for part in [name, "100x80", "7999", "--max-pixels"] {
      #expect(refused.errors.contains(part), "\(refused.errors)")
    }
    let taken = try await place.shell("moonreel probe --max-pixels 8k \(name)")
    #expect(taken.code == 0, "\(taken.errors)")
  }

  @Test("a picture in a drawing, and what is drawn, keep the limit", arguments: [7_999, 8_000])
  func drawn(_ limit: Int) async throws {
    let place = try await Workplace()
    try #require(try await place.shell(Self.pictures).code == 0)
    try place.folder.write(
      "svg.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 0.2 }
      show:add { source = mr.svg "a.svg" }
      return show
      """)
    try place.folder.write(
      "wide.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 100, 80 }, fps = 25, duration = 0.2 }
      show:add { source = mr.source.noise {} }
      return show
      """)
    let isRefused = limit < 8_000
    for line in [
      "render svg.lua -o o.mp4", "render wide.lua -o o.mp4", "frame wide.lua --at 0.1 -o o.png",
    ] {
      let result = try await place.shell("moonreel \(line) --max-pixels \(limit)")
      let expected = isRefused ? moonreel.ExitStatus.limit.rawValue : 0
      #expect(result.code == expected, "\(line): \(result.errors)")
      #expect(!isRefused || result.errors.contains("100x80"), "\(line): \(result.errors)")
      #expect(place.partials.isEmpty)
      // Twice the size is too large for a limit that the film itself keeps.
      guard !isRefused, line.hasPrefix("render wide") else { continue }
      let larger = try await place.shell("moonreel \(line) --scale 2 --max-pixels \(limit)")
      #expect(larger.code == moonreel.ExitStatus.limit.rawValue, "\(larger.errors)")
    }
  }

  @Test(
    "a bomb of a PNG takes no memory",
    .enabled(
      if: ProcessInfo.processInfo.environment["MOONREEL_SANITIZER"] == nil,
      "a sanitizer reserves more memory than the test allows"))
  func bomb() async throws {
    let place = try await Workplace()
    try place.folder.write("bomb.png", Data(Self.hollowPNG(width: 60_000, height: 60_000)))
    let result = try await place.shell("ulimit -v 3000000; moonreel probe bomb.png")
    #expect(result.code == moonreel.ExitStatus.limit.rawValue, "\(result.errors)")
    #expect(result.errors.contains("60000x60000"), "\(result.errors)")
  }

  /// A PNG whose header claims a size and whose data is cut off.
  private static func hollowPNG(width: UInt32, height: UInt32) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
      var sum: UInt32 = 0xffff_ffff
      for byte in Array(kind.utf8) + data {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
      }
      return big(UInt32(data.count)) + Array(kind.utf8) + data + big(~sum)
    }
    let mark: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    return mark + chunk("IHDR", big(width) + big(height) + [8, 6, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9c, 0x62, 0x00, 0x00]) + chunk("IEND", [])
  }
}
