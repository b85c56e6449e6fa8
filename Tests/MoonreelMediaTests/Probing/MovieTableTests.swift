// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What an MP4 or MOV file's tables say is what reading it through finds, to the last number.
struct MovieTableTests {
  private static let picture = "-f lavfi -i testsrc2=s=160x90:r=25:d=12"
  private static let tone = "-f lavfi -i sine=f=440:r=48000:d=12"

  /// Whether the index of `path` came from its tables, having compared it with that of a scan.
  @discardableResult private func expectTheSame(_ path: String) throws -> Bool {
    let format = try FormatContext(path: path, gate: .unrestricted)
    guard let tables = try MovieTables(format) else { return false }
    let listed = try PacketScan.index(tables.gatherings, of: format)
    let read = try PacketScan.scan(
      try FormatContext(path: path, gate: .unrestricted), gaps: .close)
    #expect(listed.streams.count == read.streams.count)
    for (number, found) in listed.streams {
      let expected = try #require(read.streams[number])
      #expect(found.entries.count == expected.entries.count, "\(path), stream \(number)")
      let wrong = zip(found.entries, expected.entries).enumerated().first { $1.0 != $1.1 }
      #expect(wrong == nil, "\(path), stream \(number)")
      #expect(found.slots == expected.slots, "\(path), stream \(number)")
      #expect(found.syncPoints == expected.syncPoints, "\(path), stream \(number)")
      #expect(found.sound?.starts == expected.sound?.starts, "\(path), stream \(number)")
      #expect(found.sound?.trims == expected.sound?.trims, "\(path), stream \(number)")
      #expect(found.sound?.end == expected.sound?.end, "\(path), stream \(number)")
      #expect(found.brokenAt == expected.brokenAt, "\(path), stream \(number)")
    }
    return true
  }

  /// Options for a film, and whether its tables do.
  private static let forms: [(options: String, name: String, listed: Bool)] = [
    ("-c:v libx264 -bf 3 -g 50 -c:a aac", "a.mp4", true),
    ("-c:v libx264 -bf 0 -c:a aac -movflags +faststart", "a.mp4", true),
    ("-c:v libx264 -bf 3 -x264-params b-pyramid=strict:open-gop=1 -c:a aac", "a.mov", true),
    ("-c:v libx265 -x265-params log-level=0 -c:a aac", "a.mp4", true),
    ("-c:v mpeg4 -bf 2 -c:a aac", "a.mp4", true),
    ("-c:v prores_ks -c:a pcm_s16le", "a.mov", true),
    ("-c:v mjpeg -c:a pcm_s24le", "a.mov", true),
    ("-c:v libx264 -use_editlist 0 -c:a aac", "a.mp4", true),
    ("-c:v libx264 -c:a aac -output_ts_offset 1.5", "a.mp4", true),
    ("-c:v libx264 -vf select=not(mod(n\\,3)) -fps_mode vfr -c:a aac", "a.mp4", true),
    ("-c:v libx264 -c:a libopus", "a.mp4", false),
    ("-c:v libx264 -c:a ac3", "a.mp4", false),
    ("-c:v libx264 -c:a aac -movflags frag_keyframe+empty_moov", "a.mp4", false),
  ]

  @Test(arguments: forms.indices) func tablesSayWhatAScanFinds(number: Int) throws {
    let form = Self.forms[number]
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.picture) \(Self.tone) -metadata title=t \(form.options) \(form.name)", in: folder)
    let isListed = try expectTheSame(folder.file(form.name))
    #expect(isListed == form.listed, "\(form.options)")
  }

  /// A cut without encoding leaves an edit list, and packets that are decoded and not shown.
  @Test func cutsAreReadFromTheirEditLists() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.picture) \(Self.tone) -c:v libx264 -bf 3 -g 50 -c:a aac a.mp4", in: folder)
    try FFmpegCommand.make("-ss 3.3 -i a.mp4 -t 5 -c copy cut.mp4", in: folder)
    #expect(try expectTheSame(folder.file("cut.mp4")))
  }

  /// A file that was cut short is read, so that it is known where it ends.
  @Test func shortFilesAreRead() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.picture) -c:v libx264 -movflags +faststart a.mp4", in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4")))
    try whole.dropLast(whole.count / 3).write(to: URL(fileURLWithPath: folder.file("cut.mp4")))
    #expect(try !expectTheSame(folder.file("cut.mp4")))
    let asset = try Asset.load(path: folder.file("cut.mp4"), gate: .unrestricted)
    #expect(asset.duration == Time(wholeSeconds: 12))
  }

  @Test(.enabled(if: SharedMedia.isPresent, "the real clips of ../shared/media are not here"))
  func realClips() throws {
    for name in [
      "bunny-1080p30-h264.mp4", "bunny-1080p30-hevc10.mp4", "cups-720p-vfr-h264.mp4",
      "dog-1080p2997-h264-aac-up.mp4", "flower-540p2997-h264.mp4",
      "hands-540p2997-prores4444-alpha.mov", "iphone-portrait-hlg-hevc10-rot90-vfr.mp4",
      "juggle-720p24-h264.mp4", "phone-portrait-720p-hdr10-av1.mp4", "road-1080p25-h264-aac-up.mp4",
    ] {
      #expect(try expectTheSame(SharedMedia.clip(name)), "\(name)")
    }
  }
}
