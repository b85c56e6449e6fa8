// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Captions written beside pictures and sound, read back with ffprobe, ffmpeg and Moonreel itself.
@Suite("Soft subtitles") struct SubtitleTests {
  /// A container, the form of its captions, and how ffmpeg calls it.
  static let forms: [(container: Container, codec: SubtitleCodec, name: String)] = [
    (.mp4, .movText, "mov_text"), (.mov, .movText, "mov_text"), (.mkv, .subrip, "subrip"),
    (.mkv, .ass, "ass"), (.mkv, .webvtt, "webvtt"), (.webm, .webvtt, "webvtt"),
  ]

  private func range(_ start: Double, _ end: Double) throws -> TimeRange {
    try TimeRange(seconds: start, end)
  }

  /// Four seconds of a test card with `tracks` of captions.
  private func film(_ tracks: [CaptionTrack]) throws -> ExportRequest {
    var film = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(25))
    film.add(Layer(.image(Image(color: .black)), over: try range(0, 4)))
    film.captionTracks = tracks
    let composed = try film.lowered()
    return ExportRequest(
      timeline: composed.timeline, videoComposition: composed.videoComposition,
      audioMix: composed.audioMix)
  }

  private func captions() throws -> Captions {
    var slanted = CaptionStyle()
    slanted.isItalic = true
    let spans = [CaptionSpan("Grüße "), CaptionSpan("& <more>", style: slanted)]
    return Captions(
      [
        Caption("One", over: try range(0.04, 1)), Caption("Two\nlines", over: try range(1, 1.501)),
        Caption(timeRange: try range(2, 2.999), spans: spans),
        Caption("Beyond", over: try range(3.5, 9)), Caption("Never", over: try range(5, 6)),
      ], language: "de", title: "Untertitel")
  }

  private func write(
    _ request: ExportRequest, _ path: String, _ codec: SubtitleCodec? = nil,
    warnings: WarningLog = WarningLog(), in workspace: Workspace
  ) throws {
    var request = request
    request.output.subtitleCodec = codec
    _ = try ExportSession(request, outputPath: path, gate: workspace.gate, warnings: warnings).run()
  }

  /// Captions as lines `start-end text`, in milliseconds.
  private func lines(_ captions: Captions) -> [String] {
    captions.map { caption in
      "\(caption.timeRange.start.value(timescale: 1000))-"
        + "\(caption.timeRange.end.value(timescale: 1000)) "
        + caption.text.replacingOccurrences(of: "\n", with: "|")
    }
  }

  /// What ffmpeg makes of subtitle track `index` as a SubRip file, in the same form.
  private func decoded(_ path: String, _ index: Int, in workspace: Workspace) throws -> [String] {
    let target = workspace.path("decoded.srt")
    try Tool.ffmpeg(["-i", path, "-map", "0:s:\(index)", target])
    return lines(try Captions.load(path: target, gate: workspace.gate))
  }

  private static let expected = [
    "40-1000 One", "1000-1501 Two|lines", "2000-2999 Grüße & <more>", "3500-4000 Beyond",
  ]

  @Test(
    "every container gets its captions, to the millisecond, cut where the film ends",
    arguments: forms.indices)
  func containers(index: Int) throws {
    let form = Self.forms[index]
    let workspace = try Workspace()
    let path = workspace.path("film.\(form.container.pathExtensions[0])")
    try write(
      try film([CaptionTrack(try captions(), isDefault: true)]), path, form.codec, in: workspace)
    #expect(
      lines(try Captions.load(path: path, language: "de", gate: workspace.gate)) == Self.expected)
    // ffmpeg's own way back knows neither `&amp;` nor hundredths better than ASS has them.
    let again = try decoded(path, 0, in: workspace)
    #expect(again.count == 4 && again[0] == Self.expected[0] && again[3] == Self.expected[3])
    let probe = try probe(path)
    #expect(probe.codec == form.name && ["ger", "deu"].contains(probe.language ?? ""))
    #expect(probe.isDefault && !probe.isForced && probe.title == "Untertitel")
    #expect(abs(probe.duration - 4) < 0.05, "the film lasts \(probe.duration) s")
  }

  private struct Probe {
    var codec: String?
    var language: String?
    var title: String?
    var isDefault = false
    var isForced = false
    var duration = 0.0
  }

  private func probe(_ path: String, _ index: Int = 0) throws -> Probe {
    let data = try Tool.run(
      "ffprobe", ["-v", "error", "-print_format", "json", "-show_streams", "-show_format", path])
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let streams = try #require(json["streams"] as? [[String: Any]])
    let stream = streams.filter { $0["codec_type"] as? String == "subtitle" }[index]
    let tags = stream["tags"] as? [String: String] ?? [:]
    let flags = stream["disposition"] as? [String: Int] ?? [:]
    let format = json["format"] as? [String: Any]
    return Probe(
      codec: stream["codec_name"] as? String, language: tags["language"],
      title: tags["title"] ?? tags["name"] ?? tags["handler_name"],
      isDefault: flags["default"] == 1, isForced: flags["forced"] == 1,
      duration: (format?["duration"] as? String).flatMap(Double.init) ?? 0)
  }

  @Test("several languages, one of them forced", arguments: ["mp4", "mkv", "webm"])
  func languages(ending: String) throws {
    let workspace = try Workspace()
    let path = workspace.path("film.\(ending)")
    let english = Captions([Caption("Hello", over: try range(1, 2))], language: "en")
    try write(
      try film([
        CaptionTrack(try captions(), isDefault: true), CaptionTrack(english, isForced: true),
      ]),
      path, in: workspace)
    let asset = try Asset.load(path: path, gate: workspace.gate)
    #expect(
      asset.tracks(.subtitle).map(\.languageCode).map { $0 ?? "" }.map {
        LanguageCode.threeLetters($0)
      }
        == ["deu", "eng"])
    #expect(
      lines(try Captions.load(of: asset, language: "en", gate: workspace.gate)) == [
        "1000-2000 Hello"
      ])
    if ending == "mkv" { #expect(try probe(path, 1).isForced && !probe(path, 1).isDefault) }
  }

  @Test("overlapping captions are all there, joined where a file knows one text at a time")
  func overlaps() throws {
    let workspace = try Workspace()
    let captions = Captions([
      Caption("a", over: try range(0.5, 2)), Caption("b", over: try range(1, 3)),
    ])
    for ending in ["mp4", "mkv"] {
      let path = workspace.path("film.\(ending)")
      try write(try film([CaptionTrack(captions)]), path, in: workspace)
      let found = lines(try Captions.load(path: path, gate: workspace.gate))
      #expect(
        found
          == (ending == "mkv"
            ? ["500-2000 a", "1000-3000 b"] : ["500-1000 a", "1000-2000 a|b", "2000-3000 b"]))
    }
  }

  @Test("segments of subtitle tracks are cut, moved, retimed and reversed like any other")
  func segments() throws {
    let workspace = try Workspace()
    let text =
      "1\n00:00:00,500 --> 00:00:01,000\nhello\n\n2\n00:00:01,200 --> 00:00:01,700\nworld\n"
    try text.write(toFile: workspace.path("a.srt"), atomically: true, encoding: .utf8)
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=gray:s=64x32:r=25:d=2", "-i", workspace.path("a.srt")]
        + ["-c:v", "libx264", "-c:s", "mov_text", workspace.path("a.mp4")])
    let clip = try Asset.load(path: workspace.path("a.mp4"), gate: workspace.gate)
    func film(_ edit: (inout Timeline) throws -> Void) throws -> [String] {
      var timeline = Timeline()
      try timeline.insert(try range(0.25, 1.5), of: clip, at: nil)
      try edit(&timeline)
      let path = workspace.path("cut.mkv")
      try write(ExportRequest(timeline: timeline), path, in: workspace)
      return lines(try Captions.load(path: path, gate: workspace.gate))
    }
    #expect(try film { _ in } == ["250-750 hello", "950-1250 world"])
    #expect(
      try film { try $0.retime(try range(0, 1.25), to: try Time(seconds: 2.5)) }
        == ["500-1500 hello", "1900-2500 world"])
    #expect(try film { try $0.reverse(try range(0, 1.25)) } == ["0-300 world", "500-1000 hello"])
    #expect(
      try film { try $0.remove(try range(0, 0.5)) } == ["0-250 hello", "450-750 world"])
    var timeline = Timeline()
    try timeline.insert(try range(0, 2), of: clip, at: nil)
    var request = ExportRequest(timeline: timeline)
    request.timeRange = try range(0.6, 1.6)
    try write(request, workspace.path("part.mkv"), in: workspace)
    #expect(
      lines(try Captions.load(path: workspace.path("part.mkv"), gate: workspace.gate))
        == ["0-400 hello", "600-1000 world"])
  }

  @Test("copied films keep their captions", arguments: ["mp4", "mkv"])
  func passthrough(ending: String) throws {
    let workspace = try Workspace()
    try Clips.numbered(
      workspace.path("a.mp4"), frames: 75, codec: ["-c:v", "libx264", "-g", "25"])
    let clip = try Asset.load(path: workspace.path("a.mp4"), gate: workspace.gate)
    var timeline = Timeline()
    try timeline.insert(try range(0, 3), of: clip, at: nil)
    try timeline.addCaptions(CaptionTrack(try captions()))
    var request = ExportRequest(timeline: timeline)
    // Only MP4 can hide what lies before the cut.
    let start = ending == "mp4" ? 1.0 : 0
    (request.passthrough, request.timeRange) = (.required, try range(start, start + 2))
    let path = workspace.path("copy.\(ending)")
    try write(request, path, in: workspace)
    #expect(
      lines(try Captions.load(path: path, gate: workspace.gate))
        == (ending == "mp4"
          ? ["0-501 Two|lines", "1000-1999 Grüße & <more>"] : Array(Self.expected.prefix(2))))
    let plan = try ExportPlan(request, outputPath: path, gate: workspace.gate)
    #expect(plan.method == .copy && plan.text.contains("subtitles  "))
  }

  @Test("what cannot be written is said")
  func refusals() throws {
    let workspace = try Workspace()
    let request = try film([CaptionTrack(try captions())])
    let warnings = WarningLog()
    try write(request, workspace.path("a.gif"), warnings: warnings, in: workspace)
    #expect(warnings.all.map(\.message) == ["A gif file has no place for captions: left out."])
    let error = #expect(throws: MoonreelError.self) {
      try write(request, workspace.path("a.mp4"), .webvtt, in: workspace)
    }
    #expect(
      error?.message
        == "A .mp4 file cannot hold webvtt: use mov_text; or write .mkv, .webm, .m3u8 to have webvtt."
    )
    var timeline = Timeline()
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) {
      try $0.insert(try range(0, 1), of: .custom(ToneSource(frequency: 440, gain: 0.1)), at: nil)
    }
    try timeline.addCaptions(CaptionTrack(try captions()), until: Time(wholeSeconds: 1))
    let quiet = WarningLog()
    try write(
      ExportRequest(timeline: timeline), workspace.path("a.wav"), warnings: quiet, in: workspace)
    #expect(quiet.all.isEmpty)
    var silent = request
    silent.output.includesSubtitles = false
    try write(silent, workspace.path("b.mp4"), in: workspace)
    #expect(
      try Asset.load(path: workspace.path("b.mp4"), gate: workspace.gate).tracks(.subtitle).isEmpty)
  }

  @Test(
    "a file that is cut at its length limit keeps the captions before the cut",
    arguments: ["mp4", "mkv"])
  func lengthLimit(ending: String) throws {
    let workspace = try Workspace()
    var film = Composition(size: PixelSize(320, 180), frameRate: try FrameRate(25))
    let card = try TestCardSource(
      naturalSize: PixelSize(320, 180), frameRate: try FrameRate(25), period: Time(wholeSeconds: 1),
      duration: nil)
    film.add(Layer(.media(video: .custom(card), audio: nil), over: try range(0, 20)))
    let list = try (0..<20).map {
      Caption("number \($0)", over: try range(Double($0), Double($0) + 0.5))
    }
    film.captionTracks = [CaptionTrack(Captions(list))]
    let composed = try film.lowered()
    var request = ExportRequest(
      timeline: composed.timeline, videoComposition: composed.videoComposition)
    request.output.fileLengthLimit = 60_000
    let path = workspace.path("cut.\(ending)")
    let summary = try ExportSession(request, outputPath: path, gate: workspace.gate).run()
    try #require(summary.reachedLengthLimit && summary.duration > Time(wholeSeconds: 1))
    let found = try Captions.load(path: path, gate: workspace.gate)
    let whole = list.filter { $0.timeRange.end < summary.duration }
    #expect(
      found.count >= whole.count && found.allSatisfy { $0.timeRange.start <= summary.duration })
  }

  @Test("karaoke and places survive in the forms that know them")
  func wordsAndPlaces() throws {
    let workspace = try Workspace()
    let spans = [
      CaptionSpan("one ", start: try Time(seconds: 0.2)),
      CaptionSpan("two", start: try Time(seconds: 0.5)),
    ]
    let caption = Caption(
      timeRange: try range(1, 2), spans: spans,
      placement: CaptionPlacement(gravity: .topLeft, x: 0.25, y: 0.125))
    for (codec, ending) in [(SubtitleCodec.ass, "mkv"), (.webvtt, "webm"), (.subrip, "mkv")] {
      let path = workspace.path("film.\(ending)")
      try write(try film([CaptionTrack(Captions([caption]))]), path, codec, in: workspace)
      let found = try #require(try Captions.load(path: path, gate: workspace.gate).first)
      #expect(found.text == "one two" && found.placement?.gravity == .topLeft)
      guard codec != .subrip else { continue }
      #expect(
        found.words.map { $0.timeRange.start.value(timescale: 1000) } == [1200, 1500], "\(codec)")
      #expect(found.placement?.x == 0.25 && found.placement?.y == 0.125, "\(codec)")
    }
  }
}
