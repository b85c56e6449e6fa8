// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import moonreel

/// Films whose media lie on a server.
@Suite("Media from a server")
struct NetworkTests {
  /// Pictures of 8.6 MB, three blocks, with the index at their end.
  private static let movie = Task {
    let folder = try TemporaryFolder()
    let made = try await Program.shell(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25:d=3 -pix_fmt uyvy422 -c:v rawvideo a.mov",
      in: folder.url)
    try #require(made.code == 0, "\(made.errors)")
    return folder.data("a.mov")
  }

  /// A folder for a film of a server's movie, with caches of its own.
  private final class Stage: Sendable {
    let folder: TemporaryFolder
    let server: FaultyServer
    let size: Int

    init(_ answer: (@Sendable (FaultyServer.Request, Data) -> FaultyServer.Answer)? = nil)
      async throws
    {
      let movie = try await NetworkTests.movie.value
      size = movie.count
      server = try FaultyServer { request in answer?(request, movie) ?? .file(movie) }
      folder = try TemporaryFolder()
      try folder.write(
        "film.lua",
        """
        local mr = require "moonreel"
        local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 3 }
        show:add { source = mr.asset "\(server.address("/a.mov"))" }
        return show
        """)
    }

    func run(
      _ line: String, whileRunning: (@Sendable (Process) -> Void)? = nil
    ) async throws -> Program.Outcome {
      let words = line.split(separator: " ").map { word in
        String(word).replacing("URL", with: server.address(""))
          .replacing("PORT", with: "127.0.0.1:\(server.port)")
      }
      return try await Program.moonreel(
        words, in: folder.url, environment: ["XDG_CACHE_HOME": folder.path("caches")],
        whileRunning: whileRunning)
    }
  }

  @Test("a render moves every byte once, the next none, and then no server is needed")
  func coldAndWarm() async throws {
    let stage = try await Stage()
    for (round, line) in [
      "render film.lua -o 0.mp4 --allow-net PORT", "render film.lua -o 1.mp4 --allow-net PORT",
      "render film.lua -o 2.mp4 --allow-net PORT --offline",
    ].enumerated() {
      let before = stage.server.requests.count
      let result = try await stage.run(line)
      #expect(result.code == 0, "\(line): \(result.errors)")
      #expect(Double(stage.server.sentBytes) <= 1.1 * Double(stage.size), "\(line)")
      #expect(round < 2 || stage.server.requests.count == before)
      #expect(stage.folder.data("\(round).mp4") == stage.folder.data("0.mp4"))
    }
    #expect(stage.server.sentBytes == stage.size)
  }

  @Test("a frame moves what it needs")
  func oneFrame() async throws {
    let stage = try await Stage()
    let result = try await stage.run("frame film.lua --at 0 -o a.png --allow-net PORT")
    #expect(result.code == 0, "\(result.errors)")
    #expect(stage.server.sentBytes < 5 << 20, "the block of the frame, and that of the index")
  }

