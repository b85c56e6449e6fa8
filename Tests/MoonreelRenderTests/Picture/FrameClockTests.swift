// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// What a picture may take in time: whatever it is that takes long, the renderer stops.
struct FrameClockTests {
  private static let target = FrameTarget.rgb(64, 36)

  /// A frame in which no pixel is like another.
  private static let noise = Image(frame: .random(.rgba, 64, 36, .srgb, seed: 3))

  /// As many rounds as a kernel may have, in `depth` loops in one another, with a value of each pixel or one of the frame.
  private static func endless(_ depth: Int, ofNumbers: Bool) -> Image {
    let kernel = PixelKernel("endless", inputs: 1, numbers: 1, extent: .everywhere) { k in
      func rounds(_ left: Int, _ value: KernelTerm) -> KernelTerm {
        guard left > 0 else { return (value * 1.7 + 0.3).fraction }
        return k.loop(limit: 1 << (20 / depth), [k.literal(1), value]) {
          [k.literal(1), rounds(left - 1, $0[1])]
        }[1]
      }
      let sum = rounds(depth, ofNumbers ? k.number(0) : k.input(0).red)
      return KernelPixel(sum, sum, sum, k.literal(1))
    }
    return Image.applying(kernel, to: [noise], numbers: [0.3])
  }

  @Test(
    "loops of a kernel end with the picture's time: 20,000 rows would take an hour",
    .timeLimit(.minutes(1)), arguments: [1, 2, 5], [false, true])
  func loops(depth: Int, ofNumbers: Bool) throws {
    let size = PixelSize(64, 36)
    let lowering = Lowering(region: PixelRect(size: size), scale: 1, space: ColorSpace(.srgb))
    let outputs = try lowering.lower(Self.endless(depth, ofNumbers: ofNumbers)).components
    let builder = lowering.grids[0].builder
    let program = ProgramCompiler.compile(builder.instructions, outputs: outputs)
    for _ in 0..<(ofNumbers ? 20_000 : 1) {
      let bound = BoundProgram(
        program, params: builder.params, payloads: builder.payloads, kernels: mr_kernels_best(),
        clock: FrameClock(limit: 0))
      let worker = TileWorker(bound)
      for row in 0..<(ofNumbers ? 1 : 20_000) { worker.run(x: 0, y: row % 36, count: 64) }
    }
  }

  @Test(
    "a picture that takes too long is told with its limit and what allows more", arguments: [1, 3])
  func told(threads: Int) throws {
    let renderer = PictureRenderer(threadCount: threads, frameLimit: 0.001)
    let error = #expect(throws: MoonreelError.self) {
      try renderer.render(Self.endless(2, ofNumbers: false), to: Self.target)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("within the 0.001 s") == true, "\(String(describing: error))")
    #expect(error?.message.contains("--frame-limit") == true)
  }

  /// With no time at all every way of drawing gives up, so none can go on for ever.
  @Test("every way of drawing asks the clock", arguments: [1, 3])
  func ways(threads: Int) throws {
    let planar = FrameTarget(size: PixelSize(64, 36), format: .yuv420(), color: .bt709)
    let yuv = Image(frame: .random(.yuv420(), 64, 36, seed: 1))
    let big = Image(frame: .random(.rgba, 200, 100, .srgb, seed: 1))
    let pictures: [(String, Image, FrameTarget)] = [
      ("points", Self.noise.opacity(0.5), Self.target),
      ("blur", Self.noise.gaussianBlurred(sigma: 900), Self.target),
      (
        "nested blurs", Self.noise.gaussianBlurred(sigma: 3).opacity(0.5).gaussianBlurred(sigma: 2),
        Self.target
      ),
      ("scaled", big.scaled(x: 0.2, y: 0.2), Self.target),
      ("generated", Image(.checker(side: 2, .black, .white)), Self.target),
      ("planes", yuv.opacity(0.5), planar),
      ("blurred planes", yuv.clampedToEdges().gaussianBlurred(sigma: 3), planar),
    ]
    for (name, image, target) in pictures {
      let renderer = PictureRenderer(threadCount: threads, frameLimit: 0)
      let error = #expect(throws: MoonreelError.self, "\(name)") {
        try renderer.render(image, to: target)
      }
      #expect(error?.code == .limitExceeded, "\(name)")
      // With time enough it is what it always was, whatever was given up before.
      let patient = PictureRenderer(threadCount: threads, frameLimit: 1e12)
      let wanted = PictureRenderer(threadCount: 1, frameLimit: 600)
      #expect(
        try patient.render(image, to: target).bytes == wanted.render(image, to: target).bytes,
        "\(name)")
    }
  }
}
