// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
import MoonreelCore

/// Finds the numbers of hosts. The system's function for it cannot be ended: it runs on a thread that is left behind
/// where it takes too long.
enum NameLookup {
  /// Numbers stay good for so many seconds.
  private static let age = 60
  private static let known = Locked<[NetworkHost: (numbers: [String], time: Int)]>([:])

  /// The numbers of the host of `address` as libcurl wants them, `host:port:number,number`; `nil` where the address has
  /// a number itself.
  ///
  /// - Throws: ``HTTPFault``.
  static func numbers(
    of address: NetworkAddress, _ patience: NetworkPatience, isOver: () -> Bool
  ) throws -> String? {
    let host = address.host
    guard !host.isNumber else { return nil }
    let numbers = try known(host) ?? look(host, patience, isOver: isOver)
    return "\(host.name):\(address.port):\(numbers.joined(separator: ","))"
  }

  private static func known(_ host: NetworkHost) -> [String]? {
    known.withLock { known in
      guard let entry = known[host], time(nil) - entry.time < age else { return nil }
      return entry.numbers
    }
  }

  private enum Outcome {
    case found([String])
    case failed(String)
  }

  private static func look(
    _ host: NetworkHost, _ patience: NetworkPatience, isOver: () -> Bool
  ) throws -> [String] {
    let outcome = Locked<Outcome?>(nil)
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let found = ask(host.name)
      outcome.withLock { $0 = found }
      done.signal()
    }
    let end = DispatchTime.now() + patience.connecting
    while done.wait(timeout: .now() + 0.05) == .timedOut {
      if isOver() { throw HTTPFault.stopped }
      if DispatchTime.now() > end { throw HTTPFault.late(.lookup) }
    }
    switch outcome.withLock({ $0 }) {
    case .found(let numbers):
      known.withLock { $0[host] = (numbers, time(nil)) }
      return numbers
    case .failed(let words): throw HTTPFault.failed(.lookup, words)
    case nil: throw HTTPFault.failed(.lookup, "no answer")
    }
  }

  private static func ask(_ name: String) -> Outcome {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name, nil, &hints, &list)
    guard code == 0 else { return .failed(String(cString: gai_strerror(code)).lowercased()) }
    defer { freeaddrinfo(list) }
    var numbers: [String] = []
    var next = list
    while let entry = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      if getnameinfo(
        entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      {
        let number = String(
          decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        numbers.append(entry.ai_family == AF_INET6 ? "[\(number)]" : number)
      }
      next = entry.ai_next
    }
    return numbers.isEmpty ? .failed("it has no number") : .found(numbers)
  }
}
