// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport
@testable import MoonreelRender

/// Frames between frames, beside what is really there at that moment.
@Suite struct FrameFlowTests {
  private static let size = PixelSize(160, 90)

  private func scene(_ move: Similarity, _ size: PixelSize = Self.size) -> FrameBuffer {
    DrawnScene(seed: 3).frame(size, move)
  }

  /// How much two pictures of 8 bits differ in the mean, but for their edges.
  private func difference(_ a: FrameBuffer, _ b: FrameBuffer) -> Double {
    let (first, second) = (a.planes[0], b.planes[0])
    var (sum, count) = (0, 0)
    for y in 14..<a.size.height - 14 {
      for x in 14..<a.size.width - 14 {
        let one = first.base.load(fromByteOffset: y * first.strideBytes + x, as: UInt8.self)
        let other = second.base.load(fromByteOffset: y * second.strideBytes + x, as: UInt8.self)
        sum += abs(Int(one) - Int(other))
        count += 1
      }
    }
    return Double(sum) / Double(count)
  }

  private static let moves: [(Similarity, Double)] = [
    (.identity, 0.5), (Similarity(tx: 6, ty: -3), 0.5), (Similarity(tx: -9, ty: 4), 0.25),
    (Similarity(tx: 2.5, ty: 7), 0.8), (Similarity(degrees: 3), 0.5), (Similarity(a: 1.06), 0.5),
  ]

  @Test("moves, turns and growing are half done half way", arguments: moves) func moved(
    _ move: Similarity, _ share: Double
  ) throws {
    let (first, second) = (scene(.identity), scene(move))
    let found = try #require(try FrameFlow.frame(between: first, and: second, share: share))
    let between = Similarity.identity.interpolated(to: move, share)
    let (off, apart) = (difference(found, scene(between)), difference(first, second))
    #expect(off < max(1.5, apart / 8), "\(move): off by \(off); the frames by \(apart)")
  }

