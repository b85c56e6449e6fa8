// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A layer instruction in a script: steps that wait for the rate and the size of the composition they go
/// into.
final class LayerInstructionHandle: Handle {
  typealias Step = (inout LayerInstruction, VideoComposition) throws -> Void

  override class var typeName: String { "layer instruction" }
  override var description: String { "layer instruction for track \(track.id)" }
  let track: TrackHandle
  private var steps: [Step] = [] {
    didSet { holding.bytes = 512 + 192 * steps.count }
  }
  private let holding = MemoryHolding(512)

  init(_ track: TrackHandle) { self.track = track }

  /// The instruction with times counted at the rate of `composition`, positions within its size.
  func instruction(in composition: VideoComposition) throws -> LayerInstruction {
    var instruction = LayerInstruction(trackID: track.id)
    for step in steps { try step(&instruction, composition) }
    return instruction
  }

  static var binding: TypeBinding {
    TypeBinding(LayerInstructionHandle.self) { type in
      addOpacity(&type)
      addTransform(&type)
      addCrop(&type)
      type.property("track") { .object($0.track) }
    }
  }

  private static func addOpacity(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("opacity", ["opacity", "at?"]) { handle, call in
      let (opacity, time) = (try call[0].real(0...1), try call[1].laterTime())
      handle.steps.append { $0.setOpacity(opacity, at: try time($1.frameRate)) }
      return call.receiver
    }
    type.method("opacity_ramp", ["from", "to", "range"]) { handle, call in
      let (start, end) = (try call[0].real(0...1), try call[1].real(0...1))
      let range = try call[2].laterRange()
      handle.steps.append { $0.addOpacityRamp(from: start, to: end, in: try range($1.frameRate)) }
      return call.receiver
    }
  }

  private static func addTransform(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("transform", ["transform", "at?"]) { handle, call in
      let map = try call[0].object(TransformHandle.self).relative
      let time = try call[1].laterTime()
      handle.steps.append {
        $0.setTransform(map.resolved(in: $1.frame), at: try time($1.frameRate))
      }
      return call.receiver
    }
    type.method("transform_ramp", ["from", "to", "range"]) { handle, call in
      let start = try call[0].object(TransformHandle.self).relative
      let end = try call[1].object(TransformHandle.self).relative
      let range = try call[2].laterRange()
      handle.steps.append {
        $0.addTransformRamp(
          from: start.resolved(in: $1.frame), to: end.resolved(in: $1.frame),
          in: try range($1.frameRate))
      }
      return call.receiver
    }
  }

  private static func addCrop(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("crop", ["rect", "at?"]) { handle, call in
      let (rect, time) = (try call[0].relativeBox().cropRect, try call[1].laterTime())
      handle.steps.append { $0.setCrop(rect, at: try time($1.frameRate)) }
      return call.receiver
    }
    type.method("crop_ramp", ["from", "to", "range"]) { handle, call in
      let start = try call[0].relativeBox().cropRect
      let end = try call[1].relativeBox().cropRect
      let range = try call[2].laterRange()
      handle.steps.append { $0.addCropRamp(from: start, to: end, in: try range($1.frameRate)) }
      return call.receiver
    }
  }
}

extension VideoComposition {
  /// What positions in it are shares of.
  fileprivate var frame: Rect { Rect(origin: .zero, size: renderSize.size) }
}

extension RelativeBox {
  /// The same for the model: shares wait for the clip's own frame.
  fileprivate var cropRect: RelativeRect {
    let sides = [origin.x, origin.y, size.width, size.height]
    return RelativeRect(
      pixels: Self.rect(sides.map(\.pixels)), shares: Self.rect(sides.map(\.share)))
  }

  private static func rect(_ sides: [Double]) -> Rect {
    Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }
}
