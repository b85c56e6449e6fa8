// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Packets for passthrough.
struct PacketReaderTests {
  /// A jump to a key frame reads from there, not from the one before.
  @Test(arguments: [
    ("-bf 3", "a.mp4"), ("-bf 0", "a.mp4"), ("-bf 3", "a.mov"),
    ("-bf 3 -x264-params open-gop=1", "a.mp4"), ("-bf 3 -use_editlist 0", "a.mp4"),
  ]) func jumpsLandOnTheKeyFrame(options: String, name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=640x360:r=25:d=12 -c:v libx264 -preset ultrafast -qp 10 -g 50 "
        + "-sc_threshold 0 \(options) \(name)", in: folder)
    let path = folder.file(name)
    let index = try PacketScan.run(try FormatContext(path: path, gate: .unrestricted))
    let stream = try #require(index.streams[0])
    #expect(stream.syncPoints.count == 6)
    for key in stream.syncPoints.reversed() where key > 0 {
      let format = try FormatContext(path: path, gate: .unrestricted)
      let cursor = PacketCursor(format: format, index: stream, stream: 0)
      let before = format.context.pointee.pb.pointee.bytes_read
      try cursor.seek(to: key)
      let packet = try #require(cursor.read())
      #expect(packet.pointee.pos == stream.entries[key].position)
      let read = format.context.pointee.pb.pointee.bytes_read - before
      let size = Int64(stream.entries[key].size)
      #expect(read < size + 200_000, "\(read) bytes were read for the packet \(key) of \(size)")
    }
  }

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
