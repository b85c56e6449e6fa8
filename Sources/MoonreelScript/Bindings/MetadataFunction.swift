// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// `mr.timed_metadata`, and what `timeline:add_metadata` takes.
struct MetadataFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  private static let rule =
    "a list of groups: { { range = { 0, 2 }, items = { [\"com.example.score\"] = \"3:1\" } } }"

  /// The groups of a file's first track of timed metadata, or of the track that is given.
  func make(_ call: Call) throws -> LuaValue {
    let what = "an asset, or its metadata track"
    let track: AssetTrack
    switch call[0].value {
    case .object(let handle as AssetHandle):
      guard let found = handle.file?.tracks.first(where: \.holdsMetadataItems) else {
        throw MoonreelError(
          .invalidArgument, "bad \(call[0].label): '\(handle.path)' has no timed metadata")
      }
      track = found
    case .object(let handle as AssetTrackHandle) where handle.track.mediaType == .metadata:
      track = handle.track
    default: throw call[0].expected(what, hint: call[0].openingHint("mr.asset"))
    }
    let metadata = try call[0].naming {
      try TimedTextReader(track: track, gate: host.gate, warnings: host.warnings).timedMetadata()
    }
    return .list(
      metadata.groups.map { group in
        .record([("range", .range(group.timeRange)), ("items", .texts(group.items))])
      })
  }

  /// The groups that a script lists.
  fileprivate static func read(_ argument: Argument) throws -> TimedMetadata {
    let groups = try argument.list(rule).map { item in
      let options = try item.options(["range", "items"], owner: item.label)
      return TimedMetadataGroup(
        try options.required("range", "{ start, stop } in seconds").range(nil),
        items: try options.required("items", "texts by their keys").texts())
    }
    return try argument.naming { try TimedMetadata(groups) }
  }
}

extension Call {
  /// Timed metadata and how it is written beside the film: `(groups, { title = })`.
  func metadataTrack() throws -> MetadataTrack {
    let metadata = try MetadataFunction.read(self[0])
    try reserve(metadata.byteEstimate)
    state.notes.add(metadata.byteEstimate)
    let options = try self[1].options(["title"], owner: name)
    return MetadataTrack(
      metadata, title: try options["title"].ifGiven { try $0.string() }, place: place)
  }
}
