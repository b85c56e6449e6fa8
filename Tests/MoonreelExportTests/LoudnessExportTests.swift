// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Films brought to a loudness, written, and measured by another program.
@Suite struct LoudnessExportTests {
  /// A film of twelve seconds of music.
  private func music(gain: Double = 1, seconds: Int64 = 12) throws -> ExportRequest {
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    let source = MusicSource(seed: 3, gain: gain)
    try timeline.updateTrack(track) {
      try $0.insert(
        TimeRange(start: .zero, duration: Time(wholeSeconds: seconds)), of: .custom(source))
    }
    return ExportRequest(timeline: timeline)
  }

  private func write(
    _ request: ExportRequest, _ name: String, in workspace: Workspace
  ) throws -> (summary: OutputSummary, found: LoudnessReference, warnings: [String]) {
    let (path, log) = (workspace.path(name), WarningLog())
    let session = try ExportSession(
      request, outputPath: path, gate: workspace.gate, warnings: log)
    let summary = try session.run()
    return (summary, try LoudnessReference(path), log.all.map(\.message))
  }

  @Test(
    "a film comes to its loudness, and its true peak stays below the limit",
    arguments: [
      LoudnessTarget(.broadcast), LoudnessTarget(.podcast), LoudnessTarget(.streaming),
      try LoudnessTarget(integrated: -11, truePeak: -2), try LoudnessTarget(integrated: -35),
    ], ["film.wav", "film.flac"])
  func reached(_ target: LoudnessTarget, _ name: String) throws {
    let workspace = try Workspace()
    var request = try music(gain: 0.5)
    request.loudness = target
    let (summary, found, warnings) = try write(request, name, in: workspace)
    #expect(abs(found.integrated - target.integrated) <= 0.2, "\(found)")
    #expect(found.truePeak <= (target.truePeak ?? -1) + 0.1, "\(found)")
    let own = try #require(summary.loudnesses.first)
    #expect(abs(own.integrated - found.integrated) <= 0.1, "\(own) and \(found)")
    #expect(abs(own.truePeak - found.truePeak) <= 0.2, "\(own) and \(found)")
    #expect(warnings.isEmpty)
  }

  @Test("of surround sound and of mono", arguments: [ChannelLayout.surround51, .mono])
  func layouts(_ layout: ChannelLayout) throws {
    let workspace = try Workspace()
    var request = try music(gain: 0.3)
    request.loudness = LoudnessTarget(.podcast)
    request.output.channelLayout = layout
    let (_, found, _) = try write(request, "film.wav", in: workspace)
    #expect(abs(found.integrated + 16) <= 0.2 && found.truePeak <= -0.9, "\(found)")
  }

  @Test("only the range that is written counts") func range() throws {
    let workspace = try Workspace()
    var request = try music()
    let track = request.timeline.tracks[0].id
    var parameters = AudioMixParameters(trackID: track)
    parameters.setVolume(0.1, at: Time(wholeSeconds: 6))
    request.audioMix = AudioMix(parameters: [parameters])
    request.timeRange = try TimeRange(seconds: 6, 12)
    request.loudness = LoudnessTarget(.broadcast)
    let (_, found, _) = try write(request, "film.wav", in: workspace)
    #expect(abs(found.integrated + 23) <= 0.2, "\(found)")
  }

