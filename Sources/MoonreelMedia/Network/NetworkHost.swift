// SPDX-License-Identifier: MIT

import Glibc

/// A machine's name or number in one spelling, so that equal hosts are equal values.
///
/// Names are in lower case, without the dot at the end that some write. Numbers are written in full, as
/// `127.0.0.1` and `::1`: what resolvers take for the same (`127.1`, `2130706433`, `0x7f.1`) is refused,
/// because a list of allowed hosts could be passed by with it.
struct NetworkHost: Hashable, Sendable {
  /// The name, or the number without brackets.
  let name: String
  /// Whether it is a number of IPv6, which stands in brackets in an address.
  let isIPv6: Bool

  /// The host as an address has it.
  var text: String { isIPv6 ? "[\(name)]" : name }

  /// Whether it is a number, of either kind.
  var isNumber: Bool { isIPv6 || name.allSatisfy { $0.isNumber || $0 == "." } }

  /// Why a text is no host.
  struct Refusal: Error {
    /// The end of a sentence that begins with the address.
    let reason: String
  }

  /// Reads a name, or a number of IPv4.
  init(name bytes: some Collection<UInt8>) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw Refusal(
        reason: "its host has letters outside of ASCII; write it in its ASCII form (xn--…)")
    }
    guard text.utf8.allSatisfy(Self.isNameByte) else {
      throw Refusal(reason: "its host may hold letters, digits, '-', '_' and dots only")
    }
    var labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last == "" { labels.removeLast() }
    let name = labels.joined(separator: ".")
    guard labels.allSatisfy({ (1...63).contains($0.utf8.count) }), name.utf8.count <= 253 else {
      throw Refusal(reason: text.isEmpty ? "it has no host" : "'\(text)' is no host's name")
    }
    guard !Self.isNumber(labels[labels.count - 1]) || Self.isIPv4(labels) else {
      throw Refusal(
        reason: "'\(text)' is no host; write a number as four decimal ones, such as 127.0.0.1")
    }
    (self.name, isIPv6) = (name, false)
  }

  /// Reads a number of IPv6, without its brackets.
  init(ipv6 bytes: some Collection<UInt8>) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.utf8.contains(UInt8(ascii: "%")) else {
      throw Refusal(reason: "its host names a zone ('%…'), which is not accepted")
    }
    var number = in6_addr()
    var canonical = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard !text.utf8.contains(0), inet_pton(AF_INET6, text, &number) == 1,
      inet_ntop(AF_INET6, &number, &canonical, socklen_t(canonical.count)) != nil
    else { throw Refusal(reason: "'[\(text)]' is no number of IPv6, such as [::1]") }
    let end = canonical.firstIndex(of: 0) ?? canonical.count
    name = String(decoding: canonical[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    isIPv6 = true
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Whether a name that ends in `label` is taken for a number by resolvers.
  private static func isNumber(_ label: Substring) -> Bool {
    let isHex = label.hasPrefix("0x")
    return label.dropFirst(isHex ? 2 : 0).allSatisfy { isHex ? $0.isHexDigit : $0.isNumber }
  }

  private static func isIPv4(_ labels: [Substring]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        label.allSatisfy(\.isNumber) && (label == "0" || label.first != "0")
          && (Int(label).map { $0 <= 255 } ?? false)
      }
  }
}
