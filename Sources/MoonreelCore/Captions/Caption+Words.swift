// SPDX-License-Identifier: MIT

/// A word of a caption: what lies between white space, or letters with a time of their own.
public struct CaptionWord: Hashable, Sendable {
  /// Its letters.
  public var text: String
  /// Its bytes of the caption's text in UTF-8.
  public var bytes: Range<Int>
  /// When it is said, up to where the next word begins.
  public var timeRange: TimeRange
}

extension Caption {
  /// The words with their times: known ones as they are, those between two known times share the time
  /// between these by their numbers of letters.
  ///
  /// Where no time is known, the letters of Chinese and Japanese, which are written without spaces, are
  /// words of their own. Words without letters (a dash) count as one letter.
  ///
  /// - Complexity: O(letters).
  public var words: [CaptionWord] {
    let units = units()
    let starts = Self.starts(of: units, over: timeRange.duration)
    let utf8 = Array(text.utf8)
    return units.indices.map { index in
      let end = index + 1 < units.count ? starts[index + 1] : timeRange.duration
      return CaptionWord(
        text: String(decoding: utf8[units[index].bytes], as: UTF8.self), bytes: units[index].bytes,
        timeRange: TimeRange(
          start: timeRange.start + starts[index], end: timeRange.start + end))
    }
  }

  /// Letters that belong together.
  private struct Unit {
    var bytes: Range<Int>
    /// When it begins, where that is known.
    var start: Time?
    /// How much of the time between two known times it takes.
    var weight: Int64 = 0
  }

  private func units() -> [Unit] {
    let splitsLetters = spans.allSatisfy { $0.start == nil }
    var units: [Unit] = []
    var (offset, isOpen, wasAlone) = (0, false, false)
    for span in spans {
      var start = span.start
      if start != nil { isOpen = false }
      for character in span.text {
        let end = offset + character.utf8.count
        defer { offset = end }
        guard !character.isWhitespace else {
          isOpen = false
          continue
        }
        let isLetter = character.isLetter || character.isNumber
        let standsAlone = splitsLetters && character.isOwnWord
        // A mark after a letter that is a word belongs to it.
        if !isOpen || standsAlone || (wasAlone && isLetter) {
          // holds: the offset went on.
          units.append(Unit(bytes: offset..<end, start: start))
          (start, isOpen) = (nil, true)
        }
        if isLetter { wasAlone = standsAlone }
        // holds: the offset went on.
        units[units.count - 1].bytes = units[units.count - 1].bytes.lowerBound..<end
        if isLetter { units[units.count - 1].weight += 1 }
      }
    }
    return units
  }

  /// When each unit begins, from the caption's start on, never decreasing.
  private static func starts(of units: [Unit], over duration: Time) -> [Time] {
    var starts: [Time] = []
    var first = 0
    while first < units.count {
      let next = units[(first + 1)...].firstIndex { $0.start != nil } ?? units.count
      let floor = starts.last ?? .zero
      let begin = min(max(units[first].start ?? .zero, floor), duration)
      let end =
        next < units.count ? min(max(units[next].start ?? begin, begin), duration) : duration
      // holds: the next is behind the first.
      let total = units[first..<next].reduce(Int64(0)) { $0 + max(1, $1.weight) }
      var passed: Int64 = 0
      // holds: the next is behind the first.
      for unit in units[first..<next] {
        starts.append(begin + (end - begin).multiplied(by: passed, dividedBy: total))
        passed += max(1, unit.weight)
      }
      first = next
    }
    return starts
  }
}

extension Character {
  /// Whether it is an ideograph or a letter of kana: scripts whose words no space parts.
  fileprivate var isOwnWord: Bool {
    guard let scalar = unicodeScalars.first?.value else { return false }
    // The mark that lengthens a sound belongs to the letter before it.
    return ((0x3041...0x30FF).contains(scalar) && scalar != 0x30FC)
      || (0x3400...0x9FFF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
      || (0x20000...0x3FFFF).contains(scalar)
  }
}
