// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelRender
import MoonreelScript
import Testing

/// Draws what the calls of `Tests/Hostile/calls.lua` gave back: many values only bite when pixels are made.
@Suite struct HostilePictureTests {
  @Test(arguments: ["Image:", "mr.image.", "mr.source.", "mr.text", "mr.shape"])
  func areDrawnOrRefused(_ functions: String) throws {
    let stubs = try StubTests.stubs().joined(separator: "\n")
    let outcome = Runs.script("", path: "\(StubTests.root)/Tests/Hostile/calls.lua") { options in
      options.text = nil
      options.sets = [
        ("stubs", stubs), ("only", functions), ("most", "2"), ("draw", "300"),
      ]
      (options.instructionLimit, options.wallClockLimit) = (1 << 40, 10_000)
      options.memoryLimit = 512 << 20
    }
    let film = try #require(outcome.result, "\(outcome.message)").request
    let composition = try #require(film.videoComposition)
    let reader = CompositionReader(
      timeline: film.timeline, composition: composition, gate: FileGate(folders: []))
    let target = FrameTarget(size: PixelSize(16, 9), format: .yuv420(8), color: .bt709)
    let renderer = PictureRenderer(threadCount: 1)
    let count = composition.frameRate.frameCount(in: film.timeline.duration)
    #expect(count > 0)
    for frame in 0..<count {
      let time = composition.frameRate.time(ofFrame: frame)
      let name = composition.instruction(at: time)?.compositor?.planName ?? ""
      do {
        _ = try renderer.render(try reader.image(at: time), to: target)
      } catch let error as MoonreelError {
        #expect(error.code != .internalError, "\(name): \(error.message)")
      }
    }
  }
}
