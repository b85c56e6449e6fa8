// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Packets for passthrough.
struct PacketReaderTests {
  @Test(arguments: ["a.mp4", "a.mkv", "a.ts"])
  func packetsComeFromTheKeyFrameOn(name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x90:r=25:d=4 -c:v libx264 -bf 2 -g 25 -keyint_min 25 "
        + "-sc_threshold 0 \(name)", in: folder)
    let track = try #require(try Asset.load(path: folder.file(name), gate: .unrestricted).video)
    let reader = try PacketReader(track: track, gate: .unrestricted)
    let keys = try reader.keyFrameTimes()
    #expect(keys.map { $0.value(timescale: 100) } == [0, 100, 200, 300])
    for (wanted, expected) in [(2.5, 200), (0.3, 0), (3.0, 300), (1.99, 100)] as [(Double, Int64)] {
      try reader.seek(to: try Time(seconds: wanted))
      let packet = try #require(try reader.next())
      #expect(packet.isKeyFrame)
      #expect(packet.presentationTime?.value(timescale: 100) == expected, "from \(wanted) s")
      #expect(packet.byteCount > 0)
    }
    let part = try reader.packets(in: TimeRange(start: keys[1], end: keys[3]))
    #expect(part.count == 50)
    try reader.seek(to: .zero)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 100)
  }
}
