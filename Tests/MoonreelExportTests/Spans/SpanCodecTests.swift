// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Every codec in every kind of file that holds it is exported by spans, or says why it is not.
@Suite(.serialized) struct SpanCodecTests {
  struct Pairing: CustomTestStringConvertible, Sendable {
    var container: Container
    var codec: VideoCodec
    var testDescription: String { "\(codec.rawValue) in \(container.rawValue)" }

    static let all = Container.allCases.flatMap { container in
      EncoderCatalogue.videoCodecs(in: container).filter(EncoderCatalogue.isAvailable)
        .map { Pairing(container: container, codec: $0) }
    }

    var film: SpanFilm {
      var film = SpanFilm()
      switch codec {
      case .dnxhd: film.size = PixelSize(1280, 720)
      case .dnxhr: film.size = PixelSize(256, 128)
      case .av1: film.size = PixelSize(128, 96)
      case .h264, .hevc, .vp8, .vp9, .prores422, .prores4444, .mpeg2, .ffv1, .gif, .png, .apng,
        .tiff, .exr, .webp, .jpeg:
        break
      }
      if codec == .dnxhd { film.grounds.removeLast() }
      film.hasSound = !EncoderCatalogue.audioCodecs(in: container).isEmpty
      return film
    }
  }

  /// Those that are rendered as a whole.
  private static let whole: [(VideoCodec?, Container?)] = [
    (.gif, nil), (.apng, nil), (nil, .png), (nil, .jpeg), (nil, .webp), (nil, .tiff), (nil, .exr),
    (nil, .cmaf),
  ]

  @Test(arguments: Pairing.all) func theJoinedFileIsTheSameHoweverManySpansAreKnown(
    _ pairing: Pairing
  ) throws {
    let folder = try SpanWorkspace()
    let request = try pairing.film.request(pairing.container, pairing.codec)
    let isWhole = Self.whole.contains {
      $0.0 == pairing.codec || $0.1 == pairing.container
    }
    let name =
      "film." + (pairing.container.holdsOnePicture ? "%03d." : "")
      + pairing.container.ending
      .replacing(".", with: "")
    if isWhole { return try check(isRenderedWhole: request, name, folder) }
    let shots = pairing.film.grounds.count
    let cold = try folder.export(request, to: name)
    #expect(cold.summary.spans == SpanSummary(spans: shots, reused: 0, framesReused: 0))
    #expect(folder.kept.count == shots)
    let warm = try folder.export(request, to: "warm-" + name)
    #expect(warm.summary.spans?.reused == shots)
    #expect(warm.bytes == cold.bytes)
    try folder.remove(1)
    let partly = try folder.export(request, to: "partly-" + name)
    #expect(partly.summary.spans?.reused == shots - 1)
    #expect(partly.bytes == cold.bytes)
    try check(folder.workspace.path(name), frames: shots * Int(pairing.film.rate))
    try compareShots(of: request, pairing, with: name, folder)
  }

  private func check(
    isRenderedWhole request: ExportRequest, _ name: String, _ folder: SpanWorkspace
  ) throws {
    var request = request
    request.spans = SpanOptions(cache: folder.cache)
    let warnings = WarningLog()
    let session = try ExportSession(
      request, outputPath: folder.workspace.path(name), gate: folder.workspace.gate,
      warnings: warnings)
    #expect(try session.run().spans == nil)
    #expect(warnings.all.contains { $0.message.hasPrefix("The film is rendered as a whole") })
    #expect(folder.kept.isEmpty)
    let error = #expect(throws: MoonreelError.self) { try session.fillSpans() }
    #expect(error?.message.hasPrefix("Cannot export by spans: ") == true)
  }

  /// Each packet is decoded later than the one before, and each frame is shown once, evenly.
  private func check(_ path: String, frames: Int) throws {
    let data = try MediaTool.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,dts", "-of"]
        + ["csv=p=0", path])
    let rows = String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",").map { Int($0) }
    }
    #expect(rows.count == frames)
    let decoding = rows.compactMap { $0.count > 1 ? $0[1] : nil }
    #expect(zip(decoding, decoding.dropFirst()).allSatisfy { $0 < $1 })
    let shown = rows.compactMap { $0.first ?? nil }.sorted()
    let steps = Set(zip(shown, shown.dropFirst()).map { $1 - $0 })
    // A program stream says the time of a frame only where a packet of the stream begins with one.
    if shown.count == frames {
      #expect((steps.max() ?? 0) - (steps.min() ?? 0) <= 1, "\(steps)")
    } else {
      #expect(
        path.hasSuffix(".mpg") && steps.allSatisfy { $0 % (steps.min() ?? 1) == 0 }, "\(steps)")
    }
    #expect(try Measured(path).video?.frames == frames)
  }

  /// A shot that is exported by itself is known from the film, and decodes to the same pictures.
  private func compareShots(
    of request: ExportRequest, _ pairing: Pairing, with name: String, _ folder: SpanWorkspace
  ) throws {
    let film = try Measured(folder.workspace.path(name)).pictures()
    for shot in pairing.film.grounds.indices {
      var own = request
      own.timeRange = TimeRange(
        start: Time(wholeSeconds: Int64(shot)), duration: Time(wholeSeconds: 1))
      let alone = try folder.export(own, to: "\(shot)-" + name)
      #expect(alone.summary.spans == SpanSummary(spans: 1, reused: 1, framesReused: 25))
      let pictures = try Measured(folder.workspace.path("\(shot)-" + name)).pictures()
      #expect(pictures == Array(film[shot * 25..<(shot + 1) * 25]))
    }
  }
}