  @Test("what moves before something else moves alone") func parts() throws {
    func frame(_ move: Similarity) -> FrameBuffer {
      var scene = DrawnScene(seed: 3)
      scene.cover = (seed: 8, move: move)
      return scene.frame(Self.size, .identity)
    }
    let moved = Similarity(tx: 5, ty: 2)
    let found = try #require(
      try FrameFlow.frame(between: frame(.identity), and: frame(moved), share: 0.5))
    #expect(difference(found, frame(Similarity(tx: 2.5, ty: 1))) < 2)
  }

  /// A frame in another format, each component of every sample the value of the scene.
  private func frame(_ format: PixelFormat, _ move: Similarity) -> FrameBuffer {
    let luma = scene(move)
    return FrameBuffer(format: format, size: Self.size, color: .bt709) { planes in
      for (index, plane) in planes.enumerated() {
        let count = format.componentsPerSample(inPlane: index)
        let (stepX, stepY) = (
          Self.size.width / plane.size.width, Self.size.height / plane.size.height
        )
        for y in 0..<plane.size.height {
          for x in 0..<plane.size.width {
            let place = y * stepY * luma.planes[0].strideBytes + x * stepX
            let value = luma.planes[0].base.load(fromByteOffset: place, as: UInt8.self)
            for offset in 0..<count {
              let byte = (x * count + offset) * format.bytesPerComponent
              let at = plane.base + y * plane.strideBytes + byte
              if format.bytesPerComponent == 1 {
                at.storeBytes(of: value, as: UInt8.self)
              } else {
                let depth = UInt16(value) << UInt16(format.bitDepth - 8 + format.bitShift)
                at.storeBytes(of: depth, as: UInt16.self)
              }
            }
          }
        }
      }
    }
  }

  private static let formats: [PixelFormat] = [
    .yuv420(), .yuv420(10), .yuv422(12), .yuv444(8, alpha: true), .nv12, .p010, .rgba, .rgb24,
    .gbr(10),
  ]

  @Test("every format, component by component", arguments: formats) func components(
    _ format: PixelFormat
  ) throws {
    let (first, second) = (frame(format, .identity), frame(format, Similarity(tx: 6, ty: -2)))
    let found = try #require(try FrameFlow.frame(between: first, and: second, share: 0.5))
    #expect(found.format == format)
    let truth = frame(format, Similarity(tx: 3, ty: -1))
    let bytes = format.bytesPerComponent
    for (index, plane) in found.planes.enumerated() {
      let row = plane.size.width * format.componentsPerSample(inPlane: index)
      let isChroma = plane.size != Self.size
      var sum = 0.0
      let (rows, edge) = (8..<plane.size.height - 8, row / 8)
      for y in rows {
        for x in edge..<row - edge {
          func value(_ buffer: FrameBuffer) -> Double {
            let plane = buffer.planes[index]
            let at = plane.base + y * plane.strideBytes + x * bytes
            if bytes == 1 { return Double(at.load(as: UInt8.self)) }
            let low = UInt16((1 << format.bitShift) - 1)
            #expect(at.load(as: UInt16.self) & low == 0)
            return Double(at.load(as: UInt16.self) >> format.bitShift)
              / Double(1 << (format.bitDepth - 8))
          }
          sum += abs(value(found) - value(truth))
        }
      }
      let mean = sum / Double(rows.count * (row - 2 * edge))
      // At half the size the scene's shortest waves have hardly four samples.
      #expect(mean < (isChroma ? 4 : 2.5), "plane \(index) is off by \(mean)")
    }
  }

  @Test("frames of two sizes or kinds, and floats, are not made one") func refused() throws {
    let gray = scene(.identity)
    #expect(try FrameFlow.frame(between: gray, and: frame(.rgba, .identity), share: 0.5) == nil)
    let small = scene(.identity, PixelSize(80, 45))
    #expect(try FrameFlow.frame(between: gray, and: small, share: 0.5) == nil)
    let floats = FrameBuffer(
      format: .floatGBRA, size: PixelSize(8, 8), color: .bt709, fill: { _ in })
    let others = FrameBuffer(
      format: .floatGBRA, size: PixelSize(8, 8), color: .bt709, fill: { _ in })
    #expect(try FrameFlow.frame(between: floats, and: others, share: 0.5) == nil)
    for size in [PixelSize(1, 1), PixelSize(3, 200), PixelSize(130, 2)] {
      let made = try FrameFlow.frame(
        between: scene(.identity, size), and: scene(Similarity(tx: 1), size), share: 0.5)
      #expect(made?.size == size)
    }
  }

  @Test("a layer in slow motion shows what is there half way") func layer() throws {
    let workspace = try Workspace()
    let count = 8
    var (whole, half) = (Data(), Data())
    for number in 0..<2 * count {
      let frame = scene(Similarity(tx: 3 * Double(number), ty: -Double(number)))
      var bytes = Data()
      for row in 0..<Self.size.height {
        bytes.append(
          Data(
            bytes: frame.planes[0].base + row * frame.planes[0].strideBytes,
            count: Self.size.width))
      }
      whole.append(bytes)
      if number % 2 == 0 { half.append(bytes) }
    }
    for (name, data) in [("truth", whole), ("clip", half)] {
      let raw = workspace.path(name + ".gray")
      try data.write(to: URL(fileURLWithPath: raw))
      try Tool.ffmpeg(
        ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "160x90", "-r", "25", "-i", raw]
          + ["-c:v", "ffv1", "-pix_fmt", "yuv420p", workspace.path(name + ".mkv")])
    }
    let truth = try pictures(workspace.path("truth.mkv"))
    let flow = try pictures(try slow(.flow, workspace))
    let mix = try pictures(try slow(.mix, workspace))
    #expect(flow.count == 2 * count && mix.count == 2 * count)
    for number in 0..<2 * count - 2 {
      let (one, other) = (off(flow[number], truth[number]), off(mix[number], truth[number]))
      if number % 2 == 0 {
        #expect(one == 0 && other == 0, "frame \(number) is one of the clip's")
      } else {
        #expect(one < 2.5 && one < other / 3, "frame \(number): \(one), mixed \(other)")
      }
    }
  }

  /// The clip at half its speed.
  private func slow(_ blending: FrameBlending, _ workspace: Workspace) throws -> String {
    let asset = try Asset.load(path: workspace.path("clip.mkv"), gate: workspace.gate)
    let rate = try FrameRate(25)
    var layer = Layer(
      .media(video: .asset(try #require(asset.video)), audio: nil),
      over: TimeRange(start: .zero, end: rate.time(ofFrame: 16)))
    (layer.timing.speed, layer.timing.frameBlending) = (Rational(1, 2), blending)
    var show = Composition(size: Self.size, frameRate: rate)
    show.add(layer)
    var request = try ExportRequest(show)
    request.preset = try ExportPreset.named("ffv1")
    return try export(request, to: "\(blending).mkv", in: workspace).path
  }

  private func pictures(_ path: String) throws -> [[UInt8]] {
    let data = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-vf", "extractplanes=y", "-f", "rawvideo"]
        + ["-pix_fmt", "gray", "-"])
    let area = Self.size.width * Self.size.height
    return stride(from: 0, to: data.count, by: area).map { Array(data[$0..<$0 + area]) }
  }

  private func off(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var (sum, count) = (0, 0)
    for y in 14..<Self.size.height - 14 {
      for x in 14..<Self.size.width - 14 {
        let place = y * Self.size.width + x
        sum += abs(Int(a[place]) - Int(b[place]))
        count += 1
      }
    }
    return Double(sum) / Double(count)
  }
}
