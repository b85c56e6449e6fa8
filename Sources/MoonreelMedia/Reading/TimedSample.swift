// SPDX-License-Identifier: MIT

import MoonreelCore

/// One entry of a subtitle or metadata track.
public struct TimedSample: Hashable, Sendable {
  /// When it holds, on the asset's clock.
  public var range: TimeRange
  /// The text without markup; `nil` for what is not text.
  public var text: String?
  /// The text with its markup (ASS, SubRip), or other fields the sample carries.
  public var fields: [String: String]
  /// The raw bytes of a data sample.
  public var data: [UInt8]

  /// A sample with every part given.
  public init(range: TimeRange, text: String?, fields: [String: String] = [:], data: [UInt8] = []) {
    (self.range, self.text, self.fields, self.data) = (range, text, fields, data)
  }
}
