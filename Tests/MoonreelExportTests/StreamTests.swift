// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Streams: folders of segments with a playlist for HLS and a manifest for DASH.
@Suite struct StreamTests {
  /// A gray that says the frame's number, and a tone.
  private func request(
    seconds: Double = 5, rate: FrameRate? = nil, renditions: [Int] = [32, 16], segment: Double = 2
  ) throws -> ExportRequest {
    let sound = AdditionalOutputTests.Counting(.audio)
    let timeline = try Timeline.of(GraySource(), seconds: seconds, audio: sound)
    var composition = VideoComposition(
      renderSize: PixelSize(64, 32), frameRate: try rate ?? FrameRate(25))
    var instruction = VideoInstruction(
      timeRange: TimeRange(start: .zero, duration: timeline.duration))
    instruction.compositor = SessionTests.Numbering()
    composition.instructions = [instruction]
    var request = ExportRequest(timeline: timeline, videoComposition: composition)
    request.output.renditions = renditions.map { Rendition(.shorterSide($0)) }
    request.output.segmentDuration = try Time(seconds: segment)
    return request
  }

  @discardableResult
  private func stream(
    _ request: ExportRequest, to name: String = "stream/film.m3u8", in workspace: Workspace
  ) throws -> OutputSummary {
    try ExportSession(
      request, outputPath: workspace.path(name), gate: workspace.gate
    ).run()
  }

