// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

@Suite struct Timecodes {
  /// Every label of 24 hours, counted up by SMPTE's rule: two (four, eight) labels are skipped each
  /// minute but every tenth.
  @Test(
    "Drop-frame labels of a whole day",
    arguments: [(30000, 2_589_408), (60000, 5_178_816)] as [(Int64, Int64)])
  func dropFrameDay(_ numerator: Int64, _ count: Int64) throws {
    let rate = try FrameRate(numerator, 1001)
    let nominal = numerator / 1000
    var (frame, label): (Int64, Int64) = (0, 0)
    var wrong = 0
    while label < 24 * 3600 * nominal {
      let (seconds, field) = label.quotientAndRemainder(dividingBy: nominal)
      let isSkipped = field < nominal / 15 && seconds % 60 == 0 && seconds / 60 % 10 != 0
      if !isSkipped {
        if frame % 977 == 0 || field < nominal / 15 + 1 {
          let text = Self.text(seconds, field)
          let code = Timecode(frameNumber: frame, isDropFrame: true)
          if code.text(rate: rate) != text { wrong += 1 }
          if try Timecode(text: text, rate: rate) != code { wrong += 1 }
        }
        frame += 1
      }
      label += 1
    }
    #expect(wrong == 0)
    #expect(frame == count)
    // The labels follow the clock: a day of them is 86.4 ms short.
    let day = rate.time(ofFrame: frame)
    #expect(abs(day.seconds - 86_399.9136) < 0.0001)
  }

  static func text(_ seconds: Int64, _ field: Int64) -> String {
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    return parts.joined(separator: ":") + ";" + (field < 10 ? "0\(field)" : "\(field)")
  }

  @Test(
    "Labels and their times",
    arguments: [
      ("00:00:05:12", 25.0, 5.48), ("01:00:00:00", 24, 3600), ("00:01:00:00", 29.97, 60.06),
      ("00:01:00;02", 29.97, 60.06), ("00:10:00;00", 29.97, 599.9994),
      ("100:00:00:00", 30, 360_000),
      ("00;00;01;00", 29.97, 1.001), ("00:00:01:00", 0.1, 10),
    ] as [(String, Double, Double)])
  func labels(_ text: String, _ fps: Double, _ seconds: Double) throws {
    let rate = try FrameRate(fps)
    #expect(abs(try Timecode(text: text, rate: rate).time(rate: rate).seconds - seconds) < 1e-6)
  }

  @Test func nonDropRoundTrip() throws {
    var dice = Dice(5)
    for fps in [23.976, 24, 25, 29.97, 50, 120] {
      let rate = try FrameRate(fps)
      for _ in 0..<500 {
        let code = Timecode(frameNumber: .random(in: 0...20_000_000, using: &dice))
        #expect(try Timecode(text: code.text(rate: rate), rate: rate) == code)
      }
    }
  }

  @Test(
    "Texts that are no timecodes",
    arguments: [
      "", "1:2:3", "1:2:3:4:5", "1:2::3", ":1:2:3", "00:00:00:25", "00:60:00:00", "00:00:60:00",
      "-1:00:00:00", "+1:00:00:00", "00:00:00.5", "00;00:00:00", "00:00;00:00", "a:b:c:d",
      "99999999999999999999:00:00:00", "876000:00:00:00", "٠٠:00:00:00",
    ])
  func refused(_ text: String) throws {
    let rate = try FrameRate(25)
    #expect(throws: MoonreelError.self) { try Timecode(text: text, rate: rate) }
  }

  @Test func labelsThatDropFrameSkips() throws {
    let rate = try FrameRate(29.97)
    #expect(
      refusal { _ = try Timecode(text: "00:01:00;00", rate: rate) }
        == "Cannot read '00:01:00;00': drop-frame counting skips this label.")
    let plain = try FrameRate(25)
    #expect(
      refusal { _ = try Timecode(text: "00:01:00;02", rate: plain) }
        == "Cannot read '00:01:00;02': drop-frame timecode exists at 29.97, 59.94 and 119.88 only, "
        + "not at 25.")
  }

  @Test func framesBeforeZeroHaveASign() throws {
    #expect(Timecode(frameNumber: -26).text(rate: try FrameRate(25)) == "-00:00:01:01")
    #expect(Timecode(frameNumber: .min).text(rate: try FrameRate(25)).hasPrefix("-"))
  }
}
