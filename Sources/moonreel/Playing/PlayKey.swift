// SPDX-License-Identifier: MIT

/// What somebody who watches can press.
enum PlayKey: Hashable {
  case toggle, pause, faster, backwards
  case frameBack, frameOn, secondBack, secondOn
  case start, end
  case quieter, louder, mute, loop
  case quit
}

/// Takes keys out of what a terminal sends.
struct PlayKeys {
  private var pending: [UInt8] = []

  private static let table: [(String, PlayKey)] = [
    ("\u{1B}[D", .frameBack), ("\u{1B}[C", .frameOn), ("\u{1B}[A", .secondOn),
    ("\u{1B}[B", .secondBack), ("\u{1B}OD", .frameBack), ("\u{1B}OC", .frameOn),
    ("\u{1B}OA", .secondOn), ("\u{1B}OB", .secondBack),
    ("\u{1B}[H", .start), ("\u{1B}[F", .end), ("\u{1B}OH", .start), ("\u{1B}OF", .end),
    ("\u{1B}[1~", .start), ("\u{1B}[4~", .end), ("\u{1B}[7~", .start), ("\u{1B}[8~", .end),
    (" ", .toggle), ("k", .pause), ("l", .faster), ("j", .backwards), ("K", .pause),
    ("L", .faster), ("J", .backwards), (",", .frameBack), (".", .frameOn), ("-", .quieter),
    ("+", .louder), ("=", .louder), ("m", .mute), ("o", .loop), ("q", .quit), ("Q", .quit),
  ]

  /// The keys in `bytes` and what was left before; others, and answers of the terminal, are ignored.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [PlayKey] {
    pending += bytes
    var keys: [PlayKey] = []
    while let length = Self.length(pending) {
      let text = String(decoding: pending.prefix(length), as: UTF8.self)
      pending.removeFirst(length)
      if let key = Self.table.first(where: { $0.0 == text })?.1 { keys.append(key) }
    }
    if pending.count > 256 { pending = [] }
    return keys
  }

  /// How long the first key is; `nil` where it is not whole.
  private static func length(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else { return 1 }
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case UInt8(ascii: "O"): return bytes.count > 2 ? 3 : nil
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
      return zip(bytes, bytes.dropFirst()).enumerated().dropFirst(2)
        .first { $0.element == (0x1B, UInt8(ascii: "\\")) }.map { $0.offset + 2 }
    default: return 1
    }
  }
}
