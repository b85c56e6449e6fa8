// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import Testing

@testable import moonreel

@Suite("Reporting")
struct ReportingTests {
  @Test("fields without a value are left out")
  func fields() {
    let value = JSONValue.fields(["a": .int(1), "b": .null, "c": .sorted(["z": "1", "y": "2"])])
    #expect(value.compactText == #"{"a":1,"c":{"y":"2","z":"1"}}"#)
  }

  @Test(
    "clocks",
    arguments: [
      (0.0, "0:00"), (0.2, "0:01"), (59, "0:59"), (60, "1:00"), (3599.5, "1:00:00"),
      (7207, "2:00:07"),
      (-3, "0:00"), (.infinity, "?"), (.nan, "?"),
    ] as [(Double, String)])
  func clocks(seconds: Double, text: String) { #expect(Numbers.clock(seconds) == text) }

  @Test(
    "fixed decimals",
    arguments: [
      (1.25, 1, "1.3"), (-0.05, 2, "-0.05"), (29.97002997, 3, "29.970"), (0.999, 0, "1"),
      (.nan, 1, "?"),
    ] as [(Double, Int, String)])
  func fixed(value: Double, decimals: Int, text: String) {
    #expect(Numbers.fixed(value, decimals: decimals) == text)
  }

  @Test(
    "file sizes",
    arguments: [(0, "0 bytes"), (999, "999 bytes"), (2_140_000, "2.1 MB")] as [(Int64, String)])
  func bytes(count: Int64, text: String) { #expect(Numbers.bytes(count) == text) }

  @Test("the progress line keeps to the terminal's width", arguments: [200, 80, 60, 40, 10])
  func line(columns: Int) {
    let progress = ExportProgress(
      framesDone: 126, framesTotal: 300, timeDone: Time(wholeSeconds: 4),
      timeTotal: Time(wholeSeconds: 10), framesPerSecond: 58.31, speed: 1.94, secondsLeft: 2.2,
      limitingStage: .encode, secondsElapsed: 2.1, bytesWritten: 1000)
    let line = progress.line(name: "promo.mp4", columns: columns)
    #expect(line.count < columns)
    #expect(columns < 20 || line.contains("42 %"))
    #expect(
      columns < 80
        || line == "promo.mp4   42 %  126/300 frames  58.3 fps  1.9x  0:03 left  (encode)")
  }

  @Test(
    "the orientations have names",
    arguments: [
      (MoonreelCore.AffineTransform(rotationDegrees: 90), "turned 90° clockwise"),
      (MoonreelCore.AffineTransform(rotationDegrees: 180), "turned 180°"),
      (MoonreelCore.AffineTransform(rotationDegrees: -90), "turned 90° counter-clockwise"),
      (MoonreelCore.AffineTransform(scaleX: -1, y: 1), "mirrored left to right"),
    ])
  func orientations(transform: MoonreelCore.AffineTransform, name: String) {
    #expect(AssetText.orientation(transform) == name)
  }

  @Test(
    "every error code leads to an exit code that is not success",
    arguments: MoonreelError.Code.allCases)
  func exitStatus(code: MoonreelError.Code) {
    let status = moonreel.ExitStatus(MoonreelError(code, "Cannot do it."))
    #expect(status != .done)
    #expect(status != .usage)
  }
}
