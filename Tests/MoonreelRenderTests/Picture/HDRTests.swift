// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Conversions between colour spaces in double precision, straight from the recommendations.
struct PlainConversion {
  typealias RGB = SIMD3<Double>
  let source: ColorSpace
  let target: ColorSpace

  /// RP 177 with the chromaticities of the recommendations, D65.
  static func toXYZ(_ primaries: ColorTags.Primaries) -> [[Double]] {
    let xy: [(Double, Double)]
    switch primaries {
    case .bt709: xy = [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
    case .bt601x525: xy = [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07)]
    case .bt601x625: xy = [(0.64, 0.33), (0.29, 0.60), (0.15, 0.06)]
    case .bt2020: xy = [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
    case .displayP3: xy = [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)]
    }
    let columns = xy.map { [$0.0 / $0.1, 1, (1 - $0.0 - $0.1) / $0.1] }
    let plain = (0..<3).map { row in columns.map { $0[row] } }
    let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
    let scale = solve(plain, white)
    return plain.map { row in zip(row, scale).map { $0 * $1 } }
  }

  /// The solution of three equations, by Cramer's rule.
  static func solve(_ m: [[Double]], _ right: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    return (0..<3).map { column in
      var changed = m
      for row in 0..<3 { changed[row][column] = right[row] }
      return determinant(changed) / determinant(m)
    }
  }

  private func regamut(_ light: RGB) -> RGB {
    if source.primaries == target.primaries { return light }
    let m = Self.toXYZ(source.primaries)
    let xyz = m.map { $0[0] * light.x + $0[1] * light.y + $0[2] * light.z }
    let out = Self.solve(Self.toXYZ(target.primaries), xyz)
    return RGB(out[0], out[1], out[2])
  }

  func convert(_ color: RGB) -> RGB {
    func each(_ c: RGB, _ f: (Double) -> Double) -> RGB { RGB(f(c.x), f(c.y), f(c.z)) }
    if !source.isHDR, !target.isHDR {
      let isLinear = source.transfer == .linear || target.transfer == .linear
      let light = regamut(each(color) { PlainTransfer.light($0, source.transfer) })
      return each(light) { PlainTransfer.signal($0, isLinear ? target.transfer : source.transfer) }
    }
    if source.transfer == target.transfer {
      return each(regamut(each(color) { PlainTransfer.light($0, source.transfer) })) {
        PlainTransfer.signal($0, target.transfer)
      }
    }
    var nits = display(color)
    if !target.isHDR { nits = compressed(nits, to: 203) }
    if target.transfer == .hlg { nits = compressed(nits, to: 1000) }
    nits = regamut(nits)
    switch target.transfer {
    case .pq: return each(nits) { PlainTransfer.signal($0 / 10_000, .pq) }
    case .hlg:
      let y = Self.toXYZ(target.primaries)[1]
      let luminance = (y[0] * nits.x + y[1] * nits.y + y[2] * nits.z) / 1000
      let gain = luminance > 0 ? pow(luminance, (1 - 1.2) / 1.2) : 0
      return each(nits) { PlainTransfer.signal($0 / 1000 * gain, .hlg) }
    default: return each(nits) { PlainTransfer.signal($0 / 203, target.transfer) }
    }
  }

  private func display(_ color: RGB) -> RGB {
    let light = RGB(
      PlainTransfer.light(color.x, source.transfer), PlainTransfer.light(color.y, source.transfer),
      PlainTransfer.light(color.z, source.transfer))
    switch source.transfer {
    case .pq: return light * 10_000
    case .hlg:
      let y = Self.toXYZ(source.primaries)[1]
      let luminance = y[0] * light.x + y[1] * light.y + y[2] * light.z
      return light * (luminance > 0 ? pow(luminance, 0.2) * 1000 : 0)
    default: return light * 203
    }
  }

  /// BT.2390-8, 5.4.1, with black at 0 on both sides.
  private func compressed(_ nits: RGB, to peak: Double) -> RGB {
    let most = PlainTransfer.signal(Double(source.peak) / 10_000, .pq)
    let maxLum = PlainTransfer.signal(peak / 10_000, .pq) / most
    let largest = nits.max()
    if maxLum >= 1 || largest <= 0 { return nits }
    let e1 = min(1, PlainTransfer.signal(largest / 10_000, .pq) / most)
    let ks = 1.5 * maxLum - 0.5
    if e1 < ks { return nits }
    let t = (e1 - ks) / (1 - ks)
    let e2 =
      (2 * t * t * t - 3 * t * t + 1) * ks + (t * t * t - 2 * t * t + t) * (1 - ks)
      + (-2 * t * t * t + 3 * t * t) * maxLum
    return nits * (PlainTransfer.light(e2 * most, .pq) * 10_000 / largest)
  }
}

