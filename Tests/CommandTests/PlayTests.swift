// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import SoundServer
import Testing

@testable import moonreel

/// `moonreel play` at a pseudo terminal: what it draws is read back, and keys are pressed.
@Suite("moonreel play", .serialized)
struct PlayTests {
  /// The pixels that `moonreel frame` writes of the clip at `time`.
  private func frame(_ place: Workplace, at time: String) async throws -> [UInt8] {
    let made = try await place.moonreel("frame", "clip.mp4", "--at", time, "-o", "still.png")
    try #require(made.code == 0, "\(made.errors)")
    let raw = try await place.shell(
      "ffmpeg -nostdin -v error -y -i still.png -f rawvideo -pix_fmt rgb24 still.rgb")
    try #require(raw.code == 0, "\(raw.errors)")
    return Array(place.folder.data("still.rgb"))
  }

  @Test("the picture in the terminal is the film's", arguments: TerminalPictures.allCases)
  func picture(kind: TerminalPictures) async throws {
    let place = try await Workplace()
    let expected = try await frame(place, at: "0.52")
    let terminal = try FakeTerminal()
    // At a hundredth of the speed one frame stays.
    try terminal.start(
      ["play", place.folder.path("clip.mp4"), "--at", "0.52", "--rate", "0.01"]
        + ["--pictures", kind.rawValue])
    #expect(terminal.read(until: "\u{1B}[?2026l"))
    terminal.type("q")
    #expect(terminal.wait() == 0, "\(terminal.errors)")
    let picture = try #require(DrawnPictures.first(kind, in: terminal.output))
    #expect(picture.size == PixelSize(64, 48))
    if kind == .sixel {
      // Dithered: right on the average of 8 x 8 pixels.
      for (found, wanted) in zip(means(picture.bytes), means(expected)) {
        #expect(abs(found - wanted) < 9)
      }
    } else {
      #expect(picture.bytes == expected)
    }
  }

  /// The means of blocks of 8 x 8 pixels of 64 x 48, each component for itself.
  private func means(_ bytes: [UInt8]) -> [Double] {
    (0..<6 * 8 * 3).map { index in
      let (component, x, y) = (index % 3, index / 3 % 8 * 8, index / 24 * 8)
      let sum = (0..<64).reduce(0) { sum, place in
        sum + Int(bytes[((y + place / 8) * 64 + x + place % 8) * 3 + component])
      }
      return Double(sum) / 64
    }
  }

  @Test(
    "pictures are drawn as the terminal says it can",
    arguments: [
      ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", [:], TerminalPictures.kitty),
      ("\u{1B}[?62;4;22c", [:], .sixel), ("\u{1B}[?1;2c", [:], .blocks),
      ("\u{1B}[?1;2c", ["KITTY_WINDOW_ID": "1"], .kitty),
    ] as [(String, [String: String], TerminalPictures)])
  func detection(answer: String, environment: [String: String], kind: TerminalPictures) async throws
  {
    let place = try await Workplace()
    let terminal = try FakeTerminal()
    terminal.answer = answer
    try terminal.start(["play", place.folder.path("clip.mp4")], environment: environment)
    #expect(terminal.wait() == 0)
    #expect(DrawnPictures.first(kind, in: terminal.output) != nil)
  }

