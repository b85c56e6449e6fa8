// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import moonreel

/// `moonreel capture` of a live stream.
@Suite("moonreel capture of streams")
struct StreamCaptureTests {
  /// A green film of four seconds with a tone, in pieces of one.
  private static let pieces = Task {
    let folder = try TemporaryFolder()
    let made = try await Program.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=c=green:s=160x90:r=25:d=4 -f lavfi -i sine=d=4 \
      -pix_fmt yuv420p -c:v libx264 -g 25 -sc_threshold 0 -c:a aac -f hls -hls_time 1 -hls_list_size 0 \
      -hls_segment_filename p%d all.m3u8
      """, in: folder.url)
    try #require(made.code == 0, "\(made.errors)")
    return (0..<4).map { folder.data("p\($0)") }
  }

  /// A server that has a piece more each time that it is asked for its playlist, and ends with number `last`; it gives
  /// `most` pieces.
  private func serve(last: Int = .max, most: Int = .max) async throws -> FaultyServer {
    let pieces = try await Self.pieces.value
    let given = Locked(0)
    return try FaultyServer { request in
      if let number = Int(request.path.dropFirst(2)), request.path.hasPrefix("/p") {
        let count = given.withLock { count in
          count += 1
          return count
        }
        return count > most ? .status(404) : .file(pieces[number % pieces.count])
      }
      guard request.path == "/live.m3u8" else { return .status(404) }
      let newest = min(3 + request.number, last)
      let first = newest - 3
      var lines = [
        "#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(first)",
        "#EXT-X-DISCONTINUITY-SEQUENCE:\(max(0, first - 1) / pieces.count)",
      ]
      for number in first...newest {
        if number > 0, number % pieces.count == 0 { lines.append("#EXT-X-DISCONTINUITY") }
        lines += ["#EXTINF:1,", "p\(number)"]
      }
      if newest == last { lines.append("#EXT-X-ENDLIST") }
      return .text(lines.joined(separator: "\n") + "\n")
    }
  }

  private func end(_ text: String) throws -> JSONValue {
    let events = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    return try #require(events.first { $0["event"] == .string("end") })
  }

  /// The colour of the pixel at (`x`, `y`) of the first picture of take.mkv.
  private func color(_ folder: TemporaryFolder, _ x: Int, _ y: Int) async throws -> [Int] {
    let pixel = try await Program.shell(
      "ffmpeg -v error -i take.mkv -frames:v 1 -vf crop=2:2:\(x):\(y) -f rawvideo -pix_fmt rgb24 - | od -An -tu1 -N3",
      in: folder.url)
    let color = pixel.output.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    try #require(color.count == 3, "\(pixel.output)\(pixel.errors)")
    return color
  }

  @Test("a stream's pictures and sound are recorded for so long")
  func record() async throws {
    let (folder, server) = (try TemporaryFolder(), try await serve())
    let result = try await Program.moonreel(
      [
        "capture", "-o", "take.mkv", "--stream", server.address("/live.m3u8"), "--for", "1",
        "--allow-net", "127.0.0.1", "--json-progress",
      ], in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await folder.streams(of: "take.mkv") == "h264,160,90 opus")
    let end = try end(result.output)
    #expect(end["ending"] == .string("duration") && end["duration"]?.double == 1)
    #expect(end["pictures"]?.double ?? 0 > 0)
    let color = try await color(folder, 80, 44)
    #expect(color[1] > 100 && color[0] < 60 && color[2] < 60, "\(color)")
  }

  @Test("a take ends with its stream, and a size is brought to what is asked for")
  func ending() async throws {
    let (folder, server) = (try TemporaryFolder(), try await serve(last: 5))
    let result = try await Program.moonreel(
      [
        "capture", "-o", "take.mkv", "--stream", server.address("/live.m3u8"), "--size", "80x44",
        "--mic", "synthetic:microphone", "--allow-net", "127.0.0.1:\(server.port)",
        "--json-progress",
      ], in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try end(result.output)["ending"] == .string("stream"))
    #expect(result.errors.contains("has ended"))
    #expect(!result.errors.contains("(2 times)"), "pictures and sound end together")
    #expect(try await folder.streams(of: "take.mkv") == "h264,80,44 opus")
  }

  @Test("a stream that ends before its first picture leaves no photo, and says so")
  func missedPhoto() async throws {
    for isTaken in [false, true] {
      // One piece is looked at, and none comes afterwards.
      let (folder, server) = (try TemporaryFolder(), try await serve(last: 5, most: 1))
      let result = try await Program.moonreel(
        ["capture", "--stream", server.address("/live.m3u8"), "--photo", "shot.png"]
          + ["--allow-net", "127.0.0.1"]
          + (isTaken ? ["-o", "take.mkv", "--mic", "synthetic:microphone"] : []), in: folder.url)
      #expect(result.code == (isTaken ? 5 : 3), "\(result.errors)")
      #expect(result.errors.contains("There is no photo 'shot.png'"), "\(result.errors)")
      #expect(!folder.names.contains("shot.png"))
    }
  }

  /// A film that shows a stream under a red corner.
  private func film(_ server: FaultyServer) -> String {
    """
    local mr = require "moonreel"
    local size = { 160, 90 }
    local show = mr.composition { size = size, fps = 10, duration = 1 }
    show:add { source = mr.capture { stream = "\(server.address("/live.m3u8"))", size = size } }
    local corner = mr.source.image { mr.color "#ff0000", size = { 40, 40 } }
    show:add { source = corner, fit = "none", position = { 20, 20 } }
    return show
    """
  }

  @Test("a film is drawn of a stream, and its sound is recorded beside it")
  func liveFilm() async throws {
    let (folder, server) = (try TemporaryFolder(), try await serve())
    try folder.write("film.lua", film(server))
    let result = try await Program.moonreel(
      ["capture", "film.lua", "-o", "take.mkv", "--allow-net", "127.0.0.1", "--json-progress"],
      in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try end(result.output)["ending"] == .string("film"))
    #expect(try await folder.streams(of: "take.mkv") == "h264,160,90 opus")
    let (corner, stream) = (try await color(folder, 10, 10), try await color(folder, 120, 60))
    #expect(corner[0] > 200 && corner[1] < 60 && corner[2] < 60, "\(corner)")
    #expect(stream[1] > 100 && stream[0] < 60 && stream[2] < 60, "\(stream)")
  }

  @Test("without its host being allowed nothing is asked, neither by a script")
  func closedNetwork() async throws {
    let (folder, server) = (try TemporaryFolder(), try await serve())
    try folder.write("film.lua", film(server))
    for arguments in [
      ["capture", "-o", "take.mkv", "--stream", server.address("/live.m3u8")],
      ["capture", "-o", "take.mkv", "film.lua"], ["check", "film.lua"],
    ] {
      let result = try await Program.moonreel(arguments, in: folder.url)
      let isScript = arguments.contains("film.lua")
      #expect(result.code != 0, "\(arguments)")
      #expect(result.errors.contains("--allow-net 127.0.0.1:\(server.port)"), "\(result.errors)")
      #expect(!isScript || result.errors.contains("film.lua:4"), "\(result.errors)")
    }
    #expect(server.requests.isEmpty)
    #expect(folder.names == ["film.lua"])
  }

  @Test("a film of a stream is looked over without asking its server")
  func check() async throws {
    let (folder, server) = (try TemporaryFolder(), try await serve())
    try folder.write("film.lua", film(server))
    let result = try await Program.moonreel(
      ["check", "film.lua", "--allow-net", "127.0.0.1"], in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "wrong use ends with 2",
    arguments: [
      "--stream https://a.example/b.m3u8 --camera synthetic:camera", "--variant 720 --mic default",
      "--stream https://a.example/b.m3u8 --variant huge", "--stream",
    ])
  func wrongUse(line: String) async throws {
    let folder = try TemporaryFolder()
    let words = line.split(separator: " ").map(String.init)
    let result = try await Program.moonreel(["capture", "-o", "take.mkv"] + words, in: folder.url)
    #expect(result.code == 2, "\(result.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test(
    "a script names one thing that gives pictures, and a variant only of a stream",
    arguments: [
      (
        "{ stream = \"https://a.example/b.m3u8\", camera = \"synthetic:camera\" }",
        "needs one thing"
      ),
      ("{ camera = \"synthetic:camera\", variant = 720 }", "only a stream has variants"),
      ("{ stream = \"live.m3u8\" }", "Give an address such as"),
    ])
  func wrongScript(options: String, sentence: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", "return require \"moonreel\".capture \(options)")
    let result = try await Program.moonreel(
      ["check", "film.lua", "--allow-net", "a.example"], in: folder.url)
    #expect(result.code == 1 || result.code == 3, "\(result.errors)")
    #expect(result.errors.contains(sentence), "\(result.errors)")
  }
}