/// Colour spaces: what is drawn against formulas in double precision, and what the recommendations
/// print.
struct HDRTests {
  private let check = ColorCheck()
  private let renderer = PictureRenderer(threadCount: 2)

  struct Pair: CustomStringConvertible, Sendable {
    var source: ColorSpace
    var target: ColorSpace
    var description: String {
      "\(source.primaries) \(source.transfer) \(source.peak) to \(target.primaries) \(target.transfer)"
    }
  }

  static let spaces: [ColorSpace] = [
    ColorSpace(primaries: .bt709, transfer: .bt709), .init(primaries: .bt601x525, transfer: .bt709),
    .init(primaries: .displayP3, transfer: .srgb), .init(primaries: .bt2020, transfer: .bt709),
    .init(primaries: .bt709, transfer: .linear), .init(primaries: .bt2020, transfer: .hlg),
    .init(primaries: .bt2020, transfer: .pq),
    .init(primaries: .displayP3, transfer: .pq, peak: 4000),
  ]

  static let pairs: [Pair] = spaces.flatMap { source in
    spaces.map { Pair(source: source, target: $0) }
  }.filter { !$0.source.isSame(as: $0.target) }

  @Test(arguments: pairs) func signalsAreTheRecommendations(_ pair: Pair) throws {
    let plain = PlainConversion(source: pair.source, target: pair.target)
    // Beyond signal 1, PQ and HLG have no definition; near black, signals magnify what is left of
    // rounded light.
    let beyond = !pair.source.isHDR
    let tolerance = pair.source.isHDR || pair.target.isHDR ? 4e-4 : 1e-4
    try check("\(pair)", beyond: beyond, within: tolerance) {
      $0.converted(from: pair.source, to: pair.target)
    } _: {
      plain.convert($0)
    }
  }

  @Test func sameSignalsPass() {
    let image = Image(color: .white)
    let sd = ColorSpace(.untagged(height: 480))
    for space in [ColorSpace(.bt709), ColorSpace(.srgb), sd] {
      #expect(image.converted(from: space, to: ColorSpace(.bt709)) === image)
      #expect(image.converted(from: ColorSpace(.srgb), to: space) === image)
    }
    let hlg = ColorSpace(primaries: .bt2020, transfer: .hlg)
    #expect(image.converted(from: hlg, to: hlg) === image)
    #expect(image.converted(from: ColorSpace(.bt709), to: hlg) !== image)
  }

  private func gray(_ level: Double, _ source: ColorSpace, _ target: ColorSpace) throws -> Double {
    let image = Image(frame: .floats(1, 1) { _, _ in SIMD4(SIMD3(repeating: Float(level)), 1) })
    return try renderer.render(image.converted(from: source, to: target), to: .float(1, 1))
      .floatPixel(0, 0).x
  }

  /// BT.2408-4: white of SDR pictures is 58 % PQ and 75 % HLG; black is black.
  @Test func whiteLiesWhereTheReportSays() throws {
    let sdr = ColorSpace(.bt709)
    let pq = ColorSpace(primaries: .bt2020, transfer: .pq)
    let hlg = ColorSpace(primaries: .bt2020, transfer: .hlg)
    #expect(abs(try gray(1, sdr, pq) - 0.5807) < 1e-4)
    #expect(abs(try gray(1, sdr, hlg) - 0.75) < 1e-3)
    #expect(abs(try gray(0.75, hlg, pq) - 0.5807) < 1e-3)
    #expect(abs(try gray(1, hlg, pq) - 0.7518) < 1e-4)  // 1000 cd/m²
    #expect(abs(try gray(0.7518, pq, hlg) - 1) < 1e-3)
    for (source, target) in [(sdr, pq), (sdr, hlg), (pq, sdr), (hlg, sdr), (hlg, pq), (pq, hlg)] {
      #expect(abs(try gray(0, source, target)) < 1e-6)
    }
  }

