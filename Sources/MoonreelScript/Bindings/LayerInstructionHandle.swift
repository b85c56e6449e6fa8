// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A layer instruction in a script: one that `mr.layer_instruction` made, whose steps wait for the rate and the size
/// of the composition they go into, or one that stands in a video composition and is changed there.
final class LayerInstructionHandle: Handle {
  typealias Step = (inout LayerInstruction, VideoComposition) throws -> Void

  /// Where in a video composition it stands.
  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let instruction: Int
    let layer: Int
    /// How often the instruction's layers had been set anew.
    let layerSet: Int
  }

  override class var typeName: String { "layer instruction" }
  override var description: String { "layer instruction for track \(track.id)" }
  override var identity: AnyHashable? { place }
  let track: TrackHandle
  private var steps: [Step] = [] {
    didSet { holding.bytes = 512 + 192 * steps.count }
  }
  private let holding = MemoryHolding(512)
  private let owner: VideoCompositionHandle?
  private let place: Place?

  init(_ track: TrackHandle) { (self.track, owner, place) = (track, nil, nil) }

  /// Layer `layer` of instruction `index` of `owner`.
  init(_ owner: VideoCompositionHandle, _ index: Int, layer: Int) throws {
    let id = owner.composition.instructions[index].layerInstructions[layer].trackID
    guard let timeline = owner.timeline ?? owner.tracks.first?.owner else {
      throw MoonreelError(.invalidTimeline, "nobody knows whose track \(id) is")
    }
    self.owner = owner
    track = TrackHandle(timeline, id)
    place = Place(
      owner: ObjectIdentifier(owner), instruction: index, layer: layer,
      layerSet: owner.layerSet(of: index))
  }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    owner?.keep(&notes, of: account)
  }

  /// The instruction with times counted at the rate of `composition`, positions within its size.
  func instruction(in composition: VideoComposition) throws -> LayerInstruction {
    if let (owner, place) = try standing() {
      return owner.composition.instructions[place.instruction].layerInstructions[place.layer]
    }
    var instruction = LayerInstruction(trackID: track.id)
    for step in steps { try step(&instruction, composition) }
    return instruction
  }

  /// Takes a step: at once where it stands in a composition, else when it comes into one.
  private func take(_ step: @escaping Step) throws {
    guard let (owner, place) = try standing() else { return steps.append(step) }
    let composition = owner.composition
    try owner.edit(place.instruction) { try step(&$0.layerInstructions[place.layer], composition) }
  }

  /// From when on a value holds: from `argument` on, else from the start of the instruction that it stands in, else
  /// from 0.
  private func from(_ argument: Argument) throws -> AtRate<Time> {
    guard argument.isNil, let (owner, place) = try standing() else {
      return try argument.laterTime()
    }
    let start = owner.composition.instructions[place.instruction].timeRange.start
    return { _ in start }
  }

  /// Where it stands; `nil` where it stands in no composition.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the instruction has got other layers.
  private func standing() throws -> (VideoCompositionHandle, Place)? {
    guard let owner, let place else { return nil }
    guard owner.layerSet(of: place.instruction) == place.layerSet else {
      throw MoonreelError(
        .invalidArgument,
        "this layer instruction stands nowhere any more: the 'layers' of its instruction were set anew; take it from instruction.layers again"
      )
    }
    return (owner, place)
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
      let (opacity, time) = (try call[0].real(0...1), try handle.from(call[1]))
      try handle.take { $0.setOpacity(opacity, at: try time($1.frameRate)) }
      return call.receiver
    }
    type.method("opacity_ramp", ["from", "to", "range"]) { handle, call in
      let (start, end) = (try call[0].real(0...1), try call[1].real(0...1))
      let range = try call[2].laterRange()
      try handle.take { $0.addOpacityRamp(from: start, to: end, in: try range($1.frameRate)) }
      return call.receiver
    }
  }

  private static func addTransform(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("transform", ["transform", "at?"]) { handle, call in
      let map = try call[0].object(TransformHandle.self).relative
      let time = try handle.from(call[1])
      try handle.take {
        $0.setTransform(map.resolved(in: $1.frame), at: try time($1.frameRate))
      }
      return call.receiver
    }
    type.method("transform_ramp", ["from", "to", "range"]) { handle, call in
      let start = try call[0].object(TransformHandle.self).relative
      let end = try call[1].object(TransformHandle.self).relative
      let range = try call[2].laterRange()
      try handle.take {
        $0.addTransformRamp(
          from: start.resolved(in: $1.frame), to: end.resolved(in: $1.frame),
          in: try range($1.frameRate))
      }
      return call.receiver
    }
  }

  private static func addCrop(_ type: inout TypeBuilder<LayerInstructionHandle>) {
    type.method("crop", ["rect", "at?"]) { handle, call in
      let (rect, time) = (try call[0].relativeBox().cropRect, try handle.from(call[1]))
      try handle.take { $0.setCrop(rect, at: try time($1.frameRate)) }
      return call.receiver
    }
    type.method("crop_ramp", ["from", "to", "range"]) { handle, call in
      let start = try call[0].relativeBox().cropRect
      let end = try call[1].relativeBox().cropRect
      let range = try call[2].laterRange()
      try handle.take { $0.addCropRamp(from: start, to: end, in: try range($1.frameRate)) }
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
