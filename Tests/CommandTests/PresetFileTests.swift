// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import moonreel

/// Every row of the table in `docs/presets.md`, written to each of its kinds of file and looked at by ffprobe.
@Suite("Presets write what their page says")
struct PresetFileTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var preset: String
    var words: String
    var ending: String

    var testDescription: String { "\(preset) to \(ending)" }
  }

  /// All but `passthrough`, which writes what it is given.
  static let rows: [Row] = Documents.text("docs/presets.md").split(separator: "\n").flatMap {
    line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, cells[0].hasPrefix("`"), cells[0] != "`passthrough`" else {
      return [Row]()
    }
    let preset = cells[0].filter { $0 != "`" }
    return cells[2].split(separator: " ").map {
      Row(preset: preset, words: cells[1], ending: String($0))
    }
  }

  private static let pictures: [(word: String, codec: String, formats: [String])] = [
    ("H.264", "h264", ["yuv420p"]), ("HEVC", "hevc", ["yuv420p", "yuva420p"]),
    ("ProRes 4444", "prores", ["yuva444p10le", "yuva444p12le"]),
    ("ProRes 422", "prores", ["yuv422p10le"]), ("FFV1", "ffv1", ["yuv420p"]),
    ("VP9", "vp9", ["yuv420p"]), ("AV1", "av1", ["yuv420p"]), ("GIF", "gif", ["bgra"]),
    ("PNG", "png", ["rgba"]), ("DNxHR", "dnxhd", ["yuv422p"]),
    ("MPEG-2", "mpeg2video", ["yuv420p"]),
  ]

  private static let sounds: [(word: String, codec: String)] = [
    ("AAC", "aac"), ("Opus", "opus"), ("MP3", "mp3"), ("FLAC", "flac"), ("24-bit PCM", "pcm_s24le"),
    ("PCM, 16 bits", "pcm_s16le"), ("MP2", "mp2"),
  ]

  /// The words about sound in a file that ends in `ending`: `"AAC 160 kbit/s (Opus in .mkv)"`.
  private static func sound(_ words: String, _ ending: String) -> String? {
    if words.contains("in \(ending))"), let bracket = words.lastIndex(of: "(") {
      return sounds.first { words[bracket...].contains($0.word) }?.codec
    }
    let usual = words.prefix { $0 != "(" }
    return sounds.first { usual.contains($0.word) }?.codec
  }

  @Test("every row", arguments: rows)
  func row(row: Row) async throws {
    let place = try await Workplace()
    let name = row.ending == ".png" ? "x_%02d.png" : "x\(row.ending)"
    let size = row.preset == "dnxhr" ? (256, 144) : (64, 48)
    try place.folder.write(
      "short.lua",
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:insert(mr.asset "clip.mp4", { 0, 0.2 }, 0)
      return mr.export { t, size = { \(size.0), \(size.1) } }
      """)
    let render = try await place.moonreel("render", "short.lua", "-o", name, "--preset", row.preset)
    guard try ExportPreset.named(row.preset).isAvailable else {
      #expect(render.code == 4 && render.errors.contains("Use '"), "\(render.errors)")
      return
    }
    #expect(render.code == 0, "\(render.errors)")
    let file = row.ending == ".png" ? "x_01.png" : name
    let probe = try await place.shell(
      "ffprobe -v error -show_entries stream=codec_type,codec_name,pix_fmt,width,height "
        + "-of compact=p=0:nk=0 \(file)")
    let streams = probe.output.split(separator: "\n").map(String.init)
    let video = streams.first { $0.contains("codec_type=video") }
    let audio = streams.first { $0.contains("codec_type=audio") }
    if let expected = Self.pictures.first(where: { row.words.contains($0.word) }),
      !row.words.contains("without pictures")
    {
      #expect(video?.contains("codec_name=\(expected.codec)|") == true, "\(probe.output)")
      #expect(
        expected.formats.contains { video?.contains("pix_fmt=\($0)") == true }, "\(probe.output)")
      #expect(video?.contains("width=\(size.0)|height=\(size.1)") == true, "\(probe.output)")
    } else {
      #expect(video == nil, "\(probe.output)")
    }
    let sound = row.words.contains("without sound") ? nil : Self.sound(row.words, row.ending)
    #expect((audio == nil) == (sound == nil), "\(probe.output)")
    if let sound { #expect(audio?.contains("codec_name=\(sound)|") == true, "\(probe.output)") }
  }

  @Test("no preset is for other kinds of files than its page says")
  func otherKinds() throws {
    for preset in ExportPreset.all {
      let endings =
        preset == .passthrough
        ? [".mp4", ".mov", ".mkv", ".webm", ".m4a"]
        : rows.filter { $0.preset == preset.name }.map(\.ending)
      let request = ExportRequest(timeline: Timeline(), preset: preset)
      for container in Container.allCases {
        for ending in container.pathExtensions {
          let name = "x.\(ending)"
          guard !endings.contains(container.ending) else {
            #expect(try request.container(forPath: name) == container, "\(preset.name) \(name)")
            continue
          }
          let error = #expect(throws: MoonreelError.self, "\(preset.name) \(name)") {
            try request.container(forPath: name)
          }
          #expect(error?.message.contains("'\(preset.name)' is for \(endings[0])") == true)
          #expect(error?.message.contains("'\(name)': end the name in \(endings[0])") == true)
        }
      }
    }
  }

  @Test("the table is read, all of it")
  func table() { #expect(rows.count > 50) }
  private var rows: [Row] { Self.rows }
}
