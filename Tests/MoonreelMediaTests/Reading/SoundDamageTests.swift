// SPDX-License-Identifier: MIT

import CFFmpeg
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Damaged packets of sound are never passed over in silence, wherever they stand.
struct SoundDamageTests {
  private static let forms = [
    ("flac", "a.mka"), ("flac", "a.mp4"), ("alac", "a.m4a"), ("aac", "a.m4a"), ("aac", "a.mka"),
    ("libmp3lame", "a.mka"), ("libmp3lame", "a.mov"), ("ac3", "a.mka"), ("ac3", "a.mp4"),
    ("eac3", "a.mka"), ("mp2", "a.mka"), ("dca", "a.mka"), ("libvorbis", "a.mka"), ("tta", "a.mka"),
    ("wmav2", "a.wma"),
  ]
  /// Streams that may be cut at any byte.
  private static let bare = [
    ("aac", "a.aac"), ("ac3", "a.ac3"), ("flac", "a.flac"), ("libmp3lame", "a.mp3"),
  ]

  /// Four seconds of sound, the packets `broken` of it overwritten; a negative number counts from the end.
  private func file(
    _ form: (codec: String, name: String), broken: [Int], in folder: TemporaryFolder
  ) throws -> (path: String, count: Int) {
    try FFmpegCommand.make(
      "-f lavfi -i anoisesrc=d=4:r=48000:a=0.3:s=1 -strict -2 -c:a \(form.codec) \(form.name)",
      in: folder)
    let whole = folder.file(form.name)
    let packets = try packets(of: whole)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    for number in broken {
      let packet = packets[number < 0 ? packets.count + number : number]
      let place = try #require(bytes.range(of: packet))
      bytes.replaceSubrange(place, with: Data(repeating: 0xFF, count: packet.count))
    }
    let path = folder.file("broken-" + form.name)
    try bytes.write(to: URL(fileURLWithPath: path))
    return (path, packets.count)
  }

  /// The bytes of all packets: noise, so that each is found where it lies.
  private func packets(of path: String) throws -> [Data] {
    let format = try FormatContext(path: path, gate: .unrestricted)
    let storage = PacketStorage()
    var packets: [Data] = []
    while format.read(into: storage.packet) >= 0 {
      packets.append(
        Data(bytes: storage.packet.pointee.data, count: Int(storage.packet.pointee.size)))
      av_packet_unref(storage.packet)
    }
    return packets
  }

  /// Reads all of the file's sound, in blocks, and gives what was said.
  private func read(_ path: String, _ policy: DamagePolicy) throws -> [String] {
    let log = WarningLog()
    let asset = try Asset.load(
      path: path, options: AssetOptions(damagePolicy: policy), gate: .unrestricted, warnings: log)
    let reader = try AudioReader(
      track: try #require(asset.audio), sampleRate: 48000, layout: .mono, gate: .unrestricted,
      warnings: log)
    for start in stride(from: 0, to: Int64(240_000), by: 4800) {
      _ = try reader.read(from: start, frameCount: 4800)
    }
    return log.all.map(\.message)
  }

  private func survey(_ path: String) throws -> [DamagedStretch] {
    try Asset.load(path: path, gate: .unrestricted).damage(gate: .unrestricted)
  }

  @Test(arguments: forms + bare) func wholeFilesSayNothing(form: (String, String)) throws {
    let folder = try TemporaryFolder()
    let (path, _) = try file(form, broken: [], in: folder)
    #expect(try read(path, .fail) == [], "\(form)")
    #expect(try survey(path) == [], "\(form)")
  }

