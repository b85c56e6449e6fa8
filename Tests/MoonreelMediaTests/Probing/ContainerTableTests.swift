// SPDX-License-Identifier: MIT

import CMediaHost
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What a file's tables say is what reading it through finds, to the last number.
struct ContainerTableTests {
  private static let picture = "-f lavfi -i testsrc2=s=160x90:r=25:d=12"
  private static let tone = "-f lavfi -i sine=f=440:r=48000:d=12"

  /// Whether the index of `path` came from its tables, having compared it with that of a scan.
  @discardableResult private func expectTheSame(_ path: String) throws -> Bool {
    let format = try FormatContext(path: path, gate: .unrestricted)
    guard let gatherings = try ContainerTables(format)?.proven() else { return false }
    let listed = try PacketScan.index(gatherings, of: format)
    let read = try PacketScan.scan(
      try FormatContext(path: path, gate: .unrestricted), gaps: .close)
    let isVague = format.isOne(of: ["matroska"])
    #expect(listed.streams.count == read.streams.count)
    for (number, found) in listed.streams {
      let name: Comment = "\(path), stream \(number)"
      let expected = try #require(read.streams[number])
      #expect(found.entries.count == expected.entries.count, name)
      let wrong = zip(found.entries, expected.entries).enumerated().first {
        var read = $0.element.1
        // Matroska does not say when packets are decoded; libav guesses.
        if isVague { read.decoding = $0.element.0.decoding }
        // To the last packet of sound in fragments libav gives the length of all others, the file what is left.
        let isLast = $0.offset == expected.entries.count - 1 && found.sound != nil
        // In Matroska, whose unit is a millisecond, FFmpeg 5 cuts that length off and FFmpeg 7 rounds it.
        let isNear = abs(read.duration - $0.element.0.duration) <= (isVague ? 1 : 0)
        if isLast, isNear || format.isOne(of: ["mov"]) { read.duration = $0.element.0.duration }
        return !$0.element.0.agrees(with: read)
      }
      #expect(wrong == nil, name)
      expectDecodable(found.entries, name)
      #expect(found.slots == expected.slots, name)
      #expect(found.syncPoints == expected.syncPoints, name)
      #expect(found.sound?.starts == expected.sound?.starts, name)
      #expect(found.sound?.trims == expected.sound?.trims, name)
      #expect(found.sound?.end == expected.sound?.end, name)
      #expect(found.brokenAt == expected.brokenAt, name)
    }
    return true
  }

