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

  @Test func moreBytesThanWereSaidAreNotTaken() throws {
    let head = ["206 Partial", "ETag: \"1\"", "Content-Range: bytes 0-9/10"]
    let (message, _) = try failure { _ in .raw(head, Data(count: 11)) }
    #expect(message.contains("other bytes than were asked for"), "\(message)")
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
