// SPDX-License-Identifier: MIT

import MoonreelCore

@testable import MoonreelModel

extension Image {
  /// The graph as one line, frames named by their width: `over(frame 640, color #000000)`.
  var graph: String {
    switch node {
    case .empty: "empty"
    case .frame(let buffer): "frame \(buffer.size)"
    case .color(let color): "color \(color.hexadecimalText)"
    case .transform(let input, let map, _): "transform(\(input.graph), \(Self.text(map)))"
    case .crop(let input, let rect):
      "crop(\(input.graph), \(Self.text([rect.minX, rect.minY, rect.size.width, rect.size.height])))"
    case .opacity(let input, let factor): "opacity(\(input.graph), \(factor))"
    case .over(let top, let bottom): "over(\(top.graph), \(bottom.graph))"
    case .adjustment(let input, .matrix(let matrix)):
      "matrix(\(input.graph), \(matrix.coefficients[0]))"
    default: "other"
    }
  }

  private static func text(_ map: AffineTransform) -> String {
    text([map.a, map.b, map.c, map.d, map.tx, map.ty])
  }

  private static func text(_ numbers: [Double]) -> String {
    numbers.map(\.shortText).joined(separator: " ")
  }
}

extension Fixture {
  /// A request at `seconds` for `instruction`, with a frame for each track and its size.
  static func request(
    _ instruction: Instruction, at seconds: Double = 0,
    frames: [Int: PixelSize], turned: AffineTransform = .identity, alpha: Bool = false,
    size: Size = Size(100, 50)
  ) -> FrameRequest {
    let sources = frames.map { id, size in
      let buffer = FrameBuffer(
        format: .yuv420(alpha: alpha), size: size, color: .bt709, fill: { _ in })
      return (
        TrackID(id),
        FrameRequest.SourceFrame(
          image: Image(frame: buffer), preferredTransform: turned, naturalSize: size,
          sourceTime: .zero)
      )
    }
    return FrameRequest(
      context: FrameContext(time: time(seconds), frameIndex: 0, size: size),
      instruction: instruction, frames: Dictionary(uniqueKeysWithValues: sources))
  }
}
