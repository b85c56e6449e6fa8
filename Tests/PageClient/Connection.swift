// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A connection to a server on this machine, as bytes.
package final class Connection {
  /// Something that should not be.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    /// A failure that says `description`.
    package init(description: String) { self.description = description }
  }

  private let descriptor: Int32
  private var received: [UInt8] = []

  package init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(description: "nobody listens at port \(port)") }
  }

  deinit { close(descriptor) }

  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(description: "the server does not listen any more") }
      rest = rest.dropFirst(count)
    }
  }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// The next `count` bytes; `nil` where the server has closed before.
  package func read(_ count: Int) async throws -> [UInt8]? {
    while received.count < count {
      guard try await fill() else { return nil }
    }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// What comes until `end`, and it.
  package func read(until end: String) async throws -> String? {
    let end = Array(end.utf8)
    while true {
      if let range = received.firstRange(of: end) {
        let bytes = Array(received[..<range.upperBound])
        received.removeFirst(range.upperBound)
        return String(decoding: bytes, as: UTF8.self)
      }
      guard try await fill() else { return nil }
    }
  }

  /// All that comes until the server closes.
  package func readAll() async throws -> [UInt8] {
    while try await fill() {}
    defer { received = [] }
    return received
  }

  /// Waits on a thread of its own: whoever serves may need those that tests run on, and Dispatch starts no further ones while
  /// some of its few are only waiting for the processor.
  private func fill() async throws -> Bool {
    let descriptor = descriptor
    let bytes: [UInt8]? = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var count = -1
        repeat {
          count = recv(descriptor, &buffer, buffer.count, 0)
        } while count < 0 && errno == EINTR
        let isOver = count >= 0 || errno == ECONNRESET
        continuation.resume(returning: isOver ? Array(buffer[..<max(0, count)]) : nil)
      }
    }
    guard let bytes else { throw Failure(description: "nothing came for five minutes") }
    received += bytes
    return !bytes.isEmpty
  }
}

/// An answer to a request for a file.
package struct Answer {
  package var status: Int
  package var headers: [String: String]
  package var body: [UInt8]

  /// The answer of the server at `port` to `request`, which ends with an empty line.
  package init(port: Int, _ request: String) async throws {
    let connection = try Connection(port: port)
    try connection.write(request)
    self = try await Answer(from: connection)
  }

  package init(from connection: Connection) async throws {
    guard let head = try await connection.read(until: "\r\n\r\n") else {
      throw Connection.Failure(description: "the server closed without an answer")
    }
    let lines = head.components(separatedBy: "\r\n")
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
    headers = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
    }
    let count = Int(headers["content-length"] ?? "0") ?? 0
    body = try await connection.read(count) ?? []
  }
}
