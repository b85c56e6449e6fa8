// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Draws frames that lie between two frames of a film, with everything on its way from the one to the other.
///
/// For each square of 4 by 4 pixels of the frame that is wanted, at most 960 pixels wide, the way is found on which both frames
/// agree most, from coarse to fine; ways are smoothed, and each sample is the mean of where its way begins and ends. All of
/// it is whole numbers or done in one order, so the frame is the same on every machine.
package enum FrameFlow {
  /// The flow's pictures have at most so many pixels on the longer side.
  private static let longestSide = 960
  /// Larger pictures are mixed.
  private static let mostPixels = 32_768
  private static let version = 1

  /// The frame `share` (0…1) of the way from `first` to `second`; `nil` where they are not of one size and kind, or of floats.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for pixel formats that Moonreel does not draw.
  package static func frame(between first: FrameBuffer, and second: FrameBuffer, share: Double)
    throws -> FrameBuffer?
  {
    guard first !== second else { return first }
    guard first.format == second.format, first.size == second.size, first.color == second.color,
      first.alphaMode == second.alphaMode, first.pixelAspect == second.pixelAspect,
      first.format.isNative, first.format.bytesPerComponent <= 2,
      max(first.size.width, first.size.height) <= mostPixels
    else { return nil }
    let part = min(255, max(1, Int32(limiting: (share * 256).rounded())))
    guard !first.isStanding, !second.isStanding else {
      return .standing(
        for: DigestWriter("flow", version, first.digest, second.digest, Int(part)).digest,
        format: first.format, size: first.size, color: first.color,
        pixelAspect: first.pixelAspect)
    }
    let flow = try FlowField(from: first, to: second, longestSide: longestSide, share: part)
    return FrameBuffer(
      format: first.format, size: first.size, color: first.color, pixelAspect: first.pixelAspect,
      alphaMode: first.alphaMode, hdr: first.hdr
    ) { planes in
      flow.draw(planes, first, second)
    }
  }
}

/// The ways of everything that is seen at a moment between two frames.
private struct FlowField {
  private var ways: [mr_way]
  private var costs: [Int32]
  private let size: PixelSize
  private let factor: Int
  private let share: Int32

  init(from first: FrameBuffer, to second: FrameBuffer, longestSide: Int, share: Int32) throws {
    let (a, b) = (
      try LumaPyramid(first, longestSide: longestSide),
      try LumaPyramid(second, longestSide: longestSide)
    )
    let last = a.levels.count - 1
    var field = FlowField(a.levels[last].size, factor: a.factor, share: share)
    field.guess(a.levels[last], b.levels[last])
    field.improve(a.levels[last], b.levels[last])
    for level in stride(from: last - 1, through: 0, by: -1) {
      var finer = FlowField(a.levels[level].size, factor: a.factor, share: share)
      finer.widen(&field)
      finer.improve(a.levels[level], b.levels[level])
      field = finer
    }
    self = field
  }

  private init(_ picture: PixelSize, factor: Int, share: Int32) {
    let step = Int(MR_FLOW_STEP)
    size = PixelSize((picture.width + step - 1) / step, (picture.height + step - 1) / step)
    ways = Array(repeating: mr_way(x: 0, y: 0), count: size.width * size.height)
    costs = Array(repeating: 0, count: ways.count)
    (self.factor, self.share) = (factor, share)
  }

  private mutating func withFlow<Result>(_ body: (inout mr_flow) -> Result) -> Result {
    let (columns, rows) = (Int32(size.width), Int32(size.height))
    return ways.withUnsafeMutableBufferPointer { ways in
      costs.withUnsafeMutableBufferPointer { costs in
        var flow = mr_flow(
          ways: ways.baseAddress, costs: costs.baseAddress, columns: columns, rows: rows)
        return body(&flow)
      }
    }
  }

  /// Begins with the move of the picture as a whole.
  private mutating func guess(_ first: FrameBuffer, _ second: FrameBuffer) {
    var (x, y): (Int32, Int32) = (0, 0)
    withExtendedLifetime((first, second)) {
      var (a, b) = (first.luma, second.luma)
      _ = mr_motion_search(&a, &b, 8, &x, &y)
    }
    ways = Array(repeating: mr_way(x: x * 128, y: y * 128), count: ways.count)
  }

  private mutating func widen(_ coarse: inout FlowField) {
    withFlow { flow in coarse.withFlow { mr_flow_widen(&flow, &$0) } }
  }

  private mutating func improve(_ first: FrameBuffer, _ second: FrameBuffer) {
    var smooth = ways
    withExtendedLifetime((first, second)) {
      var moment = mr_moment(first: first.luma, second: second.luma, share: share)
      withFlow { flow in
        mr_flow_find(&flow, &moment)
        smooth.withUnsafeMutableBufferPointer { mr_flow_smooth($0.baseAddress, &flow) }
      }
    }
    ways = smooth
  }

  /// Draws all components of the moment.
  func draw(_ planes: [FrameBuffer.Plane], _ first: FrameBuffer, _ second: FrameBuffer) {
    let format = first.format
    var field = self
    for (index, plane) in planes.enumerated() {
      let count = format.componentsPerSample(inPlane: index)
      let isChroma = format.family == .yuv && (index == 1 || index == 2)
      let cell = Int(MR_FLOW_STEP) * factor
      for offset in 0..<count {
        let place = offset * format.bytesPerComponent
        func at(_ plane: FrameBuffer.Plane) -> UnsafeMutablePointer<UInt8> {
          plane.base.assumingMemoryBound(to: UInt8.self) + place
        }
        var between = mr_between(
          out: at(plane), first: at(first.planes[index]), second: at(second.planes[index]),
          outStride: plane.strideBytes, firstStride: first.planes[index].strideBytes,
          secondStride: second.planes[index].strideBytes,
          step: count * format.bytesPerComponent, width: Int32(plane.size.width),
          height: Int32(plane.size.height), bytes: Int32(format.bytesPerComponent),
          shift: Int32(format.bitShift), cellX: Int32(cell >> (isChroma ? format.chromaShiftX : 0)),
          cellY: Int32(cell >> (isChroma ? format.chromaShiftY : 0)))
        field.withFlow { mr_flow_draw(&between, &$0, share) }
      }
    }
  }
}