  @Test("a large film is drawn no larger than the terminal, and anew when that changes")
  func size() async throws {
    let place = try await Workplace()
    let terminal = try FakeTerminal(columns: 20, rows: 9)
    try terminal.start(
      ["play", place.folder.path("clip.mp4"), "--pictures", "blocks", "--rate", "0.01"])
    #expect(terminal.read(until: "\u{1B}[?2026l"))
    let small = try #require(DrawnPictures.first(.blocks, in: terminal.output))
    #expect(small.size == PixelSize(20, 16))
    let before = terminal.output.count
    terminal.resize(columns: 40, rows: 30)
    #expect(
      terminal.read { output in
        DrawnPictures.first(.blocks, in: Array(output[before...]))?.size == PixelSize(40, 30)
      })
    terminal.type("q")
    #expect(terminal.wait() == 0)
  }

  @Test("keys")
  func keys() async throws {
    let place = try await Workplace()
    let terminal = try FakeTerminal(columns: 40, rows: 6)
    let modes = terminal.modes
    try terminal.start(
      ["play", place.folder.path("clip.mp4"), "--pictures", "blocks", "--rate", "0.01", "--loop"])
    #expect(terminal.read(until: "|>  0:00.0 / 0:01.0  x0.01  loop"))
    #expect(terminal.read(until: "\u{1B}[?2026l"))
    #expect(terminal.modes != modes)
    terminal.type(" ")
    #expect(terminal.read(until: "||  0:00.0 / 0:01.0"))
    terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C")
    #expect(terminal.read(until: "||  0:00.1 / 0:01.0"), "three frames of 40 ms")
    terminal.type("\u{1B}[F")
    #expect(terminal.read(until: "||  0:01.0 / 0:01.0"))
    terminal.type("\u{1B}[H")
    #expect(terminal.read(until: "||  0:00.0 / 0:01.0", times: 2))
    terminal.type("m")
    #expect(terminal.read(until: "muted"))
    terminal.type("m--")
    #expect(terminal.read(until: "volume 90 %"))
    terminal.type("o l")
    #expect(terminal.read(until: "|>  0:00.5 / 0:01.0"))
    terminal.type("j")
    #expect(terminal.read(until: "x-1"))
    terminal.type("q")
    #expect(terminal.wait() == 0, "\(terminal.errors)")
    #expect(terminal.modes == modes)
    #expect(terminal.text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test(
    "a signal puts the terminal back",
    arguments: [(nil, 130, "Ctrl-C"), (SIGTERM, 143, "SIGTERM")] as [(Int32?, Int32, String)])
  func signals(signal: Int32?, code: Int32, words: String) async throws {
    let place = try await Workplace()
    let terminal = try FakeTerminal()
    let modes = terminal.modes
    try terminal.start(
      ["play", place.folder.path("clip.mp4"), "--pictures", "kitty", "--rate", "0.01"])
    #expect(terminal.read(until: "\u{1B}[?2026l"))
    if let signal { terminal.send(signal: signal) } else { terminal.type("\u{3}") }
    #expect(terminal.wait() == code)
    #expect(terminal.errors.contains(words), "\(terminal.errors)")
    #expect(terminal.modes == modes)
    #expect(terminal.text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test("the whole film, backwards and forwards", arguments: ["1", "-1", "2"])
  func whole(rate: String) async throws {
    let place = try await Workplace()
    let terminal = try FakeTerminal()
    try terminal.start(
      ["play", place.folder.path("clip.mp4"), "--pictures", "none", "--verbose", "--rate", rate])
    if rate == "-1" {
      #expect(terminal.read(until: "||  0:00.0"))
      terminal.type("q")
    }
    #expect(terminal.wait() == 0)
    #expect(terminal.errors.contains("frames shown"), "\(terminal.errors)")
    let text = terminal.text
    #expect(text.contains("/ 0:01.0"))
  }

  @Test("a window gets the pictures")
  func window() async throws {
    let place = try await Workplace()
    // In ffplay's place: it keeps what it is given.
    try place.folder.write("bin/ffplay", "#!/bin/sh\ncat >'\(place.folder.path("pictures.y4m"))'\n")
    chmod(place.folder.path("bin/ffplay"), 0o755)
    let path = place.folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let result = try await place.moonreel(
      "play", "clip.mp4", "--window", "--at", "0.2", "--verbose", environment: ["PATH": path])
    #expect(result.code == 0, "\(result.errors)")
    try place.folder.write(
      "lossless.lua",
      "return require 'moonreel'.export { require 'moonreel'.asset 'clip.mp4', video_codec = 'ffv1' }"
    )
    let shown = try await place.shell(
      "ffmpeg -nostdin -v error -i pictures.y4m -frames:v 1 -f rawvideo first.yuv"
        + " && moonreel render lossless.lua -o film.mkv && ffmpeg -nostdin -v error -i film.mkv"
        + " -vf 'select=eq(n\\,5)' -frames:v 1 -f rawvideo fifth.yuv"
    )
    #expect(shown.code == 0, "\(shown.errors)")
    let (first, fifth) = (place.folder.data("first.yuv"), place.folder.data("fifth.yuv"))
    #expect(first.count == 64 * 48 * 3 / 2)
    #expect(first == fifth)
  }

  @Test("a terminal that cannot draw is told, and so is one whose time is up")
  func limits() async throws {
    let place = try await Workplace()
    let dumb = try FakeTerminal()
    try dumb.start(["play", place.folder.path("clip.mp4")], environment: ["TERM": "dumb"])
    #expect(dumb.wait() == 2)
    #expect(dumb.errors.contains("TERM is 'dumb'"), "\(dumb.errors)")
    let terminal = try FakeTerminal(columns: 40, rows: 6)
    let modes = terminal.modes
    try terminal.start(
      ["play", place.folder.path("clip.mp4"), "--pictures", "blocks", "--loop", "--max-time", "1"])
    #expect(terminal.wait() == 6)
    #expect(terminal.errors.contains("--max-time"), "\(terminal.errors)")
    #expect(terminal.modes == modes)
  }

  @Test("what cannot be read is told at the end")
  func damage() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "part.lua",
      """
      local mr = require 'moonreel'
      local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 0.4 }
      show:add { source = function(time)
        if time > 0.2 then error 'half of it' end
        return mr.color 'red'
      end }
      return show
      """)
    let result = try await place.moonreel("play", "part.lua", "--pictures", "none", "--rate", "0.5")
    #expect(result.code == 0)
    #expect(result.errors.contains("half of it"), "\(result.errors)")
  }

  @Test(
    "errors are sentences",
    arguments: [
      (["play", "clip.mp4"], 2, "standard output is no terminal"),
      (["play", "none.mp4", "--pictures", "none"], 3, "none.mp4"),
      (["play", "clip.mp4", "--pictures", "none", "--at", "7"], 2, "Cannot begin at"),
      (["play", "clip.mp4", "--pictures", "none", "--range", "3..4"], 2, "Cannot use --range"),
      (["play", "clip.mp4", "--rate", "0"], 2, "--rate takes a factor"),
      (["play", "clip.mp4", "--pictures", "paint"], 2, "--pictures takes"),
      (["play", "clip.mp4", "--window", "--pictures", "sixel"], 2, "contradict"),
      (["play", "clip.mp4", "--pictures", "none", "--max-duration", "0.5"], 6, "0.5"),
      (["play", "wrong.lua", "--pictures", "none"], 1, "wrong.lua:2"),
      (["play", "late.lua", "--pictures", "none"], 1, "late.lua"),
    ] as [([String], Int32, String)])
  func errors(arguments: [String], code: Int32, words: String) async throws {
    let place = try await Workplace()
    try place.folder.write("wrong.lua", "local mr = require 'moonreel'\nerror 'no'")
    try place.folder.write(
      "late.lua",
      """
      local mr = require 'moonreel'
      return mr.composition { size = { 32, 18 }, duration = 1 }
        :add { source = mr.source.generator { size = { 32, 18 }, draw = function() error 'no' end } }
      """)
    let result = try await Program.moonreel(
      arguments, in: place.folder.url, environment: ["PULSE_SERVER": "unix:/nowhere"])
    #expect(result.code == code, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("without ffplay there is no window")
  func noWindow() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel(
      "play", "clip.mp4", "--window", environment: ["PATH": place.folder.path("bin")])
    #expect(result.code == 3)
    #expect(result.errors.contains("ffplay is not installed"), "\(result.errors)")
  }

  @Test(
    "the sound is the film's, through the closed sandbox",
    .enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func sound() async throws {
    let (place, server) = (try await Workplace(), try PulseServer())
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -f lavfi -i sine=f=400:d=1.5:r=48000 -c:a pcm_s16le tone.wav")
    let heard = try await server.tone(period: 120) {
      let result = try await place.moonreel(
        "play", "tone.wav", "--pictures", "none", environment: ["PULSE_SERVER": server.address])
      #expect(result.code == 0)
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
    #expect(abs(heard.length - 72_000) < 480, "\(heard.length) samples of 72000")
    #expect(heard.step < 0.02, "the tone has a step of \(heard.step)")
  }
}
