// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelScript

/// `mr.analyze`, what follows a sound, cuts on beats, `mr.detect`.
@Suite struct SoundDataTests {
  private static let head = """
    local mr = require "moonreel"
    local clicks = mr.source.click { tempo = 120, duration = 10 }
    local tone = mr.source.tone { frequency = 100, gain = 0.5, duration = 4 }
    local function near(a, b, d) assert(math.abs(a - b) <= (d or 0.01), a .. " is not " .. b) end

    """

  private func check(_ text: String, _ place: SourceLocation = #_sourceLocation) {
    let output = Runs.output(Self.head + text)
    #expect(output == [], sourceLocation: place)
  }

  @Test func measures() {
    check(
      """
      local sound = mr.analyze(tone)
      near(sound.duration, 4); assert(sound.channels == 2 and sound.range[2] == 4)
      near(sound:level(2), 0.5 / math.sqrt(2), 1e-3); near(sound:level_db(2), -9.03, 0.02)
      near(sound:peak(2), 0.5, 1e-3); near(sound:peak_db(2), -6.02, 0.02)
      near(sound:band(2, 50, 200), 0.5); near(sound:band_db(2, 2000, 4000), -120, 40)
      assert(sound:level(9) == 0 and sound:peak_db(-1) == -120)
      local bands = sound:bands(2, 8)
      assert(#bands == 8 and #sound:bands_db(2) == 32)
      for i = 1, 8 do assert(i == 2 or bands[i] < bands[2]) end
      assert(mr.analyze(sound) == sound)
      near(mr.analyze(tone, { range = { 1, 2 } }).duration, 1)
      """)
  }

  @Test func rhythm() {
    check(
      """
      local sound = mr.analyze(clicks)
      near(sound.tempo, 120, 0.1); assert(sound.tempo_confidence > 0.5)
      assert(#sound.beats == #sound.beat_confidences and #sound.onsets == #sound.onset_strengths)
      for _, time in ipairs(sound.beats) do near(time * 2, math.floor(time * 2 + 0.5), 0.02) end
      assert(#sound.onsets == 20)
      local bars = sound:bars(4, 1)
      near(bars[2] - bars[1], 2)
      near(sound:nearest(3.2), 3); near(sound:nearest(3.2, "onsets"), 3)
      assert(mr.analyze(tone).tempo == nil and mr.analyze(tone):nearest(1) == nil)
      """)
  }

  @Test("a layer's times are its own") func layers() {
    check(
      """
      local show = mr.composition { size = { 8, 4 }, duration = 20 }
      local layer = show:add { source = clicks, at = 3, trim = { 0.25, 8.25 } }
      near(mr.analyze(layer):nearest(0.3, "onsets"), 0.25)
      local fast = show:add { source = clicks, at = 3, trim = { 0, 8 }, speed = 2 }
      local sound = mr.analyze(fast)
      near(sound.duration, 4); near(sound:nearest(1.05, "onsets"), 1, 0.02)
      local inner = mr.composition { size = { 8, 4 }, duration = 5 }
      inner:add { source = clicks, at = 1.25, duration = 3 }
      near(mr.analyze(inner).onsets[1], 1.25)
      local outer = show:add { source = inner, at = 2 }
      inner:add { source = clicks, at = 0.5, duration = 0.25 }
      near(mr.analyze(outer).onsets[1], 0.5)
      """)
  }

  @Test func follows() {
    check(
      """
      local beat = mr.analyze(clicks):follow { on = "beats", release = 0.4, from = 1, to = 2 }
      local b = mr.analyze(clicks).beats[3]
      near(beat(b), 2, 0.001); near(beat(b + 0.2), 1.25, 0.001); near(beat:share(b + 0.45), 0, 0.001)
      local half = mr.analyze(clicks):follow { on = "beats", every = 2, release = 0.1 }
      assert(half(mr.analyze(clicks).beats[3]) == 1 and half(b + 0.5) < 0.1)
      local level = mr.analyze(tone):follow { from = { 0, 10 }, to = { 10, 0 }, attack = 0, release = 0 }
      near(level(2)[1], 10, 0.01); near(level(2)[2], 0, 0.01); assert(level(5)[1] == 0)
      local band = mr.analyze(tone):follow { band = { 3000, 6000 }, ceiling = 0 }
      assert(band(2) < 0.01)
      local show = mr.composition { size = { 8, 4 }, duration = 4 }
      local layer = show:add {
        source = mr.color "red", scale = beat, position = mr.analyze(clicks):follow {
          on = "beats", from = { 0, 0 }, to = { "100%", 2 }, offset = 0.25 },
        opacity = half, audio = false,
      }
      near(layer:value("scale_x", b), 2, 0.001); near(layer:value("opacity", b), 1, 0.001)
      near(layer:value("x", b - 0.25), 8, 0.01)
      layer:animate("rotation", mr.analyze(tone):follow { to = 90, ceiling = -9.03, attack = 0 })
      near(layer:value("rotation", 2), 90, 0.2)
      show:add { source = tone, audio = { volume = beat, volume_db = beat, pan = half } }
      """)
  }

