// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelRender
import MoonreelScript
import Testing

/// Every entry of the standard library with each option at each end of its range, as `scripts/gallery.d/ends.lua` puts
/// them one after the other: a second each.
@Suite struct OptionEndTests {
  static let kinds = ["effects", "transitions", "titles", "templates", "charts"]

  /// What fails in a film of `kind` at `size`, each frame first described and then, if `draws`, drawn.
  private func faults(_ kind: String, _ size: PixelSize, at moments: [Int64], draws: Bool) throws
    -> [String]
  {
    let path = "\(StubTests.root)/scripts/gallery.d/ends.lua"
    let outcome = Runs.script("", path: path) { options in
      options.text = nil
      // As much as films have: effects of time hold frames of 7680x4320.
      options.memoryLimit = 256 << 20
      options.sets = [("kind", kind), ("width", "\(size.width)"), ("height", "\(size.height)")]
    }
    let film = try #require(outcome.result, "\(outcome.message)").request
    let composition = try #require(film.videoComposition)
    let reader = CompositionReader(
      timeline: film.timeline, composition: composition, gate: FileGate(folders: []))
    let target = FrameTarget(size: size, format: .yuv420(), color: .bt709)
    let renderer = PictureRenderer(threadCount: 1)
    #expect(outcome.printed.count > 50)
    #expect(film.timeline.duration == Time(wholeSeconds: Int64(outcome.printed.count)))
    var faults: [String] = []
    for (second, row) in outcome.printed.enumerated() {
      do {
        for moment in moments {
          let time = try Time(value: 100 * Int64(second) + moment, timescale: 100)
          let image = try reader.image(at: time)
          if draws { _ = try renderer.render(image, to: target) }
        }
      } catch {
        faults.append("\(row): \(error)")
      }
    }
    return faults
  }

  @Test("every end of every option can be drawn", arguments: kinds)
  func drawn(_ kind: String) throws {
    let found = try faults(
      kind, PixelSize(64, 36), at: [0, 5, 30, 50, 55, 95], draws: true)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("and asks for nothing that a large frame cannot have", arguments: kinds)
  func described(_ kind: String) throws {
    let found = try faults(kind, PixelSize(7680, 4320), at: [5, 50], draws: false)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }
}
