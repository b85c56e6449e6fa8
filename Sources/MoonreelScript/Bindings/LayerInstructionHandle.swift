// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A layer instruction in a script: steps that wait for the rate of the composition they go into.
final class LayerInstructionHandle: Handle {
  typealias Step = (inout LayerInstruction, FrameRate) throws -> Void

  override class var typeName: String { "layer instruction" }
  override var cost: Int { 512 }
  override var description: String { "layer instruction for track \(track.id)" }
  let track: TrackHandle
  private var steps: [Step] = []

  init(_ track: TrackHandle) { self.track = track }

  /// The instruction with times counted at `rate`.
  func instruction(_ rate: FrameRate) throws -> LayerInstruction {
    var instruction = LayerInstruction(trackID: track.id)
    for step in steps { try step(&instruction, rate) }
    return instruction
  }

  /// Notes `step` after trying it at the timeline's rate, so that errors come at the right line.
  private func add(_ step: @escaping Step) throws {
    var trial = LayerInstruction(trackID: track.id)
    try step(&trial, track.owner.rate)
    steps.append(step)
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
      try handle.add { $0.setOpacity(opacity, at: try time($1)) }
      return call.receiver
    }
    type.method("opacity_ramp", ["from", "to", "range"]) { handle, call in
      let (start, end) = (try call[0].real(0...1), try call[1].real(0...1))
      let range = try call[2].laterRange()
      try handle.add { $0.addOpacityRamp(from: start, to: end, in: try range($1)) }
      return call.receiver
    }
  }

  private static func addTransform(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("transform", ["transform", "at?"]) { handle, call in
      let map = try call[0].object(TransformHandle.self).transform
      let time = try call[1].laterTime()
      try handle.add { $0.setTransform(map, at: try time($1)) }
      return call.receiver
    }
    type.method("transform_ramp", ["from", "to", "range"]) { handle, call in
      let start = try call[0].object(TransformHandle.self).transform
      let end = try call[1].object(TransformHandle.self).transform
      let range = try call[2].laterRange()
      try handle.add { $0.addTransformRamp(from: start, to: end, in: try range($1)) }
      return call.receiver
    }
  }

  private static func addCrop(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("crop", ["rect", "at?"]) { handle, call in
      let (rect, time) = (try call[0].rect(), try call[1].laterTime())
      try handle.add { $0.setCrop(rect, at: try time($1)) }
      return call.receiver
    }
    type.method("crop_ramp", ["from", "to", "range"]) { handle, call in
      let (start, end) = (try call[0].rect(), try call[1].rect())
      let range = try call[2].laterRange()
      try handle.add { $0.addCropRamp(from: start, to: end, in: try range($1)) }
      return call.receiver
    }
  }
}

extension Argument {
  /// A time that may wait for a rate; zero where nothing was given.
  func laterTime() throws -> (FrameRate) throws -> Time {
    guard !isNil else { return { _ in .zero } }
    let value = try timeValue()
    let argument = Argument(state: state, value: .nil, label: label)
    return { rate in try argument.naming { try value.time(rate: rate) } }
  }

  /// A range that may wait for a rate.
  func laterRange() throws -> (FrameRate) throws -> TimeRange {
    let bounds = try timeBounds()
    let argument = Argument(state: state, value: .nil, label: label)
    return { rate in try argument.naming { try bounds.range(rate) } }
  }
}
