// SPDX-License-Identifier: MIT

import MoonreelCore

/// Pictures in one folder, numbered by a pattern such as `shot_%04d.png`.
struct ImageSequence {
  /// The pattern with its folder resolved, as libav's image demuxer reads it.
  let pattern: String
  /// The numbers that exist without a gap, from the lowest on.
  let numbers: ClosedRange<Int>
  /// Whether pictures with higher numbers follow after a gap.
  let nextAfterGap: Int?

  /// The sequence that `path` stands for; `nil` where it has no pattern, or where a file is really
  /// named so.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where no picture matches; `accessDenied`.
  init?(path: String, gate: FileGate) throws {
    let name = FilePath.name(of: path)
    guard let parts = Self.split(name), FileGate.realPath(path) == nil else { return nil }
    let folder = FilePath.folder(of: path)
    let realFolder = try gate.resolve(folder)
    let names = Folder.names(in: realFolder)
    let found = names.compactMap { parts.number(of: $0) }.sorted()
    guard let first = found.first else {
      // They are asked for all the same: the sequence may begin with either.
      for number in 0...1 { gate.note("\(realFolder)/\(parts.name(number))") }
      throw MoonreelError(
        .fileAccess, "Cannot open '\(path)': no picture in '\(folder)' matches the pattern.")
    }
    var last = first
    for number in found.dropFirst() where number == last + 1 { last = number }
    // holds: the last is the first or a later one.
    numbers = first...last
    // They are opened one by one when they are due; that they will be is known now.
    for name in names where parts.number(of: name).map(numbers.contains) == true {
      gate.note("\(realFolder)/\(name)")
    }
    gate.note("\(realFolder)/\(parts.name(last + 1))")
    nextAfterGap = found.first { $0 > last }
    let escaped = realFolder.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%%")
    pattern = (escaped == "/" ? "" : escaped) + "/" + name
  }

  /// A pattern's parts around its number.
  struct Parts {
    var head: String
    var width: Int
    var isZeroPadded: Bool
    var tail: String

    /// The name with `number` in its place.
    func name(_ number: Int) -> String {
      let digits = String(number)
      return head + String(repeating: "0", count: max(0, width - digits.count)) + digits + tail
    }

    /// The number in `name` where it matches the pattern.
    func number(of name: String) -> Int? {
      guard name.hasPrefix(head), name.hasSuffix(tail), name.count > head.count + tail.count else {
        return nil
      }
      let digits = name.dropFirst(head.count).dropLast(tail.count)
      let isNumber = digits.allSatisfy { $0.isASCII && $0.isNumber }
      guard isNumber, digits.count >= width, digits.count <= 18 else { return nil }
      let hasExtraZero = digits.count > max(width, 1) && digits.first == "0"
      return hasExtraZero ? nil : Int(digits)
    }
  }

  /// `name` split around `%d` or `%0Nd`, with `%%` read as a percent sign.
  static func split(_ name: String) -> Parts? {
    var characters = Array(name)
    guard let start = patternStart(in: characters) else { return nil }
    var end = start + 1
    var width = ""
    while end < characters.count, characters[end].isASCII, characters[end].isNumber {
      width.append(characters[end])
      end += 1
    }
    guard end < characters.count, characters[end] == "d", width.isEmpty || width.hasPrefix("0"),
      (Int(width) ?? 0) <= 18
    else { return nil }
    let tail = unescaped(characters[(end + 1)...])
    characters.removeSubrange(start...)
    return Parts(
      head: unescaped(characters[...]), width: Int(width) ?? 0, isZeroPadded: !width.isEmpty,
      tail: tail)
  }

  private static func patternStart(in characters: [Character]) -> Int? {
    var index = 0
    while index < characters.count {
      if characters[index] == "%" {
        guard index + 1 < characters.count, characters[index + 1] == "%" else { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }

  private static func unescaped(_ characters: ArraySlice<Character>) -> String {
    var result = ""
    var wasPercent = false
    for character in characters {
      if character == "%", wasPercent {
        wasPercent = false
        continue
      }
      wasPercent = character == "%"
      result.append(character)
    }
    return result
  }
}