  @Test("curves move effects and colours") func effects() {
    check(
      """
      local effects = require "moonreel.effects"
      local audio = require "moonreel.audio"
      local sound = mr.analyze(tone)
      local show = mr.composition { size = { 8, 4 }, duration = 4 }
      local layer = show:add { source = mr.color "red", effects = effects.glow {} }
      layer:animate("glow.intensity", sound:follow { from = 0.1, to = 0.3 })
      show:add { source = tone, audio = { effects = audio.low_pass { cutoff = sound:follow { from = 200, to = 900 } } } }
      show:add { source = mr.source.shape { ellipse = { 0, 0, 4, 4 }, fill = sound:follow { from = "black", to = "#ff0000" } } }
      """)
  }

  private func starts(_ options: String, _ more: String = "") -> [String] {
    Runs.output(
      Self.head
        + """
        local show = mr.composition { size = { 8, 4 }, fps = 20, duration = 20 }
        \(more)
        local red, blue = mr.color "red", mr.color "blue"
        local cuts = show:sequence { \(options) }
        local list = {}
        for i = 1, #cuts do list[i] = string.format("%.2f-%.2f", cuts[i].start, cuts[i].stop) end
        print(table.concat(list, " "))
        """)
  }

  @Test func cutsOnBeats() {
    let music = "local music = show:add { source = clicks, at = 0.2 }"
    let three =
      "{ source = red, duration = 1.8 }, { source = blue, duration = 1 }, { source = red, duration = 1.1 }"
    // Beats of the composition are at 0.2, 0.7, 1.2, …
    #expect(starts("\(three), cut_on = 'beats'", music) == ["0.00-1.70 1.70-2.70 2.70-3.80"])
    #expect(
      starts("\(three), cut_on = { 'beats', of = music, every = 2 }", music)
        == ["0.00-2.20 2.20-3.20 3.20-4.30"])
    #expect(
      starts("\(three), cut_on = { 'onsets', of = clicks }") == ["0.00-2.00 2.00-3.00 3.00-4.10"])
    // A clip cannot be longer than its source, so the beat before is taken; the middle of an overlap lies on the beat.
    let clip = "{ source = mr.source.test_card { size = { 8, 4 }, duration = 1.9 } }, red"
    #expect(
      starts("\(clip), clip_duration = 1, cut_on = { 'onsets', of = clicks }")
        == ["0.00-1.00 1.00-2.00"])
    #expect(
      starts("\(clip), cut_on = { 'onsets', of = clicks }") == ["0.00-1.50 1.50-20.00"])
    #expect(
      starts("\(three), overlap = 0.4, cut_on = { 'onsets', of = clicks }")
        == ["0.00-1.70 1.30-2.20 1.80-2.90"])
  }

  @Test func ambiguousMusic() {
    for (more, words) in [
      ("", "the composition has no layer of sound alone yet"),
      ("show:add { source = clicks } show:add { source = tone }", "has 2 layers of sound alone"),
      ("show:add { source = tone }", "no beats were found in the sound"),
    ] {
      let output = starts("red, blue, cut_on = 'beats'", more)
      #expect(output.first?.contains("bad 'cut_on' of composition:sequence") == true, "\(output)")
      #expect(output.first?.contains(words) == true, "\(output)")
    }
  }

  @Test func silence() {
    check(
      """
      local show = mr.composition { size = { 8, 4 }, duration = 6 }
      show:add { source = tone, at = 1, duration = 2 }
      local function text(ranges)
        local list = {}
        for i, range in ipairs(ranges) do list[i] = string.format("%.2f-%.2f", range[1], range[2]) end
        return table.concat(list, " ")
      end
      assert(text(mr.detect.silence(show)) == "0.00-1.00 3.00-6.00", text(mr.detect.silence(show)))
      local padded = text(mr.detect.silence(show, { pad = 0.25, min_duration = 2 }))
      assert(padded == "3.25-6.00", padded)
      assert(#mr.detect.silence(show, { threshold = -3 }) == 1)
      assert(#mr.detect.silence(mr.analyze(tone)) == 0)
      -- A range means the same where the sound was measured before.
      local data = mr.analyze(show)
      for _, range in ipairs { { 0.5, 5 }, { 0, 0.75 }, { 1.5, 2.5 }, { 2.25, 9 }, { 2, 3.25 } } do
        for _, pad in ipairs { 0, 0.125 } do
          local options = { range = range, pad = pad }
          local found, measured = text(mr.detect.silence(data, options)), text(mr.detect.silence(show, options))
          assert(found == measured or range[2] == 9, found .. " for " .. measured)
        end
      end
      assert(text(mr.detect.silence(data, { range = { 0.5, 5 }, pad = 0.125 })) == "0.50-0.88 3.12-5.00" or
        text(mr.detect.silence(data, { range = { 0.5, 5 }, pad = 0.125 })) == "0.50-0.88 3.13-5.00")
      assert(text(mr.detect.silence(data, { range = { 2.25, 9 } })) == "3.00-6.00")
      assert(#mr.detect.silence(data, { range = { 7, 9 } }) == 0)
      """)
  }

  @Test(
    "what is wrong is said",
    arguments: [
      ("mr.analyze(mr.color 'red')", "expected what sounds"),
      ("mr.analyze(mr.source.tone())", "goes on for ever"),
      ("mr.analyze(mr.source.tone(), { range = { 0, 30000 } })", "at most six hours"),
      ("mr.analyze(tone, { range = { 1, 1 } })", "no length"),
      ("mr.analyze(mr.source.lights {})", "no sound"),
      ("mr.analyze('missing.wav')", "missing.wav"),
      ("mr.analyze(tone):band(1, 200, 100)", "bands rise"),
      ("mr.analyze(tone):band(1, 2, 100)", "from 20 to 16000"),
      ("mr.analyze(tone):bands(1, 33)", "from 1 to 32"),
      ("mr.analyze(tone):follow { of = 'peak', band = { 20, 90 } }", "'of' or 'band', not both"),
      ("mr.analyze(tone):follow { on = 'beats', band = { 20, 90 } }", "'on' or 'band', not both"),
      ("mr.analyze(tone):follow { every = 2 }", "goes with 'on'"),
      ("mr.analyze(tone):follow { floor = -10, ceiling = -20 }", "decibels above the floor of -10"),
      ("mr.analyze(tone):follow { band = { 100, 50 } }", "{ low, high } in hertz"),
      ("mr.analyze(tone):follow { from = 'red' }(1)", "ask for its share"),
      (
        "mr.composition { size = { 8, 4 } }:add { source = tone, scale = mr.analyze(tone):follow { to = 'red' } }",
        "'to' of the sound curve"
      ),
      ("mr.detect.silence(tone, { threshold = 3 })", "from -120 to 0"),
      ("mr.detect.scenes(tone)", "expected an asset"),
      ("mr.detect.black('missing.mp4')", "missing.mp4"),
      ("mr.detect.motion(tone)", "expected an asset"),
      ("mr.detect.shake('missing.mp4')", "missing.mp4"),
      ("mr.detect.shake('missing.mp4', { smoothing = 0 })", "from 0.05 to 60"),
      ("require 'moonreel.tighten'(7)", "tighten needs an asset"),
      ("require 'moonreel.stabilize'(7)", "stabilize needs an asset"),
    ])
  func refusals(_ text: String, _ words: String) {
    let output = Runs.output(Self.head + "local _ = " + text)
    #expect(output.last?.contains(words) == true, "\(output)")
  }

  @Test("a clip without its silence") func tightened() throws {
    let folder = NSTemporaryDirectory() + "moonreel-sound-data-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try makeClip(folder + "/talk.mkv")
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local film = require "moonreel.tighten"("talk.mkv", { pad = 0.1 })
      print(film.duration)
      for _, layer in ipairs(film.layers) do print(layer.start, layer.stop) end
      print(#mr.detect.scenes("talk.mkv"), #mr.detect.black("talk.mkv"))
      return film
      """, path: folder + "/test.lua")
    #expect(outcome.message == "")
    let lines = outcome.printed.map { String($0.components(separatedBy: "test.lua: ").last ?? "") }
    let numbers = lines.flatMap { $0.split(separator: "\t").compactMap { Double($0) } }
    // Sound from 1 to 2 and from 4 to 5 s of 6, with a tenth around it.
    let expected = [2.4, 0, 1.2, 1.2, 2.4, 1, 1]
    #expect(numbers.count == expected.count, "\(lines)")
    for (a, b) in zip(numbers, expected) { #expect(abs(a - b) < 0.011, "\(lines)") }
  }

  /// Three seconds of black and three of a test picture, with two tones.
  private func makeClip(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=black:s=64x36:r=25:d=3"]
      + ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=3", "-f", "lavfi", "-i"]
      + ["aevalsrc='0.5*sin(2*PI*440*t)*(between(t,1,2)+between(t,4,5))':s=48000:d=6"]
      + [
        "-filter_complex", "[0:v]format=yuv420p[a];[1:v]format=yuv420p[b];[a][b]concat=n=2:v=1[v]",
      ]
      + ["-map", "[v]", "-map", "2:a", "-c:v", "ffv1", "-c:a", "pcm_s16le", path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
