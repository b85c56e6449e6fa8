// SPDX-License-Identifier: MIT

/// A label of hours, minutes, seconds and frames (SMPTE ST 12-1), in drop-frame form where `;` stands
/// before the frames.
public struct Timecode: Hashable, Sendable {
  /// The count of frames since 00:00:00:00.
  public var frameNumber: Int64
  /// Whether labels skip numbers so that they follow the clock (29.97, 59.94 and 119.88 only).
  public var isDropFrame: Bool

  /// The label of frame `frameNumber`.
  public init(frameNumber: Int64, isDropFrame: Bool = false) {
    self.frameNumber = frameNumber
    self.isDropFrame = isDropFrame
  }

  /// Reads `"HH:MM:SS:FF"` (or `"HH:MM:SS;FF"`, drop-frame) at `rate`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when the text is not a timecode, a field is out
  ///   of range, the label does not exist in drop-frame counting, or its time is beyond 100 years.
  public init(text: String, rate: FrameRate) throws {
    let separators = text.filter { $0 == ":" || $0 == ";" }
    let isDropFrame = separators.last == ";"
    let fields = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let numbers = fields.compactMap { field in
      field.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(field) : nil
    }
    guard [":::", "::;", ";;;"].contains(separators), numbers.count == 4 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(text)' as a timecode: write HH:MM:SS:FF, with ; before FF for drop-frame.")
    }
    let nominal = Timecode.nominalRate(rate)
    guard numbers[0] < 876_000, numbers[1] < 60, numbers[2] < 60, numbers[3] < nominal else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(text)' as a timecode: minutes and seconds end at 59, frames at \(nominal - 1), "
          + "hours at 875999.")
    }
    let dropped = isDropFrame ? try Timecode.droppedPerMinute(rate, text) : 0
    guard dropped == 0 || numbers[3] >= dropped || numbers[2] != 0 || numbers[1] % 10 == 0 else {
      throw MoonreelError(
        .invalidArgument, "Cannot read '\(text)': drop-frame counting skips this label.")
    }
    let minutes = numbers[0] * 60 + numbers[1]
    let label = (minutes * 60 + numbers[2]) * nominal + numbers[3]
    self.init(frameNumber: label - dropped * (minutes - minutes / 10), isDropFrame: isDropFrame)
    guard time(rate: rate) < .distantFuture else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(text)' at \(rate) frames a second: times may be at most 100 years.")
    }
  }

  /// When the labelled frame begins at `rate`.
  public func time(rate: FrameRate) -> Time { rate.time(ofFrame: frameNumber) }

  /// The label as text, `"00:00:05:12"`; with a minus sign in front before zero.
  public func text(rate: FrameRate) -> String {
    guard frameNumber >= 0 else {
      let positive = frameNumber == .min ? Int64.max : -frameNumber
      return "-" + Timecode(frameNumber: positive, isDropFrame: isDropFrame).text(rate: rate)
    }
    let nominal = Timecode.nominalRate(rate)
    var label = frameNumber
    if isDropFrame, let dropped = try? Timecode.droppedPerMinute(rate, "") {
      let perMinute = nominal * 60 - dropped
      let perTenMinutes = perMinute * 10 + dropped
      let (tens, rest) = label.quotientAndRemainder(dividingBy: perTenMinutes)
      let minutes = rest < nominal * 60 ? 0 : 1 + (rest - nominal * 60) / perMinute
      label = label.addingReportingOverflow(dropped * (9 * tens + minutes)).partialValue
    }
    let seconds = label / nominal
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60]
    let head = fields.map(Timecode.twoDigits).joined(separator: ":")
    return head + (isDropFrame ? ";" : ":") + Timecode.twoDigits(label % nominal)
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func nominalRate(_ rate: FrameRate) -> Int64 {
    Int64(limiting: rate.framesPerSecond.doubleValue.rounded(.up))
  }

  private static func droppedPerMinute(_ rate: FrameRate, _ text: String) throws -> Int64 {
    let nominal = nominalRate(rate)
    guard rate.framesPerSecond.denominator == 1001, [30, 60, 120].contains(nominal) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read '\(text)': drop-frame timecode exists at 29.97, 59.94 and 119.88 only, not at "
          + "\(rate).")
    }
    return nominal / 30 * 2
  }
}
