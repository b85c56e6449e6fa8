// SPDX-License-Identifier: MIT

/// What the text that names something to open stands for.
enum Address: Hashable {
  /// A path on this machine.
  case path(String)
  /// An `http` or `https` address.
  case network(NetworkAddress)
  /// Any other protocol, by name: `concat`, `data`, `ftp` …
  case other(scheme: String)

  /// Reads `text` as libav would: a scheme before the first colon, or a path.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) for an address of `http` or `https` that could be read in
  ///   more than one way.
  init(_ text: String) throws {
    switch Self.scheme(of: text) {
    case nil: self = .path(text)
    case "file": self = .path(Self.path(ofFileURL: text))
    case "http", "https": self = .network(try NetworkAddress(text))
    case let scheme?: self = .other(scheme: scheme)
    }
  }

  /// The letters before the first colon, where they can be a protocol's name: libav takes
  /// `crypto+file:` and options as in `subfile,,start,0,:` for protocols, too.
  private static func scheme(of text: String) -> String? {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let head = String(decoding: bytes[..<colon], as: UTF8.self)
    guard !head.contains("/"), let first = head.first, first.isLetter else { return nil }
    let allowed = head.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.,_".contains($0))
    }
    let isOptions = head.contains(",")
    return allowed || isOptions ? head.lowercased() : nil
  }

  private static func path(ofFileURL text: String) -> String {
    let rest = text.dropFirst("file:".count)
    guard rest.hasPrefix("//") else { return String(rest) }
    let path = rest.dropFirst(2)
    return String(path.hasPrefix("localhost/") ? path.dropFirst("localhost".count) : path)
  }
}
