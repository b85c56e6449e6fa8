// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A video composition in a script.
final class VideoCompositionHandle: Handle {
  override class var typeName: String { "video composition" }
  override var cost: Int { 1024 + composition.byteEstimate }
  private let holding = MemoryHolding()
  let composition: VideoComposition
  /// The timeline that an automatic composition was made from.
  let timeline: TimelineHandle?
  /// What its instructions name.
  let tracks: NamedTracks

  init(_ composition: VideoComposition, timeline: TimelineHandle?, tracks: NamedTracks) {
    (self.composition, self.timeline, self.tracks) = (composition, timeline, tracks)
  }

  override func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {
    holding.keep(notes.taken())
  }

  /// The charges of what it holds.
  var notes: MemoryNotes { holding.notes }

  static var binding: TypeBinding {
    TypeBinding(VideoCompositionHandle.self) { type in
      type.property("size") { .size($0.composition.renderSize) }
      type.property("fps") { .rate($0.composition.frameRate) }
      type.property("scale") { .number($0.composition.renderScale) }
      type.property("color") { .color($0.composition.color) }
      type.property("seed") { .integer(Int64(bitPattern: $0.composition.seed)) }
      type.property("instructions") { .list($0.composition.instructions.map(instruction)) }
      type.method("faults", ["timeline", "range?"]) { handle, call in
        let timeline: TimelineHandle = try call[0].object()
        let range = try call[1].ifGiven { try $0.range(handle.composition.frameRate) }
        let faults = handle.composition.faults(for: timeline.timeline, range: range)
        return .list(faults.map(fault))
      }
    }
  }

  private static func instruction(_ instruction: Instruction) -> LuaValue {
    .record([
      ("range", .range(instruction.timeRange)),
      ("background", .object(ImageHandle(Image(color: instruction.backgroundColor)))),
      ("tracks", .list(instruction.layerInstructions.map { .integer(Int64($0.trackID.rawValue)) })),
      ("has_compositor", .boolean(instruction.compositor != nil)),
      ("data", (instruction.data as? ScriptData)?.value ?? .nil),
    ])
  }

  private static func fault(_ fault: Fault) -> LuaValue {
    .record([
      ("kind", .string(SnakeCase.text(fault.kind.rawValue))), ("message", .string(fault.message)),
      ("range", .some(fault.timeRange, LuaValue.range)),
    ])
  }
}
