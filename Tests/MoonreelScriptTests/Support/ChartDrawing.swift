// SPDX-License-Identifier: MIT

import Glibc
import GoldenPictures
import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Draws charts for their tests.
enum ChartDrawing {
  /// The chart `call`, such as `"bar { data = { 1, 2 } }"`, at `seconds`, over nothing.
  static func frame(
    _ call: String, _ size: PixelSize = PixelSize(320, 180), at seconds: Double, threads: Int = 1
  ) throws -> FrameBuffer {
    let sized = call.replacing("SIZE", with: "size = { \(size.width), \(size.height) }")
    let script = """
      local mr = require "moonreel"
      local charts = require "moonreel.charts"
      local timeline = mr.timeline { fps = 25 }
      timeline:add_track("video"):insert(charts.\(sized), { 0, 9 }, 0)
      return mr.export { timeline, video = mr.video_composition(timeline, {
        size = { \(size.width), \(size.height) }, fps = 25, background = "#00000000" }) }
      """
    let target = FrameTarget(
      size: size, format: .rgba, color: .srgb, background: .transparent)
    return try Runs.script(script).frame(at: seconds, on: target, threads: threads)
  }

  /// Its samples, row by row.
  static func bytes(
    _ call: String, _ size: PixelSize = PixelSize(320, 180), at seconds: Double, threads: Int = 1
  ) throws -> [UInt8] {
    EffectDrawing.bytes(try frame(call, size, at: seconds, threads: threads))
  }
}

/// What the charts look like, coarsely: the means of 16 by 9 parts, which other versions of fonts and of Cairo
/// move by little. One line each in `ChartGoldens.txt`; `MOONREEL_RECORD=1` writes the file anew and fails.
enum ChartGoldens {
  static let path = "\(StubTests.root)/Tests/MoonreelScriptTests/Support/ChartGoldens.txt"
  /// How far a mean may be off, of 255.
  static let tolerance = 6

  /// The recorded means by name.
  static func recorded() throws -> [String: [Int]] {
    let lines = (try TextFile.read(path) ?? "").split(separator: "\n").filter { $0.first != "#" }
    let rows = lines.map { line -> (String, [Int]) in
      let parts = line.split(separator: " ")
      let digits = Array(parts[1])
      let means = stride(from: 0, to: digits.count, by: 2).map {
        Int(String(digits[$0...$0 + 1]), radix: 16) ?? -1
      }
      return (String(parts[0]), means)
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Writes both as pictures of 16 by 9 pixels and names the files.
  static func report(_ name: String, _ expected: [Int]?, _ actual: [Int]) throws -> String {
    func picture(_ means: [Int]) -> GoldenPicture {
      GoldenPicture(width: 16, components: 3, bytes: means.map { UInt8(clamping: $0) })
    }
    return try GoldenFolder(suite: "ChartTests").report(
      name, expected: expected.map(picture), actual: picture(actual))
  }

  static func record(_ rows: [(String, [Int])]) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fputs("# Means of 16 by 9 parts of the charts in ChartTests, in hexadecimal.\n", file)
    for (name, means) in rows {
      let digits = means.map { String($0 + 256, radix: 16).suffix(2) }.joined()
      fputs("\(name) \(digits)\n", file)
    }
  }
}
