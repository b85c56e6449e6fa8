// SPDX-License-Identifier: MIT

/// What the text that names something to open stands for.
enum Address: Hashable {
  /// A path on this machine.
  case path(String)
  /// An `http` or `https` address of `host`, in lower case.
  case network(url: String, host: String)
  /// Any other protocol, by name: `concat`, `data`, `ftp` …
  case other(scheme: String)

  /// Reads `text` as libav would: a scheme before the first colon, or a path.
  init(_ text: String) {
    let scheme = Self.scheme(of: text)
    switch scheme {
    case nil: self = .path(text)
    case "file": self = .path(Self.path(ofFileURL: text))
    case "http", "https":
      guard let host = Self.host(of: text) else {
        self = .other(scheme: scheme ?? "")
        return
      }
      self = .network(url: text, host: host)
    case let scheme?: self = .other(scheme: scheme)
    }
  }

  /// The letters before the first colon, where they can be a protocol's name: libav takes
  /// `crypto+file:` and options as in `subfile,,start,0,:` for protocols, too.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let head = text[..<colon]
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

  /// The host of `scheme://user@host:port/…`.
  private static func host(of text: String) -> String? {
    guard let start = text.range(of: "://") else { return nil }
    let authority = text[start.upperBound...].prefix { !"/?#\\".contains($0) }
    let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if hostAndPort.hasPrefix("["), let end = hostAndPort.firstIndex(of: "]") {
      return hostAndPort[...end].lowercased()
    }
    let host = hostAndPort.prefix { $0 != ":" }
    return host.isEmpty ? nil : host.lowercased()
  }
}

extension String {
  /// Where `needle` first stands, byte by byte.
  func range(of needle: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
