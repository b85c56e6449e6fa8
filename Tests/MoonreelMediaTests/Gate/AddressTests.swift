// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Addresses mean one thing only: what passes the gate is what libav is handed.
struct AddressTests {
  /// An address as written, and as it is opened; `nil` where it is refused.
  private struct Row {
    var written: String
    var opened: String?
    init(_ written: String, _ opened: String?) { (self.written, self.opened) = (written, opened) }
  }

  private static let rows = [
    Row("http://good.example/a.mp4", "http://good.example/a.mp4"),
    Row("HTTP://Good.EXAMPLE/A.mp4?Q=1", "http://good.example/A.mp4?Q=1"),
    Row("https://good.example", "https://good.example/"),
    Row("http://good.example?x=/@y", "http://good.example/?x=/@y"),
    Row("http://good.example/a#part", "http://good.example/a"),
    Row("http://good.example/ä", "http://good.example/%C3%A4"),
    // Ports.
    Row("http://good.example:80/", "http://good.example/"),
    Row("https://good.example:443/", "https://good.example/"),
    Row("https://good.example:80/", "https://good.example:80/"),
    Row("http://good.example:8080/a", "http://good.example:8080/a"),
    Row("http://good.example:/a", nil), Row("http://good.example:0/", nil),
    Row("http://good.example:080/", nil), Row("http://good.example:65536/", nil),
    Row("http://good.example:8a/", nil), Row("http://good.example:+80/", nil),
    Row("http://good.example:80:80/", nil), Row("http://good.example:-1/", nil),
    // Names.
    Row("http://good.example./a", "http://good.example/a"),
    Row("http://good.example../a", nil), Row("http://.good.example/", nil),
    Row("http://good%2eexample/", nil), Row("http://127.0.0.1%2f/", nil),
    Row("http://bücher.example/", nil),
    Row("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
    Row("http://ｇood.example/", nil), Row("http://good。example/", nil), Row("http:///a", nil),
    Row("http://", nil), Row("http://?", nil), Row("http://:80/", nil),
    Row("http://\(String(repeating: "a", count: 64)).example/", nil),
    // Numbers.
    Row("http://127.0.0.1:9/", "http://127.0.0.1:9/"), Row("http://127.1/", nil),
    Row("http://2130706433/", nil), Row("http://0x7f000001/", nil), Row("http://0x7f.1/", nil),
    Row("http://0177.0.0.1/", nil), Row("http://127.0.0.01/", nil), Row("http://127.0.0.256/", nil),
    Row("http://1.2.3/", nil), Row("http://127.0.0.1./", "http://127.0.0.1/"),
    Row("http://[::1]/", "http://[::1]/"),
    Row("http://[0:0:0:0:0:0:0:1]:8080/", "http://[::1]:8080/"),
    Row("http://[::FFFF:127.0.0.1]/", "http://[::ffff:127.0.0.1]/"),
    Row("http://[fe80::1%25eth0]/", nil), Row("http://[fe80::1%eth0]/", nil),
    Row("http://[::1/", nil), Row("http://[::1]x/", nil), Row("http://::1/", nil),
    Row("http://[127.0.0.1]/", nil), Row("http://[good.example]/", nil),
    // What parsers disagree about.
    Row("http://good.example\\@127.0.0.1:9/a", nil),
    Row("http:127.0.0.1:9/b://good.example/c", nil),
    Row("http://user@good.example/", nil), Row("http://user:word@good.example/", nil),
    Row("http://good.example@127.0.0.1/", nil), Row("http:/good.example/", nil),
    Row("http:good.example", nil), Row("http:///good.example/", nil),
    Row("http://good.example /", nil), Row("http://good.example/a b", nil),
    Row("http://good.example/\r\nX: y", nil), Row("http://good.example\t/", nil),
    Row("http://good.example/\u{7f}", nil), Row("http://good.example/\\", nil),
    Row("http://good.example/" + String(repeating: "a", count: 4000), nil),
  ]

  @Test func everyFormHasOneMeaning() {
    for row in Self.rows {
      let address = try? NetworkAddress(row.written)
      #expect(address?.text == row.opened, "'\(row.written)'")
      if let opened = row.opened {
        #expect((try? NetworkAddress(opened)) == address, "'\(opened)' is its own spelling")
      }
    }
  }

  @Test func refusalsSayWhatIsWrong() {
    let words = [
      ("http://a@b/", "user's name"), ("http:b/", "'//' is missing"), ("http://b/ ", "a space"),
      ("http://b:x/", "is no port"), ("http://127.1/", "four decimal"), ("http://é/", "xn--"),
      ("http:///", "no host"), ("http://[::1%1]/", "zone"),
    ]
    for (written, word) in words {
      let error = #expect(throws: MoonreelError.self, "\(written)") {
        try NetworkAddress(written)
      }
      #expect(error?.code == .accessDenied)
      #expect(error?.message.contains(word) == true, "\(String(describing: error))")
      #expect(error?.message.contains("'\(written)'") == true)
    }
  }

