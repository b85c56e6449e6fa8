// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelMedia
import MoonreelScript
import Testing

/// What other programs make of cuts: OpenTimelineIO itself, and MLT's melt by its adapter. `scripts/setup --all` installs
/// them; without them the tests are skipped.
@Suite("Cuts in other programs")
struct OtherProgramTests {
  private static let python = RoundTripTests.root + "/.build/interchange/bin/python3"

  /// Runs `program`; `nil` where there is none.
  private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> (
    code: Int32, text: String
  ) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private static func has(_ module: String) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import \(module)"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static func hasMelt() -> Bool {
    ["/usr/bin/melt", "/usr/local/bin/melt"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private func film(_ body: String) throws -> LoadedFilm {
    let media = try DemoMedia.made()
    return try Films.load(
      "film.lua",
      text: """
        local mr = require "moonreel"
        local tr = require "moonreel.transitions"
        local show = mr.composition { size = { 160, 90 }, fps = 30 }
        local function clip(name) return "\(media.path)/" .. name .. ".mp4" end
        \(body)
        return show
        """, allowing: [media.path])
  }

  private static let cutBody = """
    local s = show:sequence { {
      { source = clip "dunes", trim = { 0.5, 2 }, audio = false }, { source = clip "tide", trim = { 1, 2 }, audio = false },
      { source = clip "lanterns", trim = { 0, 2 }, speed = 2, audio = false } } }
    show:add { source = clip "lanterns", at = 3.5, trim = { 0, 0.5 }, audio = false }
    """

  @Test("OpenTimelineIO reads what is written, and writes it again without a difference")
  func pythonRoundTrip() throws {
    guard Self.has("opentimelineio") else {
      print(
        "opentimelineio is not installed (scripts/setup --all): its reading of cuts is not tested")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "moonreel-otio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, body) in RoundTripTests.films + [("cut", Self.cutBody)] {
      let text = "local clips = mr.samples.clips\n" + body
      let cut = try Films.cut(try film(text))
      try cut.timeline.otioText.write(
        to: folder.appendingPathComponent("a.otio"), atomically: true, encoding: .utf8)
      let result = try run(Self.python, ["-c", Self.compare], in: folder)
      #expect(result.code == 0, "\(name): \(result.text)")
    }
  }

  /// Reads a.otio, writes it anew, and compares the two as trees whose numbers are doubles.
  private static let compare = """
    import json, sys
    import opentimelineio as otio
    timeline = otio.adapters.read_from_file("a.otio")
    timeline.duration()
    otio.adapters.write_to_file(timeline, "b.otio")
    def plain(x):
        if isinstance(x, dict): return {k: plain(v) for k, v in x.items()}
        if isinstance(x, list): return [plain(v) for v in x]
        return float(x) if isinstance(x, (int, float)) and not isinstance(x, bool) else x
    def differences(a, b, path=""):
        if type(a) != type(b): return [f"{path}: {a!r} {b!r}"]
        if isinstance(a, dict):
            found = [f"{path}/{k}: only in one" for k in sorted(set(a) ^ set(b))]
            return found + [d for k in sorted(set(a) & set(b)) for d in differences(a[k], b[k], f"{path}/{k}")]
        if isinstance(a, list):
            if len(a) != len(b): return [f"{path}: {len(a)} and {len(b)} items"]
            return [d for i, (x, y) in enumerate(zip(a, b)) for d in differences(x, y, f"{path}[{i}]")]
        return [] if a == b else [f"{path}: {a!r} {b!r}"]
    found = differences(plain(json.load(open("a.otio"))), plain(json.load(open("b.otio"))))
    print("\\n".join(found[:20]))
    sys.exit(1 if found else 0)
    """

  /// A film for melt.
  struct MeltCase: Sendable, CustomTestStringConvertible {
    let name: String
    let body: String
    let frameCount: Int
    /// Decibels of brightness by which each frame is at least like ours.
    let likeness: Double

    var testDescription: String { name }
  }

  private static let dissolveBody = """
    local tr = require "moonreel.transitions"
    local s = show:sequence { {
      { source = clip "dunes", trim = { 0.5, 2 }, audio = false }, { source = clip "tide", trim = { 1, 2 }, audio = false },
      { source = clip "lanterns", trim = { 0, 2 }, audio = false } }, overlap = 0.4 }
    show:transition(s[1], s[2], tr.dissolve())
    show:transition(s[2], s[3], tr.dissolve())
    """

  static let meltCases = [
    // Every frame has another brightness than its neighbours, so another frame would be below 20 dB.
    MeltCase(name: "cuts and speeds", body: cutBody, frameCount: 120, likeness: 24),
    // The adapter writes a dissolve as MLT's `luma`; it rounds otherwise within a dissolve, and to the bit nowhere else.
    MeltCase(name: "dissolves", body: dissolveBody, frameCount: 111, likeness: 45),
  ]

  @Test("melt shows the same frames by way of OpenTimelineIO's adapter", arguments: meltCases)
  func melt(film: MeltCase) throws {
    guard Self.has("otio_mlt_adapter"), Self.hasMelt() else {
      print(
        "melt or otio-mlt-adapter is not installed (scripts/setup --all): frames are not compared with MLT's"
      )
      return
    }
    let scratch = try Scratch()
    let loaded = try self.film(film.body)
    try drawByMelt(loaded, in: scratch)
    var request = loaded.result.request
    (request.output.includesAudio, request.output.videoCodec) = (false, .ffv1)
    _ = try ExportSession(
      request, outputPath: scratch.path("ours.mkv"),
      gate: FileGate(folders: [scratch.path, DemoMedia.folderPath])
    ).run()
    let compared = try run(
      "ffmpeg",
      [
        "-v", "error", "-i", "ours.mkv", "-i", "melt.mkv", "-lavfi", "psnr=stats_file=psnr.txt",
        "-f", "null", "-",
      ],
      in: scratch.url)
    try #require(compared.code == 0, "\(compared.text)")
    let rows = String(decoding: try scratch.bytes("psnr.txt"), as: UTF8.self)
      .split(separator: "\n")
    let values = rows.compactMap {
      $0.firstMatch(of: /psnr_y:([0-9.]+|inf)/).map { Double($0.1) ?? 100 }
    }
    #expect(values.count == film.frameCount)
    let bad = values.enumerated().filter { $0.element < film.likeness }
    #expect(bad.isEmpty, "\(bad.map { "frame \($0.offset): \($0.element) dB" })")
  }

  /// Lets melt draw the cut of `film` as `melt.mkv`.
  private func drawByMelt(_ film: LoadedFilm, in scratch: Scratch) throws {
    var options = CutOptions(name: "cut")
    options.dialects = []
    let cut = try FilmCut(film.result.request.film, options, gate: film.gate)
    try scratch.write(Array(cut.timeline.otioText.utf8), "a.otio")
    try scratch.write(Array(Self.profile.utf8), "small")
    let convert =
      "import opentimelineio as o; o.adapters.write_to_file(o.adapters.read_from_file('a.otio'), 'a.mlt')"
    let converted = try run(Self.python, ["-c", convert], in: scratch.url)
    try #require(converted.code == 0, "\(converted.text)")
    let arguments = [
      "-profile", scratch.path("small"), "a.mlt", "-consumer", "avformat:melt.mkv", "an=1",
      "vcodec=ffv1",
    ]
    let drawn = try run("melt", arguments, in: scratch.url)
    try #require(drawn.code == 0, "\(drawn.text)")
  }

  private static let profile = """
    description=small
    frame_rate_num=30
    frame_rate_den=1
    width=160
    height=90
    progressive=1
    sample_aspect_num=1
    sample_aspect_den=1
    display_aspect_num=16
    display_aspect_den=9
    colorspace=709

    """
}
