// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// A film of shots of one second, in each of which a bar moves over a ground of its own; with a tone.
struct SpanFilm {
  /// The grays of the grounds, a shot each.
  var grounds: [Double] = [0.2, 0.5, 0.8]
  var size = PixelSize(64, 48)
  var rate: Int64 = 25
  var hasSound = true

  /// A bar that moves over a ground.
  struct Bar: Compositor {
    var ground: Double
    var start: Time
    var size: PixelSize

    func image(for request: FrameRequest) throws -> Image {
      let size = size.size
      let left = (request.context.time - start).seconds * (size.width - 8)
      let bar = Image(color: .white)
        .cropped(to: Rect(x: left.rounded(), y: 4, width: 8, height: size.height - 8))
      return bar.over(Image(color: Color(ground, ground, ground)))
    }
  }

  func request(_ container: Container, _ codec: VideoCodec) throws -> ExportRequest {
    let seconds = Double(grounds.count)
    let timeline = try Timeline.of(
      GraySource(), seconds: seconds, audio: hasSound ? LevelSource() : nil)
    var composition = VideoComposition(renderSize: size, frameRate: try FrameRate(rate))
    composition.instructions = grounds.enumerated().map { index, ground in
      let start = Time(wholeSeconds: Int64(index))
      var instruction = VideoInstruction(
        timeRange: TimeRange(start: start, duration: Time(wholeSeconds: 1)))
      instruction.compositor = Bar(ground: ground, start: start, size: size)
      return instruction
    }
    var request = ExportRequest(timeline: timeline, videoComposition: composition)
    (request.output.container, request.output.videoCodec) = (container, codec)
    return request
  }
}

/// A workspace with a folder of spans.
struct SpanWorkspace {
  let workspace: Workspace
  let cache: SpanCache

  init(limit: Int = SpanCache.usualLimit) throws {
    workspace = try Workspace()
    let folder = workspace.path("spans")
    guard let cache = SpanCache(folder: folder, limit: limit) else {
      throw MoonreelError(.fileAccess, "no cache")
    }
    self.cache = cache
  }

  /// The names of the spans that are kept.
  var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cache.folder)) ?? []).sorted()
  }

  /// Exports `request` by spans.
  func export(
    _ request: ExportRequest, to name: String, warnings: WarningLog = WarningLog()
  ) throws -> (summary: OutputSummary, bytes: Data) {
    var request = request
    request.spans = SpanOptions(cache: cache)
    let path = workspace.path(name)
    let session = try ExportSession(
      request, outputPath: path, gate: workspace.gate, warnings: warnings)
    let summary = try session.run()
    return (summary, try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Removes span `index` of those that are kept, in the order of their names.
  func remove(_ index: Int) throws {
    try #require(kept.count > index, "only \(kept.count) spans are kept")
    try FileManager.default.removeItem(atPath: cache.folder + "/" + kept[index])
  }
}
