// SPDX-License-Identifier: MIT

import MoonreelCore

/// The sentences for what can go wrong between here and a server: each names the address and what was being done.
struct NetworkError {
  /// What messages call the file.
  let name: String
  /// Who was asked.
  let address: NetworkAddress

  /// The error for `fault`.
  func error(_ fault: HTTPFault, _ patience: NetworkPatience) -> MoonreelError {
    let host = address.allowance
    switch fault {
    case .stopped: return CancellationFlag.error
    case .missingLibrary:
      return reading(
        "libcurl is not installed, which speaks to servers. Install the package libcurl4")
    case .late(let phase):
      return reading(
        "the server takes too long: \(Self.late(phase, host, patience)). Try again later, or allow more "
          + "with \(Self.option(phase))")
    case .overdue:
      return reading(
        "the server takes too long: \(host) sent not all of one answer within \(Self.seconds(patience.total)). "
          + "Try again later, or allow more with --net-timeout")
    case .failed(let phase, let words):
      let advice = phase == .securing ? "Check the address and its certificate" : "Try again later"
      return reading("\(Self.failed(phase, host)): \(Self.lowercased(words)). \(advice)")
    }
  }

  /// The error for an answer that is none of those that were wanted.
  func error(status: Int) -> MoonreelError {
    let words =
      switch status {
      case 401, 403: " (not allowed)"
      case 404, 410: " (there is no such file)"
      case 429: " (too many questions)"
      case 500...599: " (the server fails)"
      default: ""
      }
    return reading("the server answers \(status)\(words). Check the address")
  }

  private func reading(_ reason: String) -> MoonreelError { Self.reading(name, reason) }

  /// `Cannot read 'name': reason.`
  static func reading(_ name: String, _ reason: String) -> MoonreelError {
    MoonreelError(.fileAccess, "Cannot read '\(name)': \(reason).")
  }

  /// The error for an answer to a range of bytes of the file `name` that brings `what` instead.
  static func otherBytes(_ name: String, _ what: String, _ head: HTTPHead) -> MoonreelError {
    let said = head.status == 206 ? " (\(head.quotedContentRange))" : ""
    return reading(
      name, "the server sends \(what) than were asked for\(said). Its answers to ranges are wrong")
  }

  /// The error for an address on a host that the gate does not allow, in the file `name`; `isFirst` where no redirect
  /// led there.
  static func denial(of address: NetworkAddress, name: String, isFirst: Bool) -> MoonreelError {
    MoonreelError(
      .accessDenied,
      isFirst
        ? "Cannot open '\(address.text)': the network is closed. Allow its host with --allow-net "
          + "\(address.allowance)."
        : "Cannot open '\(name)': it redirects to '\(address.text)', on a host that is not allowed. Allow it "
          + "with --allow-net \(address.allowance) if you trust it.")
  }

  /// The error for a file that was changed on the server; `difference` says how that shows.
  func changed(_ difference: String) -> MoonreelError {
    reading(
      "it was changed on the server while it was being read (\(difference)). Run again to use the new one"
    )
  }

  private static func late(_ phase: HTTPPhase, _ host: String, _ patience: NetworkPatience)
    -> String
  {
    switch phase {
    case .lookup: "the number of \(host) was not found within \(seconds(patience.connecting))"
    case .connecting: "\(host) took no connection within \(seconds(patience.connecting))"
    case .securing:
      "no encrypted connection to \(host) came about within \(seconds(patience.connecting))"
    case .asking: "\(host) did not answer within \(seconds(patience.reading))"
    case .reading: "\(host) sent less than 1 kB a second for \(seconds(patience.reading))"
    }
  }

  private static func seconds(_ value: Double) -> String {
    "\(value == value.rounded() ? "\(Int(value))" : "\(value)") s"
  }

  private static func option(_ phase: HTTPPhase) -> String {
    switch phase {
    case .lookup, .connecting, .securing: "--net-connect-timeout"
    case .asking, .reading: "--net-read-timeout"
    }
  }

  private static func failed(_ phase: HTTPPhase, _ host: String) -> String {
    switch phase {
    case .lookup: "the number of \(host) was not found"
    case .connecting: "\(host) takes no connection"
    case .securing: "no encrypted connection to \(host) came about"
    case .asking: "\(host) did not answer"
    case .reading: "the answer of \(host) broke off"
    }
  }

  private static func lowercased(_ words: String) -> String {
    // SSL stays SSL.
    let isWord = words.dropFirst().first?.isLowercase ?? false
    return words.isEmpty
      ? "nobody says why" : isWord ? words.prefix(1).lowercased() + words.dropFirst() : words
  }
}