  @Test("what was fetched needs no server; what is missing is named")
  func fetching() async throws {
    let stage = try await Stage()
    let missing = try await stage.run("render film.lua -o a.mp4 --allow-net PORT --offline")
    #expect(missing.code == moonreel.ExitStatus.file.rawValue)
    #expect(
      missing.errors.contains("moonreel fetch \(stage.server.address("/a.mov"))"),
      "\(missing.errors)")
    let fetched = try await stage.run("fetch URL/a.mov")
    #expect(fetched.code == 0, "\(fetched.errors)")
    #expect(fetched.output.contains("a.mov: "), "\(fetched.output)")
    let again = try await stage.run("fetch URL/a.mov -o media")
    #expect(again.code == 0, "\(again.errors)")
    #expect(stage.folder.data("media/a.mov").count == stage.size)
    #expect(stage.server.sentBytes == stage.size)
    let offline = try await stage.run("frame film.lua --at 2 -o a.png --allow-net PORT --offline")
    #expect(offline.code == 0, "\(offline.errors)")
  }

  @Test("a fetch goes on where it stopped")
  func goingOn() async throws {
    let stage = try await Stage { request, movie in
      (request.range?.first ?? 0) >= 8 << 20 && request.number < 4 ? .status(404) : .file(movie)
    }
    let first = try await stage.run("fetch URL/a.mov -o media")
    #expect(first.code == moonreel.ExitStatus.file.rawValue)
    #expect(first.errors.contains("404 (there is no such file)"), "\(first.errors)")
    #expect(stage.folder.names.filter { $0.contains("a.mov") } == [])
    let second = try await stage.run("fetch URL/a.mov -o media")
    #expect(second.code == 0, "\(second.errors)")
    #expect(stage.server.sentBytes == stage.size)
  }

  @Test("a lock holds a film to its bytes")
  func locked() async throws {
    let clip = try await Clip.mp4.value
    let other = try await Clip.card.value
    let stage = try await Stage { request, _ in
      request.number < 4 ? .file(clip) : .file(other, tag: "\"2\"")
    }
    let line = "frame film.lua --at 0 -o a.png --allow-net PORT --lock film.lock --no-cache -y"
    let first = try await stage.run(line)
    #expect(first.code == 0, "\(first.errors)")
    let lock = stage.folder.text("film.lock")
    #expect(lock.contains("\"address\" : \"\(stage.server.address("/a.mov"))\""), "\(lock)")
    let second = try await stage.run(line)
    #expect(second.code == 0, "\(second.errors)")
    #expect(stage.folder.text("film.lock") == lock)
    var last = second
    for _ in 0..<4 where last.code == 0 { last = try await stage.run(line) }
    #expect(last.code == moonreel.ExitStatus.file.rawValue)
    #expect(last.errors.contains("are not those that 'film.lock' is locked to"), "\(last.errors)")
  }

  @Test("a lock sees all bytes where only what is new is rendered")
  func lockedSpans() async throws {
    let (clip, other) = (try await Clip.mp4.value, try await Clip.card.value)
    let isChanged = Locked(false)
    let stage = try await Stage { _, _ in
      isChanged.withLock { $0 } ? .file(other, tag: "\"2\"") : .file(clip)
    }
    try stage.folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 2 }
      show:add { source = mr.color "red", duration = 1 }
      show:add { source = mr.asset "\(stage.server.address("/a.mov"))", at = 1, duration = 1 }
      return show
      """)
    let line =
      "render film.lua -o a.mp4 -y --allow-net PORT --lock film.lock --incremental --span-cache spans"
    let cold = try await stage.run(line)
    #expect(cold.code == 0, "\(cold.errors)")
    let lock = stage.folder.text("film.lock")
    try FileManager.default.removeItem(atPath: stage.folder.path("film.lock"))
    let warm = try await stage.run(line)
    #expect(warm.code == 0, "\(warm.errors)")
    #expect(stage.folder.text("film.lock") == lock && lock.contains("sha256"), "\(lock)")
    isChanged.withLock { $0 = true }
    let changed = try await stage.run(line)
    #expect(changed.code == moonreel.ExitStatus.file.rawValue)
    #expect(
      changed.errors.contains("are not those that 'film.lock' is locked to"), "\(changed.errors)")
  }

  @Test("a script is told what of a film is there")
  func loaded() async throws {
    let stage = try await Stage()
    let film = stage.folder.text("film.lua")
    try stage.folder.write(
      "film.lua",
      film.replacing(
        "return show",
        with: """
          local player = mr.player(show)
          local texts = {}
          for i, range in ipairs(player.loaded_time_ranges) do
            texts[i] = string.format("%g to %g", range[1], range[2])
          end
          player:seek(0.44)
          print(string.format("there: %s; from here: %g s", table.concat(texts, ", "), player.forward_buffer))
          print("requests since: " .. player.counts.requests)
          return show
          """))
    let line = "check film.lua --allow-net PORT"
    let cold = try await stage.run(line)
    #expect(cold.code == 0, "\(cold.errors)")
    let words = cold.output + cold.errors
    #expect(words.contains("there: 0 to 1.44, 2.92 to 3; from here: 1 s"), "\(words)")
    #expect(words.contains("requests since: 0"), "\(words)")
    let fetched = try await stage.run("fetch URL/a.mov")
    #expect(fetched.code == 0, "\(fetched.errors)")
    let warm = try await stage.run(line)
    #expect(
      (warm.output + warm.errors).contains("there: 0 to 3; from here: 2.56 s"), "\(warm.output)")
  }

  @Test(
    "a fetch shows how far it is on a terminal",
    .enabled(if: Program.canFakeTerminal, "script(1) is missing"))
  func progress() async throws {
    let stage = try await Stage()
    func fetch(columns: Int, _ option: String = "") async throws -> String {
      let command =
        "'\(Program.moonreel.path)' fetch \(stage.server.address("/a.mov")) \(option)"
      let result = try await Program.shell(
        "XDG_CACHE_HOME=caches script -qec \"stty cols \(columns); \(command)\" /dev/null",
        in: stage.folder.url)
      return result.output
    }
    let total = stage.size >> 10
    let wide = try await fetch(columns: 100)
    let line = "\ra.mov  4096 of \(total) KiB\u{1B}[K"
    #expect(wide.contains(line), "\(wide)")
    let end = try #require(wide.range(of: "a.mov: "), "\(wide)")
    #expect(
      wide[..<end.lowerBound].hasSuffix("\r\u{1B}[K"), "the line is taken away: \(wide)")
    #expect(wide[end.lowerBound...].contains("came now)"), "\(wide)")
    let narrow = try await fetch(columns: 16)
    #expect(narrow.contains("\ra.mov  4096 of \u{1B}[K"), "\(narrow)")
    #expect(try await fetch(columns: 100, "--quiet") == "")
  }

  @Test(
    "several processes take no lock",
    arguments: [
      ("render film.lua -o a.mp4 -j 2", "leave -j out"),
      ("batch film.lua --data rows.csv -o {row}.mp4", "one by one, by moonreel render"),
      ("submit film.lua -o a.mp4 --engine local", "on one machine, by moonreel render"),
    ])
  func lockedProcesses(line: String, words: String) async throws {
    let stage = try await Stage()
    try stage.folder.write("rows.csv", "id\n1\n")
    let result = try await stage.run("\(line) --allow-net PORT --lock film.lock")
    #expect(result.code == moonreel.ExitStatus.usage.rawValue, "\(result.output)")
    #expect(
      result.errors.contains("--lock notes what one process reads")
        && result.errors.contains(words),
      "\(result.errors)")
    #expect(stage.folder.names == ["film.lua", "rows.csv"] && stage.server.requests.isEmpty)
  }

  private static let choices: [(lua: String, height: Int)] = [
    ("\"highest\"", 48), ("\"lowest\"", 24), ("47", 24), ("48", 48),
    ("{ bandwidth = 299999 }", 24), ("{ bandwidth = 300000 }", 48),
  ]

  @Test("the script chooses the size of a stream", arguments: choices, ["m3u8", "mpd"])
  func variants(choice: (lua: String, height: Int), ending: String) async throws {
    let ladder = try await Self.ladder.value
    let server = try FaultyServer { request in
      let path = ladder.path(String(request.path.dropFirst()))
      return FileManager.default.contents(atPath: path).map { .file($0) } ?? .status(404)
    }
    let folder = try TemporaryFolder()
    try folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local asset = mr.asset("\(server.address("/all.\(ending)"))", { variant = \(choice.lua) })
      local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 1 }
      show:add { source = asset }
      print("height " .. asset.tracks[1].coded_size[2])
      return show
      """)
    let result = try await Program.moonreel(
      [
        "frame", "film.lua", "--at", "0.5", "-o", "a.png", "--no-cache", "--allow-net",
        "127.0.0.1:\(server.port)",
      ], in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect((result.output + result.errors).contains("height \(choice.height)"), "\(result.output)")
    let others = server.requests.filter { $0.path.hasPrefix("/v\(72 - choice.height)") }
    #expect(others.isEmpty, "\(others.map(\.path))")
  }

  /// The same film in 24 and 48 lines, for HLS and for DASH.
  private static let ladder = Task {
    let folder = try TemporaryFolder()
    for (height, rate) in [(24, 100_000), (48, 300_000)] {
      let line =
        "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=\(height * 4 / 3)x\(height):r=25:d=1 -c:v libx264 "
        + "-pix_fmt yuv420p -f hls -hls_segment_type fmp4 -hls_flags single_file -hls_list_size 0 v\(height).m3u8"
      let made = try await Program.shell(line, in: folder.url)
      try #require(made.code == 0, "\(made.errors) of \(rate)")
    }
    try folder.write(
      "all.m3u8",
      """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=32x24
      v24.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=64x48
      v48.m3u8
      """)
    let sizes = [(24, 100_000), (48, 300_000)].map { height, rate in
      """
      <Representation mimeType="video/mp4" height="\(height)" bandwidth="\(rate)">\
      <BaseURL>v\(height).m4s</BaseURL></Representation>
      """
    }
    try folder.write(
      "all.mpd",
      "<MPD mediaPresentationDuration=\"PT1S\"><Period><AdaptationSet>\(sizes.joined())</AdaptationSet></Period></MPD>"
    )
    return folder
  }

  @Test("SIGTERM ends every wait for a server", arguments: ["probe URL/a.mov", "fetch URL/a.mov"])
  func terminated(line: String) async throws {
    let stage = try await Stage { _, _ in .silence }
    let result = try await stage.run(
      "\(line) --allow-net PORT --net-read-timeout 100000 --net-timeout 100000"
    ) { process in
      while stage.server.requests.isEmpty, process.isRunning { usleep(10_000) }
      kill(process.processIdentifier, SIGTERM)
    }
    #expect(
      !result.wasKilled && result.code == moonreel.ExitStatus.terminated.rawValue,
      "\(result.errors)")
  }

  @Test("a server that takes no connection is given up")
  func full() async throws {
    guard let server = FullServer() else {
      print("a server that takes no connection was not tried: this system takes every one")
      return
    }
    let folder = try TemporaryFolder()
    let place = "127.0.0.1:\(server.port)"
    let result = try await Program.moonreel(
      [
        "probe", server.address("/a.mov"), "--allow-net", place, "--net-connect-timeout", "0.3",
        "--net-read-timeout", "100000", "--net-timeout", "100000",
      ], in: folder.url)
    #expect(result.code == moonreel.ExitStatus.file.rawValue)
    #expect(
      result.errors.contains("\(place) took no connection within 0.3 s")
        && result.errors.contains("--net-connect-timeout"), "\(result.errors)")
    withExtendedLifetime(server) {}
  }

  @Test("an answer that never ends is given up")
  func endless() async throws {
    let head =
      "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-99999/100000\r\n"
      + "Content-Length: 100000\r\n\r\n"
    let stage = try await Stage { _, _ in .drip(Data(head.utf8) + Data(count: 100_000), every: 1000)
    }
    let result = try await stage.run(
      "probe URL/a.mov --allow-net PORT --net-read-timeout 100000 --net-timeout 0.5")
    #expect(result.code == moonreel.ExitStatus.file.rawValue)
    #expect(
      result.errors.contains(
        "127.0.0.1:\(stage.server.port) sent not all of one answer within 0.5 s")
        && result.errors.contains("--net-timeout"), "\(result.errors)")
  }

  @Test("time that is up is told with what was waited for")
  func late() async throws {
    let stage = try await Stage { _, _ in .silence }
    let result = try await stage.run("probe URL/a.mov --allow-net PORT --net-read-timeout 0.2")
    #expect(result.code == moonreel.ExitStatus.file.rawValue)
    #expect(
      result.errors.contains("127.0.0.1:\(stage.server.port) did not answer within 0.2 s"),
      "\(result.errors)")
  }
}
