// SPDX-License-Identifier: MIT

import CSandboxHost
import Glibc
import MoonreelCore

/// What the worker does: answers one request after the other until its parent goes.
struct WorkerLoop {
  let socket: Int32
  let types: [any Isolatable.Type]
  let settings: WorkerSettings

  /// The parent went away, or says what no parent says.
  private struct Ended: Error {}

  /// Works; ends with the process.
  func run() -> Never {
    var objects: [UInt32: any Isolatable] = [:]
    var next = UInt32(0)
    do {
      // Before anything else, also where nothing is ever to be drawn: whoever takes over the parent finds no process here
      // that may do more than it.
      try close()
      while true {
        let (header, body, canvas) = try receive()
        guard let verb = RequestHeader.Verb(rawValue: header.verb) else { throw Ended() }
        if verb == .drop {
          objects[header.target] = nil
          continue
        }
        mr_limit_cpu(UInt32(clamping: settings.secondsOfComputing))
        try reply {
          var reader = ByteReader(body)
          switch verb {
          case .make:
            next += 1
            objects[next] = try make(header.target, &reader)
            var answer = ByteWriter()
            answer.append(next)
            return answer
          case .ask, .drop:
            guard let object = objects[header.target] else { throw Ended() }
            return try object.answer(&reader, canvas: canvas)
          }
        }
      }
    } catch {
      _exit(0)
    }
  }

  private func close() throws {
    mr_limit_worker(UInt64(max(0, settings.memoryLimit)))
    var sandbox = ProcessSandbox()
    sandbox.onlyDraws = true
    try sandbox.close(settings.sandbox)
  }

  private func make(_ kind: UInt32, _ content: inout ByteReader) throws -> any Isolatable {
    guard let type = types.first(where: { $0.kind.rawValue == kind }) else { throw Ended() }
    return try type.init(content: &content)
  }

  // MARK: Bytes

  private func receive() throws -> (RequestHeader, [UInt8], DrawingMemory?) {
    let (head, descriptor) = try receive(MemoryLayout<RequestHeader>.size)
    var reader = ByteReader(head)
    let header = try reader.number(RequestHeader.self)
    var canvas: DrawingMemory?
    if descriptor >= 0 {
      let size = Int(clamping: header.canvasByteCount)
      guard size > 0, let memory = SharedMemory(descriptor: descriptor, byteCount: size) else {
        throw Ended()
      }
      canvas = DrawingMemory(base: memory.base, byteCount: size, shared: memory)
    }
    return (header, try receive(Int(clamping: header.byteCount)).0, canvas)
  }

  private func receive(_ size: Int) throws -> ([UInt8], descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: size)
    var (filled, kept) = (0, Int32(-1))
    while filled < size {
      var descriptor: Int32 = -1
      let count = bytes.withUnsafeMutableBytes {
        mr_socket_receive(socket, $0.baseAddress! + filled, $0.count - filled, &descriptor, true)
      }
      if descriptor >= 0 { kept = descriptor }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw Ended()
      }
      filled += count
    }
    return (bytes, kept)
  }

  private func reply(_ work: () throws -> ByteWriter) throws {
    var (status, body) = (Int64(0), ByteWriter())
    do {
      body = try work()
    } catch let error as MoonreelError {
      (status, body) = (1, ByteWriter(error))
    }
    var bytes = ByteWriter()
    bytes.append(ReplyHeader(status: status, byteCount: Int64(body.bytes.count)))
    try send(bytes.bytes + body.bytes)
  }

  private func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        mr_socket_send(socket, $0.baseAddress! + sent, $0.count - sent, -1)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        var descriptor = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
      } else {
        throw Ended()
      }
    }
  }
}
