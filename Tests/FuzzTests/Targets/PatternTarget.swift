// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// Lua's patterns and formats, on a subject: the first byte says how, the second where the pattern ends.
enum PatternTarget: FuzzTarget {
  static let name = "patterns"
  static let shortRunCount = 600

  static func seeds() -> [[UInt8]] {
    [
      (0, "^(%a+)%s*=%s*(.-)$", "name = value"), (1, "%b()", "f(a(b)c) d"),
      (2, "[^%s%-]*%f[%w]%w+", "the quick-brown fox"), (3, "(a*(.)%w(%s*))", "aabc  "),
      (4, "%5.2f|%-10s|%q|%x", "text"), (2, "()(%d+)()", "in 1066 and 2024"),
    ].map { how, pattern, subject in
      [UInt8(how), UInt8(pattern.utf8.count)] + Array(pattern.utf8) + Array(subject.utf8)
    }
  }

  private static let calls = [
    "string.find(s, p)", "string.match(s, p)", "string.gsub(s, p, '%0%0')",
    "(function() for a in string.gmatch(s, p) do n = n + 1 if n > 50 then break end end end)()",
    "string.format(p, 1.5, s, s, 255, s)", "string.rep(s, #p, p)",
    "table.concat({ s:byte(1, #p) }, p)", "utf8.len(s, #p % 7, -1, true)",
  ]

  static func take(_ input: [UInt8]) throws {
    var source = ByteSource(input)
    let call = source.pick(calls)
    let pattern = Array(source.text(atMost: 255).utf8)
    var options = ScriptOptions(
      path: "pattern.lua",
      text: "local p, s, n = \(literal(pattern)), \(literal(source.rest())), 0\n"
        + "local result = \(call)\nreturn nil")
    (options.memoryLimit, options.instructionLimit) = (8 << 20, 200_000)
    _ = try FuzzTargets.answer { try ScriptHost(options: options).run() }
  }

  private static func literal(_ bytes: [UInt8]) -> String {
    func escape(_ byte: UInt8) -> String {
      "\\" + (byte < 10 ? "00" : byte < 100 ? "0" : "") + "\(byte)"
    }
    return "\"" + bytes.map(escape).joined() + "\""
  }
}
