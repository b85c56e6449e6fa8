// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Films of clips of which one is damaged, exported by spans: spans that show damage are rendered and told each time, all
/// others are kept, and whatever is exported warns as it does without spans.
///
/// Each film has four spans of ten frames. The reader opens a clip while the one before it is shown, and with four threads
/// it decodes each frame while the one before is drawn.
struct DamagedSpanTests {
  /// Which clip is damaged, where, and what that spoils.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The frames of each clip.
    var clips: [Int]
    /// Clip and packet that are damaged.
    var damaged: (clip: Int, packet: Int)
    /// Whether each frame of the clips is coded by itself.
    var isIntra = true
    /// The frames of the film that show damage.
    var shown: Range<Int>
    /// Frames of the film that all show the damaged packet, as a frozen frame; none: each shows its own.
    var isFrozen = false
  }

  static let cases = [
    Case(
      testDescription: "the first frame of the second clip", clips: [10, 20, 10],
      damaged: (1, 0), shown: 10..<11),
    Case(
      testDescription: "a frame in the middle", clips: [10, 20, 10], damaged: (1, 4), shown: 14..<15
    ),
    Case(
      testDescription: "the last frame of the second clip", clips: [10, 20, 10],
      damaged: (1, 19), shown: 29..<30),
    Case(
      testDescription: "the first frame of the film", clips: [20, 20], damaged: (0, 0), shown: 0..<1
    ),
    Case(
      testDescription: "the first frame of the last clip", clips: [30, 10], damaged: (1, 0),
      shown: 30..<31),
    Case(
      testDescription: "the first frame after a cut within a span", clips: [15, 25],
      damaged: (1, 0), shown: 15..<16),
    Case(
      testDescription: "all that leans on a frame, into the next span", clips: [10, 20, 10],
      damaged: (1, 4), isIntra: false, shown: 14..<30),
    Case(
      testDescription: "a frozen frame", clips: [10, 20, 10], damaged: (1, 0), shown: 10..<30,
      isFrozen: true),
  ]

  private let folder: SpanWorkspace

  init() throws { folder = try SpanWorkspace() }

  /// A clip of `frames` frames, of which packet `damaged` cannot be decoded.
  private func clip(_ number: Int, _ film: Case) throws -> AssetTrack {
    let path = folder.workspace.path("\(number).mov")
    let codec =
      film.isIntra
      ? ["-c:v", "png", "-pix_fmt", "rgb24"]
      : ["-c:v", "libx264", "-g", "100", "-bf", "0", "-sc_threshold", "0"]
    // No two clips are the same file: their frames would be the same.
    try Clips.numbered(
      path, frames: film.clips[number], rate: "10", codec: codec,
      more: ["-metadata", "title=\(number)"])
    if film.damaged.clip == number {
      let places = try Tool.run(
        "ffprobe",
        ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pos", "-of", "csv=p=0"]
          + [path])
      let lines = String(decoding: places, as: UTF8.self).split(whereSeparator: \.isNewline)
      let place = try #require(Int(lines[film.damaged.packet].filter(\.isNumber)))
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // The length of a NAL unit, or the signature of a picture.
      for offset in 0..<4 { bytes[place + offset] ^= 0x7f }
      try bytes.write(to: URL(fileURLWithPath: path))
    }
    return try #require(Asset.load(path: path, gate: folder.workspace.gate).video)
  }

  private func request(_ film: Case, threads: Int) throws -> ExportRequest {
    var timeline = Timeline()
    let track = timeline.addTrack(.video)
    let rate = try FrameRate(10)
    let frame = rate.time(ofFrame: 1)
    for number in film.clips.indices {
      let clip = try clip(number, film)
      let range = TimeRange(start: .zero, duration: rate.time(ofFrame: Int64(film.clips[number])))
      try timeline.updateTrack(track) {
        let start = $0.segments.last?.targetRange.end ?? .zero
        guard film.isFrozen, film.damaged.clip == number else {
          return try $0.insert(range, of: .asset(clip), at: nil)
        }
        try $0.insert(TimeRange(start: .zero, duration: frame), of: .asset(clip), at: nil)
        try $0.retime(TimeRange(start: start, duration: frame), to: range.duration)
      }
    }
    var composition = VideoComposition(renderSize: PixelSize(32, 16), frameRate: rate)
    composition.instructions = (Int64(0)..<4).map { second in
      var instruction = VideoInstruction(
        timeRange: TimeRange(start: Time(wholeSeconds: second), duration: Time(wholeSeconds: 1)))
      instruction.layerInstructions = [LayerInstruction(trackID: track)]
      return instruction
    }
    var request = ExportRequest(timeline: timeline, videoComposition: composition)
    (request.output.container, request.output.videoCodec) = (.mp4, .h264)
    request.copiesUntouched = .never
    request.renderThreadCount = threads
    return request
  }

  /// What an export of `request` without spans warns of.
  private func plain(_ request: ExportRequest) throws -> [WarningLog.Entry] {
    let warnings = WarningLog()
    _ = try ExportSession(
      request, outputPath: folder.workspace.path("plain.mp4"), gate: folder.workspace.gate,
      warnings: warnings
    ).run()
    return warnings.all
  }

  @Test(arguments: cases, [1, 4])
  func damageIsChargedToWhatShowsIt(_ film: Case, threads: Int) throws {
    let request = try request(film, threads: threads)
    let warnings = try plain(request)
    // Of several threads that decode, the one behind may tell of the damage.
    let inexact = film.isIntra ? 0 : 1
    #expect(warnings.count == 1 && abs(warnings[0].count - film.shown.count) <= inexact)
    let spoilt = Set(film.shown.map { $0 / 10 })
    var whole: Data?
    for run in ["cold", "warm"] {
      let log = WarningLog()
      let export = try folder.export(request, to: "a.mp4", warnings: log)
      #expect(export.summary.spans?.reused == (run == "cold" ? 0 : 4 - spoilt.count), "\(run)")
      #expect(log.all == warnings, "\(run)")
      #expect(folder.kept.count == 4 - spoilt.count, "\(run)")
      #expect(whole == nil || export.bytes == whole, "\(run)")
      whole = export.bytes
    }
    try expectParts(request, warnings, kept: 4 - spoilt.count)
    for span in 0..<4 where threads > 1 {
      var part = request
      part.timeRange = TimeRange(
        start: Time(wholeSeconds: Int64(span)), duration: Time(wholeSeconds: 1))
      let log = WarningLog()
      let export = try folder.export(part, to: "b.mp4", warnings: log)
      #expect(export.summary.spans?.reused == (spoilt.contains(span) ? 0 : 1), "span \(span)")
      let own = film.shown.clamped(to: span * 10..<span * 10 + 10)
      let told = log.all.reduce(0) { $0 + $1.count }
      #expect(abs(told - own.count) <= inexact, "span \(span): \(log.all)")
    }
  }

  /// Several processes leave the spans that show damage to who joins, and he warns of them.
  private func expectParts(
    _ request: ExportRequest, _ warnings: [WarningLog.Entry], kept: Int
  ) throws {
    for name in folder.kept {
      try FileManager.default.removeItem(atPath: folder.cache.folder + "/" + name)
    }
    var request = request
    request.spans = SpanOptions(cache: folder.cache)
    for number in 1...2 {
      let session = try ExportSession(
        request, outputPath: folder.workspace.path("c.mp4"), gate: folder.workspace.gate)
      _ = try session.fillSpans(try #require(SpanPart(number, of: 2)))
    }
    #expect(folder.kept.count == kept)
    let log = WarningLog()
    #expect(
      try folder.export(request, to: "c.mp4", warnings: log).summary.spans?.reused == kept)
    #expect(log.all == warnings)
  }
}
