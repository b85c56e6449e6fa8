// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Packets of sound copied beside pictures that are drawn: the same packets, at the same time.
@Suite struct SoundCopyTests {
  struct Form: Sendable, CustomTestStringConvertible {
    /// The file that is copied from, and ffmpeg's options for it.
    var source: String
    var codec: [String]
    var output: String
    /// Samples of a packet.
    var packet: Int
    var testDescription: String { "\(source) to \(output)" }
  }

  static let forms: [Form] = {
    // Without noise that decoders make up.
    let aac = ["-c:a", "aac", "-b:a", "128k", "-aac_pns", "0"]
    let mp3 = ["-c:a", "libmp3lame", "-b:a", "128k"]
    let opus = ["-c:a", "libopus", "-b:a", "96k"]
    let sources = [
      ("a.m4a", aac, 1024), ("a.mp3", mp3, 1152),
      ("a.opus", opus, 960), ("a.webm", opus, 960),
    ]
    return sources.flatMap { source, codec, packet in
      (["c.mp4", "c.mkv"] + (codec == opus ? ["c.webm"] : [])).map {
        Form(source: source, codec: codec, output: $0, packet: packet)
      }
    }
  }()

  /// Four seconds of noise.
  private func noise(_ form: Form, in workspace: Workspace) throws -> Asset {
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "anoisesrc=d=4:c=pink:seed=7:a=0.5:r=48000", "-ac", "2"]
        + form.codec + [workspace.path(form.source)])
    return try Asset.load(path: workspace.path(form.source), gate: workspace.gate)
  }

  /// Gray pictures, beside them what `asset` plays from `source` seconds on, from `start` to `end` seconds.
  private func request(
    _ asset: Asset, from source: Double = 0, at start: Double = 0, to end: Double = 4
  ) throws -> ExportRequest {
    var timeline = try Timeline.of(GraySource(), seconds: 4)
    let track = timeline.addTrack(.audio)
    try timeline.updateTrack(track) {
      try $0.insert(
        TimeRange(seconds: source, source + end - start),
        of: .asset(try #require(asset.audio)), at: Time(seconds: start))
    }
    var request = ExportRequest(timeline: timeline)
    request.output.copiesSound = true
    return request
  }

  /// The sums of the packets of sound, as ffmpeg reads them.
  private func packets(_ path: String) throws -> [String] {
    let text = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-copypriorss", "1"]
        + ["-f", "framemd5", "-"])
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",")[5].trimmingCharacters(in: .whitespaces) }
  }

  /// The first channel of a copy as ffmpeg decodes it, from the file's zero on.
  private func heard(_ path: String) throws -> [Float] {
    let data = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-copyts", "-i", path, "-map", "0:a:0", "-f", "f32le", "-ar", "48000"]
        + ["-af", "aresample=async=1:first_pts=0,pan=mono|c0=c0", "-"])
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The largest difference between what two sounds are over `range` of the first.
  private func difference(
    _ first: [Float], _ second: [Float], _ range: Range<Int>, shift: Int
  ) -> Float {
    guard range.upperBound <= first.count, range.upperBound + shift <= second.count else {
      return .infinity
    }
    return range.reduce(0) { max($0, abs(first[$1] - second[$1 + shift])) }
  }

  @Test("whole files: the same packets, sample by sample in time", arguments: forms)
  func whole(_ form: Form) throws {
    let workspace = try Workspace()
    let asset = try noise(form, in: workspace)
    let request = try request(asset)
    let file = try export(request, to: form.output, in: workspace)
    #expect(file.video?.frames == 120 || file.video?.frames == 100)
    let (source, copy) = (workspace.path(form.source), workspace.path(form.output))
    #expect(try packets(copy) == packets(source))
    let (before, after) = (try Measured(source).samples(), try heard(copy))
    #expect(abs(after.count - before.count) < form.packet)
    #expect(difference(after, before, 0..<190_000, shift: 0) < 1e-5)
  }

  @Test("a stretch of it: packets of the source, in time to the sample", arguments: forms)
  func trimmed(_ form: Form) throws {
    let workspace = try Workspace()
    let asset = try noise(form, in: workspace)
    let request = try request(asset, from: 1.001, at: 0, to: 2.4)
    try export(request, to: form.output, in: workspace)
    let (source, copy) = (workspace.path(form.source), workspace.path(form.output))
    let (all, some) = (try packets(source), try packets(copy))
    let first = try #require(all.firstIndex { $0 == some.first })
    #expect(some.count > 2 * 48_000 / form.packet)
    #expect(Array(all[first..<min(all.count, first + some.count)]) == some)
    let (before, after) = (try Measured(source).samples(), try heard(copy))
    #expect(abs(after.count - 115_200) < form.packet + 48, "\(after.count)")
    // Opus comes near to what it was with time.
    let tolerance: Float = form.codec.contains("libopus") ? 0.005 : 1e-5
    #expect(difference(after, before, 0..<115_200, shift: 48_048) < tolerance)
    // Read again by us, too.
    let again = try Asset.load(path: copy, gate: workspace.gate)
    #expect(again.audio?.timeRange.start == .zero)
  }

  /// Matroska counts milliseconds, and its sound begins with a whole packet.
  @Test("sound that begins later than the pictures", arguments: forms)
  func later(_ form: Form) throws {
    let workspace = try Workspace()
    let asset = try noise(form, in: workspace)
    try export(try request(asset, from: 0.5, at: 1.2, to: 3), to: form.output, in: workspace)
    let before = try Measured(workspace.path(form.source)).samples()
    let after = try heard(workspace.path(form.output))
    let begin = 57_600
    #expect(after.count > 143_000)
    #expect(after[..<(begin - 48)].allSatisfy { abs($0) < 1e-6 })
    let late = form.output == "c.mp4" ? 0...0 : -48...48
    let range = begin + form.packet * 12..<142_000
    let least = late.map { difference(after, before, range, shift: 24_000 - begin + $0) }.min()
    #expect((least ?? 1) < (form.codec.contains("libopus") ? 0.005 : 1e-5), "\(least ?? 1)")
  }

  // MARK: What stands in the way

  /// What the export, and the plan, say in place of a copy.
  private func refusal(
    _ change: (inout ExportRequest, Asset, Workspace) throws -> Void, to name: String = "c.mp4"
  ) throws -> String {
    let workspace = try Workspace()
    let asset = try noise(Self.forms[0], in: workspace)
    var request = try request(asset)
    try change(&request, asset, workspace)
    let path = workspace.path(name)
    let planned = #expect(throws: MoonreelError.self) {
      try ExportPlan(request, outputPath: path, gate: workspace.gate)
    }
    let failed = #expect(throws: MoonreelError.self) {
      try ExportSession(request, outputPath: path, gate: workspace.gate).run()
    }
    #expect(planned?.message == failed?.message)
    #expect(!workspace.files.contains(name))
    let message = planned?.message ?? ""
    #expect(message.hasPrefix("Cannot copy the packets of the sound: "), "\(message)")
    return String(message.dropFirst(38).prefix { $0 != ":" }.split(separator: ". ").first ?? "")
  }

  /// Changes the track of sound, which is the second.
  private func track(
    _ request: inout ExportRequest, _ change: (inout Track) throws -> Void
  ) throws { try request.timeline.updateTrack(TrackID(2), change) }

  @Test func everyObstacleIsNamed() throws {
    #expect(
      try refusal { request, _, _ in request.output.sampleRate = 44_100 }.hasPrefix("44100 Hz are"))
    #expect(
      try refusal { request, _, _ in request.output.channelLayout = .mono }.hasPrefix("FC are"))
    #expect(
      try refusal { request, _, _ in request.output.audioBitRate = 64_000 }
        == "a bit rate of sound is asked for")
    #expect(
      try refusal { request, _, _ in request.output.audioOptions = ["a": "b"] }
        == "options of an encoder of sound are given")
    #expect(
      try refusal { request, _, _ in request.output.fileLengthLimit = 1_000_000 }
        == "a limit of length is asked for")
    #expect(
      try refusal { request, _, _ in request.loudness = try LoudnessTarget(integrated: -16) }
        == "a loudness is asked for")
    #expect(
      try refusal { request, _, _ in request.soundTracks = [SoundTrack(mix: AudioMix())] }
        == "tracks of sound are asked for")
    #expect(
      try refusal { request, _, _ in try track(&request) { $0.preferredVolume = 0.5 } }
        == "track 2 has a volume of 0.5")
    #expect(
      try refusal { request, asset, _ in
        let more = request.timeline.addTrack(.audio)
        try request.timeline.updateTrack(more) {
          try $0.insert(
            TimeRange(seconds: 0, 1), of: .asset(try #require(asset.audio)), at: nil)
        }
      } == "tracks 2 and 3 both carry audio and have to be joined into one")
    #expect(
      try refusal { request, _, _ in
        try track(&request) { try $0.retime(TimeRange(seconds: 0, 2), to: Time(seconds: 1)) }
      }.hasPrefix("segment 1 of track 2 runs at 2 times its speed"))
    #expect(
      try refusal { request, _, workspace in
        let form = Form(source: "b.mp3", codec: ["-c:a", "libmp3lame"], output: "", packet: 1152)
        let other = try noise(form, in: workspace)
        try track(&request) {
          try $0.insert(TimeRange(seconds: 0, 1), of: .asset(try #require(other.audio)), at: nil)
        }
      }.contains("is encoded differently from"))
    #expect(try refusal({ _, _, _ in }, to: "c.webm") == "a .webm file cannot hold aac")
    #expect(try refusal({ _, _, _ in }, to: "c.ts") == "none are copied into .ts files")
  }

  @Test func whatTheMixChangesIsNamed() throws {
    func reason(_ change: (inout AudioMixParameters) -> Void) throws -> String {
      try refusal { request, _, _ in
        var parameters = AudioMixParameters(trackID: TrackID(2))
        change(&parameters)
        request.audioMix = AudioMix(parameters: [parameters])
      }
    }
    #expect(
      try reason { $0.setVolume(0.5, at: .zero) } == "the sound of track 2 has a volume of its own")
    #expect(
      try reason { $0.declick = Time(flicks: 1) }
        == "the sound of track 2 is made to swell and die away at its cuts")
    #expect(try reason { $0.reachesOutput = false } == "the sound of track 2 is muted")
    #expect(
      try reason { $0.output = SoundBusID(1) }.hasPrefix("the sound of track 2 goes to a bus"))
  }

  /// A clip of a composition with a title over it: the mix of its layers changes nothing.
  @Test func layersThatChangeNothingAreCopied() throws {
    let workspace = try Workspace()
    try Clips.flashes(
      workspace.path("a.mov"), seconds: 4, video: ["-c:v", "libx264"],
      audio: ["-c:a", "aac", "-b:a", "128k"])
    let asset = try Asset.load(path: workspace.path("a.mov"), gate: workspace.gate)
    var show = Composition(size: PixelSize(32, 16), frameRate: try FrameRate(25))
    show.add(
      Layer(
        .media(
          video: .asset(try #require(asset.video)), audio: .asset(try #require(asset.audio))),
        over: try TimeRange(seconds: 0, 4)))
    show.add(
      Layer(
        .media(video: .custom(GraySource()), audio: nil), over: try TimeRange(seconds: 1.2, 1.8)))
    var request = try ExportRequest(show)
    request.output.copiesSound = true
    let plan = try ExportPlan(
      request, outputPath: workspace.path("b.mp4"), gate: workspace.gate)
    let line = "  audio  packets of '\(workspace.path("a.mov"))' stream 1 copied: aac, 48000 Hz, FC"
    #expect(plan.text.contains(line), "\(plan.text)")
    #expect(plan.json(indented: false).contains(#""codec":"copy","copied_codec":"aac""#))
    let file = try export(request, to: "b.mp4", in: workspace)
    #expect(try packets(workspace.path("b.mp4")) == packets(workspace.path("a.mov")))
    let (grays, samples) = (try file.grays(), try file.samples())
    #expect(grays.indices.filter { grays[$0] > 200 } == [0, 25, 50, 75])
    for second in 1..<4 {
      let due = second * 48_000
      let click = (due - 900..<due + 900).max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
      #expect(abs(click - due) <= 1, "\(click)")
    }
  }
}
