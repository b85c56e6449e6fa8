// SPDX-License-Identifier: MIT

/// Which loudspeakers the channels of a sound feed, in the usual order (SMPTE, as libav orders them).
public struct ChannelLayout: Hashable, Codable, Sendable {
  /// The channels' short names in order, such as `["FL", "FR"]`.
  public var channels: [String]

  /// One channel.
  public static let mono = ChannelLayout(channels: ["FC"])
  /// Left and right.
  public static let stereo = ChannelLayout(channels: ["FL", "FR"])
  /// Left, right, centre, low frequency, side left, side right: libav's `5.1(side)` is SL, SR; its
  /// `5.1` is BL, BR.
  public static let surround51 = ChannelLayout(channels: ["FL", "FR", "FC", "LFE", "BL", "BR"])

  /// Left and right, in front and behind.
  public static let quad = ChannelLayout(channels: ["FL", "FR", "BL", "BR"])
  /// 5.1 with left and right at the sides.
  public static let surround71 = ChannelLayout(
    channels: ["FL", "FR", "FC", "LFE", "BL", "BR", "SL", "SR"])

  /// The layouts with a name.
  public static let named: [(name: String, layout: ChannelLayout)] = [
    ("mono", .mono), ("stereo", .stereo), ("quad", .quad), ("5.1", .surround51),
    ("7.1", .surround71),
  ]

  /// The layout with these channels.
  public init(channels: [String]) { self.channels = channels }

  /// What scripts call it: `mono`, `stereo`, `5.1`; the channels' short names for other layouts.
  public var name: String {
    Self.named.first { $0.layout == self }?.name ?? channels.joined(separator: "+")
  }

  /// How many channels there are.
  public var count: Int { channels.count }
}

/// A block of sound: one plane of 32-bit floats a channel, full scale ±1.
public struct SampleBuffer: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: Int
  /// The planes, one a channel, all equally long.
  public var channels: [[Float]]

  /// A block with these planes.
  ///
  /// - Precondition: the planes are equally long.
  public init(sampleRate: Int, channels: [[Float]]) {
    precondition(channels.allSatisfy { $0.count == channels[0].count }, "planes are equally long")
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// `frameCount` samples of silence.
  public init(sampleRate: Int, channelCount: Int, frameCount: Int) {
    self.sampleRate = sampleRate
    channels = Array(repeating: Array(repeating: 0, count: frameCount), count: channelCount)
  }

  /// Samples a channel.
  public var frameCount: Int { channels.first?.count ?? 0 }
}
