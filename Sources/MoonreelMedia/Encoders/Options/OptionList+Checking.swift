// SPDX-License-Identifier: MIT

import MoonreelCore

extension OptionList {
  /// What the library is given for the option `name` where a script says `value`.
  ///
  /// - Parameter owner: whose option it is, for messages: `"libx264"`.
  /// - Throws: `MoonreelError` (`encodingFailed`) for an option that is not on the list, saying why, or
  ///   for a value that it does not take.
  func text(_ name: String, _ value: String, of owner: String) throws -> String {
    guard let kind = self[name] else { throw refusal(of: name, owner) }
    if case .parameters(let list) = kind {
      let pairs = try Self.parameters(list).pairs(value, of: "'\(name)' of \(owner)")
      return pairs.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
    }
    guard let text = kind.text(value) else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot set the option '\(name)' of \(owner) to '\(Self.short(value))': it takes \(kind.takes)."
      )
    }
    return text
  }

  /// The parameters in `text`, `key=value:key=value`; a flag may stand alone, or as `no-sao`.
  private func pairs(_ text: String, of owner: String) throws -> [(key: String, value: String)] {
    try text.split(separator: ":").map { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = sides[0].trimmed
      let value = sides.count > 1 ? sides[1].trimmed : "1"
      if key.hasPrefix("no-"), self[key] == nil, self[String(key.dropFirst(3))] == .flag,
        let isOff = OptionKind.flag.text(value)
      {
        return (String(key.dropFirst(3)), isOff == "1" ? "0" : "1")
      }
      return (key, try self.text(key, value, of: owner))
    }
  }

  /// The error for the option `name`, which is not on the list.
  func refusal(of name: String, _ owner: String) -> MoonreelError {
    let hint = NearestName.nearest(name, among: names).map { " Did you mean '\($0)'?" } ?? ""
    let reason = OptionRefusal(name)?.reason ?? OptionRefusal.usual
    return MoonreelError(
      .encodingFailed, "Cannot set the option '\(Self.short(name))' of \(owner): \(reason).\(hint)"
    )
  }

  /// A script's text, not too long for a sentence.
  private static func short(_ text: String) -> String {
    text.count > 80 ? String(text.prefix(80)) + "…" : text
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
