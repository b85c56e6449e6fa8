// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Makes samples of timed data that is not text.
enum DataSample {
  /// The bytes of `packet`, and what is known of them by `codecName`: `tmcd`'s frame number.
  static func sample(
    _ packet: UnsafeMutablePointer<AVPacket>, _ range: TimeRange, codecName: String
  ) -> TimedSample {
    let bytes = Array(
      UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    var fields: [String: String] = ["kind": codecName]
    if codecName == "tmcd", bytes.count >= 4 {
      fields["frame"] = "\(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })"
    }
    return TimedSample(range: range, text: nil, fields: fields, data: bytes)
  }
}
