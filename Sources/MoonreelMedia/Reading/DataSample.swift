// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Makes samples of timed data that is not text.
enum DataSample {
  /// The bytes of `packet`, and what is known of them by `codecName`: the items of timed metadata, whose `keys` its
  /// track lists, and `tmcd`'s frame number; `nil` where it says that nothing holds.
  static func sample(
    _ packet: UnsafeMutablePointer<AVPacket>, _ range: TimeRange, codecName: String,
    keys: BoxedMetadata.Keys
  ) -> TimedSample? {
    let bytes = Array(
      UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    let items =
      switch TimedMetadataCodec(rawValue: codecName) {
      case .boxed: BoxedMetadata.items(bytes, keys)
      case .id3: TimedID3.items(bytes)
      case nil: [String: String]?.none
      }
    if let items {
      return items.isEmpty ? nil : TimedSample(range: range, text: nil, fields: items, data: bytes)
    }
    var fields: [String: String] = ["kind": codecName]
    if codecName == "tmcd", bytes.count >= 4 {
      fields["frame"] = "\(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })"
    }
    return TimedSample(range: range, text: nil, fields: fields, data: bytes)
  }
}
