// SPDX-License-Identifier: MIT

import MoonreelCore

/// How timed metadata is stored in a file.
public enum TimedMetadataCodec: String, Hashable, Sendable, CaseIterable {
  /// Boxed metadata, which MP4 and QuickTime files hold (QuickTime File Format, "Timed metadata").
  case boxed = "mebx"
  /// ID3 tags in an MPEG transport stream (Apple's "Timed Metadata for HTTP Live Streaming").
  case id3 = "timed_id3"
}

/// One track of timed metadata of a file.
public struct TimedMetadataEncoding: Hashable, Sendable {
  /// How it is stored.
  public var codec: TimedMetadataCodec
  /// What players call the track; `nil`: nothing.
  public var title: String?

  /// A track with every property given.
  public init(codec: TimedMetadataCodec, title: String? = nil) {
    (self.codec, self.title) = (codec, title)
  }
}

extension AssetTrack {
  /// Whether it is timed metadata whose keys and values are known, not other data with times.
  public var holdsMetadataItems: Bool {
    mediaType == .metadata && TimedMetadataCodec(rawValue: codecName) != nil
  }
}

extension TimedMetadata {
  /// The packets that store it, from the file's beginning on, times in milliseconds: between groups, and after the
  /// last one, an empty one says that nothing holds.
  ///
  /// - Parameter keys: all keys of the track in the order of their numbers.
  func packets(_ codec: TimedMetadataCodec, keys: [String]) -> [SubtitlePacket] {
    var packets: [SubtitlePacket] = []
    var end: Int64 = 0
    func add(upTo next: Int64, _ items: [String: String]) {
      guard next > end else { return }
      let bytes: [UInt8]
      switch codec {
      case .boxed: bytes = BoxedMetadata.sample(items, keys: keys)
      case .id3: bytes = TimedID3.packet(items, number: packets.count)
      }
      packets.append(SubtitlePacket(start: end, duration: next - end, bytes: bytes))
      end = next
    }
    for group in groups {
      add(upTo: group.timeRange.start.value(timescale: 1000), [:])
      add(upTo: group.timeRange.end.value(timescale: 1000), group.items)
    }
    add(upTo: end + 1, [:])
    return packets
  }

  /// All keys, each once.
  var keys: [String] { Set(groups.flatMap(\.items.keys)).sorted() }
}
