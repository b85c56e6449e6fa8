// SPDX-License-Identifier: MIT

import Foundation
import MoonreelMedia
import Testing

@testable import moonreel

/// Every kind of file that a film can be made of, as an output, under every name that means it.
@Suite("No output takes the place of what the film reads")
struct OwnSourceTests {
  /// A kind of source: the files that make it, a script that reads them, and the one that is written to.
  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The file that must stay.
    var victim: String
    /// The rest of a script that begins with `local mr = …` and a timeline `t` of one second.
    var script: String
    /// Further files by name.
    var files: [String: String] = [:]
    /// Further arguments.
    var arguments: [String] = []

    init(
      _ name: String, _ victim: String, _ script: String = "", files: [String: String] = [:],
      arguments: [String] = []
    ) {
      (testDescription, self.victim, self.script) = (name, victim, script)
      (self.files, self.arguments) = (files, arguments)
    }
  }

  private static let cube =
    "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"
  private static let square = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>"
  private static let cues = "1\n00:00:00,000 --> 00:00:01,000\nHello\n"

  static let kinds = [
    Kind("a clip", "clip.mp4"),
    Kind("a picture", "still.png", "mr.asset 'still.png'"),
    Kind("sound", "tone.wav", "mr.asset 'tone.wav'"),
    Kind("a member of a sequence", "shot_0002.png", "mr.asset('shot_%04d.png', { fps = 5 })"),
    Kind("the script", "film.lua"),
    Kind("a module", "part.lua", "require 'part'", files: ["part.lua": "return 1"]),
    Kind(
      "the parameters", "values.json", "mr.params { n = { 'number', default = 1 } }",
      files: ["values.json": "{ \"n\": 2 }"],
      arguments: ["--params", "values.json"]),
    Kind("a look", "look.cube", "mr.lut 'look.cube'", files: ["look.cube": cube]),
    Kind("a picture as a look", "look.png", "mr.lut 'look.png'"),
    Kind("a drawing", "logo.svg", "mr.svg 'logo.svg'", files: ["logo.svg": square + "</svg>"]),
    Kind(
      "what a drawing refers to", "still.png", "mr.svg 'logo.svg'",
      files: ["logo.svg": square + "<image href='still.png' width='8' height='8'/></svg>"]),
    Kind(
      "an animation", "anim.json", "mr.source.lottie 'anim.json'",
      files: [
        "anim.json":
          #"{"v":"5.5.7","fr":25,"ip":0,"op":25,"w":8,"h":8,"layers":[]}"#
      ]),
    Kind("captions", "words.srt", "mr.captions 'words.srt'", files: ["words.srt": cues]),
    Kind(
      "captions of the web", "words.vtt", "mr.captions 'words.vtt'",
      files: ["words.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n"]),
    Kind(
      "a segment of a playlist", "part0.ts", "mr.asset 'list.m3u8'",
      files: [
        "list.m3u8":
          "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\npart0.ts\n#EXT-X-ENDLIST\n"
      ]),
    Kind("what is only looked at", "other.mp4", "mr.asset 'other.mp4'"),
  ]

  /// A way to name the victim; `$v` is its name.
  static let ways: [(name: String, command: String, output: String)] = [
    ("its name", "true", "$v"), ("a roundabout path", "mkdir -p sub", "./sub/../$v"),
    ("its whole path", "true", "$PWD/$v"),
    ("a symbolic link", "ln -s \"$v\" link", "link"),
    ("a chain of links", "ln -s \"$v\" one; ln -s one two", "two"),
    ("a hard link", "ln \"$v\" hard", "hard"), ("a linked folder", "ln -s . here", "here/$v"),
    ("standard output", "true", "- 1<>\"$v\""), ("its descriptor", "true", "/dev/fd/9 9<>\"$v\""),
  ]

  private func place(_ kind: Kind) async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("still.png", await Clip.png.value)
    try place.folder.write("look.png", await Clip.png.value)
    try place.folder.write("tone.wav", await Clip.wav.value)
    try place.folder.write("other.mp4", await Clip.mp4.value)
    for number in 1...3 {
      try place.folder.write("shot_000\(number).png", await Clip.png.value)
    }
    if kind.victim == "part0.ts" {
      _ = try await place.shell("ffmpeg -nostdin -v error -i clip.mp4 -c copy part0.ts")
    }
    for (name, text) in kind.files { try place.folder.write(name, text) }
    try write(kind, "mkv", in: place)
    return place
  }

  /// The kind of file that a film can be written as under the name `output`: what its ending says, if it says
  /// anything.
  private func container(_ output: String, _ kind: Kind) -> String {
    let ending = kind.victim.split(separator: ".").last ?? ""
    let isNamed = output.hasSuffix("$v") && Container(pathExtension: String(ending)) != nil
    return isNamed ? String(ending) : "mkv"
  }

  private func write(_ kind: Kind, _ container: String, in place: Workplace) throws {
    try place.folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:insert(mr.asset "clip.mp4", { 0, 1 }, 0)
      pcall(function() return \(kind.script) end)
      return mr.export { t, container = "\(container)" }
      """)
  }

  @Test("under every name", arguments: kinds)
  func everyName(kind: Kind) async throws {
    let place = try await place(kind)
    for way in Self.ways {
      try write(kind, container(way.output, kind), in: place)
      let before = place.folder.data(kind.victim)
      let arguments = kind.arguments.joined(separator: " ")
      let result = try await place.shell(
        "v='\(kind.victim)'; \(way.command); moonreel render film.lua \(arguments) -o \(way.output)"
      )
      let about = Comment(rawValue: "\(way.name): \(result.errors)")
      #expect(result.code == 3, about)
      #expect(
        result.errors.contains("that the film reads") || result.errors.contains("film's"), about)
      #expect(result.errors.contains("Write to another name"), about)
      #expect(result.errorLines.count == 1, about)
      #expect(place.folder.data(kind.victim) == before, about)
      #expect(place.partials.isEmpty, about)
    }
  }

  @Test(
    "stills, sheets, sequences and plans",
    arguments: [
      ("frame still.png --at 0 -o still.png", "still.png"),
      ("frame clip.mp4 --at 0 -o ./here/still.png", nil),
      ("frame 'shot_%04d.png' --every 0.04 -o 'shot_%04d.png'", "shot_0001.png"),
      ("frame 'shot_%04d.png' --at 0 -o shot_0003.png", "shot_0003.png"),
      ("frame 'shot_%04d.png' --every 0.04 -o shot_0002.png", "shot_0002.png"),
      ("frame 'frames/frame_%04d.png' --every 0.04 -o frames/", "frames/frame_0001.png"),
      ("render shots.lua -o 'shot_%04d.png'", "shot_0003.png"),
      ("render shots.lua -o 'shot_%d.png'", nil),
      ("render folder.lua -o frames/", "frames/frame_0002.png"),
      ("render folder.lua -o frames --preset png", "frames/frame_0002.png"),
      ("plan logo.lua --svg logo.svg", "logo.svg"),
      ("plan logo.lua --svg ./sub/../logo.svg", "logo.svg"),
    ] as [(String, String?)])
  func pictures(line: String, victim: String?) async throws {
    let place = try await place(
      Kind("a drawing", "logo.svg", "", files: ["logo.svg": Self.square + "</svg>"]))
    _ = try await place.shell(
      "mkdir -p sub frames && for i in 1 2 3; do cp still.png frames/frame_000$i.png; done; ln -s . here"
    )
    for (name, source) in [("shots", "shot_%04d.png"), ("folder", "frames/frame_%04d.png")] {
      try place.folder.write(
        name + ".lua",
        """
        local mr = require "moonreel"
        local t = mr.timeline()
        t:insert(mr.asset("\(source)", { fps = 25 }), { 0, 0.12 }, 0)
        return mr.export { t }
        """)
    }
    try place.folder.write(
      "logo.lua",
      """
      local mr = require "moonreel"
      mr.svg "logo.svg"
      local t = mr.timeline()
      t:insert(mr.asset "clip.mp4", { 0, 1 }, 0)
      return t
      """)
    let before = victim.map { place.folder.data($0) }
    let result = try await place.shell("moonreel \(line)")
    #expect(result.code == (victim == nil ? 0 : 3), "\(result.errors)")
    #expect(victim.map { place.folder.data($0) } == before)
    #expect(victim == nil || result.errors.contains("that the film reads"), "\(result.errors)")
    #expect(place.partials.isEmpty)
  }

  @Test("what a callback opens later is known before the output takes its place")
  func later() async throws {
    let place = try await place(Kind("later", "out.mkv"))
    try place.folder.write("out.mkv", await Clip.mp4.value)
    try place.folder.write(
      "late.lua",
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:insert(mr.asset "clip.mp4", { 0, 0.2 }, 0)
      local opened
      return mr.export { t, video = mr.video_composition { t,
        compositor = function(request)
          opened = opened or mr.asset "out.mkv"
          return request:frame(1)
        end } }
      """)
    let before = place.folder.data("out.mkv")
    let result = try await place.moonreel("render", "late.lua", "-o", "out.mkv")
    #expect(result.code != 0)
    #expect(place.folder.data("out.mkv") == before)
    #expect(place.partials.isEmpty)
  }
}
