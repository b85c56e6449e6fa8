// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A video composition in a script.
final class VideoCompositionHandle: Handle {
  override class var typeName: String { "video composition" }
  override var cost: Int { 1024 }
  private let holding: MemoryHolding
  private(set) var composition: VideoComposition
  /// The timeline that an automatic composition was made from.
  let timeline: TimelineHandle?
  /// What its instructions name.
  var tracks: NamedTracks
  /// The host lives longer: it owns Lua, and Lua holds the handle.
  unowned let host: ScriptHost
  /// How often the layers of each instruction were set anew, so that layers taken out of it are known.
  private var layerSets: [Int: Int] = [:]

  init(
    _ composition: VideoComposition, timeline: TimelineHandle?, tracks: NamedTracks,
    host: ScriptHost
  ) {
    (self.composition, self.timeline, self.tracks) = (composition, timeline, tracks)
    self.host = host
    holding = MemoryHolding(composition.byteEstimate)
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
      type.property("instructions") { handle in
        .list(
          handle.composition.instructions.indices.map {
            .object(VideoInstructionHandle(handle, $0))
          })
      }
      type.method("faults", ["timeline", "range?"]) { handle, call in
        let timeline: TimelineHandle = try call[0].object()
        let range = try call[1].ifGiven { try $0.range(handle.composition.frameRate) }
        let faults = handle.composition.faults(for: timeline.timeline, range: range)
        return .list(faults.map(LuaValue.fault))
      }
      type.method("validate", ["timeline", "on_fault", "range?"]) { handle, call in
        .boolean(try handle.validate(call))
      }
    }
  }
}

extension VideoCompositionHandle {
  /// Whether it can be rendered, each fault shown to a function that may correct it and says whether to go on.
  private func validate(_ call: Call) throws -> Bool {
    let timeline: TimelineHandle = try call[0].object()
    let function = try call[1].callback("a function (fault) that returns whether to go on")
    let range = try call[2].ifGiven { try $0.range(composition.frameRate) }
    var shown = ShownFaults()
    while let fault = shown.next(of: composition.faults(for: timeline.timeline, range: range)) {
      let goesOn = try call.state.call(function, [.fault(fault)]) { results in
        try results.value(label: "result of the function").ifGiven { try $0.boolean() } ?? false
      }
      guard goesOn else { return false }
    }
    return composition.faults(for: timeline.timeline, range: range).isEmpty
  }

  /// How often the layers of instruction `index` were set anew.
  func layerSet(of index: Int) -> Int { layerSets[index] ?? 0 }

  /// Changes instruction `index`.
  func edit<Result>(_ index: Int, _ body: (inout VideoInstruction) throws -> Result) throws
    -> Result
  {
    if host.hasFinished { host.state.hasLateChange = true }
    let former = composition.instructions[index].settingCount
    defer { holding.bytes += 192 * (composition.instructions[index].settingCount - former) }
    return try body(&composition.instructions[index])
  }

  /// Gives instruction `index` other layers; those that it had belong to nothing any more.
  func setLayers(_ layers: [LayerInstruction], of index: Int) throws {
    try edit(index) { $0.layerInstructions = layers }
    layerSets[index, default: 0] += 1
  }
}

extension VideoInstruction {
  /// How many layers it has, and how much is set of them.
  fileprivate var settingCount: Int {
    layerInstructions.reduce(0) { count, layer in
      count + 1 + layer.transforms.ramps.count + layer.opacities.ramps.count
        + layer.crops.ramps.count
    }
  }
}

extension LuaValue {
  /// What is wrong, and where.
  static func fault(_ fault: Fault) -> LuaValue {
    .record([
      ("kind", .string(SnakeCase.text(fault.kind.rawValue))), ("message", .string(fault.message)),
      ("range", .some(fault.timeRange, LuaValue.range)),
      ("instruction", .count(fault.instructionIndex.map { $0 + 1 })),
    ])
  }
}
