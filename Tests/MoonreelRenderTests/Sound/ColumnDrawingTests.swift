// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Pictures of sounds in the codes of their target, and what stands for them.
@Suite struct ColumnDrawingTests {
  /// A drawing that has colours alone.
  private struct Plain: Drawing {
    let drawing: any Drawing
    var extent: Rect { drawing.extent }
    var box: Rect { drawing.box }
    var opaqueRect: Rect? { drawing.opaqueRect }
    var byteEstimate: Int { drawing.byteEstimate }
    var digest: Digest? { nil }
    func raster(scale: Double) throws -> DrawingRaster { try drawing.raster(scale: scale) }
  }

  private static let size = PixelSize(161, 90)

  private func subject(_ seed: UInt64 = 1) -> SoundSubject {
    SoundSubject(duration: Time(wholeSeconds: 2)) {
      let provider = SourceSampleProvider(
        source: NoiseSource(.pink, gain: 0.8, seed: seed), sampleRate: SoundWalk.sampleRate,
        layout: .stereo)
      return try SoundOverview(
        [.extents, .spectra], of: provider,
        over: try SoundWalk(over: try TimeRange(seconds: 0, 2), channelCount: 2))
    }
  }

  private func image(_ source: any Source, at seconds: Double = 0.7) throws -> Image {
    let time = try Time(seconds: seconds)
    return try source.image(
      at: time, in: FrameContext(time: time, frameIndex: 0, size: Self.size.size))
  }

  /// One of each kind: translucent and opaque.
  private var sources: [any Source] {
    let (subject, size, view) = (
      subject(), Self.size, SoundView.scrolling(seconds: 1, playheadAt: 0.5)
    )
    var look = WaveformSource.Look()
    look.color = Color(1, 0.4, 0.1, 0.7)
    var (bars, opaque) = (look, look)
    (bars.style, bars.playedColor, opaque.background) = (.bars, .white, Color(0.1, 0.2, 0.5))
    var levels = LevelsSource(subject, size: size)
    levels.color = Color(0.2, 0.9, 0.4)
    return [
      WaveformSource(subject, view: view, look: look, size: size),
      WaveformSource(subject, view: view, look: bars, size: size),
      WaveformSource(subject, look: opaque, size: size),
      SpectrogramSource(subject, view: view, size: size), levels,
    ]
  }

  /// `image` with drawings that have colours alone.
  private func plain(_ image: Image) -> Image {
    switch image.node {
    case .drawing(let drawing): return Image(.drawing(Plain(drawing: drawing)))
    case .crop(let input, let rect): return plain(input).cropped(to: rect)
    case .over(let top, let bottom): return plain(top).over(plain(bottom))
    default: return image
    }
  }

  private func clip(_ format: PixelFormat) -> FrameBuffer {
    FrameBuffer(format: format, size: PixelSize(200, 120), color: .bt709) { planes in
      for plane in planes {
        for y in 0..<plane.size.height {
          for x in 0..<plane.strideBytes {
            plane.base.storeBytes(
              of: UInt8(40 + (x * 7 + y * 13) % 160), toByteOffset: y * plane.strideBytes + x,
              as: UInt8.self)
          }
        }
      }
    }
  }

  @Test(
    "codes are the colours, converted, within one step",
    arguments: [PixelFormat.yuv420(), .yuv422(), .yuv444()], [(0, 0), (19, 11), (-21, -7)])
  func codes(format: PixelFormat, move: (Int, Int)) throws {
    let (clip, renderer) = (clip(format), PictureRenderer(threadCount: 1))
    let target = FrameTarget(size: clip.size, format: format, color: .bt709)
    for (index, source) in sources.enumerated() {
      let map = AffineTransform(translationX: Double(move.0), y: Double(move.1))
      let picture = try image(source)
      let frames = try [picture, plain(picture)].map {
        try renderer.render($0.transformed(by: map).over(Image(frame: clip)), to: target)
      }
      var (most, touched) = (0, 0)
      for (one, other) in zip(frames[0].planes, frames[1].planes) {
        for y in 0..<one.size.height {
          for x in 0..<one.size.width {
            let values = [one, other].map {
              Int($0.base.load(fromByteOffset: y * $0.strideBytes + x, as: UInt8.self))
            }
            most = max(most, abs(values[0] - values[1]))
            touched += values[0] == 40 + (x * 7 + y * 13) % 160 ? 0 : 1
          }
        }
      }
      #expect(most <= 1 && touched > 1000, "source \(index): \(most), \(touched)")
    }
  }

  @Test("what is opaque hides what lies below, up to its edges, at any scale")
  func opaque() throws {
    let opaque = try [2, 3].map { try image(sources[$0]) }
    for picture in opaque {
      #expect(picture.opaqueRect == Rect(origin: .zero, size: Self.size.size))
      for scale in [0.5, 1, 1.7] {
        let target = FrameTarget(
          size: PixelSize(80, 40), format: .rgba, color: .srgb, alphaMode: .premultiplied)
        let map = AffineTransform(scaleX: scale, y: scale)
          .followed(by: AffineTransform(translationX: -3, y: -3))
        let frame = try PictureRenderer(threadCount: 1).render(
          picture.transformed(by: map), to: target)
        let plane = frame.planes[0]
        let inside = PixelSize(
          min(80, Int(161 * scale) - 3), min(40, Int(90 * scale) - 3))
        for y in 0..<inside.height {
          for x in 0..<inside.width {
            let alpha = plane.base.load(
              fromByteOffset: y * plane.strideBytes + 4 * x + 3, as: UInt8.self)
            #expect(alpha == 255, "\(x), \(y) at \(scale)")
          }
        }
      }
    }
    #expect(try image(sources[0]).opaqueRect == nil)
  }

  @Test("the digest stands for the sound and the look") func digests() throws {
    let (first, second) = (sources, sources)
    let digests = try first.map { try #require(try image($0).digest) }
    #expect(try second.map { try image($0).digest } == digests)
    #expect(Set(digests).count == digests.count)
    var look = WaveformSource.Look()
    look.style = .bars
    let changes: [(inout WaveformSource.Look) -> Void] = [
      { _ in }, { $0.style = .lines }, { $0.channels = .each }, { $0.color = .black },
      { $0.playedColor = .black }, { $0.background = Color(0, 0, 0, 0.5) }, { $0.gain = 2 },
      { $0.thickness = 3 }, { $0.barWidth = 7 }, { $0.barGap = 4 },
      { $0.playhead = Playhead(color: .white) },
    ]
    let view = SoundView.scrolling(seconds: 1, playheadAt: 0.5)
    func digest(
      _ view: SoundView, seed: UInt64 = 1, at seconds: Double = 0.7,
      _ change: (inout WaveformSource.Look) -> Void = { _ in }
    ) throws -> Digest {
      var changed = look
      change(&changed)
      return try #require(
        try image(
          WaveformSource(subject(seed), view: view, look: changed, size: Self.size), at: seconds
        ).digest)
    }
    var all = try changes.map { change in try digest(view) { change(&$0) } }
    all += [try digest(view, seed: 2), try digest(view, at: 0.8)]
    all.append(try digest(.scrolling(seconds: 1.1, playheadAt: 0.5)))
    #expect(Set(all).count == all.count)
    // All of a sound stands still.
    #expect(try digest(.whole, at: 0.1) == digest(.whole, at: 0.9))
  }
}
