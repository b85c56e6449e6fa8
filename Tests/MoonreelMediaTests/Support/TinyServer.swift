// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

/// An HTTP server on this machine, for one request a connection.
final class TinyServer: Sendable {
  /// What a request is answered with.
  enum Answer {
    case bytes(Data)
    case redirect(String)
    /// Nothing, for as long as the other side waits.
    case silence
    /// The whole answer, header and all, a byte every so many microseconds.
    case drip(Data, every: UInt32)
    /// A text with its kind.
    case text(String, kind: String)
  }

  let port: Int
  private let listener: Int32
  private let hostsAsked = Locked<[String]>([])

  /// The `Host` lines of all requests so far.
  var hosts: [String] { hostsAsked.withLock { $0 } }

  /// Answers every request by `answer`, from its path, the server's port and the first byte wanted.
  init(_ answer: @escaping @Sendable (String, Int, Int) -> Answer) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isOpen else { throw CommandFailure(command: "listen") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        self?.serve(connection, answer)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ connection: Int32, _ answer: (String, Int, Int) -> Answer) {
    var block = [UInt8](repeating: 0, count: 8192)
    let count = recv(connection, &block, block.count, 0)
    guard count > 0 else { return }
    let lines = String(decoding: block[..<count], as: UTF8.self).components(separatedBy: "\r\n")
    let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
    func field(_ name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }
    hostsAsked.withLock { $0.append(field("host: ") ?? "") }
    let start = field("range: bytes=").flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    var response: Data
    switch answer(path, port, start) {
    case .silence:
      while recv(connection, &block, block.count, 0) > 0 {}
      return
    case .drip(let all, let pause):
      for byte in all where write(Data([byte]), to: connection) { usleep(pause) }
      return
    case .text(let text, let kind):
      response = Data(
        ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: \(kind)\r\n"
          + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)").utf8)
    case .redirect(let target):
      response = Data(
        "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n".utf8)
    case .bytes(let all):
      let first = min(start, all.count)
      response = Data(
        ("HTTP/1.1 206 Partial Content\r\nAccept-Ranges: bytes\r\nConnection: close\r\n"
          + "Content-Range: bytes \(first)-\(all.count - 1)/\(all.count)\r\n"
          + "Content-Length: \(all.count - first)\r\n\r\n").utf8)
      response += all[first...]
    }
    write(response, to: connection)
  }

  @discardableResult private func write(_ data: Data, to connection: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var at = 0
      while at < bytes.count {
        let sent = send(
          connection, bytes.baseAddress! + at, bytes.count - at, Int32(MSG_NOSIGNAL))
        guard sent > 0 else { return false }
        at += sent
      }
      return true
    }
  }
}
