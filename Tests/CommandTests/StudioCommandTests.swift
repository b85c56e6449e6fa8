// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

/// `moonreel studio` as a person starts and ends it; what its pages do is tested with MoonreelStudio.
@Suite("moonreel studio")
struct StudioCommandTests {
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 36 }, fps = 10, duration = 2 }
    show:add { source = mr.color "teal", duration = 2 }
    return show
    """

  @Test(
    "serves a page and its pictures, in the sandbox too, until it is stopped",
    arguments: [
      (["--port", "0"], SIGINT, 0), ([], SIGTERM, 0), (["--sandbox", "off"], SIGINT, 0),
    ]
      as [([String], Int32, Int32)])
  func serves(_ arguments: [String], _ signal: Int32, _ status: Int32) async throws {
    let place = try TemporaryFolder()
    try place.write("film.lua", Self.film)
    let studio = try await RunningStudio(["film.lua"] + arguments, in: place.url)
    let page = try await Answer(
      port: studio.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n\r\n")
    #expect(page.status == 200)
    let socket = try await WebSocketClient(
      port: studio.port, origin: "http://127.0.0.1:\(studio.port)")
    try socket.send(
      #"{"type":"hello","token":"\#(studio.token)","codecs":["jpeg"],"width":64,"height":36}"#)
    try await Self.picture(socket)
    // What a page writes lies where scripts may be.
    try socket.send(#"{"type":"snapshot","frame":3,"path":"still.png"}"#)
    let said = try await Self.text(socket, with: "\"said\"")
    #expect(said.contains("still.png"), "\(said)")
    #expect(FileManager.default.fileExists(atPath: place.path("still.png")))
    // A saved script comes to the page.
    try place.write("film.lua", Self.film.replacingOccurrences(of: "teal", with: "red"))
    try await Self.picture(socket)
    let end = await studio.end(signal)
    #expect(end.status == status, "\(end.words)")
  }

  /// The next text message that has `word`.
  private static func text(_ socket: WebSocketClient, with word: String) async throws -> String {
    while true {
      switch try await socket.receive() {
      case .text(let text): if text.contains(word) { return text }
      case .binary: continue
      case .closed(let code): throw Connection.Failure(description: "closed with \(code)")
      }
    }
  }

  private static func picture(_ socket: WebSocketClient) async throws {
    while true {
      switch try await socket.receive() {
      case .text(let text): #expect(!text.contains("\"said\""), "\(text)")
      case .closed(let code): throw Connection.Failure(description: "closed with \(code)")
      case .binary(let bytes):
        try socket.send(#"{"type":"shown","frame":0}"#)
        if bytes[0] == 2 { return }
      }
    }
  }

  /// A folder with a film of a heavy clip of `frames` frames.
  private static func heavyFilm(frames: Int) async throws -> TemporaryFolder {
    let place = try TemporaryFolder()
    try place.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 2 }
      show:add { source = "clip.mp4", duration = 2 }
      return show
      """)
    _ = try await Program.shell(
      "ffmpeg -nostdin -v error -f lavfi -i color=teal:s=1920x1080:r=25 -frames:v \(frames) "
        + "-c:v libx264 -preset ultrafast -g 250 clip.mp4", in: place.url)
    return place
  }

  @Test("who ends it while a proxy is being made leaves no half one", arguments: [SIGINT, SIGTERM])
  func halfProxies(_ signal: Int32) async throws {
    let place = try await Self.heavyFilm(frames: 250)
    let caches = place.path("caches")
    let studio = try await RunningStudio(
      ["film.lua", "--port", "0"], in: place.url, caches: caches)
    let socket = try await WebSocketClient(
      port: studio.port, origin: "http://127.0.0.1:\(studio.port)")
    try socket.send(
      #"{"type":"hello","token":"\#(studio.token)","codecs":["jpeg"],"width":64,"height":36}"#)
    _ = try await Self.text(socket, with: #""total":1"#)
    let end = await studio.end(signal)
    // On a busy machine it is ended before it has come to an end by itself.
    #expect([0, 128 + signal].contains(end.status), "\(end.words)")
    let names = try FileManager.default.contentsOfDirectory(atPath: caches + "/moonreel")
    #expect(!names.contains { $0.hasSuffix(".part") }, "\(names)")
  }

  @Test("proxies of heavy files are made in the sandbox, and none where they are not wanted")
  func proxies() async throws {
    let place = try await Self.heavyFilm(frames: 80)
    for (arguments, count) in [([], 1), (["--proxies", "off"], 0), (["--no-cache"], 0)] {
      let caches = place.path("caches-\(count)")
      let studio = try await RunningStudio(
        ["film.lua", "--port", "0"] + arguments, in: place.url, caches: caches)
      let socket = try await WebSocketClient(
        port: studio.port, origin: "http://127.0.0.1:\(studio.port)")
      try socket.send(
        #"{"type":"hello","token":"\#(studio.token)","codecs":["jpeg"],"width":64,"height":36}"#)
      if count > 0 {
        _ = try await Self.text(socket, with: #""done":1"#)
      } else {
        try await Self.picture(socket)
      }
      let end = await studio.end(SIGINT)
      #expect(end.status == 0, "\(end.words)")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: caches + "/moonreel")) ?? []
      #expect(names.filter { $0.hasSuffix(".proxy.mov") }.count == count, "\(arguments): \(names)")
      #expect(!names.contains { $0.hasSuffix(".part") })
    }
  }

  @Test("a script with a mistake is served all the same; the page says what it is")
  func mistaken() async throws {
    let place = try TemporaryFolder()
    try place.write("film.lua", "local x = = 1")
    let studio = try await RunningStudio(["film.lua", "--port", "0"], in: place.url)
    let socket = try await WebSocketClient(
      port: studio.port, origin: "http://127.0.0.1:\(studio.port)")
    try socket.send(
      #"{"type":"hello","token":"\#(studio.token)","codecs":["jpeg"],"width":64,"height":36}"#)
    _ = try await Self.text(socket, with: "film.lua:1")
    _ = await studio.end(SIGINT)
  }

  @Test("the same script has the same port where that is free; one that is taken is said")
  func ports() async throws {
    let place = try TemporaryFolder()
    try place.write("film.lua", Self.film)
    let first = try await RunningStudio(["film.lua"], in: place.url)
    let taken = try await Program.moonreel(
      ["studio", "film.lua", "--port", "\(first.port)", "--no-browser"], in: place.url)
    #expect(taken.code != 0)
    #expect(taken.errors.contains("--port"), "\(taken.errors)")
    _ = await first.end(SIGINT)
    let second = try await RunningStudio(["film.lua"], in: place.url)
    #expect(second.port == first.port)
    _ = await second.end(SIGINT)
    let missing = try await Program.moonreel(["studio", "none.lua", "--no-browser"], in: place.url)
    #expect(missing.code == 3 && missing.errors.contains("none.lua"), "\(missing.errors)")
    for port in ["-1", "65536", "x"] {
      let wrong = try await Program.moonreel(["studio", "film.lua", "--port", port], in: place.url)
      #expect(wrong.code == 2, "\(wrong.errors)")
    }
  }
}
