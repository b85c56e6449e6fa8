// SPDX-License-Identifier: MIT

// How times and fractions are written by an encoder. What is read is checked, so that nothing that was damaged on
// the disk breaks a rule that the rest of the program relies on.

extension Time: Codable {
  /// As one whole number of flicks.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(flicks)
  }

  /// - Throws: `DecodingError` beyond ±100 years.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let flicks = try container.decode(Int64.self)
    guard (Time.distantPast.flicks...Time.distantFuture.flicks).contains(flicks) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(flicks) flicks are more than a hundred years")
    }
    self.init(flicks: flicks)
  }
}

extension TimeRange: Codable {
  /// As a list of its start and its duration.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(start)
    try container.encode(duration)
  }

  /// - Throws: `DecodingError` where the duration is negative.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let (start, duration) = (try container.decode(Time.self), try container.decode(Time.self))
    guard duration >= .zero else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a range's duration is not negative")
    }
    self.init(start: start, duration: duration)
  }
}

extension Rational: Codable {
  /// As a list of its numerator and its denominator.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(numerator)
    try container.encode(denominator)
  }

  /// - Throws: `DecodingError` where the denominator is zero or less.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let (top, bottom) = (try container.decode(Int64.self), try container.decode(Int64.self))
    guard bottom > 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a fraction's denominator is positive")
    }
    self.init(top, bottom)
  }
}

extension FrameRate: Codable {
  /// As its fraction.
  public func encode(to encoder: any Encoder) throws { try framesPerSecond.encode(to: encoder) }

  /// - Throws: `DecodingError` for no fraction, `MoonreelError` (`invalidArgument`) for a rate out of range.
  public init(from decoder: any Decoder) throws {
    let rate = try Rational(from: decoder)
    try self.init(rate.numerator, rate.denominator)
  }
}
