// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads one instruction of a video composition: `{ range =, background =, layers = { … } }`, or with
/// `compositor`, `sources` and `data`.
struct InstructionReader {
  let host: ScriptHost
  /// The composition that the instruction goes into: its rate and size are set.
  let composition: VideoComposition
  let background: Color
  /// What the instructions read so far name.
  var tracks = NamedTracks()

  static let names = [
    "range", "background", "layers", "compositor", "sources", "data", "passthrough",
    "post_processing", "metadata_tracks",
  ]

  mutating func instruction(_ argument: Argument, isOnly: Bool) throws -> VideoInstruction {
    let options = try argument.options(
      Self.names,
      owner: "instruction \(argument.label.drop { !$0.isNumber }.prefix(while: \.isNumber))",
      rule: "an instruction { range = { start, stop }, layers = { … } }")
    let range = try options["range"]
    var instruction = VideoInstruction(timeRange: TimeRange(start: .zero, end: .distantFuture))
    if !range.isNil || !isOnly {
      let given = try options.required("range", "when it is in force, { start, stop }")
      instruction.timeRange = try given.range(composition.frameRate)
      guard !instruction.timeRange.isEmpty else {
        throw given.expected("a range that is not empty")
      }
    }
    instruction.backgroundColor = try options["background"].ifGiven { try $0.color() } ?? background
    try setLayers(options, of: &instruction)
    try setCompositor(options, of: &instruction)
    try options["passthrough"].ifGiven {
      instruction.passthroughTrackID = try tracks.note($0.videoTrack())
    }
    try options["post_processing"].ifGiven { instruction.enablePostProcessing = try $0.boolean() }
    try options["metadata_tracks"].ifGiven { argument in
      instruction.requiredMetadataTrackIDs = try argument.list("a list of tracks")
        .map { try tracks.note($0.object()) }
    }
    instruction.data = try options["data"].data()
    return instruction
  }

  private mutating func setLayers(_ options: Options, of instruction: inout VideoInstruction) throws
  {
    try options["layers"].ifGiven { instruction.layerInstructions = try layers($0) }
  }

  /// A list of layer instructions, or of tracks, which are drawn as they are.
  mutating func layers(_ argument: Argument) throws -> [LayerInstruction] {
    try argument.list("a list of layer instructions, the first on top").map { item in
      if case .object(let track as TrackHandle) = item.value {
        return LayerInstruction(trackID: tracks.note(track))
      }
      let handle: LayerInstructionHandle = try item.object()
      tracks.note(handle.track)
      return try handle.instruction(in: composition)
    }
  }

  private mutating func setCompositor(_ options: Options, of instruction: inout VideoInstruction)
    throws
  {
    try options["sources"].ifGiven { argument in
      instruction.requiredTrackIDs = try argument.list("a list of tracks")
        .map { try tracks.note($0.videoTrack()) }
    }
    let compositor = try options["compositor"]
    guard !compositor.isNil else { return }
    guard try options["layers"].isNil else {
      throw MoonreelError(
        .invalidArgument,
        "\(options.owner) has both 'layers' and 'compositor': the compositor draws everything itself, "
          + "so name its tracks in 'sources'")
    }
    instruction.compositor = try host.compositor(compositor)
  }
}
