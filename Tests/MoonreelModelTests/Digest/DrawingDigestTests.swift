// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelModel

/// Every property of what is written and drawn, and of frames, counts.
struct DrawingDigestTests {
  private static let stops: [Image.GradientStop] = [
    .init(0, Color(0.1, 0.2, 0.3, 0.4)), .init(1, .white),
  ]
  private static let linear = Paint.linear(
    from: RelativePosition(x: .init(pixels: 1, share: 2), y: .init(pixels: 3, share: 4)),
    to: RelativePosition(x: .init(pixels: 5, share: 6), y: .init(pixels: 7, share: 8)),
    stops: [.init(0.5, .black)])
  private static let radial = Paint.radial(
    center: RelativePosition(x: .init(pixels: 1, share: 2), y: .init(pixels: 3, share: 4)),
    radius: .init(pixels: 5, share: 6), stops: [.init(0.5, .black)])

  private func check<Value: Digestible>(
    _ name: String, _ base: Value, _ changes: [(inout Value) -> Void]
  ) throws {
    _ = try DigestSweep(name, base, changes).check { DigestWriter(name, $0).digest }
  }

  // MARK: Text

  private static var style: TextStyle {
    var style = TextStyle.usual
    (style.fontFile, style.weight, style.slant, style.stretch) = (nil, 400, .normal, .normal)
    (style.variations, style.features, style.letterSpacing) = ("wght=650", "liga=0", 1)
    (style.rise, style.fill, style.background) = (2, .color(Color(0.1, 0.2, 0.3, 0.4)), .black)
    (style.underline, style.isStruckThrough) = (.single, false)
    style.fontFile = "/nowhere/a.ttf"
    return style
  }

  @Test func stylesOfLetters() throws {
    let colors: [(inout Color) -> Void] = [
      { $0.red += 1 }, { $0.green += 1 }, { $0.blue += 1 }, { $0.alpha += 1 },
    ]
    func fill(_ change: @escaping (inout Color) -> Void) -> (inout TextStyle) -> Void {
      { style in
        guard case .color(var color)? = style.fill else { return }
        change(&color)
        style.fill = .color(color)
      }
    }
    try check(
      "style", Self.style,
      [
        { $0.font = "Inter" }, { $0.fontFile = "/nowhere/b.ttf" }, { $0.size = 49 },
        { $0.weight = 500 }, { $0.slant = .oblique }, { $0.stretch = .condensed },
        { $0.variations = "wght=651" }, { $0.features = "liga=1" }, { $0.letterSpacing = 2 },
        { $0.rise = 3 }, { $0.underline = .double }, { $0.isStruckThrough = true },
        { $0.language = "sr" }, { $0.font = nil }, { $0.fontFile = nil }, { $0.size = nil },
        { $0.weight = nil }, { $0.slant = nil }, { $0.stretch = nil }, { $0.variations = nil },
        { $0.features = nil }, { $0.letterSpacing = nil }, { $0.rise = nil }, { $0.fill = nil },
        { $0.background = nil }, { $0.underline = nil }, { $0.isStruckThrough = nil },
        { $0.language = nil },
      ] + colors.map(fill) + colors.map { change in { style in change(&style.background!) } })
  }

  @Test func blocksOfLines() throws {
    var block = TextBlock()
    (block.width, block.height, block.maximumLines) = (100, 50, 3)
    try check(
      "block", block,
      [
        { $0.width = 101 }, { $0.height = 51 }, { $0.alignment = .right },
        { $0.verticalAlignment = .middle }, { $0.wrapping = .word }, { $0.ellipsis = .end },
        { $0.maximumLines = 4 }, { $0.lineSpacing = 2 }, { $0.fitting = .fill },
        { $0.minimumSize = 5 }, { $0.direction = .rightToLeft }, { $0.width = nil },
        { $0.height = nil }, { $0.maximumLines = nil },
      ])
  }

