// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

// Lines of scripts, as `"promo.lua:12"`.
extension LuaState {
  /// Where the script makes the call that is under way on `lua`.
  func place(on lua: OpaquePointer) -> String {
    var text = [CChar](repeating: 0, count: 512)
    mr_find_place(lua, 0, &text, text.count)
    let end = text.firstIndex(of: 0) ?? 0
    return String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(separator: ": ", maxSplits: 1).first.map(String.init) ?? ""
  }

  /// The last line of the script called `name` that holds text: what it returns stands there. `nil` where there is none.
  func lastLine(of name: String) -> Int? {
    let lines = chunks[name]?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines?.lastIndex { !$0.allSatisfy(\.isWhitespace) }.map { $0 + 1 }
  }

  /// Where field `name` is written of the table that is given to the call at `place`; `place` itself where the text does
  /// not show it.
  func place(ofField name: String, from place: String) -> String {
    let parts = place.split(separator: ":")
    guard let last = parts.last, let first = Int(last) else { return place }
    let file = parts.dropLast().joined(separator: ":")
    guard let text = chunks[file], let line = FieldSearch(text, from: first).line(of: name) else {
      return place
    }
    return "\(file):\(line)"
  }
}
