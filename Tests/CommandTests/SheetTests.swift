// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Sheets of pictures")
struct SheetTests {
  /// A film whose gray grows by one in 100 in each of its 100 frames.
  private static let ramp = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 160, 90 }, fps = 25, duration = 4 }
    show:add {
      source = mr.color "white", duration = 4,
      opacity = { { 0, 0 }, { 4, 1 } },
    }
    return show
    """

  private func place() async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("ramp.lua", Self.ramp)
    return place
  }

  /// The gray at the middle of each of `columns` times `rows` tiles of `file`, as numbers from 0 to 255.
  private func grays(_ file: String, _ columns: Int, _ rows: Int, in place: Workplace) async throws
    -> [Int]
  {
    let result = try await place.shell(
      "ffmpeg -nostdin -v error -i '\(file)' -vf format=rgb24,format=gray,scale=\(columns):\(rows):flags=area "
        + "-f rawvideo - | od -An -v -tu1")
    try #require(result.code == 0, "\(result.errors)")
    return result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }

  @Test(
    "pictures spread evenly over the film",
    arguments: [
      (["ramp.lua", "--grid", "4x2", "--gap", "0", "--max-size", "40x"], "160,46,1"),
      (["ramp.lua", "--grid", "4x2", "--max-size", "40x"], "200,70,1"),
      (["ramp.lua", "--grid", "3x3", "--gap", "2", "--max-size", "x18"], "104,62,1"),
      (["film.lua", "--grid", "4x4", "--gap", "0", "--labels"], "256,192,1"),
      // 25 frames: no picture comes twice, and no tile is empty but in the last row.
      (["film.lua", "--grid", "10x10", "--gap", "0"], "640,144,1"),
      (["film.lua", "--grid", "32x1", "--gap", "0", "--max-size", "8x"], "200,6,1"),
    ])
  func grid(options: [String], pictures: String) async throws {
    let place = try await place()
    let result = try await Program.moonreel(
      ["frame"] + options + ["-o", "sheet.png"], in: place.folder.url)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try await place.pictures(of: "sheet.png") == pictures)
  }

  @Test("the pictures of a grid are those of the middles of equal stretches, row by row")
  func evenly() async throws {
    let place = try await place()
    let result = try await place.moonreel(
      "frame", "ramp.lua", "--grid", "4x2", "--gap", "0", "-o", "sheet.png")
    #expect(result.code == 0, "\(result.errors)")
    let found = try await grays("sheet.png", 4, 2, in: place)
    let expected = (0..<8).map { 255 * (2 * $0 + 1) / 16 }
    #expect(found.count == 8)
    for (gray, wanted) in zip(found, expected) { #expect(abs(gray - wanted) <= 4, "\(found)") }
  }

  @Test("pictures with alpha lie on the background, which fills the gaps")
  func background() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "clear.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 40, 60 }, fps = 25, background = "#00000000" }
      show:add { source = mr.color "blue", duration = 0.04, opacity = 0 }
      return show
      """)
    let result = try await place.moonreel(
      "frame", "clear.lua", "--grid", "2x2", "--background", "#ff8000", "-o", "sheet.png")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try await place.pictures(of: "sheet.png") == "56,76,1")
    let colors = try await place.shell(
      "ffmpeg -nostdin -v error -i sheet.png -f rawvideo -pix_fmt rgb24 - | od -An -v -tx1 -w3 | sort -u"
    )
    #expect(colors.output.split(separator: "\n").map { $0.filter { $0 != " " } } == ["ff8000"])
  }

  @Test("small pictures for players, and the file that says when they are shown")
  func sprites() async throws {
    let place = try await place()
    let result = try await place.moonreel(
      "frame", "ramp.lua", "--every", "0.3", "--grid", "3x2", "--max-size", "32x", "-o",
      "50% & more.vtt", "--sheets", "png")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = try String(
      contentsOf: place.folder.url.appendingPathComponent("50% & more.vtt"), encoding: .utf8)
    let blocks = text.components(separatedBy: "\n\n")
    #expect(blocks[0] == "WEBVTT" && blocks.count == 1 + 14, "\(text)")
    var end = "00:00:00.000"
    for (index, block) in blocks.dropFirst().enumerated() {
      let lines = block.split(separator: "\n").map(String.init)
      let times = lines[0].components(separatedBy: " --> ")
      #expect(times[0] == end, "there is no gap, and nothing twice")
      end = times[1]
      let (sheet, tile) = (index / 6 + 1, index % 6)
      #expect(
        lines[1]
          == "50%25%20%26%20more-0\(sheet).png#xywh=\(tile % 3 * 32),\(tile / 3 * 18),32,18")
    }
    #expect(end == "00:00:04.000")
    for sheet in 1...3 {
      let name = "50% & more-0\(sheet).png"
      #expect(try await place.pictures(of: name) == "96,36,1")
      let found = try await grays(name, 3, 2, in: place)
      for (tile, gray) in found.enumerated() where (sheet - 1) * 6 + tile < 14 {
        let frame = Double((sheet - 1) * 6 + tile) * 7.5
        #expect(abs(Double(gray) - 2.55 * frame.rounded(.down)) <= 4, "\(sheet): \(found)")
      }
    }
    #expect(!place.folder.names.contains("50% & more-04.png") && place.partials.isEmpty)
  }

  @Test("without a word about it, a second lies between small pictures of a short film")
  func usualSprites() async throws {
    let place = try await place()
    let result = try await place.moonreel("frame", "ramp.lua", "-o", "thumbs.vtt")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try await place.pictures(of: "thumbs-01.jpg") == "640,90,1")
    let text = try String(
      contentsOf: place.folder.url.appendingPathComponent("thumbs.vtt"), encoding: .utf8)
    #expect(text.hasSuffix("00:00:04.000\nthumbs-01.jpg#xywh=480,0,160,90\n"), "\(text)")
  }

  @Test("small pictures of a media file, portrait, as WebP")
  func portraitSprites() async throws {
    let place = try await Workplace()
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=72x128:d=3:r=10 -c:v libx264 -g 10 tall.mp4")
    let result = try await place.moonreel(
      "frame", "tall.mp4", "--sheets", "webp", "--max-size", "64x64", "-o", "tall.vtt")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try await place.pictures(of: "tall-01.webp") == "108,64,1")
  }

  @Test("what fails leaves neither sheets nor text, and what was there stays")
  func whole() async throws {
    let place = try await place()
    try place.folder.write("thumbs.vtt", "mine")
    try place.folder.write("thumbs-02.jpg", "mine too")
    let arguments = [
      "frame", "ramp.lua", "--every", "0.1", "--grid", "5x5", "-o", "thumbs.vtt",
    ]
    for (options, words) in [
      (["--no-overwrite"], "exists"), (["--max-output", "2000"], "limit of 2000 bytes"),
    ] {
      let result = try await Program.moonreel(arguments + options, in: place.folder.url)
      #expect(result.code != 0 && result.errors.contains(words), "\(result.errors)")
      let names = place.folder.names.filter { $0.hasPrefix("thumbs") }
      #expect(names == ["thumbs-02.jpg", "thumbs.vtt"] && place.partials.isEmpty, "\(names)")
      #expect(
        try String(
          contentsOf: place.folder.url.appendingPathComponent("thumbs-02.jpg"), encoding: .utf8)
          == "mine too")
    }
  }

  @Test(
    "what cannot be laid out is told",
    arguments: [
      (["--grid", "4x4", "-o", "s_%02d.png"], "--grid makes one sheet"),
      (["--grid", "4x4", "--columns", "2", "-o", "s.png"], "leave --columns out"),
      (["--grid", "4x4", "--every", "1", "-o", "s.png"], "either --at"),
      (["--at", "0", "--gap", "3", "-o", "s.png"], "--gap is for sheets"),
      (["--at", "0", "--background", "red", "-o", "s.png"], "--background is for sheets"),
      (["--every", "1", "--sheets", "png", "-o", "s.png"], "end the name in .vtt"),
      (["--at", "0", "-o", "s.vtt"], "say --every in place of --at"),
      (["--columns", "4", "-o", "s.vtt"], "in place of --columns"),
      (["--every", "0.0001", "-o", "s.vtt"], "Cannot draw a picture every"),
      (["--grid", "4x4", "--max-pixels", "15000", "-o", "s.png"], "more than 15000 pixels"),
      (
        ["--every", "0.1", "--grid", "5x5", "--max-pixels", "15000", "-o", "s.vtt"],
        "more than 15000 pixels"
      ),
    ])
  func told(options: [String], words: String) async throws {
    let place = try await place()
    let result = try await Program.moonreel(
      ["frame", "ramp.lua"] + options, in: place.folder.url)
    #expect(result.code != 0 && !result.wasKilled)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!place.folder.names.contains { $0.hasPrefix("s") }, "\(place.folder.names)")
  }
}