  /// Tone mapping: the dark stays, the peak is white, and brightness never turns back.
  @Test func highlightsAreCompressed() throws {
    let sdr = ColorSpace(.bt709)
    for source in [
      ColorSpace(primaries: .bt2020, transfer: .pq),
      .init(primaries: .bt2020, transfer: .pq, peak: 4000),
      .init(primaries: .bt2020, transfer: .hlg),
    ] {
      let top = PlainTransfer.signal(Double(source.peak) / 10_000, .pq)
      #expect(abs(try gray(source.transfer == .pq ? top : 1, source, sdr) - 1) < 1e-3)
      var last = -1.0
      for step in 0...50 {
        let value = try gray(Double(step) / 50, source, sdr)
        #expect(value >= last - 1e-6 && value <= 1 + 1e-5)
        last = value
      }
    }
    // 20 cd/m² is what it was, against a white of 203.
    let dark = PlainTransfer.signal(20.0 / 10_000, .pq)
    let wanted = pow(20.0 / 203, 1 / 2.4)
    #expect(abs(try gray(dark, ColorSpace(primaries: .bt2020, transfer: .pq), sdr) - wanted) < 1e-4)
  }

  // MARK: Frames and targets

  private static func tags(
    _ transfer: ColorTags.Transfer, _ primaries: ColorTags.Primaries = .bt2020
  ) -> ColorTags {
    ColorTags(
      matrix: primaries == .bt2020 ? .bt2020 : .bt709, transfer: transfer, primaries: primaries,
      range: .limited, siting: .left)
  }

  @Test func framesAreConvertedToTheTargetsSpace() throws {
    let source = Self.tags(.pq)
    let frame = FrameBuffer.random(.yuv444(10), 17, 9, source, seed: 3)
    let drawn = try renderer.render(
      Image(frame: frame),
      to: FrameTarget(size: frame.size, format: .rgba64, color: .srgb))
    let plain = PlainColor(source, bits: 10)
    let conversion = PlainConversion(source: ColorSpace(source), target: ColorSpace(.srgb))
    for y in 0..<9 {
      for x in 0..<17 {
        let rgb = plain.rgb(
          Double(frame.code(0, x, y)), Double(frame.code(1, x, y)), Double(frame.code(2, x, y)))
        // Random codes mean signals beyond 1, which PQ does not define.
        guard max(rgb.0, rgb.1, rgb.2) <= 1 else { continue }
        let color = conversion.convert(SIMD3(rgb.0, rgb.1, rgb.2))
        for part in 0..<3 {
          let wanted = max(0, min(1, color[part])) * 65535
          #expect(abs(Double(drawn.code(0, x, y, part: part)) - wanted) < 20, "\(x),\(y)")
        }
      }
    }
  }

  @Test func hdrStaysUntouchedWhereNothingIsDone() throws {
    let color = Self.tags(.hlg)
    let frame = FrameBuffer.random(.yuv420(10), 16, 8, color, seed: 1)
    let target = FrameTarget(size: frame.size, format: .yuv420(10), color: color)
    #expect(try renderer.render(Image(frame: frame), to: target) === frame)
    // Plane by plane: half of both is the mean of the codes, whatever the curve.
    let other = FrameBuffer.random(.yuv420(10), 16, 8, color, seed: 2)
    let half = try renderer.render(
      Image(frame: frame).dissolved(to: Image(frame: other), amount: 0.5), to: target)
    let wanted = (frame.code(0, 3, 3) + other.code(0, 3, 3) + 1) / 2
    #expect(half.code(0, 3, 3) == wanted)
    // Other transfers are never mixed code by code.
    let pq = FrameBuffer.random(.yuv420(10), 16, 8, Self.tags(.pq), seed: 1)
    let mixed = try renderer.render(Image(frame: pq), to: target)
    #expect(mixed !== pq && mixed.bytes != pq.bytes)
  }

  @Test func blursAreOfConvertedPictures() throws {
    let frame = FrameBuffer.make(.yuv444(10), 24, 18, Self.tags(.pq)) { plane, _, x, _ in
      plane == 0 ? 200 + 20 * x : 512
    }
    let image = Image(frame: frame)
    let converted = try renderer.render(image, to: .float(24, 18))
    let wanted = try renderer.render(
      Image(frame: converted).clampedToEdges().gaussianBlurred(sigma: 2), to: .float(24, 18))
    let blurred = try renderer.render(
      image.clampedToEdges().gaussianBlurred(sigma: 2), to: .float(24, 18))
    for x in 0..<24 {
      #expect(distance(blurred.floatPixel(x, 9), wanted.floatPixel(x, 9)) < 1e-4)
    }
  }