  /// At the first, the second, one in the middle, the last but one and the last.
  @Test(arguments: forms, [0, 1, 2, -2, -1]) func damageIsAnErrorOrAWarning(
    form: (String, String), number: Int
  ) throws {
    let folder = try TemporaryFolder()
    let (path, count) = try file(form, broken: [number], in: folder)
    let error = #expect(throws: MoonreelError.self, "\(form), packet \(number)") {
      try read(path, .fail)
    }
    #expect(error?.code == .decodingFailed)
    let said = try read(path, .conceal)
    #expect(said.contains { $0.contains("damaged or missing") }, "\(form), \(number): \(said)")
    let found = try survey(path)
    let place = Double(number < 0 ? count + number : number) * 4 / Double(count)
    let last = try #require(found.last, "\(form), packet \(number)")
    #expect(abs(last.timeRange.end.seconds - place) < 8 / Double(count) + 0.1, "\(found)")
  }

  @Test(arguments: bare) func theEndOfABareStreamIsWarnedOf(form: (String, String)) throws {
    let folder = try TemporaryFolder()
    for number in [-2, -1] {
      let (path, _) = try file(form, broken: [number], in: folder)
      for policy in [DamagePolicy.fail, .conceal] {
        #expect(try read(path, policy).contains { $0.contains("damaged at its end") }, "\(form)")
      }
    }
    let (path, _) = try file(form, broken: [20], in: folder)
    #expect(throws: MoonreelError.self) { try read(path, .fail) }
  }

  /// Four seconds of sound whose packet `number` has its head, and none of the rest is right.
  private func fileWithHead(
    _ form: (codec: String, name: String), broken number: Int, in folder: TemporaryFolder
  ) throws -> String {
    let (whole, _) = try file(form, broken: [], in: folder)
    let packet = try packets(of: whole)[number]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    // Transport streams cut packets into pieces: those that are found are overwritten.
    for start in stride(from: 16, to: packet.count - 16, by: 16) {
      guard let place = bytes.range(of: packet[start..<start + 16]) else { continue }
      bytes.replaceSubrange(place, with: Data(repeating: 0xFF, count: 16))
    }
    try bytes.write(to: URL(fileURLWithPath: whole))
    return whole
  }

  /// Streams that are cut anywhere, whose decoders know damage when they see it.
  private static let headed = [
    ("aac", "a.aac"), ("ac3", "a.ac3"), ("flac", "a.flac"), ("aac", "a.ts"), ("ac3", "a.ts"),
  ]

  /// A stream that was cut does not begin with a whole head: what follows one was there, and is damaged.
  @Test(arguments: headed, [0, 1]) func theFirstPacketsOfABareStream(
    form: (String, String), number: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = try fileWithHead(form, broken: number, in: folder)
    #expect(throws: MoonreelError.self, "\(form), packet \(number)") { try read(path, .fail) }
    let said = try read(path, .conceal)
    #expect(said.contains { $0.contains("damaged or missing") }, "\(form), \(number): \(said)")
  }

  /// A cut through the first packet is none of the file's faults.
  @Test(arguments: [("ac3", "a.ac3"), ("libmp3lame", "a.mp3")]) func aStreamThatIsCutIsNoError(
    form: (String, String)
  ) throws {
    let folder = try TemporaryFolder()
    let (whole, _) = try file(form, broken: [], in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let second = try #require(bytes.range(of: try packets(of: whole)[1]))
    let path = folder.file("cut-" + form.1)
    try bytes[(second.lowerBound + 40)...].write(to: URL(fileURLWithPath: path))
    _ = try read(path, .fail)
  }

  /// libav's parser leaves such packets of Opus out, so that what follows would be counted as them.
  @Test(arguments: [20, -2, -1]) func droppedPacketsAreTold(number: Int) throws {
    let folder = try TemporaryFolder()
    let (path, _) = try file(("libopus", "a.mka"), broken: [number], in: folder)
    let error = #expect(throws: MoonreelError.self) { try read(path, .fail) }
    if number == 20 { #expect(abs((error?.time?.seconds ?? -1) - 0.4) < 0.05) }
    #expect(try read(path, .conceal).contains { $0.contains("damaged or missing") })
  }

  /// A jump right to the damaged packet is no excuse.
  @Test func jumpsFindItToo() throws {
    let folder = try TemporaryFolder()
    let (path, count) = try file(("flac", "a.mka"), broken: [15], in: folder)
    let asset = try Asset.load(
      path: path, options: AssetOptions(damagePolicy: .fail), gate: .unrestricted)
    let track = try #require(asset.audio)
    let reader = try AudioReader(
      track: track, sampleRate: 48000, layout: .mono, gate: .unrestricted)
    #expect(count > 20)
    #expect(throws: MoonreelError.self) {
      try reader.read(from: 15 * 4608 + 100, frameCount: 100)
    }
  }
}
