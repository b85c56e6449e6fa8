// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct SpanExportTests {
  @Test func aChangedShotIsRenderedAlone() throws {
    let folder = try SpanWorkspace()
    var film = SpanFilm()
    _ = try folder.export(film.request(.mp4, .h264), to: "a.mp4")
    film.grounds[1] = 0.4
    let changed = try folder.export(film.request(.mp4, .h264), to: "b.mp4")
    #expect(changed.summary.spans == SpanSummary(spans: 3, reused: 2, framesReused: 50))
    let fresh = try SpanWorkspace()
    #expect(try fresh.export(film.request(.mp4, .h264), to: "b.mp4").bytes == changed.bytes)
  }

  @Test func anInsertedShotMovesOthersAndLeavesThemAsTheyAre() throws {
    let folder = try SpanWorkspace()
    var film = SpanFilm()
    _ = try folder.export(film.request(.mp4, .h264), to: "a.mp4")
    film.grounds.insert(0.9, at: 1)
    let longer = try folder.export(film.request(.mp4, .h264), to: "b.mp4")
    #expect(longer.summary.spans == SpanSummary(spans: 4, reused: 3, framesReused: 75))
  }

  /// In each region of an entry one bit is wrong.
  @Test func aDamagedEntryIsRenderedAnew() throws {
    let folder = try SpanWorkspace()
    let request = try SpanFilm().request(.mp4, .h264)
    let cold = try folder.export(request, to: "a.mp4")
    let path = folder.cache.folder + "/" + folder.kept[1]
    let entry = try Data(contentsOf: URL(fileURLWithPath: path))
    let places = (0...40).map { $0 * (entry.count - 1) / 40 } + Array(0..<48)
    for place in places {
      var damaged = entry
      damaged[damaged.startIndex + place] ^= 1 << UInt8(place % 8)
      try damaged.write(to: URL(fileURLWithPath: path))
      let again = try folder.export(request, to: "b.mp4")
      #expect(again.bytes == cold.bytes, "byte \(place)")
      #expect(again.summary.spans?.reused == 2, "byte \(place)")
    }
    for count in [0, 10, entry.count / 2, entry.count - 1] {
      try entry.prefix(count).write(to: URL(fileURLWithPath: path))
      let again = try folder.export(request, to: "b.mp4")
      #expect(again.bytes == cold.bytes && again.summary.spans?.reused == 2, "cut at \(count)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == entry)
  }

  @Test func anotherSpansEntryIsNoticed() throws {
    let folder = try SpanWorkspace()
    let request = try SpanFilm().request(.mp4, .h264)
    let cold = try folder.export(request, to: "a.mp4")
    let paths = folder.kept.map { folder.cache.folder + "/" + $0 }
    try FileManager.default.removeItem(atPath: paths[0])
    try FileManager.default.copyItem(atPath: paths[1], toPath: paths[0])
    let again = try folder.export(request, to: "b.mp4")
    #expect(again.bytes == cold.bytes)
    #expect(again.summary.spans?.reused == 2)
  }

  @Test func withoutAUsableCacheTheFileIsTheSame() throws {
    let folder = try SpanWorkspace()
    let request = try SpanFilm().request(.mp4, .h264)
    let cold = try folder.export(request, to: "a.mp4")
    let small = try SpanWorkspace(limit: 100)
    #expect(try small.export(request, to: "a.mp4").bytes == cold.bytes)
    #expect(small.kept.isEmpty)
    var none = request
    none.spans = SpanOptions(cache: nil)
    let path = folder.workspace.path("none.mp4")
    let summary = try ExportSession(none, outputPath: path, gate: folder.workspace.gate).run()
    #expect(summary.spans?.reused == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == cold.bytes)
    let gone = try SpanWorkspace()
    try FileManager.default.removeItem(atPath: gone.cache.folder)
    #expect(try gone.export(request, to: "a.mp4").bytes == cold.bytes)
  }

  @Test func partsFillTheCacheAndTheExportOnlyJoins() throws {
    let folder = try SpanWorkspace()
    var film = SpanFilm()
    film.grounds = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    var request = try film.request(.mkv, .h264)
    request.spans = SpanOptions(cache: folder.cache)
    for number in 1...3 {
      let session = try ExportSession(
        request, outputPath: folder.workspace.path("a.mkv"), gate: folder.workspace.gate)
      let part = try #require(SpanPart(number, of: 3))
      #expect(try session.fillSpans(part).reused == 0)
      #expect(folder.kept.count == [2, 4, 7][number - 1])
    }
    #expect(folder.workspace.files == ["spans"])
    let joined = try folder.export(request, to: "a.mkv")
    #expect(joined.summary.spans?.reused == 7)
    let fresh = try SpanWorkspace()
    #expect(try fresh.export(request, to: "a.mkv").bytes == joined.bytes)
  }

  /// A drawing that cannot say what it draws.
  private struct Secret: Drawing {
    let extent = Rect(x: 8, y: 8, width: 16, height: 16)
    var box: Rect { extent }
    var digest: Digest? { nil }
    func raster(scale: Double) throws -> DrawingRaster {
      let size = PixelSize(rounding: Size(extent.size.width * scale, extent.size.height * scale))
      let buffer = FrameBuffer(format: .gray(), size: size, color: .srgb) { planes in
        for row in 0..<size.height {
          memset(planes[0].base + row * planes[0].strideBytes, 200, size.width)
        }
      }
      return DrawingRaster(
        buffer: buffer, scale: scale, originX: Int(8 * scale), originY: Int(8 * scale))
    }
  }

  /// Draws it.
  private struct Secretive: Compositor {
    func image(for request: FrameRequest) throws -> Image {
      Image(.drawing(Secret())).over(Image(color: Color(0.3, 0.3, 0.3)))
    }
  }

  /// What cannot say what it shows is rendered each time, and the spans around it are not.
  @Test func whatCannotBeKnownIsRenderedEachTime() throws {
    let folder = try SpanWorkspace()
    var request = try SpanFilm().request(.mkv, .h264)
    request.videoComposition?.instructions[1].compositor = Secretive()
    let cold = try folder.export(request, to: "a.mkv")
    #expect(folder.kept.count == 2)
    let again = try folder.export(request, to: "a.mkv")
    #expect(again.summary.spans == SpanSummary(spans: 3, reused: 2, framesReused: 50))
    #expect(again.bytes == cold.bytes)
    let session = try ExportSession(
      request, outputPath: folder.workspace.path("b.mkv"), gate: folder.workspace.gate)
    _ = try session.run()
    let (whole, spans) = (
      try Measured(folder.workspace.path("b.mkv")).pictures(),
      try Measured(folder.workspace.path("a.mkv")).pictures()
    )
    #expect(whole.count == 75 && spans.count == 75)
    for (one, other) in zip(whole, spans) {
      let most = zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(most <= 24)
    }
  }

  /// Two exports at once: neither waits for what the other renders, and each span is rendered once.
  @Test func twoExportsShareOneCache() async throws {
    let folder = try SpanWorkspace()
    var film = SpanFilm()
    film.grounds = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    film.size = PixelSize(320, 240)
    let request = try film.request(.mp4, .h264)
    let results = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for number in 0..<2 {
        group.addTask {
          let result = try folder.export(request, to: "\(number).mp4")
          return (result.summary.spans?.reused ?? -1, result.bytes)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results[0].1 == results[1].1)
    // What one rendered the other did not.
    #expect(results[0].0 + results[1].0 == 8)
    #expect(folder.kept.count == 8)
  }

  @Test func theLeastUsedGoFirstAndNoneOfTheFilm() throws {
    let folder = try SpanWorkspace()
    let film = SpanFilm()
    _ = try folder.export(film.request(.mp4, .h264), to: "a.mp4")
    let sizes = try folder.kept.map {
      try FileManager.default.attributesOfItem(atPath: folder.cache.folder + "/" + $0)[.size]
        as? Int ?? 0
    }
    let own = Set(folder.kept)
    let small = try #require(
      SpanCache(folder: folder.cache.folder, limit: sizes.reduce(0, +) + 200))
    var other = try film.request(.mp4, .h264)
    other.output.quality = 0.4
    other.spans = SpanOptions(cache: small)
    let session = try ExportSession(
      other, outputPath: folder.workspace.path("b.mp4"), gate: folder.workspace.gate)
    #expect(try session.run().spans?.reused == 0)
    let left = Set(folder.kept)
    #expect(left.subtracting(own).count == 3)
    #expect(left.intersection(own).count < 3)
  }

  /// Settings that steer by the whole film, and words of what is said of them.
  struct Steering: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var container = Container.mp4
    var change: @Sendable (inout ExportRequest) -> Void

    static let all = [
      Steering(testDescription: "a bit rate") { $0.output.videoBitRate = 500_000 },
      Steering(testDescription: "'passes'") {
        $0.output.videoBitRate = 500_000
        $0.output.passes = 2
      },
      Steering(testDescription: "'file_length_limit'") { $0.output.fileLengthLimit = 1 << 20 },
      Steering(testDescription: "'bufsize'") {
        $0.output.videoOptions = ["maxrate": "500000", "bufsize": "500000"]
      },
      Steering(testDescription: "'vbv-maxrate'") {
        $0.output.videoOptions = ["x264-params": "vbv-maxrate=500:vbv-bufsize=500"]
      },
      Steering(testDescription: "no pictures") { $0.output.includesVideo = false },
      Steering(testDescription: "gif codes each picture", container: .gif) {
        $0.output.videoCodec = .gif
      },
    ]
  }

  @Test(arguments: Steering.all) func whatSteersByTheWholeFilmIsRenderedAsAWhole(
    _ steering: Steering
  ) throws {
    let folder = try SpanWorkspace()
    var request = try SpanFilm().request(steering.container, .h264)
    steering.change(&request)
    let warnings = WarningLog()
    let result = try folder.export(
      request, to: "a" + steering.container.ending, warnings: warnings)
    #expect(result.summary.spans == nil)
    #expect(
      warnings.all.contains { $0.message.contains(steering.testDescription) }, "\(warnings.all)")
    #expect(folder.kept.isEmpty)
  }
}