  private func files(_ workspace: Workspace, _ folder: String = "stream") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.path(folder)).sorted()
  }

  private func text(_ workspace: Workspace, _ name: String) throws -> String {
    try String(contentsOfFile: workspace.path("stream/" + name), encoding: .utf8)
  }

  /// Times and flags of the packets of a playlist, as ffprobe reads it.
  private func packets(_ path: String, _ kind: String) throws -> [(time: Double, isKey: Bool)] {
    let data = try Tool.run(
      "ffprobe",
      ["-v", "error", "-allowed_extensions", "ALL", "-select_streams", kind, "-show_entries"]
        + ["packet=pts_time,flags", "-of", "csv=p=0", path])
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",")
      return Double(fields[0]).map { ($0, fields[1].hasPrefix("K")) }
    }
  }

  @Test func theFolderHoldsPlaylistsManifestAndSegments() throws {
    let workspace = try Workspace()
    let summary = try stream(request(), in: workspace)
    #expect(summary.frames == 125 && summary.duration == Time(wholeSeconds: 5))
    #expect(workspace.files == ["stream"])
    let tracks = ["16p", "32p", "sound"].flatMap { id in
      ["film-\(id)-00001.m4s", "film-\(id)-00002.m4s", "film-\(id)-00003.m4s"]
        + ["film-\(id)-init.mp4", "film-\(id).m3u8"]
    }
    #expect(try files(workspace) == (tracks + ["film.m3u8", "film.mpd"]).sorted())
    let bytes = try files(workspace).reduce(Int64(0)) { sum, name in
      sum
        + Int64(try Data(contentsOf: URL(fileURLWithPath: workspace.path("stream/" + name))).count)
    }
    #expect(summary.bytes == bytes)
  }

  @Test func thePlaylistsKeepTheirRules() throws {
    let workspace = try Workspace()
    try stream(request(), in: workspace)
    let main = try PlaylistReader(text(workspace, "film.m3u8"))
    #expect(main.variants.map(\.uri) == ["film-32p.m3u8", "film-16p.m3u8"])
    #expect(main.variants.map { $0["RESOLUTION"] } == ["64x32", "32x16"])
    #expect(main.variants.allSatisfy { $0["FRAME-RATE"] == "25.000" && $0["AUDIO"] == "sound" })
    #expect(main.media.map { $0["URI"] } == ["film-sound.m3u8"])
    #expect(
      main.variants.allSatisfy {
        $0["CODECS"]?.wholeMatch(of: /avc1\.[0-9A-F]{6},mp4a\.40\.2/) != nil
      })
    let sound = try PlaylistReader(text(workspace, "film-sound.m3u8"))
    for variant in main.variants {
      let list = try PlaylistReader(text(workspace, variant.uri))
      #expect(list.faults == [], "\(variant.uri)")
      #expect(list.durations == [2, 2, 1])
      let peak = try peak(of: list, workspace) + peak(of: sound, workspace)
      let stated = try #require(Int(variant["BANDWIDTH"] ?? ""))
      #expect(peak <= stated && stated <= peak + 2)
      #expect(Int(variant["AVERAGE-BANDWIDTH"] ?? "").map { $0 <= stated } == true)
    }
    #expect(sound.faults == [] && abs(sound.durations.reduce(0, +) - 5) < 0.03)
  }

  /// Bits a second of the segment that has most.
  private func peak(of list: PlaylistReader, _ workspace: Workspace) throws -> Int {
    try zip(list.uris, list.durations).map { uri, seconds in
      let data = try Data(contentsOf: URL(fileURLWithPath: workspace.path("stream/" + uri)))
      return Int((Double(data.count * 8) / seconds).rounded(.up))
    }.max() ?? 0
  }

  @Test(arguments: ["25", "24000/1001", "30000/1001", "50"])
  func segmentsBeginWithKeyFramesAtTheSameTimes(rate: String) throws {
    let workspace = try Workspace()
    let rate = try FrameRate(text: rate)
    try stream(request(rate: rate), in: workspace)
    let lists = try ["film-32p", "film-16p"].map {
      try PlaylistReader(text(workspace, $0 + ".m3u8"))
    }
    #expect(lists[0].durations == lists[1].durations)
    for name in ["film-32p", "film-16p"] {
      let packets = try packets(workspace.path("stream/\(name).m3u8"), "v:0")
      let count = Int(rate.frameCount(in: Time(wholeSeconds: 5)))
      #expect(packets.count == count)
      // Every frame once, none missing at a border.
      let times = packets.map(\.time).sorted()
      for (index, time) in times.enumerated() {
        #expect(abs(time - rate.time(ofFrame: Int64(index)).seconds) < 0.0001, "frame \(index)")
      }
      var start = 0.0
      for duration in lists[0].durations {
        #expect(
          packets.contains { $0.isKey && abs($0.time - start) < 0.0001 }, "\(name) at \(start)")
        start += duration
      }
    }
  }

  /// What players see is what a file shows.
  @Test func picturesAndSoundAreThoseOfAFile() throws {
    let workspace = try Workspace()
    var wanted = try request()
    wanted.output.videoOptions = ["x264-params": "mbtree=0", "crf": "4"]
    try stream(wanted, in: workspace)
    wanted.output.renditions = []
    wanted.output.segmentDuration = nil
    let file = try export(wanted, to: "film.mp4", in: workspace)
    for playlist in ["film.m3u8", "film-32p.m3u8", "film-16p.m3u8"] {
      let measured = try Measured(workspace.path("stream/" + playlist))
      let (grays, other) = (try measured.grays(), try file.grays())
      #expect(grays.count == 125, "\(playlist)")
      #expect(zip(grays, other).allSatisfy { abs($0 - $1) <= 2 }, "\(playlist)")
    }
    // What an encoder puts before the sound lies before zero; readers built on libav decode it, too.
    let sound = workspace.path("stream/film-sound.m3u8")
    let early = Int(-((try packets(sound, "a:0").first?.time ?? 0) * 48_000).rounded())
    let (streamed, whole) = (try Measured(sound).samples().dropFirst(early), try file.samples())
    #expect(early > 0 && streamed.count >= whole.count)
    let difference = zip(streamed, whole).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 0.001)
  }

  @Test func theManifestSaysTheSame() throws {
    let workspace = try Workspace()
    try stream(request(), to: "stream/film.mpd", in: workspace)
    let manifest = try text(workspace, "film.mpd")
    #expect(manifest.contains("mediaPresentationDuration=\"PT5.000000S\""))
    #expect(manifest.contains("<S t=\"0\" d=\"50\" r=\"1\"/>") || manifest.contains("r=\"1\"/>"))
    // Every element that is opened is closed, in order.
    var open: [String] = []
    for tag in manifest.matches(of: /<(\/?)([A-Za-z]+)[^>]*?(\/?)>/) where tag.3.isEmpty {
      if tag.1.isEmpty {
        open.append(String(tag.2))
      } else {
        #expect(open.popLast() == String(tag.2))
      }
    }
    #expect(open.isEmpty)
    let readsIt = try Tool.run("ffmpeg", ["-hide_banner", "-demuxers"])
    guard String(decoding: readsIt, as: UTF8.self).contains(" dash ") else { return }
    let measured = try Measured(workspace.path("stream/film.mpd"))
    #expect(measured.video?.frames == 125)
    #expect(measured.audio?.codec == "aac")
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .av1])
  func otherCodecs(codec: VideoCodec) throws {
    guard EncoderCatalogue.isAvailable(codec) else { return }
    let workspace = try Workspace()
    var request = try request(renditions: [128, 64])
    request.output.videoCodec = codec
    request.output.audioCodec = codec == .av1 ? .opus : .aac
    try stream(request, in: workspace)
    let main = try PlaylistReader(text(workspace, "film.m3u8"))
    let form = try Regex(
      codec == .hevc
        ? #"hvc1\.1\.[0-9A-F]+\.L[0-9]+(\.[0-9A-F]+)*,mp4a\.40\.2"#
        : codec == .av1 ? #"av01\.0\.[0-9]{2}M\.08,opus"# : #"avc1\.[0-9A-F]{6},mp4a\.40\.2"#)
    #expect(
      main.variants.allSatisfy { $0["CODECS"]?.wholeMatch(of: form) != nil }, "\(main.variants)")
    #expect(try Measured(workspace.path("stream/film-128p.m3u8")).video?.frames == 125)
  }

  @Test func soundAloneAndPicturesAlone() throws {
    let workspace = try Workspace()
    var request = try request(renditions: [])
    request.output.includesVideo = false
    try stream(request, in: workspace)
    let main = try PlaylistReader(text(workspace, "film.m3u8"))
    #expect(main.variants.map(\.uri) == ["film-sound.m3u8"] && main.media.isEmpty)
    let samples = try Measured(workspace.path("stream/film-sound.m3u8")).samples()
    #expect(samples.count >= 240_000)
    (request.output.includesVideo, request.output.includesAudio) = (true, false)
    try stream(request, to: "silent/film.m3u8", in: workspace)
    #expect(try Measured(workspace.path("silent/film.m3u8")).video?.frames == 125)
    #expect(try !files(workspace, "silent").contains { $0.contains("sound") })
  }

  @Test func anOldStreamStaysUntilTheNewOneIsWhole() throws {
    let workspace = try Workspace()
    try stream(request(), in: workspace)
    let old = try text(workspace, "film-32p.m3u8")
    let flag = CancellationFlag()
    var failing = try request(seconds: 60)
    var instruction = try #require(failing.videoComposition?.instructions[0])
    instruction.compositor = SessionTests.Numbering { if $0 == 200 { flag.cancel() } }
    failing.videoComposition?.instructions = [instruction]
    #expect(throws: MoonreelError.self) {
      try ExportSession(
        failing, outputPath: workspace.path("stream/film.m3u8"), gate: workspace.gate,
        cancellation: flag
      ).run()
    }
    #expect(try text(workspace, "film-32p.m3u8") == old)
    #expect(try files(workspace).allSatisfy { !$0.hasPrefix(".") } && workspace.files == ["stream"])
    try stream(request(seconds: 9), in: workspace)
    #expect(try PlaylistReader(text(workspace, "film-32p.m3u8")).durations == [2, 2, 2, 2, 1])
  }

  @Test func aStreamAndAFileComeFromOnePass() throws {
    let workspace = try Workspace()
    var request = try request()
    request.additionalOutputs = [AdditionalOutput(path: workspace.path("{name}.mp4"))]
    let summary = try stream(request, in: workspace)
    #expect(workspace.files == ["film.mp4", "stream"])
    #expect(summary.additional.map(\.frames) == [125])
  }

  @Test func captionsAreATrackOfTheirOwn() throws {
    let workspace = try Workspace()
    let srt = workspace.path("a.srt")
    try "1\n00:00:01,000 --> 00:00:02,500\nGood <i>evening</i>\n\n".write(
      toFile: srt, atomically: true, encoding: .utf8)
    var request = try request()
    let asset = try Asset.load(path: srt, gate: workspace.gate)
    let id = request.timeline.addTrack(.subtitle)
    try request.timeline.updateTrack(id) { track in
      track.languageCode = "en"
      let found = try #require(asset.tracks.first)
      try track.insert(TimeRange(seconds: 1, 2.5), of: .asset(found), at: Time(wholeSeconds: 1))
    }
    try stream(request, in: workspace)
    let main = try PlaylistReader(text(workspace, "film.m3u8"))
    #expect(main.media.last?["TYPE"] == "SUBTITLES" && main.media.last?["LANGUAGE"] == "en")
    #expect(main.variants.allSatisfy { $0["SUBTITLES"] == "captions" })
    #expect(
      try text(workspace, "film-captions-en.vtt")
        == "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nGood <i>evening</i>\n")
    #expect(try PlaylistReader(text(workspace, "film-captions-en.m3u8")).faults == [])
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var path = "stream/film.m3u8"
    var words: String
    var change: @Sendable (inout ExportRequest) -> Void
    var testDescription: String { words }
  }

  static let refusals: [Refusal] = [
    Refusal(path: "film.mp4", words: "A .mp4 file has neither renditions nor segments") { _ in },
    Refusal(words: "A stream is encoded in one pass") {
      ($0.output.passes, $0.output.videoBitRate) = (2, 500_000)
    },
    Refusal(words: "give 1 to 60 seconds") { $0.output.segmentDuration = Time(wholeSeconds: 61) },
    Refusal(words: "cannot hold vp9") { $0.output.videoCodec = .vp9 },
    Refusal(words: "A length limit is for one file") { $0.output.fileLengthLimit = 100_000 },
    Refusal(words: "16 are the most") {
      $0.output.renditions = (0..<17).map { Rendition(.shorterSide(16 + 2 * $0)) }
    },
    Refusal(path: "-", words: "it is a folder of files") { $0.output.container = .cmaf },
    Refusal(path: "missing/stream/film.m3u8", words: "does not exist") { _ in },
  ]

  @Test(arguments: refusals) func whatIsNoStreamIsRefused(_ refusal: Refusal) throws {
    let workspace = try Workspace()
    var request = try request()
    refusal.change(&request)
    let path = refusal.path == "-" ? "-" : workspace.path(refusal.path)
    let error = #expect(throws: MoonreelError.self) {
      try ExportSession(request, outputPath: path, gate: workspace.gate).run()
    }
    #expect(error?.message.contains(refusal.words) == true, "\(error?.message ?? "")")
    #expect(workspace.files.isEmpty)
  }
}
