// SPDX-License-Identifier: MIT

import MoonreelCore

/// An address of `http` or `https`, taken apart once.
///
/// What opens it gets ``text``, which is put together from the parts. The original spelling is parsed only here, so no
/// other parser can find another host in it. Spellings that parsers are known to read differently (names of users,
/// backslashes, a missing `//`, odd ports) are refused, not guessed.
struct NetworkAddress: Hashable {
  /// How a server is spoken to.
  enum Scheme: String {
    case http, https

    /// The port where none is written.
    var port: Int { self == .http ? 80 : 443 }
  }

  let scheme: Scheme
  let host: NetworkHost
  /// 1…65535.
  let port: Int
  /// Path and query, beginning with `/`: printable ASCII without spaces.
  let resource: String

  /// The address in its one spelling; the usual port is left out.
  var text: String {
    "\(scheme.rawValue)://\(allowance)\(resource)"
  }

  /// What `--allow-net` would have to name, and no more.
  var allowance: String { port == scheme.port ? host.text : "\(host.text):\(port)" }

  /// The most bytes of an address: libav cuts longer ones off.
  private static let longest = 4000

  /// Reads `text`; what follows a `#` is left out, letters outside of ASCII in the path are escaped.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) with what is wrong.
  init(_ text: String) throws {
    do {
      try self.init(parsing: Array(text.utf8))
    } catch let refusal as NetworkHost.Refusal {
      let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
      throw MoonreelError(
        .accessDenied,
        "Cannot open '\(shown)': \(refusal.reason). Give an address such as "
          + "http://media.example/clip.mp4.")
    }
  }

  private init(parsing bytes: [UInt8]) throws {
    guard bytes.count <= Self.longest else {
      throw NetworkHost.Refusal(reason: "it is longer than \(Self.longest) bytes")
    }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else {
      throw NetworkHost.Refusal(
        reason: "it holds a space, a backslash or a control character; write %20 for a space")
    }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard let scheme = Scheme(rawValue: name) else {
      throw NetworkHost.Refusal(reason: "it begins with neither http:// nor https://")
    }
    guard bytes[colon...].starts(with: "://".utf8) else {
      throw NetworkHost.Refusal(reason: "'//' is missing after '\(name):'")
    }
    let rest = bytes[(colon + 3)...]
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    self.scheme = scheme
    (host, port) = try Self.place(authority, usual: scheme.port)
    resource = Self.resource(rest[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") })
  }

  /// The host and port of `authority`.
  private static func place(
    _ authority: ArraySlice<UInt8>, usual: Int
  ) throws -> (NetworkHost, Int) {
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw NetworkHost.Refusal(reason: "it holds a user's name before '@', which is not accepted")
    }
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else {
        throw NetworkHost.Refusal(reason: "the bracket of its host is not closed")
      }
      // holds: a bracket that closes lies behind the one that opens.
      let host = try NetworkHost(ipv6: authority[(authority.startIndex + 1)..<end])
      return (host, try port(authority[(end + 1)...], usual: usual))
    }
    let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    return (
      try NetworkHost(name: authority[..<end]), try port(authority[end...], usual: usual)
    )
  }

  /// The number in `text`, `:` before it; `usual` where there is nothing.
  static func port(_ text: ArraySlice<UInt8>, usual: Int) throws -> Int {
    guard let first = text.first else { return usual }
    let digits = text.dropFirst()
    let isPlain = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard first == UInt8(ascii: ":"), isPlain, digits.count <= 5,
      digits.first != UInt8(ascii: "0"),
      let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
    else {
      throw NetworkHost.Refusal(
        reason: "'\(String(decoding: text, as: UTF8.self))' is no port from 1 to 65535")
    }
    return number
  }

  private static func resource(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = bytes.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension NetworkAddress {
  /// Where a server's answer `Location: location` leads from here.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where that is no address of `http` or `https`.
  func redirected(to location: String) throws -> NetworkAddress {
    let place = String(text.dropLast(resource.utf8.count))
    if location.hasPrefix("//") { return try NetworkAddress("\(scheme.rawValue):\(location)") }
    if location.hasPrefix("/") { return try NetworkAddress(place + location) }
    let start = location.utf8.prefix { !"/?#".utf8.contains($0) }
    if start.contains(UInt8(ascii: ":")) { return try NetworkAddress(location) }
    let path = resource.prefix { $0 != "?" }
    if location.hasPrefix("?") { return try NetworkAddress(place + path + location) }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try NetworkAddress(place + folder + location)
  }
}
