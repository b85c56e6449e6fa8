// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Recordings whose time stamps jump: joined by their bytes, begun anew, or with a damaged stamp.
struct StampJumpTests {
  private static let clip =
    "-f lavfi -i testsrc2=s=160x90:r=25:d=2 -f lavfi -i sine=f=997:r=48000:d=2 "
    + "-c:v mpeg2video -g 25 -c:a mp2 -b:a 128k"

  /// Two seconds of pictures and a tone, `count` times one after the other, each `step` seconds later.
  private func joined(_ ending: String, count: Int, step: Int, in folder: TemporaryFolder) throws
    -> String
  {
    var bytes = Data()
    for number in 0..<count {
      let name = "part\(number).\(ending)"
      try FFmpegCommand.make("\(Self.clip) -output_ts_offset \(number * step) \(name)", in: folder)
      bytes += try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    }
    let path = folder.file("joined.\(ending)")
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func load(_ path: String, gaps: GapPolicy = .close) throws -> (Asset, [String]) {
    let log = WarningLog()
    let asset = try Asset.load(
      path: path, options: AssetOptions(gapPolicy: gaps), gate: .unrestricted, warnings: log)
    return (asset, log.all.map(\.message))
  }

  /// The level of the sound of `asset` in each tenth of a second.
  private func levels(_ asset: Asset) throws -> [Float] {
    let track = try #require(asset.audio)
    let reader = try AudioReader(
      track: track, sampleRate: 48000, layout: .mono, gate: .unrestricted)
    let count = Int(asset.duration.seconds * 10)
    return try (0..<count).map { part in
      let block = try reader.read(from: Int64(part * 4800), frameCount: 4800).channels[0]
      return block.map(abs).max() ?? 0
    }
  }

  @Test(arguments: ["ts", "mpg"], [0, 3600, 100]) func joinedFilesPlayThrough(
    ending: String, step: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = try joined(ending, count: 3, step: step, in: folder)
    let (asset, warnings) = try load(path)
    #expect(abs(asset.duration.seconds - 6) < 0.25, "\(ending), \(step): \(asset.duration)")
    #expect(warnings.contains { $0.contains("jump") }, "\(warnings)")
    let loud = try levels(asset).filter { $0 > 0.05 }.count
    #expect(loud >= 58, "\(ending), \(step): sound in \(loud) of 60 tenths")
    // The pictures of each part are those of the first.
    let one = try Reference.frames(folder.file("part0.\(ending)")).map(\.checksum)
    let reader = try VideoReader.open(path)
    #expect(reader.index.slots.count == one.count * 3)
    for (number, slot) in reader.index.slots.enumerated() {
      let frame = try reader.frame(at: slot.time)
      #expect(frame.buffer.checksum == one[number % one.count], "\(ending), frame \(number)")
    }
    #expect(reader.decodedFrameCount <= reader.index.entries.count)
    // Jumps find their place among stamps that come twice.
    for number in [140, 3, 70, 110, 20] where number < reader.index.slots.count {
      let frame = try reader.frame(at: reader.index.slots[number].time)
      #expect(frame.buffer.checksum == one[number % one.count], "\(ending), jump to \(number)")
    }
  }

  @Test func gapsAreKeptOnRequest() throws {
    let folder = try TemporaryFolder()
    let path = try joined("ts", count: 2, step: 60, in: folder)
    #expect(abs(try load(path, gaps: .keep).0.duration.seconds - 62) < 0.25)
    #expect(abs(try load(path).0.duration.seconds - 4) < 0.25)
    // What falls back cannot be kept.
    let back = try joined("ts", count: 2, step: 0, in: folder)
    #expect(abs(try load(back, gaps: .keep).0.duration.seconds - 4) < 0.25)
  }

  @Test func oneDamagedStampIsReplaced() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(Self.clip) -c:v flv1 -c:a libmp3lame -ar 44100 a.flv", in: folder)
    let whole = try load(folder.file("a.flv")).0
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.flv")))
    // Tags: kind, 3 bytes of size, 3 bytes of time and its highest byte; the fortieth gets another.
    var at = 13
    for _ in 0..<40 {
      at += 15 + (Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
    }
    bytes[at + 7] = 0x41
    let path = folder.file("damaged.flv")
    try bytes.write(to: URL(fileURLWithPath: path))
    let (asset, warnings) = try load(path)
    #expect(abs(asset.duration.seconds - whole.duration.seconds) < 0.05, "\(asset.duration)")
    #expect(warnings.contains { $0.contains("one time stamp is damaged") }, "\(warnings)")
  }

  @Test func wholeFilesSayNothing() throws {
    let folder = try TemporaryFolder()
    for ending in ["ts", "mpg", "flv"] {
      let coder = ending == "flv" ? "-c:v flv1 -c:a libmp3lame -ar 44100" : ""
      try FFmpegCommand.make("\(Self.clip) \(coder) a.\(ending)", in: folder)
      #expect(try load(folder.file("a.\(ending)")).1 == [], "\(ending)")
    }
  }

  /// The rule itself, on bare stamps.
  @Test func stretchesHoldAllStreamsTogether() {
    func stream(_ times: [Double], first: Int) -> StampJumps.Stream {
      let stamps = times.enumerated().map {
        StampJumps.Stamp(sequence: first + 2 * $0.offset, time: $0.element)
      }
      return StampJumps.Stream(stamps: stamps, isContinuous: true)
    }
    let jumps = StampJumps([
      0: stream([0, 1, 2, 0, 1, 2], first: 0), 1: stream([0, 1, 2, 0.1, 1.1], first: 1),
    ])
    #expect(jumps.count == 2)
    #expect(jumps.stretches[0] == [0, 0, 0, 1, 1, 1], "\(jumps)")
    #expect(jumps.stretches[1] == [0, 0, 0, 1, 1])
    let stray = StampJumps([0: stream([0, 1, 500, 3, 4], first: 0)])
    #expect(stray.count == 1)
    #expect(stray.strays == [0: [2]])
    #expect(StampJumps([0: stream([0, 9, 18, 27], first: 0)]).count == 1)
  }

  /// Recordings of MediaRecorder's kind, one behind the other in a file: their stamps begin anew. Sound that ends
  /// earlier than pictures stays with its own part.
  @Test(arguments: ["webm", "mkv"]) func aRecorderThatWasStartedAnewGoesOn(ending: String) throws {
    let folder = try TemporaryFolder()
    let cluster = Data([0x1f, 0x43, 0xb6, 0x75])
    var whole = Data()
    for (number, sound) in [1.4, 3].enumerated() {
      let name = "part\(number).\(ending)"
      try FFmpegCommand.make(
        "-f lavfi -i testsrc2=s=160x90:r=25:d=3 -f lavfi -i sine=f=997:r=48000:d=\(sound) -c:v libvpx "
          + "-g 25 -c:a libopus -live 1 -cluster_time_limit 500 \(name)", in: folder)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
      let first = try #require(bytes.range(of: cluster)).lowerBound
      whole += number == 0 ? bytes : bytes[first...]
    }
    let path = folder.file("whole.\(ending)")
    try whole.write(to: URL(fileURLWithPath: path))
    let (asset, warnings) = try load(path)
    #expect(abs(asset.duration.seconds - 6) < 0.1, "\(asset.duration)")
    #expect(warnings.contains { $0.contains("jump once") }, "\(warnings)")
    let loud = try levels(asset).map { $0 > 0.05 }
    #expect(loud[3] && !loud[20] && loud[33] && loud[55], "\(loud)")
    let one = try Reference.frames(folder.file("part0.\(ending)")).map(\.checksum)
    let reader = try VideoReader.open(path)
    #expect(reader.index.slots.count == 150)
    for number in [0, 149, 74, 75, 100, 40, 76, 10, 120] {
      let frame = try reader.frame(at: reader.index.slots[number].time)
      #expect(frame.buffer.checksum == one[number % 75], "frame \(number)")
    }
  }

  /// Matroska's clock may pause: nobody closes that gap.
  @Test func gapsOfMatroskaStay() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x36:r=25:d=2 -vf setpts='PTS+gt(N\\,24)*20/TB' -fps_mode passthrough "
        + "-c:v libx264 a.mkv", in: folder)
    let (asset, warnings) = try load(folder.file("a.mkv"))
    #expect(abs(asset.duration.seconds - 22) < 0.1 && warnings.isEmpty, "\(warnings)")
  }
}
