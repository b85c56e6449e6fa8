// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Every damaged stretch of a file is found, in whole files none.
struct DamageSurveyTests {
  private static let codecs = [
    "-c:v libx264 -bf 2", "-c:v libx265 -x265-params log-level=none:hash=1", "-c:v mpeg4 -bf 2",
    "-c:v mpeg2video -bf 2", "-c:v ffv1 -slicecrc 1",
  ]
  /// Codecs in which damage looks like pictures.
  private static let blind = ["-c:v msmpeg4", "-c:v libvpx -b:v 300k", "-c:v libsvtav1 -preset 12"]

  private func film(_ codec: String, _ folder: TemporaryFolder) throws -> String {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=4 -f lavfi -i sine=d=4 \(codec) -g 25 -c:a flac "
        + "-strict -2 a.mkv", in: folder)
    return folder.file("a.mkv")
  }

  @Test(arguments: codecs + blind) func wholeFilesHaveNone(codec: String) throws {
    let folder = try TemporaryFolder()
    let asset = try Asset.load(path: try film(codec, folder), gate: .unrestricted)
    #expect(try asset.damage(gate: .unrestricted).isEmpty)
  }

  /// The packets of pictures 30 and 31 are overwritten: those from there to the key frame at 2 s are named.
  @Test(arguments: codecs) func damageIsNamedWithItsTimes(codec: String) throws {
    let folder = try TemporaryFolder()
    let path = try film(codec, folder)
    let index = try VideoReader.open(path).index
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for entry in index.entries[30...31] {
      let start = Int(entry.position) + Int(entry.size) / 4
      for at in start..<start + Int(entry.size) / 2 { bytes[at] = UInt8(at & 0x7f) | 1 }
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    let asset = try Asset.load(
      path: path, options: AssetOptions(damagePolicy: .fail), gate: .unrestricted)
    let found = try asset.damage(gate: .unrestricted)
    let pictures = found.filter { $0.mediaType == .video }
    #expect(found == pictures && !pictures.isEmpty, "\(codec): \(found)")
    let start = try #require(pictures.first).timeRange.start.seconds
    #expect((1.1...1.4).contains(start), "\(found)")
    // The hashes of HEVC tell of every picture that leans on a damaged one, other decoders do not.
    guard !codec.contains("x265") else { return }
    #expect(try #require(pictures.last).timeRange.end.seconds <= 2.1, "\(found)")
    #expect((1...12).contains(pictures.reduce(0) { $0 + $1.packetCount }), "\(found)")
    // Who asks for an error gets one, also from decoders that conceal without a word.
    let strict = try VideoReader(track: try #require(asset.video), gate: .unrestricted)
    _ = try strict.frame(at: Time(wholeSeconds: 1))
    #expect(throws: MoonreelError.self) {
      for number in 28..<48 { _ = try strict.frame(at: Time(seconds: Double(number) / 25)) }
    }
  }

  @Test func damagedSoundIsNamed() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i anoisesrc=d=4:r=48000:seed=3 -c:a flac a.mkv", in: folder)
    let path = folder.file("a.mkv")
    let index = try #require(
      try IndexCache.index(
        of: FormatContext(path: path, gate: .unrestricted), gaps: .close
      ).index.streams[0])
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = Int(index.entries[20].position)
    for at in place + 100..<place + 600 { bytes[at] = 0xff }
    try bytes.write(to: URL(fileURLWithPath: path))
    let found = try Asset.load(path: path, gate: .unrestricted).damage(gate: .unrestricted)
    let stretch = try #require(found.first)
    #expect(found.count == 1 && stretch.mediaType == .audio && stretch.packetCount == 1)
    #expect(abs(stretch.timeRange.start.seconds - 20 * 4608 / 48000) < 0.11, "\(found)")
  }
}