  @Test func descriptionsOfTitles() throws {
    var base = TextDescription(.spans([TextSpan("a"), TextSpan("b")]))
    base.backdrop = Backdrop(
      paint: .stencil(index: 1, isOpaque: true), paddingX: 2, paddingY: 3, radius: 4)
    base.strokes = [Stroke(width: 1)]
    base.shadows = [Shadow(offset: Point(1, 2), blur: 3)]
    let changes: [(inout TextDescription) -> Void] = [
      { $0.content = .markup("ab") }, { $0.content = .spans([TextSpan("ab")]) },
      { $0.content = .spans([TextSpan("A"), TextSpan("b")]) }, { $0.style.size = 50 },
      { $0.block.width = 9 }, { $0.strokes = [] }, { $0.strokes += $0.strokes },
      { $0.shadows = [] }, { $0.backdrop = nil }, { $0.backdrop?.paddingX = 9 },
      { $0.backdrop?.paddingY = 9 }, { $0.backdrop?.radius = 9 },
      { $0.backdrop?.paint = .stencil(index: 2, isOpaque: true) },
      { $0.backdrop?.paint = .stencil(index: 1, isOpaque: false) },
      { $0.backdrop?.paint = Self.linear }, { $0.backdrop?.paint = Self.radial },
      { description in
        var style = TextStyle()
        style.rise = 1
        description.content = .spans([TextSpan("a", style: style), TextSpan("b")])
      },
    ]
    let sweep = DigestSweep("text", base, changes)
    let digests = [sweep.base] + sweep.changed
    // What styles and blocks hold is swept above.
    #expect(Set(digests.map { DigestWriter("text", $0).digest }).count == digests.count)
    #expect(Mirror(reflecting: base).children.count == 6)
    #expect(Mirror(reflecting: TextSpan("a")).children.count == 2)
  }

  @Test("a font file counts as what it holds, wherever it lies") func fontFiles() throws {
    let folder = "/tmp/moonreel-fonts-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try Folder.make(folder, permissions: 0o700)
    defer {
      for name in Folder.names(in: folder) { unlink(folder + "/" + name) }
      rmdir(folder)
    }
    func digest(_ name: String, holding text: String) throws -> Digest {
      let path = folder + "/" + name
      let file = try #require(fopen(path, "w"))
      fputs(text, file)
      fclose(file)
      var style = TextStyle()
      style.fontFile = path
      return DigestWriter("style", style).digest
    }
    let first = try digest("a", holding: "one")
    #expect(try digest("b", holding: "one") == first)
    #expect(try digest("a", holding: "two") != first)
  }

  // MARK: Shapes

  @Test func linesAndShadows() throws {
    let stroke = Stroke(
      width: 2, paint: .stencil(index: 1, isOpaque: true), dashes: [1, 2], dashOffset: 3)
    try check(
      "stroke", stroke,
      [
        { $0.width = 3 }, { $0.paint = .stencil(index: 2, isOpaque: true) },
        { $0.paint = .stencil(index: 1, isOpaque: false) }, { $0.position = .inside },
        { $0.join = .bevel }, { $0.cap = .square }, { $0.dashes[0] = 4 }, { $0.dashes[1] = 4 },
        { $0.dashes = [] }, { $0.dashOffset = 4 },
      ])
    try check(
      "shadow", Shadow(offset: Point(1, 2), blur: 3, paint: .stencil(index: 1, isOpaque: true)),
      [
        { $0.offset.x = 9 }, { $0.offset.y = 9 }, { $0.blur = 9 }, { $0.spread = 9 },
        { $0.strength = 9 }, { $0.paint = .stencil(index: 2, isOpaque: true) },
        { $0.paint = .stencil(index: 1, isOpaque: false) },
      ])
  }

  /// A paint, and others that differ from it in one number each.
  private static func paints(_ made: ([Double]) -> Paint, _ count: Int) -> DigestSweep<Paint> {
    let all = NodeSample.one((1...count).map(Double.init)).map(made)
    return DigestSweep("paint", all[0], others: Array(all.dropFirst()))
  }

  @Test func paints() throws {
    func length(_ n: [Double], _ at: Int) -> RelativeLength {
      .init(pixels: n[at], share: n[at + 1])
    }
    func position(_ n: [Double], _ at: Int) -> RelativePosition {
      RelativePosition(x: length(n, at), y: length(n, at + 2))
    }
    func stop(_ n: [Double], _ at: Int) -> Image.GradientStop {
      .init(n[at], Color(n[at + 1], n[at + 2], n[at + 3], n[at + 4]))
    }
    let sweeps = [
      Self.paints({ .color(Color($0[0], $0[1], $0[2], $0[3])) }, 4),
      Self.paints(
        { .linear(from: position($0, 0), to: position($0, 4), stops: [stop($0, 8)]) }, 13),
      Self.paints(
        { .radial(center: position($0, 0), radius: length($0, 4), stops: [stop($0, 6)]) }, 11),
      DigestSweep(
        "stencil", Paint.stencil(index: 1, isOpaque: true),
        others: [.stencil(index: 2, isOpaque: true), .stencil(index: 1, isOpaque: false)]),
    ]
    let all = try sweeps.flatMap { try $0.check { DigestWriter("paint", $0).digest } }
    #expect(Set(all).count == all.count)
    // A kind of paint that is added has to be swept here before this compiles.
    for sweep in sweeps {
      switch sweep.base {
      case .color, .linear, .radial, .stencil: break
      }
    }
  }

