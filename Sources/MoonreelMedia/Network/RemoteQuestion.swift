// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Asks servers through a gate: redirects are followed by us, each asked of the gate before its host is asked, and what
/// fails by no fault of ours is asked again after a pause.
struct RemoteQuestion {
  let gate: FileGate
  /// What messages call the file.
  let name: String
  /// What was asked is counted here.
  let log: NetworkLog

  /// As many as browsers and libav follow, or fewer.
  private static let mostRedirects = 8
  /// Answers after which it may go better.
  private static let passing: Set<Int> = [408, 429, 500, 502, 503, 504]

  private var patience: NetworkPatience { gate.patience }

  /// Somebody wants more, and what has come so far is no reason to give up.
  private struct Again: Error {
    var error: MoonreelError
    var pause: Double?
  }

  /// Asks for `address` until there is an answer.
  ///
  /// - Parameters:
  ///   - request: the request, asked for anew before each attempt: it may want less than before.
  ///   - head: gets the head of the answer; `false` where what follows is not wanted.
  ///   - body: gets what follows.
  /// - Returns: the answer's head, and who gave it after redirects.
  /// - Throws: `MoonreelError`: `fileAccess`, `accessDenied`, `cancelled`, or what `head` and `body` throw.
  func ask(
    _ request: () -> HTTPRequest, head: (HTTPHead, NetworkAddress) throws -> Bool,
    body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> (head: HTTPHead, address: NetworkAddress) {
    var pause = patience.pause
    var attempt = 1
    while true {
      do {
        return try follow(request(), head: head, body: body)
      } catch let again as Again {
        guard attempt < patience.attempts else { throw told(again.error, attempt) }
        log.noteRepetition(again.error)
        try wait(again.pause ?? pause)
      }
      attempt += 1
      pause *= 2
    }
  }

  /// `error` with how often it was tried.
  private func told(_ error: MoonreelError, _ attempts: Int) -> MoonreelError {
    guard attempts > 1 else { return error }
    var error = error
    error.message += " It was asked \(attempts) times."
    return error
  }

  /// Waits so long, ten seconds at most.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func wait(_ seconds: Double) throws {
    var left = min(seconds, NetworkPatience.longestPause)
    while left > 0 {
      try gate.cancellation.check()
      // holds: 0.05 s at most, and more than 0.
      usleep(UInt32(min(left, 0.05) * 1e6))
      left -= 0.05
    }
  }

  /// All that lies at `address`, or the bytes `range` of it, as it is now: nothing is kept.
  ///
  /// - Parameter limit: the most bytes.
  /// - Throws: `MoonreelError`.
  func bytes(
    at address: NetworkAddress, _ range: Range<Int64>? = nil, limit: Int
  ) throws -> (bytes: [UInt8], address: NetworkAddress) {
    var bytes: [UInt8] = []
    let answer = try ask {
      bytes = []
      return HTTPRequest(address: address, range: range)
    } head: { head, _ in
      let isMeant = head.status == 200 && range == nil || head.contentRange?.range == range
      guard isMeant else {
        throw NetworkError.otherBytes(name, "other bytes", head)
      }
      return true
    } body: { piece in
      guard piece.count <= limit - bytes.count else {
        let most = limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MiB"
        throw MoonreelError(
          .limitExceeded, "Cannot read '\(address.text)': it is longer than \(most).")
      }
      bytes.append(contentsOf: piece)
    }
    return (bytes, answer.address)
  }

  private func follow(
    _ request: HTTPRequest, head: (HTTPHead, NetworkAddress) throws -> Bool,
    body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> (head: HTTPHead, address: NetworkAddress) {
    var request = request
    for step in 0...Self.mostRedirects {
      guard gate.allows(request.address) else {
        throw NetworkError.denial(of: request.address, name: name, isFirst: step == 0)
      }
      let answer = try once(request, head: head, body: body)
      guard (300..<400).contains(answer.status), answer.status != 304,
        let location = answer.location
      else { return (answer, request.address) }
      request.address = try request.address.redirected(to: location)
    }
    throw MoonreelError(
      .fileAccess, "Cannot open '\(name)': it redirects more than \(Self.mostRedirects) times.")
  }

  /// One request, whatever the answer.
  private func once(
    _ request: HTTPRequest, head: (HTTPHead, NetworkAddress) throws -> Bool,
    body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> HTTPHead {
    let sentences = NetworkError(name: name, address: request.address)
    log.noteRequest()
    let answer: HTTPHead
    do {
      answer = try HTTPClient.run(request, patience) {
        gate.cancellation.isCancelled
      } head: { answer in
        let isMeant = (200..<300).contains(answer.status) || [304, 416].contains(answer.status)
        return isMeant ? try head(answer, request.address) : false
      } body: { bytes in
        log.noteBytes(bytes.count)
        try body(bytes)
      }
    } catch let fault as HTTPFault {
      let error = sentences.error(fault, patience)
      switch fault {
      case .failed(.asking, _), .failed(.reading, _): throw Again(error: error)
      case .failed, .late, .overdue, .stopped, .missingLibrary: throw error
      }
    }
    if Self.passing.contains(answer.status) {
      throw Again(error: sentences.error(status: answer.status), pause: answer.pause)
    }
    guard
      (200..<400).contains(answer.status) || answer.status == 416
        || request.mayBeMissing && answer.isMissing
    else {
      throw sentences.error(status: answer.status)
    }
    return answer
  }
}
