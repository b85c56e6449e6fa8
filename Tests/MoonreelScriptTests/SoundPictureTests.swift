// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Waveforms, spectrograms and level bars of sounds that formulas describe.
@Suite("Pictures of sound")
struct SoundPictureTests {
  /// The frame at `seconds` of a film that is the source `source`, white parts of a pixel as 0…1 by row and column.
  private func picture(_ source: String, _ width: Int, _ height: Int, at seconds: Double = 0) throws
    -> [[Float]]
  {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { \(width), \(height) }, fps = 100, duration = 2 }
      show:add { source = mr.color "black", duration = 2 }
      show:add { source = \(source.replacingOccurrences(of: "SIZE", with: "size = { \(width), \(height) }")) }
      return show
      """)
    let target = FrameTarget(size: PixelSize(width, height), format: .floatGBRA, color: .srgb)
    let frame = try outcome.frame(at: seconds, on: target)
    let plane = frame.planes[0]
    return (0..<height).map { y in
      (0..<width).map {
        plane.base.advanced(by: y * plane.strideBytes + $0 * 4).load(as: Float.self)
      }
    }
  }

  private func column(_ picture: [[Float]], _ x: Int) -> [Float] { picture.map { $0[x] } }

  /// How many rows of a column are white.
  private func covered(_ picture: [[Float]], _ x: Int) -> Double {
    Double(column(picture, x).reduce(0, +))
  }

  @Test("a square wave fills its height, a sine its amplitude", arguments: ["filled", "bars"])
  func heights(style: String) throws {
    for (sound, reach) in [("square", 0.5), ("sine", 0.25)] {
      let image = try picture(
        """
        mr.source.waveform { SIZE, style = "\(style)", bar_gap = 0, sound = mr.source.tone {
          waveform = "\(sound)", frequency = 1000, gain = \(reach), duration = 2 } }
        """, 64, 200)
      for x in 2..<62 {
        #expect(abs(covered(image, x) - reach * 200) < 1.5, "\(sound) at \(x)")
      }
    }
  }

  @Test("clicks stand where they are, silence is a line")
  func clicks() throws {
    let image = try picture(
      "mr.source.waveform { SIZE, sound = mr.source.click { interval = 0.5, duration = 2 } }", 200,
      100)
    for x in 0..<200 {
      let covered = covered(image, x)
      let sinceClick = x % 50
      if sinceClick == 0 { #expect(covered > 20, "\(covered) at \(x)") }
      if sinceClick > 20 { #expect(abs(covered - 1) < 0.1, "\(covered) at \(x)") }
    }
    let silent = try picture(
      "mr.source.waveform { SIZE, style = 'lines', sound = mr.source.silence { duration = 2 } }",
      20, 20)
    #expect(abs(covered(silent, 10) - 2) < 0.1)
  }

  @Test("a window moves with the playhead, in whole columns")
  func window() throws {
    let source = """
      mr.source.waveform { SIZE, window = 1, playhead_at = 0.25, sound = mr.source.click {
        interval = 0.7, duration = 2 } }
      """
    // Clicks at 0, 0.7 and 1.4 s; at time t the window begins at t - 0.25.
    for time in [0.0, 0.3, 0.71, 1.5] {
      let image = try picture(source, 100, 60, at: time)
      let loud = (0..<100).filter { covered(image, $0) > 12 }
      for click in [0.0, 0.7, 1.4] {
        let x = Int(((click - time + 0.25) * 100).rounded())
        if (1..<99).contains(x) {
          #expect(loud.contains { abs($0 - x) <= 1 }, "\(click) at \(time)")
        }
      }
      for x in loud {
        let moment = Double(x) / 100 - 0.25 + time
        let isNear = [0.0, 0.7, 1.4].contains { (-0.02..<0.2).contains(moment - $0) }
        #expect(isNear, "\(x) at \(time)")
      }
    }
  }

  @Test("channels have lanes, what was heard its colour, and the playhead a line")
  func colors() throws {
    let sound = "mr.source.tone { waveform = 'square', frequency = 500, gain = 1, duration = 2 }"
    let image = try picture(
      """
      mr.source.waveform { SIZE, channels = "each", color = "black", played_color = "white",
        sound = \(sound) }
      """, 40, 20, at: 1)
    for x in 0..<40 {
      #expect((image[10][x] > 0.99) == (x < 20) && (image[10][x] < 0.01) == (x >= 20))
    }
    let lined = try picture(
      "mr.source.waveform { SIZE, color = 'black', playhead = 'white', sound = \(sound) }", 40, 20,
      at: 1)
    #expect((0..<40).filter { lined[3][$0] > 0.99 } == [19, 20])
    #expect((0..<40).filter { lined[3][$0] > 0.01 } == [19, 20])
  }

  @Test("a sweep's ridge is where its formula says", arguments: ["log", "linear"])
  func ridge(scale: String) throws {
    let (width, height) = (100, 240)
    let image = try picture(
      """
      mr.source.spectrogram { SIZE, scale = "\(scale)", low = 100, high = 12800, colors = { "black", "white" },
        sound = mr.source.sweep { from = 200, to = 10000, spacing = "\(scale == "log" ? "logarithmic" : "linear")",
          duration = 2 } }
      """, width, height)
    for x in stride(from: 10, to: 90, by: 5) {
      let share = (Double(x) + 0.5) / Double(width)
      let frequency =
        scale == "log" ? 200 * pow(50, share) : 200 + 9800 * share
      let place =
        scale == "log" ? log2(frequency / 100) / 7 : (frequency - 100) / 12700
      let column = column(image, x)
      let top = column.max()!
      let rows = column.indices.filter { column[$0] > top - 0.01 }
      let middle = Double(rows.reduce(0, +)) / Double(rows.count) + 0.5
      let expected = (1 - place) * Double(height)
      // A band is 0.096 octaves high, and the sweep goes on while a window lasts.
      let most = scale == "log" ? 4.5 : 0.07 * frequency / 12700 * Double(height) + 2
      #expect(abs(middle - expected) < most, "\(middle) for \(expected) at \(x)")
      #expect(top > 0.7, "\(top) at \(x)")
    }
  }

  @Test("a tone raises its band, and bars fall evenly")
  func levels() throws {
    let film = { (at: Double) in
      try self.picture(
        """
        mr.source.levels { SIZE, bars = 8, low = 100, high = 25600 / 2, gap = 0, fall = 60, floor = -60,
          sound = (function()
            local s = mr.composition { size = { 4, 4 }, duration = 2 }
            s:add { source = mr.source.tone { frequency = 950, gain = 0.5 }, duration = 1 }
            return s
          end)() }
        """, 80, 120, at: at)
    }
    let loud = try film(0.5)
    let heights = (0..<8).map { covered(loud, $0 * 10 + 5) }
    // 950 Hz is in the fourth of bands of 7/8 of an octave: -6 dB of 60.
    let band = Int(log2(950.0 / 100) / (7.0 / 8))
    #expect(abs(heights[band] - 108) < 3, "\(heights)")
    for other in 0..<8 where abs(other - band) > 1 { #expect(heights[other] < 12, "\(heights)") }
    let fallen = covered(try film(1.5), band * 10 + 5)
    #expect(abs(fallen - (108 - 60)) < 8, "\(fallen)")
  }

  @Test("meters show each channel's peak")
  func meters() throws {
    let image = try picture(
      """
      mr.source.levels { SIZE, style = "meters", gap = 0, floor = -40, sound = (function()
        local s = mr.composition { size = { 4, 4 }, duration = 2 }
        s:add { source = mr.source.tone { gain = 0.5 }, duration = 2, audio = { balance = -1 } }
        return s
      end)() }
      """, 40, 80, at: 1)
    let expected = 80.0 * (40 - 6.02) / 40
    #expect(abs(covered(image, 10) - expected) < 1.5)
    #expect(covered(image, 30) < 0.1)
  }

  @Test(
    "mistakes are said in a sentence",
    arguments: [
      ("waveform { SIZE }", "needs 'sound'"),
      ("waveform { sound = mr.source.tone {} }", "goes on for ever"),
      ("waveform { SIZE, sound = mr.source.lights {} }", "no sound"),
      ("waveform { SIZE, sound = mr.source.tone { duration = 90000 } }", "at most six hours"),
      (
        "spectrogram { SIZE, sound = mr.source.tone { duration = 1 }, low = 900, high = 90 }",
        "must be above 'low'"
      ),
      (
        "spectrogram { SIZE, sound = mr.source.tone { duration = 1 }, colors = {} }",
        "1 to 64 colours"
      ),
      ("levels { SIZE, sound = mr.source.tone { duration = 1 }, bars = 0 }", "from 1 to 104"),
      (
        "levels { SIZE, sound = mr.source.tone { duration = 1 }, floor = 0, ceiling = -3 }",
        "must be above 'floor'"
      ),
    ])
  func mistakes(call: String, words: String) {
    let call = call.replacingOccurrences(of: "SIZE", with: "size = { 64, 64 }")
    let message = Runs.script("local mr = require 'moonreel'\nreturn mr.source.\(call)").message
    #expect(message.contains(words), "\(message)")
  }
}