  @Test("peaks that leave no room are kept below the limit, and a warning says so") func noRoom()
    throws
  {
    let workspace = try Workspace()
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    let clicks = try ClickSource(interval: try Time(seconds: 0.2), gain: 0.9)
    try timeline.updateTrack(track) {
      try $0.insert(TimeRange(seconds: 0, 5), of: .custom(clicks))
    }
    var request = ExportRequest(timeline: timeline)
    request.loudness = try LoudnessTarget(integrated: -8)
    let (summary, found, warnings) = try write(request, "film.wav", in: workspace)
    #expect(found.truePeak <= -0.9 && found.integrated < -9, "\(found)")
    let reached = try #require(summary.loudnesses.first).integrated
    #expect(
      warnings == [
        "A loudness of -8.0 LUFS is asked for, and the sound comes to \(Loudness.tenths(reached)) LUFS: its "
          + "peaks leave no room for more below -1.0 dBTP. Ask for less, or make its peaks less high."
      ])
  }

  @Test("silence and what is too short stay as they are, with a warning") func nothingToMeasure()
    throws
  {
    let workspace = try Workspace()
    var silent = try music(gain: 0, seconds: 1)
    silent.loudness = LoudnessTarget(.streaming)
    let still = try write(silent, "silent.wav", in: workspace)
    #expect(still.summary.loudnesses.first?.description == "silent")
    #expect(
      still.warnings == [
        "A loudness of -14.0 LUFS is asked for, and the film has nothing but silence: leave 'loudness' out, "
          + "or add sound."
      ])
    var short = try music()
    short.timeRange = try TimeRange(seconds: 0, 0.3)
    short.loudness = LoudnessTarget(.streaming)
    let brief = try write(short, "short.wav", in: workspace)
    #expect(
      brief.warnings == [
        "A loudness of -14.0 LUFS is asked for, and the sound is too quiet or too short to be measured: it is "
          + "left as it is. Loudness needs 0.4 s above -70 LUFS."
      ])
    #expect(brief.summary.samples == 14_400)
    var mute = ExportRequest(timeline: try .of(GraySource(), seconds: 0.2))
    mute.loudness = LoudnessTarget(.streaming)
    let log = WarningLog()
    let summary = try ExportSession(
      mute, outputPath: workspace.path("mute.mkv"), gate: workspace.gate, warnings: log
    ).run()
    #expect(summary.loudnesses.first == nil)
    #expect(
      log.all.map(\.message) == [
        "A loudness of -14.0 LUFS is asked for, and the film has no sound: leave 'loudness' out, or add sound."
      ])
  }

  @Test("a film without a loudness is measured, and not changed") func unchanged() throws {
    let workspace = try Workspace()
    let (summary, found, warnings) = try write(try music(), "film.wav", in: workspace)
    let own = try #require(summary.loudnesses.first)
    #expect(abs(own.integrated - found.integrated) <= 0.1 && warnings.isEmpty)
    let samples = try Measured(workspace.path("film.wav")).samples()
    let source = try MusicSource(seed: 3).samples(from: 0, frameCount: 48_000, sampleRate: 48_000)
    // The file has 16 bits: dithered and rounded.
    #expect(zip(samples, source.channels[0]).allSatisfy { abs($0 - $1) <= 2 / 32_767 })
  }

  @Test("what is checked is what is rendered") func levels() throws {
    let workspace = try Workspace()
    var request = try music(gain: 0.5)
    request.loudness = LoudnessTarget(.streaming)
    let levels = try #require(try request.soundLevels(gate: workspace.gate))
    let (summary, _, _) = try write(request, "film.wav", in: workspace)
    #expect(levels.loudness == summary.loudnesses.first)
    #expect(abs(levels.peak.decibels - levels.loudness.samplePeak) < 1e-9)
  }

  @Test("packets are not copied where a loudness is asked for") func passthrough() throws {
    let workspace = try Workspace()
    try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=1:r=48000", workspace.path("tone.wav")])
    let asset = try Asset.load(path: workspace.path("tone.wav"), gate: workspace.gate)
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0, 1), of: asset, at: nil)
    var request = ExportRequest(timeline: timeline)
    request.passthrough = .required
    request.loudness = LoudnessTarget(.streaming)
    #expect {
      try ExportSession(
        request, outputPath: workspace.path("copy.wav"), gate: workspace.gate
      ).run()
    } throws: {
      "\($0)".contains("a loudness is asked for")
    }
  }

  @Test(
    "tracks of real files are as loud as ffmpeg says",
    .enabled(if: Workspace.hasShared("media"), "the real clips of ../shared/media are not here"),
    arguments: [
      "speech-female-48k.wav", "music-vibe-ace-40s.mp3", "music-hungarian-dance-5.ogg",
      "road-1080p25-h264-aac-up.mp4", "cups-720p2997-vp9-opus.webm",
    ])
  func realFiles(_ name: String) throws {
    let path = Workspace.sharedFolder + "/media/" + name
    let gate = FileGate(folders: [Workspace.sharedFolder])
    let track = try #require(try Asset.load(path: path, gate: gate).audio)
    let own = try #require(try track.loudness(gate: gate))
    let found = try LoudnessReference(path)
    #expect(abs(own.integrated - found.integrated) <= 0.1, "\(own) and \(found)")
    #expect(abs(own.truePeak - found.truePeak) <= 0.2, "\(own) and \(found)")
  }

  @Test(
    "a film of real music and speech comes to its loudness",
    .enabled(if: Workspace.hasShared("media"), "the real clips of ../shared/media are not here"),
    arguments: [
      ("speech-female-48k.wav", -16.0), ("music-vibe-ace-40s.mp3", -14),
      ("music-hungarian-dance-5.ogg", -12), ("road-1080p25-h264-aac-up.mp4", -23),
    ])
  func realFilms(_ name: String, _ target: Double) throws {
    let workspace = try Workspace()
    let asset = try Asset.load(
      path: Workspace.sharedFolder + "/media/" + name, gate: workspace.gate)
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    let audio = try #require(asset.audio)
    try timeline.updateTrack(track) { try $0.insert(audio.timeRange, of: .asset(audio)) }
    var request = ExportRequest(timeline: timeline)
    request.loudness = try LoudnessTarget(integrated: target)
    let (_, found, warnings) = try write(request, "film.wav", in: workspace)
    #expect(abs(found.integrated - target) <= 0.2, "\(found) \(warnings)")
    #expect(found.truePeak <= -0.9, "\(found)")
  }
}

extension LoudnessReference: CustomStringConvertible {
  var description: String { "\(integrated) LUFS, \(truePeak) dBTP" }
}
