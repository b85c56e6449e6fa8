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

  fileprivate static func text(_ map: AffineTransform) -> String {
    text([map.a, map.b, map.c, map.d, map.tx, map.ty])
  }

  private static func text(_ numbers: [Double]) -> String {
    numbers.map(\.shortText).joined(separator: " ")
  }
}

extension VideoInstruction {
  /// When, on what and what is drawn, the first on top: `[0 3) on #000000; track 1 (1 0 0 1 0 0) from 0`; whatever
  /// else is set stands behind that.
  var line: String {
    var parts = ["\(timeRange.line) on \(backgroundColor.hexadecimalText)"]
    if let compositor { parts.append("drawn by \(compositor.planName)") }
    if let passthroughTrackID { parts.append("passes track \(passthroughTrackID)") }
    return (parts + layerInstructions.map(\.line)).joined(separator: "; ")
  }
}

extension LayerInstruction {
  fileprivate var line: String {
    let places = transforms.ramps.map { ramp in
      let map = "(\(Image.text(ramp.end)))"
      return ramp.timeRange.isEmpty
        ? "\(map) from \(ramp.timeRange.start.seconds.shortText)"
        : "to \(map) over \(ramp.timeRange.line)"
    }
    let others = ["opacity": opacities.isEmpty, "crop": crops.isEmpty].filter { !$0.value }.keys
    return (["track \(trackID)"] + places + others.sorted()).joined(separator: " ")
  }
}

extension TimeRange {
  /// `[0 5)`, in seconds.
  var line: String { "[\(start.seconds.shortText) \(end.seconds.shortText))" }
}

extension Double {
  /// Without a fraction where whole.
  var shortText: String { JSONValue.number(self).compactText }
}

extension Fixture {
  /// A request at `seconds` for `instruction`, with a frame for each track and its size.
  static func request(
    _ instruction: VideoInstruction, at seconds: Double = 0,
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