  @Test func sdrFramesKeepTheirCodes() throws {
    // BT.601 primaries, sRGB curves: all as before.
    let target = FrameTarget(size: PixelSize(16, 8), format: .yuv420(), color: .bt709)
    for transfer in [ColorTags.Transfer.bt709, .srgb, .gamma22, .gamma28] {
      for primaries in [ColorTags.Primaries.bt709, .bt601x525, .bt601x625] {
        let color = Self.tags(transfer, primaries)
        let frame = FrameBuffer.random(.yuv420(), 16, 8, color, seed: 1)
        #expect(try renderer.render(Image(frame: frame), to: target).bytes == frame.bytes)
      }
    }
    // Display P3 is another gamut: its green lies outside BT.709.
    let color = ColorTags(matrix: .rgb, transfer: .srgb, primaries: .displayP3, range: .full)
    let green = FrameBuffer.make(.rgb24, 1, 1, color) { _, part, _, _ in part == 1 ? 200 : 0 }
    let drawn = try renderer.render(Image(frame: green), to: .rgb(1, 1))
    #expect(drawn.code(0, 0, 0, part: 0) == 0 && drawn.code(0, 0, 0, part: 1) == 204)
  }

  @Test func coloursAreOrdinaryInEveryComposition() throws {
    let target = FrameTarget(
      size: PixelSize(2, 2), format: .yuv444(10), color: Self.tags(.pq))
    let white = 64 + Int((0.58069 * 876).rounded())
    for image in [
      Image(color: .white), Image(.checker(side: 1, .white, .white)),
      Image(color: .white).cropped(to: Rect(x: 0, y: 0, width: 1, height: 2)),
    ] {
      let drawn = try renderer.render(image, to: target)
      #expect(abs(drawn.code(0, 0, 0) - white) <= 1 && drawn.code(1, 0, 0) == 512)
    }
    var background = target
    background.background = .white
    #expect(abs(try renderer.render(.empty, to: background).code(0, 1, 1) - white) <= 1)
    #expect(try renderer.render(.empty, to: target).code(0, 1, 1) == 64)
  }

  @Test func aStillIsComposedInTheFilmsSpace() throws {
    // Half of HLG black and white is not half of the tone-mapped ones.
    let color = Self.tags(.hlg)
    func frame(_ level: Int) -> FrameBuffer {
      .make(.yuv444(10), 2, 2, color) { plane, _, _, _ in plane == 0 ? level : 512 }
    }
    let image = Image(frame: frame(64)).dissolved(to: Image(frame: frame(940)), amount: 0.5)
    var target = FrameTarget.float(2, 2)
    target.workingColor = color
    let drawn = try renderer.render(image, to: target).floatPixel(1, 1)
    let conversion = PlainConversion(source: ColorSpace(color), target: ColorSpace(.srgb))
    #expect(abs(drawn.x - conversion.convert(SIMD3(repeating: 0.5)).x) < 1e-4)
    target.workingColor = nil
    let direct = try renderer.render(image, to: target).floatPixel(1, 1)
    #expect(abs(direct.x - 0.5) < 1e-3)
  }

  @Test func theBrightestLightOfAFrameIsItsOwn() throws {
    let bright = HDRMetadata(contentLight: .init(maxContent: 4000, maxAverage: 400))
    #expect(ColorSpace(Self.tags(.pq), hdr: bright).peak == 4000)
    let display = HDRMetadata.MasteringDisplay(
      primaries: ColorTags.Primaries.bt2020.chromaticities, white: SIMD2(0.3127, 0.329),
      minLuminance: 0.0001, maxLuminance: 2000)
    #expect(ColorSpace(Self.tags(.pq), hdr: HDRMetadata(masteringDisplay: display)).peak == 2000)
    #expect(ColorSpace(Self.tags(.pq)).peak == 1000)
    #expect(ColorSpace(Self.tags(.hlg), hdr: bright).peak == 1000)
  }
}
