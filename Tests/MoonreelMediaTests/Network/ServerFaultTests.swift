// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Servers that do it wrong: what passes is asked again, the rest is one sentence.
struct ServerFaultTests {
  private static let bytes = RemoteTrial.bytes(9_000_000)

  private func failure(
    _ answer: @escaping @Sendable (FaultyServer.Request) -> FaultyServer.Answer
  ) throws -> (message: String, requests: Int) {
    let server = try FaultyServer(answer)
    let error = #expect(throws: MoonreelError.self) { try RemoteTrial(server).readAll() }
    #expect(error?.message.contains("'\(server.address("/a"))'") == true, "it names the address")
    return (error?.message ?? "", server.requests.count)
  }

  @Test(arguments: [500, 502, 503, 504, 429])
  func aServerThatFailsForAWhileIsAskedAgain(status: Int) throws {
    let server = try FaultyServer { request in
      request.number < 2 ? .status(status) : .file(Self.bytes)
    }
    let trial = RemoteTrial(server)
    #expect(try trial.readAll() == Self.bytes)
    #expect(trial.files.log.counts.repetitions == 2)
    #expect(trial.warnings.contains { $0.contains("answers \(status)") })
    let (message, requests) = try failure { _ in .status(status) }
    #expect(
      message.contains("answers \(status)") && message.contains("asked 4 times"), "\(message)")
    #expect(requests == 4)
  }

  @Test func aCutAnswerIsGoneOnWith() throws {
    let server = try FaultyServer { request in
      request.number % 2 == 0 ? .cut(Self.bytes, after: 1_000_000) : .file(Self.bytes)
    }
    let trial = RemoteTrial(server)
    #expect(try trial.read(4 << 20..<9_000_000) == Self.bytes[(4 << 20)...])
    #expect(
      Double(server.sentBytes) <= 1.25 * Double(Self.bytes.count),
      "what came is not asked for again")
    let (message, _) = try failure { request in
      (request.range?.first ?? 0) == 0 ? .file(Self.bytes) : .cut(Self.bytes, after: 0)
    }
    #expect(message.contains("broke off") && message.contains("asked 4 times"), "\(message)")
  }

  @Test(arguments: [(404, "there is no such file"), (403, "not allowed"), (400, "answers 400")])
  func whatIsNotThereIsNotAskedForAgain(status: Int, words: String) throws {
    let (message, requests) = try failure { _ in .status(status) }
    #expect(message.contains(words) && requests == 1, "\(message)")
  }

  @Test func answersToRangesAreChecked() throws {
    let wrong: [(String, [String])] = [
      (
        "other bytes",
        ["206 Partial", "ETag: \"1\"", "Content-Range: bytes 0-9/9000000", "Content-Length: 10"]
      ),
      (
        "other bytes",
        ["206 Partial", "ETag: \"1\"", "Content-Range: rubbish", "Content-Length: 10"]
      ),
      ("other bytes", ["206 Partial", "ETag: \"1\"", "Content-Length: 10"]),
      ("sends the whole file", ["200 OK", "ETag: \"1\"", "Content-Length: 9000000"]),
      (
        "it had 9000000 bytes and has 5000000",
        ["206 Partial", "Content-Range: bytes 4194304-4194313/5000000", "Content-Length: 10"]
      ),
    ]
    for (words, head) in wrong {
      let (message, _) = try failure { request in
        (request.range?.first ?? 0) == 0 ? .file(Self.bytes) : .raw(head, Data(count: 10))
      }
      #expect(message.contains(words), "\(head): \(message)")
    }
  }

  /// Heads of an answer to the first request for a file, which wants its first 4 MiB, and what is said of them.
  private static let firstHeads: [(lines: [String], words: String)] = {
    let senseless = [
      "", "rubbish", "bytes", "bytes 0-9", "bytes 0-9/", "bytes -9/10", "bytes 0-/10",
      "bytes 9-0/10",
      "bytes 0-9/9", "bytes 0-9/-1", "bytes 0--1/10", "bytes 0-9/1x", "bytes +0-9/10",
      "bytes 0-9/10/11",
      "bytes 0-9223372036854775807/*", "bytes 0-18446744073709551616/18446744073709551617",
      "bytes 0-4194303/9223372036854775807", "bytes 0-4194303/17592186044417", "bytes 1-10/20",
      "bytes 0-8/10", "bytes 0-9/20", "bytes */10", "items 0-9/10",
    ]
    let refused: [(lines: [String], words: String)] = senseless.map { range in
      (["206 Partial", "Content-Range: \(range)"], "other bytes than were asked for")
    }
    let others: [(lines: [String], words: String)] = [
      (["206 Partial"], "(without Content-Range)"),
      (["206 Partial", "Content-Length: 10"], "(without Content-Range)"),
      (
        ["206 Partial", "Content-Type: multipart/byteranges; boundary=x"], "(without Content-Range)"
      ),
      (["206 Partial", "Content-Range: bytes 0-9/*"], "does not say how long the file is"),
      (["206 Partial", "Content-Range: bytes 0-9/10"], ""),
      (["206 Partial", "content-range:bytes 0-9/10 "], ""),
      (["200 OK"], ""), (["200 OK", "Content-Range: bytes 5-3/1"], ""), (["203 Changed"], ""),
      (["204 Nothing"], "is empty"), (["304 Not Modified"], "is empty"),
      (["416 No", "Content-Range: bytes */-1"], "is empty"),
      (["302 Found"], ""), (["302 Found", "Location: "], "redirects more than"),
      (["302 Found", "Location: http://["], "is not closed"),
      (["999 What"], "answers 999"), (["000 What"], ""), (["200 OK", "ETag: \"\u{1}\""], ""),
    ]
    return refused + others
  }()

  /// Every one ends with the file's ten bytes or with a sentence.
  @Test func headsOfFirstAnswersAreReadWithSense() throws {
    for (lines, words) in Self.firstHeads {
      let server = try FaultyServer { _ in .raw(lines, Data(0..<10)) }
      let trial = RemoteTrial(server)
      var message = ""
      do { #expect(try trial.readAll().count == 10, "\(lines)") } catch let error as MoonreelError {
        message = error.message
      }
      #expect(
        !words.isEmpty || message.isEmpty || !lines[0].hasPrefix("20"), "\(lines): \(message)")
      if !words.isEmpty { #expect(message.contains(words), "\(lines): \(message)") }
    }
  }

  /// A server that sends on and on after it has said how much.
  @Test func anEndlessPartIsNotKept() throws {
    let head = ["206 Partial", "ETag: \"1\"", "Content-Range: bytes 0-4194303/9000000"]
    let (message, _) = try failure { _ in .raw(head, Data(count: 6 << 20)) }
    #expect(message.contains("more bytes than were asked for"), "\(message)")
  }

  /// Keys have 16 bytes; nobody waits for more.
  @Test func aKeyWithoutEndIsNotTaken() throws {
    let playlist =
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:1,\na.ts\n"
      + "#EXT-X-ENDLIST\n"
    let server = try FaultyServer { request in
      switch request.path {
      case "/a.m3u8": .file(Data(playlist.utf8))
      case "/key": .whole(Self.bytes, isLong: true)
      default: .file(Self.bytes)
      }
    }
    let error = #expect(throws: MoonreelError.self) {
      try RemoteFetch(
        server.address("/a.m3u8"), gate: FileGate(folders: [], hosts: ["127.0.0.1"])
      ).items()
    }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message.contains("longer than 1024 bytes") == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("0", 0.0), ("120", 120), ("1e9", nil), ("-1", nil), ("nan", nil), ("inf", nil),
  ])
  func pausesAreReadWithSense(text: String, pause: Double?) {
    var head = HTTPHead()
    head.take("HTTP/1.1 503 Later")
    head.take("Retry-After: \(text)")
    #expect(head.pause == pause)
  }

  @Test func moreBytesThanWereSaidAreNotTaken() throws {
    let head = ["206 Partial", "ETag: \"1\"", "Content-Range: bytes 0-9/10"]
    let (message, _) = try failure { _ in .raw(head, Data(count: 11)) }
    #expect(message.contains("more bytes than were asked for"), "\(message)")
  }

  @Test func anEmptyFileIsTold() throws {
    for answer in [FaultyServer.Answer.file(Data()), .whole(Data())] {
      let (message, _) = try failure { _ in answer }
      #expect(message.contains("is empty"), "\(message)")
    }
  }

  @Test func aPortThatNobodyServesIsTold() throws {
    let server = try FaultyServer { _ in .silence }
    let address = server.address("/a")
    let gate = FileGate(folders: [], hosts: ["127.0.0.1"])
    // Port 1 of this machine is nobody's.
    let closed = try NetworkAddress("http://127.0.0.1:1/a")
    let error = #expect(throws: MoonreelError.self) {
      try RemoteFiles().open(closed, RemoteReader(gate: gate, name: address))
    }
    #expect(
      error?.message.contains("127.0.0.1:1 takes no connection") == true,
      "\(String(describing: error))")
  }

  @Test func aServerThatEncryptsNothingIsTold() throws {
    let server = try FaultyServer { _ in .silence }
    let gate = FileGate(folders: [], hosts: ["127.0.0.1"])
    let address = try NetworkAddress("https://127.0.0.1:\(server.port)/a")
    let error = #expect(throws: MoonreelError.self) {
      try RemoteFiles().open(address, RemoteReader(gate: gate, name: address.text))
    }
    let words = "no encrypted connection to 127.0.0.1:\(server.port) came about"
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    #expect(server.requests.isEmpty)
  }

  /// Each block is a request of its own: where a redirect leads is asked of the gate before its host is.
  @Test func aLaterRedirectToAnotherHostIsRefused() throws {
    let server = try FaultyServer { request in
      (request.range?.first ?? 0) == 0
        ? .file(Self.bytes) : .redirect("http://localhost:\(request.port)/b")
    }
    let trial = RemoteTrial(server)
    let error = #expect(throws: MoonreelError.self) { try trial.readAll() }
    #expect(error?.code == .accessDenied)
    #expect(error?.message.contains("redirects to 'http://localhost:\(server.port)/b'") == true)
    #expect(server.hosts.allSatisfy { $0.hasPrefix("127.0.0.1") }, "the other was not asked")
  }

  /// An address that is good for a while only is asked for anew where it leads.
  @Test func aRedirectThatHasEndedIsAskedForAgain() throws {
    let server = try FaultyServer { request in
      switch request.path {
      case "/a": .redirect("/signed\(request.number)")
      case "/signed0": request.number == 0 ? .file(Self.bytes) : .status(403)
      default: .file(Self.bytes)
      }
    }
    #expect(try RemoteTrial(server).readAll() == Self.bytes)
  }

  @Test func aFileThatIsReadByTwoGatesIsAllowedByBoth() throws {
    let server = try FaultyServer { _ in .file(Self.bytes) }
    let trial = RemoteTrial(server)
    _ = try trial.read(0..<10)
    var closed = FileGate(folders: [])
    closed.remote = trial.files
    let error = #expect(throws: MoonreelError.self) {
      try trial.files.open(
        try NetworkAddress(server.address("/a")), RemoteReader(gate: closed, name: "a"))
    }
    #expect(error?.code == .accessDenied)
  }
}
