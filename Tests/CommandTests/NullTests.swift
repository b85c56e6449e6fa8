// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// A sound and the same sound turned around add up to nothing: below -120 dB of full scale, in floats.
@Suite("sounds that cancel each other") struct NullTests {
  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the second layer is, in Lua; `clip` is the file, `plain` and `turned` are layers' options.
    var script: String
    var testDescription: String { name }
  }

  static let files: [(name: String, options: String)] = [
    ("a.m4a", "-c:a aac -b:a 128k"), ("a.mp3", "-c:a libmp3lame -b:a 128k"),
    ("a.flac", "-c:a flac"), ("a.opus", "-c:a libopus"), ("rate.wav", "-ar 44100 -c:a pcm_s16le"),
    ("mono.wav", "-ac 1 -c:a pcm_f32le"), ("six.wav", "-ac 6 -c:a pcm_f32le"),
  ]

  static let ways = [
    Way(name: "through a bus", script: "{ invert = true, bus = mr.bus { name = 'bus' } }"),
    Way(
      name: "through two buses",
      script: "{ invert = true, bus = mr.bus { name = 'b', bus = mr.bus { name = 'c' } } }"),
    Way(name: "a gain of 0 dB", script: "{ invert = true, effects = audio.gain { gain = 0 } }"),
    Way(
      name: "keyframes of 0 dB", script: "{ invert = true, volume_db = { { 0, 0 }, { 2, 0 } } }"),
    Way(name: "matrix", script: "{ channels = { { -1, 0 }, { 0, -1 } } }"),
    Way(
      name: "echoes that are not heard",
      script: "{ invert = true, effects = audio.delay { time = 0.01, mix = 0 } }"),
    Way(
      name: "a delay of no samples",
      script: """
        { invert = true, effects = mr.sound_kernel { name = "late", params = { late = 0 },
          body = function(k) return k.delay(k.sound, k.late, 1) end } {} }
        """),
    Way(
      name: "a compressor that has nothing to do",
      script: "{ invert = true, effects = audio.compressor { threshold = 0, knee = 0 } }"),
  ]

  private func film(_ file: String, _ second: String, channels: String = "stereo") -> String {
    """
    local mr = require "moonreel"
    local audio = require "moonreel.audio"
    local clip = mr.asset "\(file)"
    local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 2 }
    show:add { source = clip, duration = 2 }
    \(second)
    return mr.export { show, audio_codec = "pcm_float", channels = "\(channels)" }
    """
  }

  /// The peaks of what `script` makes of noise in the file `name`, and of the file itself.
  private func peaks(_ name: String, _ options: String, _ script: String) async throws -> (
    sum: Float, file: Float
  ) {
    let place = try await Workplace()
    let noise = "anoisesrc=d=2.5:c=pink:seed=3:a=0.5:r=48000"
    let made = try await place.shell(
      "ffmpeg -v error -f lavfi -i \(noise) -f lavfi -i \(noise.replacing("seed=3", with: "seed=9"))"
        + " -filter_complex '[0][1]join=inputs=2' \(options) '\(name)'")
    try #require(made.code == 0, "\(made.errors)")
    try place.folder.write("null.lua", script)
    let result = try await place.moonreel("render", "null.lua", "-o", "null.wav")
    try #require(result.code == 0, "\(result.errors)")
    return (try await peak(place, "null.wav"), try await peak(place, name))
  }

  private func peak(_ place: Workplace, _ file: String) async throws -> Float {
    let line = "ffmpeg -y -v error -i '\(file)' -f f32le raw.f32"
    let result = try await place.shell(line)
    try #require(result.code == 0, "\(result.errors)")
    return place.folder.data("raw.f32").withUnsafeBytes {
      $0.bindMemory(to: Float.self).reduce(0) { max($0, abs($1)) }
    }
  }

  @Test("a file and the same turned around", arguments: files)
  func inverted(_ file: (name: String, options: String)) async throws {
    for channels in file.name == "six.wav" ? ["5.1", "stereo"] : ["stereo", "mono"] {
      let second = "show:add { source = clip, duration = 2, audio = { invert = true } }"
      let (sum, alone) = try await peaks(
        file.name, file.options, film(file.name, second, channels: channels))
      #expect(alone > 0.1)
      #expect(sum < 1e-6, "\(20 * log10(sum)) dB")
    }
  }

  @Test("a way that changes nothing", arguments: ways) func neutral(_ way: Way) async throws {
    let second = "show:add { source = clip, duration = 2, audio = \(way.script) }"
    let (sum, _) = try await peaks("a.wav", "-c:a pcm_f32le", film("a.wav", second))
    #expect(sum < 1e-6, "\(20 * log10(sum)) dB")
  }

  @Test("a composition in a composition") func nested() async throws {
    let second = """
      local inner = mr.composition { size = { 64, 36 }, fps = 25, duration = 2 }
      inner:add { source = clip, duration = 2 }
      show:add { source = inner, duration = 2, audio = { invert = true } }
      """
    let (sum, _) = try await peaks("a.wav", "-c:a pcm_f32le", film("a.wav", second))
    #expect(sum < 1e-6, "\(20 * log10(sum)) dB")
  }

  @Test("what is not the same does not cancel") func different() async throws {
    let second = "show:add { source = clip, trim = { 0.1, 2.1 }, audio = { invert = true } }"
    let (sum, _) = try await peaks("a.wav", "-c:a pcm_f32le", film("a.wav", second))
    #expect(sum > 0.1)
  }
}
