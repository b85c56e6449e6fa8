// SPDX-License-Identifier: MIT

extension Time {
  /// Reads a time as a clock shows it: `"1:30"` (minutes and seconds), `"0:01:30.5"` (hours before them),
  /// with a minus sign in front before zero; `nil` for anything else.
  ///
  /// Times of day with frames, `"00:01:30:12"`, are a ``Timecode``.
  public init?(clock text: String) {
    let isNegative = text.hasPrefix("-")
    let fields = text.dropFirst(isNegative ? 1 : 0)
      .split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let last = fields.last else { return nil }
    let parts = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = (fields.dropLast() + [parts[0]]).compactMap { Self.digits($0, most: 9) }
    let rest = parts.count == 2 ? parts[1] : "0"
    guard whole.count == fields.count, let fraction = Self.digits(rest, most: 9),
      whole.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let seconds = whole.reduce(0) { $0 * 60 + $1 }
    guard seconds < 3_155_760_000 else { return nil }
    let scale = (0..<rest.count).reduce(Int64(1)) { product, _ in product * 10 }
    let flicks =
      seconds * Self.flicksPerSecond + (fraction * Self.flicksPerSecond + scale / 2) / scale
    self.init(flicks: isNegative ? -flicks : flicks)
  }

  /// Reads a time of clocks, or a timecode at `rate`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for what is neither, or has no label at `rate`.
  public init(text: String, rate: FrameRate) throws {
    if let time = Time(clock: text) {
      self = time
      return
    }
    guard text.filter({ $0 == ":" || $0 == ";" }).count == 3 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(text)' as a time: write 1:30 or 0:01:30.5 (minutes and seconds end at 59), or "
          + "the timecode HH:MM:SS:FF, with ; before FF for drop-frame.")
    }
    self = try Timecode(text: text, rate: rate).time(rate: rate)
  }

  /// Hours, minutes, seconds and milliseconds with `separator` between the first three:
  /// `"00:01:30.500"`; a minus sign in front before zero.
  public func clock(separator: String = ":") -> String {
    let milliseconds = Int64(value(timescale: 1000).magnitude)
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let seconds = milliseconds / 1000
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return (flicks < 0 ? "-" : "") + fields.joined(separator: separator) + "."
      + padded(milliseconds % 1000, 3)
  }

  /// The number in `text`: one to `most` digits and nothing else.
  private static func digits(_ text: Substring, most: Int) -> Int64? {
    guard (1...most).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }
}