  @Test func descriptionsOfShapes() throws {
    let base = ShapeDescription(
      Path([.move(Point(1, 2)), .close]), fill: .stencil(index: 1, isOpaque: true),
      trim: .init(start: 0.1, end: 0.2, offset: 0.3))
    try check(
      "shape", base,
      [
        { $0.path.elements[0] = .move(Point(9, 2)) }, { $0.path.elements[0] = .move(Point(1, 9)) },
        { $0.path.elements[0] = .line(Point(1, 2)) }, { $0.path.elements[1] = .move(Point(1, 2)) },
        { $0.rule = .evenOdd }, { $0.fill = nil }, { $0.fill = .stencil(index: 2, isOpaque: true) },
        { $0.fill = .stencil(index: 1, isOpaque: false) }, { $0.strokes = [Stroke(width: 1)] },
        { $0.shadows = [Shadow(offset: .zero, blur: 1)] }, { $0.trim = nil },
        { $0.trim?.start = 0.9 }, { $0.trim?.end = 0.9 }, { $0.trim?.offset = 0.9 },
      ])
  }

  // MARK: Frames

  /// All that a frame is told by.
  private struct Frame {
    var format = PixelFormat.yuv420()
    var size = PixelSize(4, 2)
    var color = ColorTags.bt709
    var aspect = Rational(4, 3)
    var alpha = FrameBuffer.AlphaMode.straight
    var hdr: HDRMetadata? = HDRMetadata(
      masteringDisplay: .init(
        primaries: [SIMD2(1, 2), SIMD2(3, 4), SIMD2(5, 6)], white: SIMD2(7, 8), minLuminance: 9,
        maxLuminance: 10), contentLight: .init(maxContent: 11, maxAverage: 12))
    var pixel: UInt8 = 7

    var buffer: FrameBuffer {
      FrameBuffer(
        format: format, size: size, color: color, pixelAspect: aspect, alphaMode: alpha, hdr: hdr
      ) { $0[0].base.storeBytes(of: pixel, as: UInt8.self) }
    }
  }

  @Test func frames() throws {
    let display: [(inout HDRMetadata.MasteringDisplay) -> Void] =
      (0..<3).map { index in { $0.primaries[index].x = 99 } }
      + (0..<3).map { index in { $0.primaries[index].y = 99 } } + [
        { $0.white.x = 99 }, { $0.white.y = 99 }, { $0.minLuminance = 99 },
        { $0.maxLuminance = 99 },
      ]
    let changes: [(inout Frame) -> Void] =
      [
        { $0.format.family = .rgb }, { $0.format.packing = .semiplanar },
        { $0.format.packing = .packed(order: "rgb") }, { $0.format.bitDepth = 10 },
        { $0.format.chromaShiftX = 0 }, { $0.format.chromaShiftY = 0 },
        { $0.format.hasAlpha = true }, { $0.format.bitShift = 6 }, { $0.size.width = 3 },
        { $0.size.height = 1 }, { $0.color.matrix = .bt601 }, { $0.color.transfer = .srgb },
        { $0.color.primaries = .bt2020 }, { $0.color.range = .full },
        { $0.color.siting = .topLeft }, { $0.aspect = Rational(5, 3) },
        { $0.aspect = Rational(4, 5) }, { $0.alpha = .premultiplied }, { $0.hdr = nil },
        { $0.hdr?.contentLight = nil }, { $0.hdr?.contentLight?.maxContent = 99 },
        { $0.hdr?.contentLight?.maxAverage = 99 }, { $0.hdr?.masteringDisplay = nil },
        { $0.pixel = 8 },
      ] + display.map { change in { frame in change(&frame.hdr!.masteringDisplay!) } }
    _ = try DigestSweep("frame", Frame(), changes).check { $0.buffer.digest }
    // Planes and owner are the pixels; serial, origin and memo are not the picture.
    #expect(Mirror(reflecting: Frame().buffer).children.count == 6 + 2 + 3)
  }
}
