// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One instruction of a video composition in a script: what was given, or what was made for a timeline. It is
/// changed where it stands.
final class VideoInstructionHandle: Handle {
  override class var typeName: String { "video instruction" }
  override var cost: Int { 128 }
  override var description: String { "video instruction over \(instruction.timeRange)" }
  override var identity: AnyHashable? { PartIdentity(owner, index) }
  let owner: VideoCompositionHandle
  let index: Int

  init(_ owner: VideoCompositionHandle, _ index: Int) { (self.owner, self.index) = (owner, index) }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    owner.keep(&notes, of: account)
  }

  private var instruction: VideoInstruction { owner.composition.instructions[index] }

  static var binding: TypeBinding {
    TypeBinding(VideoInstructionHandle.self) { type in
      addLayers(&type)
      addSettings(&type)
      addDrawing(&type)
    }
  }

  private static func addLayers(_ type: inout TypeBuilder<VideoInstructionHandle>) {
    type.property("layers") { handle in
      .list(
        try handle.instruction.layerInstructions.indices.map {
          .object(try LayerInstructionHandle(handle.owner, handle.index, layer: $0))
        })
    } set: { handle, argument in
      let layers = try handle.reading(argument) { try $0.layers(argument) }
      guard layers.isEmpty || handle.instruction.compositor == nil else {
        throw argument.refused(Self.drawnTwice)
      }
      try handle.owner.setLayers(layers, of: handle.index)
    }
    type.property("tracks") { handle in
      .list(handle.instruction.layerInstructions.map { .integer(Int64($0.trackID.rawValue)) })
    }
  }

  private static func addSettings(_ type: inout TypeBuilder<VideoInstructionHandle>) {
    type.property("range") {
      .range($0.instruction.timeRange)
    } set: { handle, argument in
      let range = try argument.range(handle.owner.composition.frameRate)
      guard !range.isEmpty else { throw argument.expected("a range that is not empty") }
      try handle.owner.edit(handle.index) { $0.timeRange = range }
    }
    type.property("background") {
      .object(ImageHandle(Image(color: $0.instruction.backgroundColor)))
    } set: { handle, argument in
      let color = try argument.color()
      try handle.owner.edit(handle.index) { $0.backgroundColor = color }
    }
    type.property("post_processing") {
      .boolean($0.instruction.enablePostProcessing)
    } set: { handle, argument in
      let flag = try argument.boolean()
      try handle.owner.edit(handle.index) { $0.enablePostProcessing = flag }
    }
    type.property("data") { ($0.instruction.data as? ScriptData)?.value ?? .nil }
  }

  private static func addDrawing(_ type: inout TypeBuilder<VideoInstructionHandle>) {
    type.property("has_compositor") { .boolean($0.instruction.compositor != nil) }
    type.property("compositor") {
      ($0.instruction.compositor as? LuaCompositor).map { $0.callback.value } ?? .nil
    } set: { handle, argument in
      let compositor = try argument.ifGiven { try handle.owner.host.compositor($0) }
      if compositor != nil, !handle.instruction.layerInstructions.isEmpty {
        throw argument.refused(Self.drawnTwice)
      }
      if let timeline = handle.owner.timeline { compositor?.shown.note(timeline) }
      try handle.owner.edit(handle.index) { $0.compositor = compositor }
    }
  }

  /// The error of an instruction that a compositor and layers draw.
  private static let drawnTwice = MoonreelError(
    .invalidArgument,
    "a compositor draws everything itself; take the layers away first with instruction.layers = {}, or "
      + "the compositor with instruction.compositor = nil")

  /// Reads what names tracks, which must be those of the composition's timeline where it has one.
  private func reading<Result>(
    _ argument: Argument, _ read: (inout InstructionReader) throws -> Result
  ) throws -> Result {
    var reader = InstructionReader(
      host: owner.host, composition: owner.composition,
      background: instruction.backgroundColor, tracks: owner.tracks)
    let result = try read(&reader)
    if let timeline = owner.timeline { try reader.tracks.check(areOf: timeline, argument.label) }
    owner.tracks = reader.tracks
    return result
  }
}
