// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension ChannelLayout {
  /// The layout that libav describes; channels without a place are given the usual ones for their
  /// number, or numbered `CH0`, `CH1` … where there are no usual ones.
  init(_ source: UnsafePointer<AVChannelLayout>) {
    var layout = AVChannelLayout()
    defer { av_channel_layout_uninit(&layout) }
    let count = max(source.pointee.nb_channels, 1)
    if source.pointee.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&layout, count)
    } else {
      av_channel_layout_copy(&layout, source)
    }
    let names = (0..<UInt32(count)).map { index -> String in
      let channel = av_channel_layout_channel_from_index(&layout, index)
      return Self.name(of: channel) ?? "CH\(index)"
    }
    self.init(channels: names)
  }

  private static func name(of channel: AVChannel) -> String? {
    guard channel.rawValue >= 0 else { return nil }
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      buffer[0] = 0
      av_channel_name(buffer.baseAddress, 64, channel)
      return String(cString: buffer.baseAddress!)
    }
    return name.isEmpty || name == "NONE" || name.hasPrefix("USR") ? nil : name
  }

  /// Hands libav's form of this layout to `body`.
  ///
  /// Channels are put into libav's order where they all have places; otherwise only their number is
  /// told.
  func withLibav<R>(_ body: (UnsafeMutablePointer<AVChannelLayout>) throws -> R) rethrows -> R {
    var layout = AVChannelLayout()
    defer { av_channel_layout_uninit(&layout) }
    let places = channels.map { av_channel_from_string($0).rawValue }
    let isInOrder = places == places.sorted() && Set(places).count == places.count
    var mask: UInt64 = 0
    for place in places where (0..<63).contains(place) { mask |= 1 << UInt64(place) }
    if isInOrder, mask.nonzeroBitCount == count, mask != 0 {
      av_channel_layout_from_mask(&layout, mask)
    } else {
      av_channel_layout_default(&layout, Int32(count))
    }
    return try body(&layout)
  }
}
