// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

/// Several tracks of sound in a file, and the sound in parts.
@Suite("tracks of sound and stems") struct SoundTrackTests {
  /// Two voices, music that ducks under both and goes through a bus, and a room that one voice is sent to.
  private static let film = """
    local mr = require "moonreel"
    local audio = require "moonreel.audio"
    local music = mr.bus { name = "music" }
    local room = mr.bus { name = "room", effects = audio.delay { time = 0.1, feedback = 0, mix = 1, tone = 20000 } }
    local show = mr.composition {
      size = { 64, 36 }, fps = 25, duration = 1, audio = { volume = mr.params { whole = { "number", default = 1 } }.whole } }
    show:add { source = mr.color "red", duration = 1 }
    local function voice(name, hertz, audio)
      return show:add { name = name, source = mr.source.tone { frequency = hertz, gain = 0.2 }, duration = 1, audio = audio }
    end
    local english = voice("english", 500, { sends = { { room, 0.5 } } })
    local french = voice("french", 900)
    show:add { source = mr.source.tone { frequency = 2000, gain = 0.2 }, duration = 1, audio = {
      bus = music, effects = audio.duck { under = english, by = -20, attack = 0.001, release = 0.001 } } }

    """

  private func place(returning result: String) async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("sound.lua", Self.film + result)
    return place
  }

  /// The samples of a track of a file, 48 kHz, mixed to one channel as floats.
  private func samples(_ place: Workplace, _ file: String, track: Int = 0) async throws -> [Float] {
    let line =
      "ffmpeg -y -v error -i '\(file)' -map 0:a:\(track) -ar 48000 -af pan=mono\\|c0=c0 -f f32le raw.f32"
    let result = try await place.shell(line)
    try #require(result.code == 0, "\(result.errors)")
    return place.folder.data("raw.f32").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The magnitude of `hertz` in the middle half second.
  private func level(_ hertz: Double, _ samples: [Float]) -> Double {
    var (cosine, sine) = (0.0, 0.0)
    for (index, sample) in samples[12_000..<36_000].enumerated() {
      let angle = 2 * Double.pi * hertz * Double(index) / 48_000
      cosine += Double(sample) * cos(angle)
      sine += Double(sample) * sin(angle)
    }
    return (cosine * cosine + sine * sine).squareRoot() / 12_000
  }

  @Test(
    "each track has its part, its language and its title", arguments: ["mp4", "mov", "mkv", "ts"])
  func languages(ending: String) async throws {
    let place = try await place(
      returning: """
        return mr.export { show, audio_bit_rate = 192000, sound_tracks = {
          { mute = french, language = "en", title = "English" },
          { mute = { english }, language = "fr", title = "Français", default = true, channels = "mono" },
          { solo = music, language = "und", title = "Music" },
          { solo = english },
        } }
        """)
    let result = try await place.moonreel("render", "sound.lua", "-o", "film.\(ending)")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let probe = try await place.shell(
      "ffprobe -v error -select_streams a -show_entries stream=channels:stream_tags=language -of csv=p=0 film.\(ending)"
    )
    let found = probe.output.split(separator: "\n").filter { !$0.isEmpty }.map(String.init)
    let french = ending == "mkv" || ending == "ts" ? "1,fre" : "1,fra"
    #expect(found.count >= 4 && found.contains("2,eng") && found.contains(french), "\(found)")
    // What steers the music is not heard, and steers it all the same; a voice alone is heard in the room, too.
    let expected: [(english: Bool, french: Bool, music: Bool)] = [
      (true, false, true), (false, true, true), (false, false, true), (true, false, false),
    ]
    for (track, wanted) in expected.enumerated() {
      let sound = try await samples(place, "film.\(ending)", track: track)
      let (english, french) = (level(500, sound), level(900, sound))
      #expect(wanted.english ? abs(english - 0.4) < 0.02 : english < 0.001, "\(track): \(english)")
      #expect(wanted.french ? abs(french - 0.2) < 0.02 : french < 0.001, "\(track): \(french)")
      let music = level(2000, sound)
      #expect(wanted.music ? abs(music - 0.02) < 0.004 : music < 0.001, "\(track): \(music)")
    }
    guard ending != "ts" else { return }  // which marks none
    let flags = try await place.shell(
      "ffprobe -v error -select_streams a -show_entries stream_disposition=default -of csv=p=0 film.\(ending)"
    )
    #expect(flags.output.split(separator: "\n") == ["0", "1", "0", "0"], "\(flags.output)")
  }

  @Test("languages come back from every kind of file", arguments: ["mp4", "mov", "mkv", "ts"])
  func languageCodes(ending: String) async throws {
    let tags = [
      "en", "de", "fr", "cs", "ro", "sk", "sv", "hr", "ga", "sr", "pa", "nl", "el", "zh", "is",
      "pt-BR", "ja",
    ]
    let tracks = tags.map { "{ language = '\($0)', channels = 'mono' }" }.joined(separator: ", ")
    let place = try await place(
      returning:
        "return mr.export { show, range = { 0, 0.2 }, audio_codec = '\(ending == "ts" ? "ac3" : "aac")',"
        + " audio_bit_rate = 96000, sound_tracks = { \(tracks) } }")
    let result = try await place.moonreel("render", "sound.lua", "-o", "film.\(ending)")
    #expect(result.code == 0, "\(result.errors)")
    let probe = try await place.moonreel("probe", "--json", "film.\(ending)")
    let read = try JSONSerialization.jsonObject(with: Data(probe.output.utf8)) as? [String: Any]
    let found = (read?["tracks"] as? [[String: Any]] ?? []).compactMap { $0["language"] as? String }
    #expect(
      zip(found, tags).allSatisfy(LanguageCode.isSame) && found.count == tags.count, "\(found)")
  }

  @Test("stems add up to the mix") func stems() async throws {
    let place = try await place(returning: "return show")
    let result = try await place.moonreel(
      "render", "sound.lua", "-o", "film.mkv", "--stems", "parts", "--json-progress",
      "--set", "whole=0.5")
    #expect(result.code == 0, "\(result.errors)")
    let stems = try FileManager.default.contentsOfDirectory(atPath: place.folder.path("parts"))
    #expect(stems.sorted() == ["english.wav", "french.wav", "music.wav", "room.wav"])
    var sum = [Float](repeating: 0, count: 48_000)
    for stem in stems {
      let part = try await samples(place, "parts/\(stem)")
      #expect(part.count == sum.count)
      for index in sum.indices { sum[index] += part[index] }
    }
    try place.folder.write(
      "whole.lua", Self.film + "return mr.export { show, audio_codec = 'pcm_float' }")
    let mixed = try await place.moonreel("render", "whole.lua", "-o", "whole.wav")
    #expect(mixed.code == 0, "\(mixed.errors)")
    let whole = try await samples(place, "whole.wav")
    #expect(whole.count == sum.count && whole.contains { abs($0) > 0.1 })
    let loudest = zip(sum, whole).map { abs($0 - $1) }.max() ?? 1
    #expect(loudest < 1e-6, "\(20 * log10(loudest)) dB")
    let again = try await place.moonreel(
      "render", "sound.lua", "-o", "film.mkv", "--stems", "parts", "--no-overwrite")
    #expect(again.code != 0 && again.errors.contains("film.mkv"), "\(again.errors)")
  }

  @Test(
    "mistakes are told where they are",
    arguments: [
      ("{ { mute = show } }", "a layer, a bus or a track"),
      ("{ { solo = mr.bus {} } }", "no sound of it in the mix"),
      ("{ { tilte = 'x' } }", "title"), ("{ {}, {} }", "wav"),
    ])
  func mistakes(tracks: String, words: String) async throws {
    let place = try await place(returning: "return mr.export { show, sound_tracks = \(tracks) }")
    let result = try await place.moonreel("render", "sound.lua", "-o", "film.wav")
    #expect(result.code != 0 && result.errors.contains(words), "\(result.errors)")
    #expect(place.partials.isEmpty && !place.folder.path("film.wav").isEmpty)
  }

  @Test("a film without sound has no stems") func silent() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "mute.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, duration = 1 }
      show:add { source = mr.color "red", duration = 1 }
      return show
      """)
    let result = try await place.moonreel(
      "render", "mute.lua", "-o", "film.mp4", "--stems", "parts")
    #expect(result.code != 0 && result.errors.contains("no stems"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: place.folder.path("parts")))
    let wrong = try await place.moonreel(
      "render", "film.lua", "-o", "film.mp4", "--stems", "film.lua/parts")
    #expect(wrong.code != 0 && wrong.errors.contains("film.lua/parts"), "\(wrong.errors)")
  }

  @Test("a file is a room that rings on for as long as it lasts") func roomOfAFile() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "room.lua",
      """
      local mr = require "moonreel"
      local audio = require "moonreel.audio"
      local show = mr.composition { size = { 64, 36 }, duration = 3 }
      show:add { source = mr.source.noise { spectrum = "pink" }, duration = 0.5, audio = {
        effects = audio.convolution { impulse = "clip.mp4", mix = 1, dry = 0 } } }
      return show
      """)
    let result = try await place.moonreel("render", "room.lua", "-o", "room.wav")
    #expect(result.code == 0, "\(result.errors)")
    let sound = try await samples(place, "room.wav")
    try #require(sound.count == 3 * 48_000, "a film lasts as long as it says, also in silence")
    func loudest(_ from: Double, _ to: Double) -> Float {
      sound[Int(from * 48_000)..<Int(to * 48_000)].map(abs).max() ?? 0
    }
    #expect(loudest(0.1, 0.5) > 0.01 && loudest(0.6, 1.3) > 0.01)
    #expect(loudest(1.6, 3) == 0)
  }
}
