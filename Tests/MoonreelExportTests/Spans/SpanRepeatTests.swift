// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelExport

/// The same span is the same packets, however often and beside whatever it is encoded.
@Suite(.serialized) struct SpanRepeatTests {
  @Test(
    arguments: [VideoCodec.h264, .hevc, .vp8, .vp9, .av1, .mpeg2].filter(
      EncoderCatalogue.isAvailable), [PixelSize(64, 64), PixelSize(142, 80), PixelSize(320, 180)])
  func spansAreTheSameHoweverManyAreEncodedAtOnce(_ codec: VideoCodec, _ size: PixelSize)
    async throws
  {
    var film = SpanFilm()
    film.size = size
    film.hasSound = false
    let request = try film.request(.mkv, codec)
    let found = try await withThrowingTaskGroup(of: [String: Data].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let folder = try SpanWorkspace()
          _ = try folder.export(request, to: "a.mkv")
          let entries = try folder.kept.map {
            ($0, try Data(contentsOf: URL(fileURLWithPath: folder.cache.folder + "/" + $0)))
          }
          return Dictionary(uniqueKeysWithValues: entries)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for name in found[0].keys.sorted() {
      let versions = Set(found.map { $0[name] })
      #expect(versions.count == 1, "\(name): \(versions.map { $0?.count ?? 0 })")
    }
  }
}
