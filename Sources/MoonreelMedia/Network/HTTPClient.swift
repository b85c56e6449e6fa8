// SPDX-License-Identifier: MIT

import CNetworkHost
import Glibc
import MoonreelCore

/// Makes requests, one at a time, and keeps its connections open for the next.
///
/// `@unchecked Sendable`: the C object is used by whoever has taken it from the pool, and by nobody else.
final class HTTPClient: @unchecked Sendable {
  private let http: OpaquePointer

  /// Those that nobody uses.
  private static let idle = Locked<[HTTPClient]>([])
  /// So many keep their connections.
  private static let mostIdle = 8

  private init?() {
    guard let http = mr_http_open() else { return nil }
    self.http = http
  }

  deinit { mr_http_close(http) }

  /// Makes `request` and hands out the answer as it comes.
  ///
  /// - Parameters:
  ///   - isOver: asked about ten times a second whether to stop.
  ///   - head: gets the head of the answer once it is there; `false` where what follows is not wanted.
  ///   - body: gets what follows, piece by piece.
  /// - Returns: the head; also where what follows was not wanted.
  /// - Throws: ``HTTPFault``, or what `head` and `body` throw.
  static func run(
    _ request: HTTPRequest, _ patience: NetworkPatience, isOver: () -> Bool,
    head: (HTTPHead) throws -> Bool, body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> HTTPHead {
    let numbers = try NameLookup.numbers(of: request.address, patience, isOver: isOver)
    guard let client = idle.withLock({ $0.popLast() }) ?? HTTPClient() else {
      throw HTTPFault.missingLibrary
    }
    defer {
      idle.withLock { if $0.count < mostIdle { $0.append(client) } }
    }
    return try withoutActuallyEscaping(isOver) { isOver in
      try withoutActuallyEscaping(head) { head in
        try withoutActuallyEscaping(body) { body in
          let exchange = Exchange(isOver: isOver, onHead: head, onBody: body)
          return try client.run(request, numbers, patience, exchange)
        }
      }
    }
  }

  private func run(
    _ request: HTTPRequest, _ numbers: String?, _ patience: NetworkPatience, _ exchange: Exchange
  ) throws -> HTTPHead {
    var wanted = mr_http_request()
    wanted.connect_limit = Int64(patience.connecting * 1000)
    wanted.read_limit = Int64(patience.reading * 1000)
    wanted.limit = Int64(patience.total * 1000)
    wanted.slowest = Int64(max(1, NetworkPatience.slowest * patience.reading))
    exchange.install(in: &wanted)
    var outcome = mr_http_outcome()
    let range = request.range.map { "\($0.lowerBound)-\($0.upperBound - 1)" }
    CStrings.with([request.address.text, range, numbers]) { texts in
      CStrings.with(request.fields) { fields in
        wanted.url = texts[0]
        wanted.range = texts[1]
        wanted.numbers = texts[2]
        wanted.field_count = fields.count
        fields.withUnsafeBufferPointer { fields in
          wanted.fields = fields.baseAddress
          mr_http_run(http, &wanted, &outcome)
        }
      }
    }
    withExtendedLifetime(exchange) {}
    return try exchange.result(outcome)
  }
}

/// What is on its way between libcurl and whoever asks.
private final class Exchange {
  private var head = HTTPHead()
  private var hasHead = false
  private var isUnwanted = false
  private var error: (any Error)?
  private let isOver: () -> Bool
  private let onHead: (HTTPHead) throws -> Bool
  private let onBody: (UnsafeRawBufferPointer) throws -> Void

  init(
    isOver: @escaping () -> Bool, onHead: @escaping (HTTPHead) throws -> Bool,
    onBody: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    (self.isOver, self.onHead, self.onBody) = (isOver, onHead, onBody)
  }

  /// The most lines that a head may have.
  private static let mostFields = 200

  /// Makes `request` ask `self`, which must outlive it.
  func install(in request: inout mr_http_request) {
    request.context = Unmanaged.passUnretained(self).toOpaque()
    request.is_over = { Exchange.of($0).isOver() ? 1 : 0 }
    request.head = { context, line, count in
      let bytes = UnsafeRawBufferPointer(start: line, count: count)
      return Exchange.of(context).take(line: String(decoding: bytes, as: UTF8.self)) ? 1 : 0
    }
    request.body = { context, bytes, count in
      Exchange.of(context).take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Exchange {
    guard let context else { preconditionFailure("a request has its context") }
    return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }

  private func take(line: String) -> Bool {
    let line = line.drop { $0 == "\r\n" || $0 == "\n" }
    guard !line.isEmpty else { return finishHead() }
    head.take(String(line.prefix { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }))
    return head.fieldCount <= Self.mostFields
  }

  /// The line without letters at the end of a head.
  private func finishHead() -> Bool {
    guard head.status >= 200 else { return true }
    hasHead = true
    do {
      isUnwanted = try !onHead(head)
    } catch {
      self.error = error
    }
    return error == nil && !isUnwanted
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try onBody(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }

  /// What came of it.
  func result(_ outcome: mr_http_outcome) throws -> HTTPHead {
    if let error { throw error }
    if isUnwanted { return head }
    let phase: HTTPPhase =
      switch outcome.phase {
      case MR_HTTP_CONNECTING: .connecting
      case MR_HTTP_SECURING: .securing
      case MR_HTTP_ASKING: .asking
      default: .reading
      }
    switch outcome.end {
    case MR_HTTP_WHOLE: return head
    case MR_HTTP_STOPPED:
      throw isOver() ? HTTPFault.stopped : .failed(phase, "the answer's head is too long")
    case MR_HTTP_LATE: throw HTTPFault.late(phase)
    case MR_HTTP_OVERDUE: throw HTTPFault.overdue
    default: throw HTTPFault.failed(phase, CStrings.text(outcome.message))
    }
  }
}

/// Texts as C has them.
private enum CStrings {
  /// Calls `body` with `texts` as C strings, which live until it returns.
  static func with(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Void) {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    body(copies.map { $0.map { UnsafePointer($0) } })
  }

  /// The text in an array of C's.
  static func text<Tuple>(_ tuple: Tuple) -> String {
    withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
