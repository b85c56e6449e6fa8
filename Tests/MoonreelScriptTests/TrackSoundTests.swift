// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// What a mix says of tracks, beside the same said of layers.
@Suite struct TrackSoundTests {
  private static let head = """
    local mr = require "moonreel"
    local audio = require "moonreel.audio"
    local noise = mr.source.noise { seed = 3, gain = 0.4 }
    local music = mr.source.music { seed = 4 }
    local group = mr.bus { name = "group", volume = 0.5 }
    """

  /// A film of two layers, noise and music, that sound as `noise` and `music` say.
  private func layers(_ noise: String, _ music: String) throws -> [[Float]] {
    try SoundFilm.planes(
      Self.head + """

        local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
        local first = show:add { source = noise, duration = 2, audio = { \(noise) } }
        show:add { source = music, duration = 2, audio = { \(music) } }
        return show
        """)
  }

  /// The same film of two tracks, `one` and `two`, whose `mix` is changed by `calls`.
  private func tracks(_ calls: String) throws -> [[Float]] {
    try SoundFilm.planes(
      Self.head + """

        local timeline = mr.timeline { fps = 25 }
        local one, two = timeline:add_track "audio", timeline:add_track "audio"
        one:insert(noise, { 0, 2 })
        two:insert(music, { 0, 2 })
        local mix = mr.audio_mix()
        \(calls)
        return mr.export { timeline, audio = mix }
        """)
  }

  static let pairs: [(noise: String, music: String, calls: String)] = [
    ("", "", ""), ("volume_db = -6", "", "mix:volume_db(one, -6)"),
    ("volume_db = { { 0, -40 }, { 2, 0 } }", "", "mix:volume_db(one, { { 0, -40 }, { 2, 0 } })"),
    ("pan = -0.3", "pan = 0.7", "mix:pan(one, -0.3):pan(two, 0.7)"),
    (
      "pan = { { 0, -1 }, { 1, 1, 'in_out_sine' }, { 2, 0, 'hold' } }", "",
      "mix:pan(one, { { 0, -1 }, { 1, 1, 'in_out_sine' }, { 2, 0, 'hold' } })"
    ),
    (
      "pan = function(t) return t - 1 end", "",
      "mix:pan(one, function(t) return t - 1 end)"
    ),
    ("", "balance = 0.4", "mix:balance(two, 0.4)"), ("", "invert = true", "mix:invert(two)"),
    ("", "channels = { 2, 1 }", "mix:channels(two, { 2, 1 })"),
    (
      "channels = { { 0.5, 0.5 }, { 1, -1 } }", "", "mix:channels(one, { { 0.5, 0.5 }, { 1, -1 } })"
    ),
    (
      "effects = audio.low_pass { cutoff = { { 0, 200 }, { 2, 8000 } } }, pan = 0.5", "",
      "mix:effects(one, audio.low_pass { cutoff = { { 0, 200 }, { 2, 8000 } } }):pan(one, 0.5)"
    ),
    ("bus = group", "", "mix:bus(one, group)"),
    ("sends = { { group, 0.25 } }", "", "mix:send(one, group, 0.25)"),
    ("mute = true", "", "mix:mute(one)"), ("", "solo = true", "mix:solo(two)"),
    ("mute = false", "solo = false", "mix:mute(one, false):solo(two, false)"),
    ("loudness = -20", "", "mix:loudness(one, -20)"),
    (
      "mute = true", "effects = audio.duck { under = first, by = -12 }",
      "mix:mute(one):effects(two, audio.duck { under = one, by = -12 })"
    ),
    (
      "volume = 0.5, declick = 0.005, pan = 0.2", "",
      "mix:volume(one, 0.5):declick(one, 0.005):pan(one, 0.2)"
    ),
  ]

  @Test("a film said by tracks is the film said by layers, bit for bit", arguments: pairs.indices)
  func same(index: Int) throws {
    let pair = Self.pairs[index]
    let found = try tracks(pair.calls)
    #expect(found == (try layers(pair.noise, pair.music)), "\(pair.calls)")
    let plain = try tracks("")
    #expect((found == plain) == (index == 0 || pair.noise == "mute = false"))
  }

  @Test(
    "what cannot be is refused, with the method's name",
    arguments: [
      ("mix:pan(one, 2)", "'position' of audio_mix:pan"),
      ("mix:volume_db(one, 100)", "'decibels' of audio_mix:volume_db"),
      ("mix:channels(one, {})", "'matrix' of audio_mix:channels"),
      ("mix:channels(one, { { string.byte(('a'):rep(65), 1, -1) } })", "at most 64 gains"),
      ("mix:bus(one, 3)", "'bus' of audio_mix:bus"),
      ("mix:send(one, group, -1)", "'gain' of audio_mix:send"),
      ("mix:effects(one, 'echo')", "'effects' of audio_mix:effects"),
      ("mix:mute(timeline:add_track 'video')", "'track' of audio_mix:mute"),
    ])
  func refused(call: String, words: String) throws {
    let outcome = Runs.script(
      Self.head + """

        local timeline = mr.timeline()
        local one = timeline:add_track "audio"
        local mix = mr.audio_mix()
        \(call)
        """)
    #expect(outcome.message.contains(words), "\(outcome.message)")
  }
}
