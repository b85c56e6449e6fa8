// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Options of encoders: names from the catalogue, values of any kind, and a few frames encoded with them
/// where they are taken.
enum EncoderOptionTarget: FuzzTarget {
  static let name = "options"
  static let shortRunCount = 150

  private static let codecs: [(VideoCodec, Container)] = [
    (.h264, .mp4), (.hevc, .mkv), (.vp9, .webm), (.ffv1, .mkv), (.prores422, .mov), (.av1, .mkv),
  ].filter { EncoderCatalogue.isAvailable($0.0) }

  private static let names: [VideoCodec: [String]] = Dictionary(
    uniqueKeysWithValues: codecs.map { codec, _ in
      (codec, EncoderCatalogue.options(for: codec).map(\.name))
    })

  private static let values = [
    "0", "1", "-1", "2", "8", "51", "255", "65536", "2147483647", "-2147483648", "0.5", "1e9",
    "nan", "",
    "medium", "fast", "film", "high", "none", "auto", "true", "1:2:3", "a=b:c=d",
  ]

  static func seeds() -> [[UInt8]] {
    (0..<UInt8(codecs.count)).map { [$0, 0] }
  }

  static func take(_ input: [UInt8]) throws {
    var source = ByteSource(input)
    let (codec, container) = source.pick(codecs)
    var video = VideoEncoding(codec: codec, size: PixelSize(64, 64), frameRate: try FrameRate(25))
    for _ in 0..<min(4, source.byte()) {
      let known = names[codec] ?? []
      let name = known.isEmpty ? source.text(atMost: 20) : known[source.number(below: known.count)]
      let value = source.pick([true, true, false]) ? source.pick(values) : source.text(atMost: 40)
      video.options[name] = value
    }
    video.threadCount = 1
    let folder = try ScratchFolder()
    let writer = try MediaWriter(
      path: "\(folder.path)/film.\(container.rawValue)",
      settings: OutputSettings(container: container, video: video), gate: .unrestricted)
    let frame = FrameBuffer(format: video.format, size: video.size, color: video.color) { _ in }
    for index in 0..<3 { try writer.append(frame, at: Int64(index)) }
    _ = try writer.finish()
  }
}
