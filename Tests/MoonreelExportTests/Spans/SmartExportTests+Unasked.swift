// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

extension SmartExportTests {
  /// What a film says of itself, and whether packets are copied though nobody asked for it.
  struct Unasked: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var copiesPictures = false
    var change: @Sendable (inout ExportRequest) throws -> Void
  }

  static let unasked = [
    Unasked(testDescription: "nothing", copiesPictures: true) { _ in },
    Unasked(testDescription: "spans", copiesPictures: true) {
      $0.spans = SpanOptions(cache: nil)
    },
    Unasked(testDescription: "how good the sound is", copiesPictures: true) {
      $0.output.audioBitRate = 96_000
    },
    Unasked(testDescription: "that nothing is copied") { $0.copiesUntouched = .never },
    Unasked(testDescription: "how good the pictures are") { $0.output.quality = 0.5 },
    Unasked(testDescription: "their bit rate") { $0.output.videoBitRate = 200_000 },
    Unasked(testDescription: "options of the encoder") { $0.output.videoOptions = ["crf": "30"] },
    Unasked(testDescription: "an encoder") { $0.output.videoEncoder = "libx264" },
    Unasked(testDescription: "a preset") { $0.preset = try ExportPreset.named("medium") },
    Unasked(testDescription: "how long the file may be") {
      $0.output.fileLengthLimit = 10_000_000
    },
    Unasked(testDescription: "another codec") { $0.output.videoCodec = .hevc },
    Unasked(testDescription: "another size") { $0.scale = 0.5 },
    Unasked(testDescription: "backwards") {
      try $0.timeline.reverse(TimeRange(seconds: 0, 3))
    },
    Unasked(testDescription: "who draws") {
      $0.videoComposition = .automatic(
        $0.timeline, size: SmartExportTests.size, rate: try FrameRate(25))
      $0.videoComposition?.compositor = FirstLayer()
    },
  ]

  /// The first layer's pictures, by somebody who could be a function of a script.
  private struct FirstLayer: Compositor {
    func image(for request: FrameRequest) throws -> Image {
      try request.frame(TrackID(1))?.image ?? .empty
    }
  }

  @Test(
    "a cut of clips is copied unasked, unless the film says how it is encoded", arguments: unasked)
  func copiedUnasked(_ film: Unasked) throws {
    let asset = try clip("one.mp4", Self.x264 + " -ac 2")
    var request = ExportRequest(timeline: try timeline([(asset, 0, 75)]))
    request.copiesUntouched = .unasked
    try film.change(&request)
    let path = workspace.path("a.mp4")
    let warnings = WarningLog()
    let session = try ExportSession(
      request, outputPath: path, gate: workspace.gate, warnings: warnings)
    let summary = try session.run()
    #expect((summary.copies?.copiedDuration ?? .zero > .zero) == film.copiesPictures)
    #expect(session.settings.copiedSound == nil)
    #expect(warnings.all.isEmpty)
    #expect(try Measured(path).video?.frames == 75)
  }

  /// A clip of which some bytes are others: in slices, where only decoding tells, and in the lengths between them.
  private func damaged(_ name: String, from start: Double, every step: Int) throws -> Asset {
    _ = try clip("whole.mp4", Self.x264 + " -movflags +faststart")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: workspace.path("whole.mp4")))
    for place in stride(from: Int(Double(bytes.count) * start), to: bytes.count, by: step) {
      bytes[place] ^= 0x55
    }
    try bytes.write(to: URL(fileURLWithPath: workspace.path(name)))
    return try Asset.load(path: workspace.path(name), gate: workspace.gate)
  }

  @Test("what is damaged is encoded, and is told as without copies", arguments: [97, 1009, 5003])
  func damageIsEncoded(_ step: Int) throws {
    let asset = try damaged("damaged.mp4", from: 0.5, every: step)
    func export(_ copying: UntouchedCopying) throws -> (log: [String], digest: Data) {
      var request = ExportRequest(timeline: try timeline([(asset, 0, 100)]))
      request.copiesUntouched = copying
      let (path, warnings) = (workspace.path("\(copying).mp4"), WarningLog())
      _ = try ExportSession(
        request, outputPath: path, gate: workspace.gate, warnings: warnings
      ).run()
      return (
        warnings.all.map { "\($0)" },
        try Tool.ffmpeg(["-i", path, "-map", "0", "-f", "framemd5", "-"])
      )
    }
    let (encoded, unasked) = (try export(.never), try export(.unasked))
    #expect(!encoded.log.isEmpty && unasked.log == encoded.log)
    #expect(unasked.digest == encoded.digest)
  }

  @Test("with copies that were asked for, packets that are not whole are told")
  func damagedPacketsAreTold() throws {
    let asset = try damaged("damaged.mp4", from: 0.2, every: 97)
    var request = ExportRequest(timeline: try timeline([(asset, 0, 100)]))
    request.copiesUntouched = .asked
    let (path, warnings) = (workspace.path("asked.mp4"), WarningLog())
    _ = try ExportSession(
      request, outputPath: path, gate: workspace.gate, warnings: warnings
    ).run()
    #expect(
      warnings.all.contains { $0.message.hasPrefix("Nothing is copied: Cannot copy pictures of") })
    #expect(try Measured(path).video?.frames == 100)
  }
}
