// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// How one frame of a film is computed: its kernels, and the program that they and all else become.
public struct FrameProgram: Sendable {
  /// For reading: each kernel once, in the order in which the frame needs them, then the program.
  public let text: String

  /// The program of the frame of `film` that is on screen at `time`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a time outside the film, `invalidTimeline` for a film without
  ///   pictures, whatever reading and composing throw.
  public init(of film: ExportRequest, gate: FileGate, at time: Time) throws {
    let frame = try StillGenerator(of: film, gate: gate).traced(at: time)
    let target = FrameTarget(
      size: frame.composition.renderSize, format: .yuv420(), color: frame.composition.color)
    let program = try PictureRenderer(threadCount: 1).listing(of: frame.image, for: target)
    let kernels = Self.kernels(of: frame.image).map { $0.listing() }
    text = (kernels + [program]).joined(separator: "\n\n")
  }

  /// The kernels that `image` is made with, each once.
  private static func kernels(of image: Image) -> [PixelKernel] {
    var (found, seen) = ([PixelKernel](), Set<ObjectIdentifier>())
    var open = [image]
    while let next = open.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      switch next.node {
      case .kernel(let kernel, _, _), .samplingKernel(let kernel, _, _, _):
        if !found.contains(kernel) { found.append(kernel) }
      case .empty, .frame, .color, .pattern, .shape, .drawing, .transform, .projection, .tile,
        .crop,
        .clampToEdges, .opacity, .over, .dissolve, .adjustment, .filter:
        break
      }
      open += next.node.inputs
    }
    return found
  }
}
