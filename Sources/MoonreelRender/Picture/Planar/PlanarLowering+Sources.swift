// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Frames, colours and where they end.
extension PlanarLowering {
  /// Whether a colour has code values of its own: in HDR targets only black has, others are
  /// converted.
  func isDefined(_ color: Color) -> Bool {
    !space.isHDR || color.alpha <= 0 || (color.red, color.green, color.blue) == (0, 0, 0)
  }

  func colored(_ color: Color) -> PlanarValue {
    let alpha = max(0, min(1, color.alpha))
    let exact = constants.differences(of: color)
    func number(_ builder: ProgramBuilder, _ value: Double) -> Value {
      let rounded = Float(value)
      return rounded == 0 || rounded == 1 ? builder.literal(rounded) : builder.param(rounded)
    }
    return PlanarValue(
      luma: number(luma, exact.luma * alpha), lumaAlpha: number(luma, alpha),
      cb: number(chroma, exact.cb * alpha), cr: number(chroma, exact.cr * alpha),
      chromaAlpha: number(chroma, alpha))
  }

  func frame(_ buffer: FrameBuffer, _ x: Int, _ y: Int) -> PlanarValue? {
    let format = target.format
    guard matches(buffer), x % (1 << format.chromaShiftX) == 0, y % (1 << format.chromaShiftY) == 0,
      let layout = try? buffer.format.components()
    else { return nil }
    let rect = Rect(
      x: Double(x), y: Double(y), width: Double(buffer.size.width),
      height: Double(buffer.size.height))
    guard let cover = coverage(of: rect) else { return nil }
    let alpha = alphas(of: buffer, layout, x, y)
    let isStraight = buffer.alphaMode == .straight
    func plane(_ index: Int, _ builder: ProgramBuilder, _ offset: Double, _ alpha: Value) -> Value {
      guard index < layout.color.count else { return builder.zero }
      let component = layout.color[index]
      var view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
      view.offsetX = component.isChroma ? -(x >> format.chromaShiftX) : -x
      view.offsetY = component.isChroma ? -(y >> format.chromaShiftY) : -y
      let code = builder.source(.load, .plane(view))
      let value = builder.sub(code, builder.literal(Float(offset)))
      return isStraight ? builder.mul(value, alpha) : value
    }
    let value = PlanarValue(
      luma: plane(0, luma, constants.lumaOffset, alpha.luma), lumaAlpha: alpha.luma,
      cb: plane(1, chroma, constants.chromaOffset, alpha.chroma),
      cr: plane(2, chroma, constants.chromaOffset, alpha.chroma), chromaAlpha: alpha.chroma)
    return weighted(value, cover.luma, cover.chroma)
  }

  func matches(_ buffer: FrameBuffer) -> Bool {
    let (format, color, wanted) = (buffer.format, buffer.color, target.color)
    guard format.family == target.format.family, format.bitDepth == target.format.bitDepth,
      format.chromaShiftX == target.format.chromaShiftX,
      format.chromaShiftY == target.format.chromaShiftY, color.range == wanted.range
    else { return false }
    guard ColorSpace(color, hdr: buffer.hdr).isSame(as: space) else { return false }
    guard format.family == .yuv else { return true }
    let (columns, rows) = (1 << format.chromaShiftX, 1 << format.chromaShiftY)
    return color.matrix == wanted.matrix
      && color.siting.column(of: columns) == wanted.siting.column(of: columns)
      && color.siting.row(of: rows) == wanted.siting.row(of: rows)
  }

  private func alphas(_ view: PlaneView, _ builder: ProgramBuilder, _ operation: Operation) -> Value
  {
    let code = builder.source(operation, .plane(view))
    return builder.mul(code, builder.literal(Float(1 / constants.limit)))
  }

  private func alphas(of buffer: FrameBuffer, _ layout: ComponentLayout, _ x: Int, _ y: Int)
    -> (luma: Value, chroma: Value)
  {
    guard let component = layout.alpha else { return (luma.one, chroma.one) }
    var view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
    (view.offsetX, view.offsetY) = (-x, -y)
    let lumaAlpha = alphas(view, luma, .load)
    (view.shiftX, view.shiftY) = (target.format.chromaShiftX, target.format.chromaShiftY)
    let isSubsampled = view.shiftX + view.shiftY > 0
    return (lumaAlpha, alphas(view, chroma, isSubsampled ? .mean : .load))
  }

  /// One inside `rect` and zero outside, on both grids; `nil` where an edge that can be seen does
  /// not lie on both.
  func coverage(of rect: Rect) -> (luma: Value, chroma: Value)? {
    let (shiftX, shiftY) = (target.format.chromaShiftX, target.format.chromaShiftY)
    guard let across = span(rect.minX, rect.maxX, target.size.width, 1 << shiftX),
      let down = span(rect.minY, rect.maxY, target.size.height, 1 << shiftY)
    else { return nil }
    func share(_ builder: ProgramBuilder, _ shiftX: Int, _ shiftY: Int) -> Value {
      builder.mul(
        inside(across, target.size.width, shiftX, builder) { .init(base: $0, stepX: $1, stepY: 0) },
        inside(down, target.size.height, shiftY, builder) { .init(base: $0, stepX: 0, stepY: $1) })
    }
    return (share(luma, 0, 0), share(chroma, shiftX, shiftY))
  }

  /// The pixels from `low` to `high` that can be seen of `length`; `nil` where an edge is not
  /// whole.
  private func span(_ low: Double, _ high: Double, _ length: Int, _ unit: Int) -> Range<Int>? {
    let (first, last) = (max(0, low), min(Double(length), high))
    guard first < last else { return 0..<0 }
    let (start, end) = (Int(first.rounded()), Int(last.rounded()))
    guard abs(first - Double(start)) < 1e-9, abs(last - Double(end)) < 1e-9, start % unit == 0,
      end % unit == 0 || end == length
    else { return nil }
    return start..<end
  }

  private func inside(
    _ range: Range<Int>, _ length: Int, _ shift: Int, _ builder: ProgramBuilder,
    _ ramp: (Double, Double) -> Ramp
  ) -> Value {
    guard !range.isEmpty else { return builder.zero }
    let (start, end) = (range.lowerBound >> shift, (range.upperBound + (1 << shift) - 1) >> shift)
    // 1 at sample `start` and above, 0 below; and the other way round at `end`.
    let entering = start == 0 ? builder.one : builder.cover(ramp(1 - Double(start), 1))
    let leaving =
      range.upperBound >= length ? builder.one : builder.cover(ramp(Double(end), -1))
    return builder.mul(entering, leaving)
  }
}
