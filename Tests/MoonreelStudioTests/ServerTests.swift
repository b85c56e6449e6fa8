// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

@testable import MoonreelStudio

@Suite("Studio's server")
struct ServerTests {
  @Test("every file of the page is served, and says that nothing else may be loaded")
  func files() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    #expect(StudioPage.files["/"] != nil)
    for (path, file) in StudioPage.files {
      let answer = try await Answer(
        port: workshop.port, "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(workshop.port)\r\n\r\n")
      #expect(answer.status == 200)
      #expect(answer.body == Array(file.bytes), "\(path)")
      #expect(answer.headers["content-type"] == file.mediaType)
      #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test("every file of the page's folder is embedded, and no other")
  func embedded() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/CStudioPage/page")
    var names: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.contains(".") {
      names.insert(name == "index.html" ? "/" : "/\(name)")
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      #expect(
        StudioPage.files[name == "index.html" ? "/" : "/\(name)"].map { Data($0.bytes) } == bytes,
        "\(name)")
    }
    #expect(Set(StudioPage.files.keys) == names)
  }

  @Test(
    "what is no request for a file is refused",
    arguments: [
      ("GET /nothing HTTP/1.1\r\nHost: HOST", 404),
      ("GET /../film.lua HTTP/1.1\r\nHost: HOST", 404),
      ("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0", 405),
      ("DELETE / HTTP/1.1\r\nHost: HOST", 405),
      ("GET / HTTP/1.1\r\nHost: evil.example", 403), ("GET / HTTP/1.1\r\nHost: 127.0.0.1", 403),
      ("GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example", 403), ("GET / HTTP/1.0", 403),
      ("GET /socket HTTP/1.1\r\nHost: HOST", 404), ("HEAD / HTTP/1.1\r\nHost: localhost:PORT", 200),
    ])
  func refusals(_ request: String, _ status: Int) async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let text = request.replacingOccurrences(of: "HOST", with: "127.0.0.1:\(workshop.port)")
      .replacingOccurrences(of: "PORT", with: "\(workshop.port)")
    let connection = try Connection(port: workshop.port)
    try connection.write(text + "\r\n\r\n")
    let head = try #require(try await connection.read(until: "\r\n\r\n"))
    #expect(head.split(separator: " ")[1] == "\(status)")
  }

  @Test(
    "only the page itself opens a socket",
    arguments: [
      ("127.0.0.1:PORT", "http://evil.example"), ("127.0.0.1:PORT", nil),
      ("127.0.0.1:PORT", "http://127.0.0.1"), ("127.0.0.1:PORT", "https://127.0.0.1:PORT"),
      ("127.0.0.1:PORT", "http://localhost:PORT"), ("127.0.0.1:PORT", "null"),
      ("evil.example:PORT", "http://evil.example:PORT"),
      ("localhost:PORT", "http://127.0.0.1:PORT"),
    ])
  func strangers(_ host: String, _ origin: String?) async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    func filled(_ text: String) -> String {
      text.replacingOccurrences(of: "PORT", with: "\(workshop.port)")
    }
    await #expect(throws: WebSocketClient.Refused.self) {
      try await WebSocketClient(
        port: workshop.port, host: filled(host), origin: origin.map(filled))
    }
    await #expect(throws: WebSocketClient.Refused.self) {
      try await WebSocketClient(port: workshop.port, path: "/other", origin: workshop.origin)
    }
    // The page itself, under both names.
    for name in ["127.0.0.1", "localhost"] {
      _ = try await WebSocketClient(
        port: workshop.port, host: "\(name):\(workshop.port)",
        origin: "http://\(name):\(workshop.port)")
    }
  }

  @Test("connections that say nothing, as many as there may be, keep no page out")
  func crowd() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.next("film")
    // Some have asked for something, and stay open for more; the others are silent.
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(workshop.port)\r\n\r\n"
    let asking = try Connection(port: workshop.port)
    try asking.write(request)
    _ = try await Answer(from: asking)
    let silent = try (0..<StudioServer.connectionLimit + 8).map { _ in
      try Connection(port: workshop.port)
    }
    #expect(try await Answer(port: workshop.port, request).status == 200, "a page gets in")
    // The oldest had to go, before one that had asked.
    #expect(try await silent[0].readAll().isEmpty)
    try asking.write(request)
    #expect(try await Answer(from: asking).status == 200)
    let other = try await workshop.page()
    _ = try await other.next("film")
    try page.send(#"{"type":"ping","client":3}"#)
    #expect(try await page.next("pong")["client"] as? Double == 3, "a page stays")
    withExtendedLifetime(silent) {}
  }

  @Test(
    "a socket whose first message has no right token is closed",
    arguments: [
      #"{"type":"hello","token":"00000000000000000000000000000000"}"#,
      #"{"type":"hello","token":""}"#,
      #"{"type":"hello"}"#, #"{"type":"hello","token":5}"#, #"{"type":"seek","frame":1}"#,
      "no JSON",
      "[]", "",
    ])
  func wrongToken(_ message: String) async throws {
    let socket = try await Workshop.shared.socket()
    try socket.send(message)
    #expect(try await socket.ending() == 4001)
  }

  @Test("messages of more than 64 KB and messages of bytes end the socket")
  func tooMuch() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let long = try await workshop.page()
    try long.send(String(repeating: "x", count: SocketHandler.messageLimit + 1))
    #expect(try await long.ending() == 1009)
    let pieces = try await workshop.page()
    for piece in 0..<5 {
      try? pieces.send(
        Array(repeating: 0x20, count: 20_000), opcode: piece == 0 ? 1 : 0, isFinal: false)
    }
    #expect([1003, 1006, 1009].contains(try await pieces.ending()))
    let bytes = try await workshop.page()
    try bytes.send([1, 2, 3], opcode: 2)
    #expect(try await bytes.ending() == 1003)
  }

  @Test("a message in pieces is one message")
  func pieces() async throws {
    let page = try await Workshop.shared.page()
    let text = Array(#"{"type":"ping","client":17}"#.utf8)
    try page.send(Array(text[..<9]), opcode: 1, isFinal: false)
    try page.send(Array(text[9...]), opcode: 0)
    #expect(try await page.next("pong")["client"] as? Double == 17)
  }

  @Test(
    "a message that cannot be understood is answered with a sentence, and the page goes on",
    arguments: [
      ("{", nil), (#"{"type":"hello","token":"x"}"#, "already"), (#"{"kind":"seek"}"#, "'type'"),
      (#"{"type":"dance"}"#, "'dance'"),
      (#"{"type":"seek"}"#, "'time'"), (#"{"type":"seek","time":"soon"}"#, "'time'"),
      (#"{"type":"seek","time":1e999}"#, nil), (#"{"type":"play","rate":"fast"}"#, "'rate'"),
      (#"{"type":"step"}"#, "'count'"), (#"{"type":"loop"}"#, "'on'"),
      (#"{"type":"params"}"#, "'values'"),
      (#"{"type":"view","width":-1}"#, "'height'"), (#"{"type":"ribbon","on":true}"#, "before"),
      (#"{"type":"export","preset":"best"}"#, "best"), (#"{"type":"reveal","job":9}"#, "reveal"),
    ] as [(String, String?)])
  func misunderstood(_ message: String, _ word: String?) async throws {
    let page = try await Workshop.shared.page()
    _ = try await page.next("film")
    try page.send(message)
    let sentence = try #require(try await page.next("said")["sentence"] as? String)
    #expect(word.map { sentence.contains($0) } ?? true, "\(sentence)")
    try page.send(#"{"type":"ping","client":1}"#)
    #expect(try await page.next("pong")["client"] as? Double == 1)
  }

  @Test("a token is 32 digits, another each time, and compared whole")
  func token() async throws {
    let token = try AccessToken()
    #expect(token.text.count == 32 && token.text.allSatisfy(\.isHexDigit))
    #expect(try AccessToken().text != token.text)
    #expect(token.matches(token.text))
    #expect(!token.matches(String(token.text.dropLast())) && !token.matches(token.text + "0"))
  }
}

extension Workshop {
  /// One for tests that change nothing.
  nonisolated(unsafe) static let shared = try! Workshop()
}