  /// Packets are decoded one after the other, and before they are shown.
  private func expectDecodable(_ entries: [PacketEntry], _ name: Comment) {
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.decoding <= $1.decoding }, name)
    let stamped = entries.filter { $0.presentation != MR_NO_TIME }
    #expect(stamped.allSatisfy { $0.decoding <= $0.presentation }, name)
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
    ("-c:v libx264 -c:a libopus", "a.mp4", true),
    ("-c:v libx264 -c:a flac -strict -2", "a.mp4", true),
    ("-c:v libx264 -c:a alac", "a.mov", true),
    ("-c:v libx264 -c:a ac3", "a.mp4", true),
    ("-c:v libx264 -bf 3 -c:a aac -movflags frag_keyframe+empty_moov", "a.mp4", true),
    (
      "-c:v libx264 -bf 0 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof", "a.mp4",
      true
    ),
    (
      "-c:v libx264 -bf 2 -g 25 -c:a libopus -movflags dash+delay_moov -frag_duration 700000",
      "a.mp4", true
    ),
    ("-c:v libx264 -c:a aac -movflags cmaf+negative_cts_offsets+frag_keyframe", "a.mp4", true),
    (
      "-c:v libx265 -x265-params log-level=0 -c:a ac3 -movflags frag_keyframe+delay_moov+separate_moof",
      "a.mp4", true
    ),
    ("-c:v libx264 -c:a aac -movflags frag_keyframe", "a.mp4", false),
    ("-c:v libx264 -bf 3 -g 50 -c:a aac", "a.mkv", true),
    ("-c:v libx264 -bf 3 -x264-params b-pyramid=strict:open-gop=1 -c:a ac3", "a.mkv", true),
    ("-c:v libx265 -x265-params log-level=0 -c:a flac", "a.mkv", true),
    ("-c:v libvpx-vp9 -cpu-used 8 -deadline realtime -c:a libopus", "a.webm", true),
    ("-c:v libvpx -c:a libvorbis -live 1", "a.webm", true),
    ("-c:v libaom-av1 -cpu-used 8 -usage realtime -c:a libmp3lame", "a.mkv", true),
    ("-c:v mpeg4 -bf 2 -c:a pcm_s16le", "a.mkv", true),
    ("-c:v libx264 -vf select=not(mod(n\\,3)) -fps_mode vfr -c:a eac3", "a.mkv", true),
    ("-c:v ffv1 -c:a dca -strict -2 -cluster_time_limit 300", "a.mkv", true),
    ("-c:v mpeg2video -bf 2 -c:a mp2 -output_ts_offset 1.5", "a.mkv", true),
    ("-c:v libx264 -c:a libmp3lame -q:a 4", "a.mp4", true),
    ("-c:v libx264 -c:a libmp3lame -ar 22050", "a.mov", true),
    ("-c:v libx264 -c:a dca -strict -2", "a.mp4", true),
    ("-c:v libx264 -c:a libmp3lame -movflags frag_keyframe+empty_moov", "a.mp4", true),
    ("-c:v libx264 -c:a mp2 -t 11.99", "a.mov", true),
    ("-c:v libx264 -c:a eac3 -t 11.99", "a.mov", true),
    ("-c:v libx264 -c:a truehd -strict -2", "a.mkv", false),
    ("-c:v prores_ks -c:a alac", "a.mkv", false),
    ("-c:v mpeg4 -g 30 -c:a libmp3lame", "a.avi", true),
    ("-c:v mpeg4 -vtag XVID -c:a libmp3lame -q:a 4 -ar 22050 -ac 2", "a.avi", true),
    ("-c:v mpeg4 -bf 2 -c:a ac3", "a.avi", false),
    ("-c:v mjpeg -c:a pcm_s16le -ac 2", "a.avi", true),
    ("-c:v rawvideo -c:a pcm_s24le -ac 2", "a.avi", true),
    ("-c:v libx264 -bf 0 -g 40 -c:a ac3", "a.avi", true),
    ("-c:v libx264 -bf 3 -x264-params b-pyramid=strict:open-gop=1 -c:a aac", "a.avi", true),
    ("-c:v ffv1 -g 12 -c:a pcm_f32le", "a.avi", true),
    ("-c:v msmpeg4 -g 30 -c:a mp2 -r 24000/1001", "a.avi", true),
    ("-c:v mpeg2video -bf 0 -c:a pcm_mulaw -ac 1", "a.avi", true),
    ("-c:v mpeg2video -bf 2 -c:a pcm_u8", "a.avi", false),
    ("-c:v mpeg4 -vf select=not(mod(n\\,3)) -fps_mode vfr -c:a adpcm_ima_wav", "a.avi", true),
    ("-c:v libx265 -vtag H265 -x265-params log-level=0 -c:a aac", "a.avi", false),
    ("-t 2 -vf scale=160:88 -c:v cinepak", "a.avi", false),
    ("-c:v mpeg2video -bf 2 -g 12 -c:a pcm_s16le", "a.mxf", true),
    ("-c:v mpeg2video -bf 0 -g 15 -b:v 2M -c:a pcm_s24le -ac 2 -metadata title=t", "a.mxf", true),
    ("-c:v libx264 -bf 0 -c:a pcm_s16le -r 30000/1001", "a.mxf", true),
    (
      "-t 4 -vf scale=1280:720,format=yuv422p -c:v dnxhd -profile:v dnxhr_lb -c:a pcm_s16le",
      "a.mxf",
      true
    ),
    ("-t 2 -vf scale=720:576,format=yuv420p -c:v dvvideo -c:a pcm_s16le -ac 2", "a.mxf", true),
    (
      "-t 4 -vf scale=1920:1080,format=yuv422p -c:v dnxhd -b:v 120M -an -f mxf_opatom", "a.mxf",
      true
    ),
    ("-vn -c:a pcm_s16le -f mxf_opatom", "a.mxf", true),
    (
      "-t 4 -vf scale=720:576,format=yuv422p -c:v mpeg2video -r 25 -b:v 50000k -minrate 50000k "
        + "-maxrate 50000k -bufsize 2000000 -rc_init_occupancy 2000000 -intra_vlc 1 "
        + "-non_linear_quant 1 -qmin 1 -qmax 12 -dc 10 -ps 1 -flags +low_delay -bf 0 -g 1 "
        + "-c:a pcm_s16le -ac 2 -d10_channelcount 2 -f mxf_d10", "a.mxf", false
    ),
    ("-vn -c:a pcm_s24le -ac 2", "a.wav", true),
    ("-vn -c:a pcm_f32le -ac 3 -write_bext 1 -metadata comment=c", "a.wav", true),
    ("-vn -c:a pcm_s16be -ac 2", "a.aiff", true),
    ("-vn -c:a pcm_s16le -ac 2", "a.w64", true),
    ("-vn -c:a pcm_s16be -ac 2", "a.au", true),
    ("-vn -c:a pcm_mulaw -ac 2", "a.wav", true),
    ("-vn -c:a adpcm_ima_wav -ac 2", "a.wav", false),
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

  /// Subtitles are few, and their first one may lie far behind.
  @Test func subtitlesOfMatroskaAreListed() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "1\n00:00:05,000 --> 00:00:06,500\nfirst\n\n2\n00:00:09,000 --> 00:00:09,200\nsecond\n",
      to: "a.srt")
    try FFmpegCommand.make(
      "\(Self.picture) \(Self.tone) -i a.srt -c:v libx264 -c:a aac -c:s srt a.mkv", in: folder)
    #expect(try expectTheSame(folder.file("a.mkv")))
  }

  /// A file that was cut short is read, so that it is known where it ends.
  @Test(arguments: [
    ("-c:v libx264 -movflags +faststart", "a.mp4"),
    ("-c:v libx264 -movflags frag_keyframe+empty_moov -g 25", "a.mp4"),
    ("-c:v libx264", "a.mkv"), ("-c:v libvpx -live 1", "a.webm"), ("-c:v mpeg4", "a.avi"),
    ("-c:v mpeg2video -bf 2", "a.mxf"),
  ]) func shortFilesAreRead(options: String, name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(Self.picture) \(options) \(name)", in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    let cut = folder.file("cut-" + name)
    try whole.dropLast(whole.count / 3).write(to: URL(fileURLWithPath: cut))
    #expect(try !expectTheSame(cut))
    let asset = try Asset.load(path: cut, gate: .unrestricted)
    #expect(asset.duration > Time(wholeSeconds: 5))
  }

  /// Whatever becomes of the bytes, tables are understood or not, and nothing worse happens.
  @Test(arguments: [
    ("-c:v libx264 -bf 2 -c:a aac", "a.mp4"),
    ("-c:v libx264 -bf 2 -c:a libopus -movflags frag_keyframe+empty_moov -g 10", "a.mp4"),
    ("-c:v libx264 -bf 2 -c:a flac -g 10", "a.mkv"),
    ("-c:v libvpx -c:a libvorbis -live 1 -g 10", "a.webm"),
    ("-c:v mpeg4 -c:a libmp3lame -g 10", "a.avi"),
    ("-c:v mpeg2video -c:a pcm_s16le -ar 48000 -bf 2 -g 10", "a.mxf"),
    ("-vn -c:a pcm_s24le -ar 48000 -af apad=whole_dur=10 -f mxf_opatom", "a.mxf"),
  ]) func damageIsNoTrap(options: String, name: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x64:r=25:d=2 -f lavfi -i sine=d=2 \(options) \(name)", in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    let path = folder.file("damaged-" + name)
    let rounds = ProcessInfo.processInfo.environment["MOONREEL_WIDE_SWEEP"] == nil ? 150 : 5000
    for round in 0..<UInt64(rounds) {
      var bytes = whole
      for hit: UInt64 in 0..<(1 + round % 6) {
        let number = SplitMix64.mixed(round << 8 | hit)
        // The heads of files and of blocks are where numbers stand.
        let place = Int(number >> 8 % (hit == 0 ? 4096 : UInt64(bytes.count))) % bytes.count
        bytes[place] = UInt8(truncatingIfNeeded: number)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      guard let format = try? FormatContext(path: path, gate: .unrestricted) else { continue }
      // Here indexes and heads say the same twice, so what is wrong is seen.
      if name.hasSuffix("avi") || name.hasSuffix("mxf") {
        try expectTheSame(path)
        continue
      }
      guard let found = try ContainerTables(format)?.proven() else { continue }
      for (_, gathering) in found {
        #expect(gathering.entries.allSatisfy { $0.size >= 0 })
      }
      _ = try? PacketScan.index(found, of: format)
    }
  }

  /// Forms of AVI: options for a film, what is made of it, and whether its tables do.
  private static let aviForms:
    [(options: String, listed: Bool, edit: @Sendable (inout RewrittenAVI) -> Void)] = [
      ("-c:v mpeg4 -c:a libmp3lame", true, { $0.partCount = 3 }),
      ("-c:v libx264 -bf 2 -c:a ac3", true, { $0.partCount = 4 }),
      ("-c:v mjpeg -c:a pcm_s16le -ac 2", true, { $0.recordLength = 5 }),
      ("-c:v mpeg4 -c:a pcm_s16le -ac 2", true, { $0.joinSound(12) }),
      ("-c:v ffv1 -c:a pcm_s24le", true, { ($0.partCount, $0.recordLength) = (2, 3) }),
      ("-c:v mpeg4 -c:a pcm_u8 -ac 1", true, { $0.joinSound(7) }),
      // Two frames in one chunk are cut apart.
      ("-c:v mpeg4 -c:a libmp3lame", false, { $0.joinSound(2) }),
      ("-c:v mpeg4 -c:a libmp3lame", false, { $0.unlisted = 100 }),
      ("-c:v mpeg4 -c:a libmp3lame", false, { ($0.partCount, $0.unlisted) = (2, 250) }),
      ("-c:v mpeg4 -c:a pcm_s16le", false, { $0.mistaken = 100 }),
      ("-c:v mpeg4 -c:a libmp3lame", false, { ($0.partCount, $0.mistaken) = (3, 300) }),
    ]

  @Test(arguments: aviForms.indices) func formsOfAVI(number: Int) throws {
    let form = Self.aviForms[number]
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(Self.picture) \(Self.tone) \(form.options) a.avi", in: folder)
    var file = try RewrittenAVI(folder.file("a.avi"))
    form.edit(&file)
    try file.write(to: folder.file("b.avi"))
    #expect(try expectTheSame(folder.file("b.avi")) == form.listed, "\(form.options)")
    // However it is written, it holds the same sound and pictures.
    let tracks = try Asset.load(path: folder.file("b.avi"), gate: .unrestricted).tracks
    #expect(tracks.map(\.mediaType) == [.video, .audio])
  }

  @Test(.enabled(if: SharedMedia.isPresent, "the real clips of ../shared/media are not here"))
  func realClips() throws {
    for name in [
      "bunny-1080p30-h264.mp4", "bunny-1080p30-hevc10.mp4", "cups-720p-vfr-h264.mp4",
      "dog-1080p2997-h264-aac-up.mp4", "flower-540p2997-h264.mp4",
      "hands-540p2997-prores4444-alpha.mov", "iphone-portrait-hlg-hevc10-rot90-vfr.mp4",
      "juggle-720p24-h264.mp4", "phone-portrait-720p-hdr10-av1.mp4", "road-1080p25-h264-aac-up.mp4",
      "cups-720p2997-vp9-opus.webm", "hands-720p2997-vp9-alpha.webm", "speech-female-48k.wav",
    ] {
      #expect(try expectTheSame(SharedMedia.clip(name)), "\(name)")
    }
  }
}
