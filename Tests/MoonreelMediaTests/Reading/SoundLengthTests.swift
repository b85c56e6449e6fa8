// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Sound begins where it was recorded to begin and lasts as long: what coders add at both ends is neither heard
/// nor counted.
struct SoundLengthTests {
  private static let length = 57_600

  /// Silence but for one click at sample 24,000, 1.2 s long at 48 kHz.
  private func make(_ options: String, _ name: String, in folder: TemporaryFolder) throws -> String
  {
    let click = "0.8*between(n\\,24000\\,24007)"
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "aevalsrc=\(click):s=48000:d=1.2"]
        + options.split(separator: " ").map(String.init) + [folder.file(name)])
    return folder.file(name)
  }

  /// The track of `path`, and the place of the loudest sample, counted from zero of the asset's clock.
  private func click(_ path: String) throws -> (track: AssetTrack, place: Int) {
    let track = try #require(try Asset.load(path: path, gate: .unrestricted).audio)
    let rate = try #require(track.audio?.sampleRate)
    let reader = try AudioReader(
      track: track, sampleRate: rate, layout: .mono, gate: .unrestricted)
    let sound = try reader.read(from: 0, frameCount: rate * 2).channels[0]
    return (track, sound.indices.max { abs(sound[$0]) < abs(sound[$1]) } ?? -1)
  }

  @Test(
    arguments: [
      ("-c:a aac", "a.m4a"), ("-c:a aac", "a.mov"), ("-c:a libmp3lame", "a.mp3"),
      ("-c:a libmp3lame -b:a 320k", "b.mp3"), ("-c:a libopus", "a.ogg"),
      ("-c:a libopus", "a.webm"), ("-c:a alac", "a.m4a"), ("-c:a flac", "a.mkv"),
      ("-c:a wavpack", "a.mkv"), ("-c:a tta", "a.mkv"), ("-c:a alac", "a.caf"),
    ])
  func clipsLastAsLongAsTheirSource(options: String, name: String) throws {
    let folder = try TemporaryFolder()
    let (track, place) = try click(make(options, name, in: folder))
    #expect(track.timeRange.start == .zero, "\(options) \(name)")
    let samples = track.timeRange.end.value(timescale: 48000)
    #expect(samples == Int64(Self.length), "\(options) \(name): \(samples) samples")
    #expect((23_998...24_010).contains(place), "\(options) \(name): the click is at \(place)")
  }

  /// What is cut off behind four fifths of the bytes: a file that states how long it is keeps that length, and silence
  /// follows what is there; others end with the last packet that begins in them, which ffmpeg leaves out.
  @Test(
    arguments: [
      ("-movflags +faststart", "a.m4a", true), ("-movflags +faststart", "a.mov", true),
      ("-movflags +faststart -ar 44100", "a.mp4", true), ("", "a.mkv", false), ("", "a.aac", false),
      ("-mpegts_flags +latm", "a.ts", false), ("", "a.nut", false),
    ])
  func soundThatIsCutShort(options: String, name: String, statesLength: Bool) throws {
    let folder = try TemporaryFolder()
    let (whole, path) = (folder.file(name), folder.file("cut-" + name))
    try FFmpegCommand.make(
      "-f lavfi -i anoisesrc=r=48000:d=1.2:seed=1 -c:a aac \(options) \(name)", in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    try bytes.prefix(bytes.count * 4 / 5).write(to: URL(fileURLWithPath: path))
    let track = try #require(try Asset.load(path: path, gate: .unrestricted).audio)
    let rate = try #require(track.audio?.sampleRate)
    let end = Int(track.timeRange.end.value(timescale: Int64(rate)))
    let decoded = try Reference.samples(path).count
    #expect(decoded < rate * 6 / 5 - 2048, "something is missing")
    let reader = try AudioReader(
      track: track, sampleRate: rate, layout: .mono, gate: .unrestricted)
    let sound = try reader.read(from: 0, frameCount: end).channels[0]
    if statesLength {
      #expect(end == rate * 6 / 5)
      #expect(sound[(decoded + 1024)...].allSatisfy { $0 == 0 })
    } else {
      #expect((decoded...decoded + 1024).contains(end), "\(end) and \(decoded)")
    }
    #expect(sound[..<(decoded - 1024)].suffix(1024).contains { abs($0) > 0.01 })
  }

  /// iTunes says in a note what is priming and padding, instead of an edit list.
  @Test func iTunesNoteIsBelieved() throws {
    let folder = try TemporaryFolder()
    let plain = try make("-c:a aac -use_editlist 0 -metadata title=t", "a.m4a", in: folder)
    let (_, late) = try click(plain)
    #expect(late > 25_000, "without the note the priming is heard: \(late)")
    // 1024 samples of priming and 58,368 coded ones in all.
    let note = " 00000000 00000400 \(hex(58_368 + 1024 - 1024 - Self.length)) 000000000000E100"
    let path = folder.file("noted.m4a")
    try noted(Data(contentsOf: URL(fileURLWithPath: plain)), note)
      .write(to: URL(fileURLWithPath: path))
    let (track, place) = try click(path)
    #expect((23_998...24_010).contains(place), "the click is at \(place)")
    #expect(track.timeRange.start == .zero)
    #expect(track.timeRange.end.value(timescale: 48000) == Int64(Self.length))
  }

  /// HE-AAC counts its edit list in the core's samples, half as many as are heard.
  @Test func spectralBandReplicationDoublesTheEditList() throws {
    let folder = try TemporaryFolder()
    let plain = try make("-ar 24000 -c:a aac", "a.m4a", in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: plain))
    // AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): SBR is there, at 48 kHz.
    let place = try #require(bytes.range(of: Data([0x56, 0xe5, 0x00])))
    bytes[place.lowerBound + 2] = 0x98
    let path = folder.file("sbr.m4a")
    try bytes.write(to: URL(fileURLWithPath: path))
    let (track, at) = try click(path)
    #expect(track.audio?.sampleRate == 48000)
    #expect(track.timeRange.start == .zero)
    let samples = track.timeRange.end.value(timescale: 48000)
    #expect(abs(samples - Int64(Self.length)) <= 2, "\(samples) samples")
    // The decoder's filters delay by 962 samples more.
    #expect((23_990...24_980).contains(at), "the click is at \(at)")
  }

  private func hex(_ value: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - text.count) + text
  }

  /// `movie`, whose `moov` lies at its end, with iTunes' note among its tags.
  private func noted(_ movie: Data, _ note: String) throws -> Data {
    func box(_ name: String, _ body: Data) -> Data {
      Self.long(body.count + 8) + Data(name.utf8) + body
    }
    let entry = box(
      "----",
      box("mean", Data(count: 4) + Data("com.apple.iTunes".utf8))
        + box("name", Data(count: 4) + Data("iTunSMPB".utf8))
        + box("data", Data([0, 0, 0, 1, 0, 0, 0, 0]) + Data(note.utf8)))
    var result = movie
    for name in ["moov", "udta", "meta", "ilst"] {
      let at = try #require(result.range(of: Data(name.utf8), options: .backwards)).lowerBound - 4
      let size = result[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      result.replaceSubrange(at..<(at + 4), with: Self.long(size + entry.count))
    }
    return result + entry
  }

  private static func long(_ value: Int) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
  }
}