  @Test(arguments: [
    ("good.example", "http://GOOD.example.:8080/", true),
    ("Good.Example.", "http://good.example/", true),
    ("good.example:8080", "http://good.example:8080/", true),
    ("good.example:8080", "http://good.example/", false),
    ("good.example:80", "http://good.example/", true),
    ("::1", "http://[::1]:99/", true), ("[::1]:99", "http://[0::1]:99/", true),
    ("[::1]:99", "http://[::1]/", false), ("127.0.0.1", "http://127.0.0.1:9/", true),
    ("127.0.0.1", "http://[::ffff:127.0.0.1]/", false),
    ("http://good.example/", "http://good.example/", false), ("*", "http://good.example/", false),
    ("127.1", "http://127.0.0.1/", false), ("", "http://good.example/", false),
    ("example", "http://good.example/", false), ("good.example", "http://a.good.example/", false),
  ])
  func hostsAreAllowedByName(host: String, address: String, isAllowed: Bool) {
    #expect(FileGate(folders: [], hosts: [host]).allows(url: address) == isAllowed)
  }

  @Test(arguments: [
    "http://a.example", "a.example/b", "a b", "", "127.1", "a:0", "a@b", "[::1", "é",
  ])
  func wrongHostsAreNamed(host: String) {
    let error = #expect(throws: MoonreelError.self) { try AllowedHost(host) }
    #expect(error?.message.contains("'\(host)'") == true)
  }

  @Test(arguments: [
    ("/x/y.ts", "http://good.example:81/x/y.ts"), ("y.ts", "http://good.example:81/a/y.ts"),
    ("?q", "http://good.example:81/a/b?q"), ("//c.example/d", "http://c.example/d"),
    ("https://c.example/d?e", "https://c.example/d?e"), ("a:b", nil), ("file:///etc/passwd", nil),
    ("\\\\c.example/d", nil), ("//u@c.example/", nil),
  ])
  func redirectsAreReadAlike(location: String, target: String?) throws {
    let from = try NetworkAddress("http://good.example:81/a/b?c=/d")
    #expect((try? from.redirected(to: location))?.text == target)
  }

  /// A hundred thousand addresses of pieces that parsers stumble over: what we hand over has for libav
  /// the scheme, host and port that we compared with the list.
  @Test func libavReadsWhatWasChecked() {
    var random = Dice()
    var accepted = 0
    for _ in 0..<100_000 {
      let written = Self.address(&random)
      guard let address = try? NetworkAddress(written) else { continue }
      accepted += 1
      let split = Self.split(address.text)
      let port = split.port < 0 ? address.scheme.port : split.port
      #expect(split.scheme == address.scheme.rawValue, "'\(written)'")
      #expect(split.host == address.host.name, "'\(written)'")
      #expect(port == address.port, "'\(written)'")
      #expect(split.user.isEmpty && split.path == address.resource, "'\(written)'")
    }
    #expect(accepted > 10_000, "only \(accepted) were addresses at all")
  }

  private static let pieces = [
    "http", "https", ":", "://", "//", "/", "@", "\\", "?", "#", "[", "]", "::1", "127.0.0.1",
    "127.1",
    "good.example", "evil.example", ".", "%", "%40", "%2f", "80", "8080", "a", "ä", " ", "\t", "\n",
    ":80", ":443", "0x7f", "-", "_", "user:word", ";", "&", "=", "[::1]", "\u{301}", "\u{200d}",
    "0",
  ]

  private static func address(_ dice: inout Dice) -> String {
    // Most begin as addresses do, so that enough of them are some.
    var text = ""
    if dice.roll(4) != 0 {
      text = dice.pick(["http://", "HTTPS://"])
      text += dice.pick(["good.example", "127.0.0.1", "[::1]", ""])
      text += dice.pick(["", ":80", ":99", ":443", "."])
      text += dice.pick(["/", "?", "#", "/", ""])
    }
    for _ in 0..<dice.roll(5) { text += dice.pick(pieces) }
    return text
  }

  private static func split(
    _ text: String
  ) -> (scheme: String, user: String, host: String, port: Int, path: String) {
    func room() -> [CChar] { [CChar](repeating: 0, count: 8192) }
    var (scheme, user, host, path) = (room(), room(), room(), room())
    var port: Int32 = -1
    av_url_split(&scheme, 8192, &user, 8192, &host, 8192, &port, &path, 8192, text)
    func string(_ bytes: [CChar]) -> String {
      String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return (string(scheme), string(user), string(host), Int(port), string(path))
  }
}
