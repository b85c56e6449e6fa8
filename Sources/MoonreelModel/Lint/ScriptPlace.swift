// SPDX-License-Identifier: MIT

/// A line of a script.
public struct ScriptPlace: Hashable, Sendable {
  /// The script's name, as messages give it.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Line `line` of `file`.
  public init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  /// The place that is written `"promo.lua:12"`; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let line = Int(text[text.index(after: colon)...])
    else { return nil }
    (file, self.line) = (String(text[..<colon]), line)
  }

  /// The place that `message` begins with, and what follows it: `"promo.lua:12: sentence"`.
  public static func parts(of message: String) -> (place: ScriptPlace?, sentence: String) {
    guard let colon = message.firstRange(of: ": "),
      let place = ScriptPlace(message[..<colon.lowerBound])
    else { return (nil, message) }
    return (place, String(message[colon.upperBound...]))
  }
}
