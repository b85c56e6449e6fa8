// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// An HTTP server on this machine, for tests: it answers as each of them wants, faults included, and counts what it was
/// asked and what it sent. The system chooses the port.
public final class FaultyServer: Sendable {
  private let state: ServerState
  /// Where it listens, on 127.0.0.1.
  public let port: Int

  /// A server that answers every request by `answer`, each connection on a thread of its own.
  public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    let state = ServerState(listener: listener, port: port, answer: answer)
    self.state = state
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        guard state.add(connection) else {
          close(connection)
          break
        }
        Thread.detachNewThread { state.serve(connection) }
      }
    }
  }

  deinit { state.end() }

  /// The address of `path`, which begins with `/`.
  public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All requests so far, in the order in which they came.
  public var requests: [Request] { state.lock.withLock { state.requests } }

  /// Bytes of bodies that were sent so far.
  public var sentBytes: Int { state.lock.withLock { state.sentBytes } }

  /// The hosts that were asked for, as `Host` lines have them.
  public var hosts: [String] { requests.map { $0.field("host") ?? "" } }

  /// What was asked.
  public struct Request: Sendable {
    /// The path with the query.
    public let path: String
    /// The server's port.
    public let port: Int
    /// How many requests for the path came before.
    public let number: Int
    let lines: [String]

    /// What the line `name`, in lower case, says.
    public func field(_ name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix(name + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The first and, where it says so, the last byte that is wanted.
    public var range: (first: Int, last: Int?)? {
      guard let text = field("range"), text.hasPrefix("bytes=") else { return nil }
      let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      return Int(ends[0]).map { ($0, ends.count > 1 ? Int(ends[1]) : nil) }
    }
  }

  /// What a request is answered with.
  public enum Answer: Sendable {
    /// A file, of which parts can be had, and nothing where the request has its mark already.
    case file(Data, tag: String? = "\"1\"", modified: String? = nil)
    /// A file, whole whatever was asked for; `isLong`: without its length.
    case whole(Data, isLong: Bool = false)
    /// The file's length and head, then no more than so many bytes, then the connection is cut.
    case cut(Data, after: Int)
    /// A status, with further lines and nothing else.
    case status(Int, [String] = [])
    case redirect(String)
    /// Nothing, for as long as the other side waits.
    case silence
    /// The whole answer, header and all, a byte every so many microseconds.
    case drip(Data, every: UInt32)
    /// A text with its kind.
    case text(String, kind: String = "text/plain")
    /// A head of these lines, and a body.
    case raw([String], Data)
  }
}

/// What the threads of a server share.
///
/// `@unchecked Sendable`: what changes is touched under the lock.
final class ServerState: @unchecked Sendable {
  let lock = NSLock()
  private let listener: Int32
  private let port: Int
  private let answer: @Sendable (FaultyServer.Request) -> FaultyServer.Answer
  private(set) var requests: [FaultyServer.Request] = []
  private(set) var sentBytes = 0
  private var connections: Set<Int32> = []
  private var hasEnded = false

  init(
    listener: Int32, port: Int,
    answer: @escaping @Sendable (FaultyServer.Request) -> FaultyServer.Answer
  ) {
    (self.listener, self.port, self.answer) = (listener, port, answer)
  }

  func add(_ connection: Int32) -> Bool {
    lock.withLock {
      if !hasEnded { connections.insert(connection) }
      return !hasEnded
    }
  }

  /// Ends all threads.
  func end() {
    lock.withLock {
      hasEnded = true
      for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
      shutdown(listener, Int32(SHUT_RDWR))
    }
    close(listener)
  }

  func serve(_ connection: Int32) {
    var rest = Data()
    while let lines = head(connection, &rest), let request = note(lines),
      send(answer(request), to: request, connection)
    {}
    lock.withLock { _ = connections.remove(connection) }
    close(connection)
  }

  /// The lines of the next request.
  private func head(_ connection: Int32, _ rest: inout Data) -> [String]? {
    var block = [UInt8](repeating: 0, count: 8192)
    while true {
      if let end = rest.range(of: Data("\r\n\r\n".utf8)) {
        let text = String(decoding: rest[rest.startIndex..<end.lowerBound], as: UTF8.self)
        rest = Data(rest[end.upperBound...])
        return text.components(separatedBy: "\r\n")
      }
      let count = recv(connection, &block, block.count, 0)
      // What begins an encrypted connection is no request.
      guard count > 0, rest.first ?? block[0] != 0x16 else { return nil }
      rest.append(contentsOf: block[..<count])
    }
  }

  private func note(_ lines: [String]) -> FaultyServer.Request? {
    guard let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) else {
      return nil
    }
    return lock.withLock {
      let request = FaultyServer.Request(
        path: path, port: port, number: requests.count { $0.path == path }, lines: lines)
      requests.append(request)
      return request
    }
  }

  /// Whether the connection stays open.
  private func send(
    _ answer: FaultyServer.Answer, to request: FaultyServer.Request, _ connection: Int32
  ) -> Bool {
    switch answer {
    case .file(let all, let tag, let modified):
      return sendFile(all, tag, modified, request, connection)
    case .whole(let all, let isLong):
      let length = isLong ? "Connection: close" : "Content-Length: \(all.count)"
      return send(["200 OK", length], all, connection) && !isLong
    case .cut(let all, let after):
      let first = request.range?.first ?? 0
      let end = min(request.range?.last ?? all.count - 1, all.count - 1)
      _ = send(
        [
          "206 Partial Content", "ETag: \"1\"", "Content-Range: bytes \(first)-\(end)/\(all.count)",
          "Content-Length: \(end - first + 1)",
        ],
        all[(all.startIndex + first)..<(all.startIndex + min(first + after, end + 1))], connection)
      return false
    case .status(let code, let lines):
      return send(["\(code) Status", "Content-Length: 0"] + lines, Data(), connection)
    case .redirect(let target):
      return send(["302 Found", "Location: \(target)", "Content-Length: 0"], Data(), connection)
    case .silence:
      var block = [UInt8](repeating: 0, count: 256)
      while recv(connection, &block, block.count, 0) > 0 {}
      return false
    case .drip(let all, let pause):
      for byte in all where write(Data([byte]), to: connection) { usleep(pause) }
      return false
    case .text(let text, let kind):
      let body = Data(text.utf8)
      return send(
        ["200 OK", "Content-Type: \(kind)", "Content-Length: \(body.count)"], body, connection)
    case .raw(let lines, let body):
      _ = send(lines, body, connection)
      return false
    }
  }

  private func sendFile(
    _ all: Data, _ tag: String?, _ modified: String?, _ request: FaultyServer.Request,
    _ connection: Int32
  ) -> Bool {
    let marks = [tag.map { "ETag: \($0)" }, modified.map { "Last-Modified: \($0)" }].compactMap {
      $0
    }
    let isKnown =
      (tag != nil && request.field("if-none-match") == tag)
      || (modified != nil && request.field("if-modified-since") == modified)
    if isKnown { return send(["304 Not Modified"] + marks, Data(), connection) }
    guard let range = request.range else {
      return send(["200 OK", "Content-Length: \(all.count)"] + marks, all, connection)
    }
    guard range.first < all.count else {
      return send(
        ["416 Range Not Satisfiable", "Content-Range: bytes */\(all.count)", "Content-Length: 0"],
        Data(), connection)
    }
    let last = min(range.last ?? all.count - 1, all.count - 1)
    return send(
      [
        "206 Partial Content", "Content-Range: bytes \(range.first)-\(last)/\(all.count)",
        "Content-Length: \(last - range.first + 1)",
      ] + marks, all[(all.startIndex + range.first)...(all.startIndex + last)], connection)
  }

  private func send(_ lines: [String], _ body: Data, _ connection: Int32) -> Bool {
    let head = lines.enumerated().map { $0.offset == 0 ? "HTTP/1.1 \($0.element)" : $0.element }
    return write(Data((head.joined(separator: "\r\n") + "\r\n\r\n").utf8), to: connection)
      && write(body, to: connection, counting: true)
  }

  private func write(_ data: Data, to connection: Int32, counting: Bool = false) -> Bool {
    data.withUnsafeBytes { bytes in
      var at = 0
      while at < bytes.count {
        let sent = Glibc.send(
          connection, bytes.baseAddress! + at, min(1 << 16, bytes.count - at), Int32(MSG_NOSIGNAL))
        guard sent > 0 else { return false }
        at += sent
        if counting { lock.withLock { sentBytes += sent } }
      }
      return true
    }
  }
}
