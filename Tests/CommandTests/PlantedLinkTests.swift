// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Every command that makes names of files or folders itself, run once to learn the names, then once more for each name
/// with a link planted there that leads to a file, or a folder, of somebody else.
@Suite("Names that are made follow no link")
struct PlantedLinkTests {
  /// A command, and what the person has named of that which it writes.
  struct Writer: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var command: String
    /// What the person named: a link there is the person's own.
    var named: Set<String>
    /// Names that are gone again when the command has ended.
    var passing: [String] = []
    /// The most names that are tried: files of a kind have one writer.
    var most = 3
    /// What the names begin with that are cleared away first: links as they are.
    var clears: String?
    /// Whether a link to something that is there is passed over, and that is told.
    var keeps: Set<String> = []

    init(
      _ command: String, named: Set<String> = [], passing: [String] = [], most: Int = 3,
      keeps: Set<String> = [], clears: String? = nil
    ) {
      (testDescription, self.command, self.named) = (command, command, named)
      (self.passing, self.most, self.keeps, self.clears) = (passing, most, keeps, clears)
    }
  }

  static let writers = [
    Writer("batch rows.lua --data rows.csv -o 'out/{id}.mp4'", named: ["out"]),
    Writer("batch rows.lua --data rows.csv -o 'out/{id}/{row}/film.mp4'", named: ["out"]),
    Writer("render film.lua -o film.wav --stems stems", named: ["film.wav", "stems"]),
    Writer("render film.lua -o stream/film.m3u8", named: ["stream"]),
    Writer("render film.lua -o 'pictures/%04d.png' --range 0..0.1", named: ["pictures"]),
    Writer("frame film.lua --at 0 --at 0.5 -o 'f_%02d.png'"),
    Writer("frame film.lua --at 0 --at 0.5 -o 'f_{time}.png'"),
    Writer("frame film.lua --at 0 --at 0.5 -o shots/", named: ["shots"]),
    Writer("frame film.lua --every 0.5 -o thumbs.vtt", named: ["thumbs.vtt"]),
    Writer("export title.lua -o cut.otio --bake", named: ["cut.otio"]),
    Writer("import bundle.otioz -o back.lua", named: ["back.lua"]),
    Writer("diff film.lua title.lua --frames changed", named: ["changed"], most: 2),
    Writer("stubs scripts", named: ["scripts"], keeps: ["scripts/.luarc.json"]),
    Writer("docs lamp"),
    Writer("docs lamp -o pages", named: ["pages"]),
    Writer("gallery lamp -o show", named: ["show"]),
    Writer("test lamp --record all"),
    Writer("test faulty", clears: "faulty/goldens/failed/"),
    Writer("capture --camera synthetic:camera --for 0.4 --split 0.2 -o take.mkv", most: 2),
    Writer(
      "submit film.lua -o film.mp4 --engine local --spans 1", named: ["film.mp4"],
      passing: ["film.mp4.farm"]),
  ]

  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 32, 24 }, fps = 25, duration = 1 }
    show:add { source = "clip.mp4", duration = 1 }
    return show
    """
  private static let dim = """
    return require "moonreel.effect" { name = "dim",
      options = { amount = { "number", default = 0.5, min = 0, max = 1 } }, neutral = { amount = 0 },
      draw = function(image, params) return image:opacity(1 - params.amount) end }
    """

  private func place() async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("film.lua", Self.film)
    try place.folder.write(
      "title.lua",
      Self.film.replacing(
        "return",
        with:
          "show:add { name = 'title', source = mr.text { text = 'Hi' }, duration = 0.1 }\nreturn"
      ))
    try place.folder.write(
      "rows.lua",
      """
      local mr = require "moonreel"
      local p = mr.params { id = { "string", required = true } }
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 0.08 }
      show:add { source = mr.color "red", duration = 0.08 }
      return show
      """)
    try place.folder.write("rows.csv", "id\nrow1\n")
    for name in ["lamp", "faulty"] { try place.folder.write("\(name)/dim.lua", Self.dim) }
    try place.folder.write(
      "faulty/dim_test.lua", "require('moonreel.test').laws('dim', { nonsense = true })\n")
    // A golden picture from which the plugin differs.
    try place.folder.write("faulty/goldens/dim.png", await Clip.png.value)
    for name in ["stream", "pictures", "shots"] {
      try FileManager.default.createDirectory(
        atPath: place.folder.path(name), withIntermediateDirectories: true)
    }
    return place
  }

  /// All that lies in `folder` by its path.
  private func paths(_ folder: TemporaryFolder) -> Set<String> {
    Set(
      FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? [])
  }

  private func run(_ writer: Writer, in place: Workplace) async throws -> Program.Outcome {
    if writer.command.hasPrefix("import") {
      _ = try await place.shell("moonreel export film.lua -o bundle.otioz")
    }
    return try await place.shell("moonreel \(writer.command)")
  }

  /// What `writer` makes names of, files and folders.
  private func made(by writer: Writer) async throws -> [String] {
    let place = try await place()
    let before = paths(place.folder)
    let result = try await run(writer, in: place)
    let own = paths(place.folder).subtracting(before).subtracting(writer.named)
      .subtracting(["bundle.otioz"])
    #expect(!own.isEmpty || !writer.passing.isEmpty, "\(result.output)\(result.errors)")
    // The fewest that have all endings and depths.
    let kinds = Dictionary(
      grouping: own.sorted(),
      by: { path in
        let url = URL(fileURLWithPath: path)
        return
          "\(path.split(separator: "/").count) \(url.pathExtension) \(path.contains("goldens"))"
      })
    let few = kinds.values.map { Array($0.suffix(1)) }.joined() + own.sorted()
    var chosen: [String] = []
    for path in few where chosen.count < writer.most && !chosen.contains(path) {
      chosen.append(path)
    }
    return chosen + writer.passing
  }

  @Test("nothing is written through a planted link", arguments: writers)
  func planted(writer: Writer) async throws {
    for name in try await made(by: writer) {
      let (place, other) = (try await place(), try TemporaryFolder())
      try other.write("mine", "mine")
      let isFolder = !name.split(separator: "/").last!.contains(".") || name.hasSuffix(".farm")
      let link = place.folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: isFolder ? other.url.path : other.path("mine"))
      let result = try await run(writer, in: place)
      let about = Comment(rawValue: "\(name): \(result.output)\(result.errors)")
      #expect(other.names == ["mine"] && other.text("mine") == "mine", about)
      if let clears = writer.clears, name.hasPrefix(clears) { continue }
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)
      #expect(target != nil, about)
      guard !writer.keeps.contains(name) else { continue }
      #expect(result.code != 0, about)
      let told = result.output + result.errors
      #expect(
        ["symbolic link", "another file lies at"].contains(where: told.contains), about)
      #expect(place.partials.isEmpty, about)
    }
  }

  @Test(
    "--no-overwrite holds for a link that leads nowhere",
    arguments: [
      "render film.lua -o LINK.mp4", "render film.lua -o LINK.mp4 -j 2",
      "render film.lua -o film.mp4 --also LINK.mp4", "frame film.lua --at 0 -o LINK.png",
      "frame film.lua --at 0 -o 'LIN%1dK.png'", "frame film.lua --every 0.5 -o LINK.vtt",
      "export film.lua -o LINK.otio", "export film.lua -o cut.otio --loss LINK.json",
      "import cut.otio -o LINK.lua", "plan film.lua --svg LINK.svg",
      "probe clip.mp4 --waveform LINK.png",
      "capture --camera synthetic:camera --for 0.1 -o LINK.mkv",
      "capture --camera synthetic:camera --photo LINK.png",
      "submit film.lua -o LINK.mp4 --engine local --spans 1",
    ])
  func dangling(command: String) async throws {
    let place = try await place()
    if command.hasPrefix("import") {
      _ = try await place.moonreel("export", "film.lua", "-o", "cut.otio")
    }
    let ending = command.firstMatch(of: /K\.([a-z0-9]+)/)?.1 ?? ""
    let name = command.contains("%") ? "LIN1K.png" : "LINK.\(ending)"
    let result = try await place.shell("ln -s nowhere \(name); moonreel \(command) --no-overwrite")
    #expect(result.code == 3, "\(result)")
    #expect(
      result.errors.contains("it exists") || result.errors.contains("symbolic link"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: place.folder.path("nowhere")))
    #expect(place.partials.isEmpty)
  }
}
