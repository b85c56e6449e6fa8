// SPDX-License-Identifier: MIT

import MoonreelCore

/// The members of OpenTimelineIO's schemas that are read, and those that say nothing of how a film looks or sounds.
enum OTIOSchema {
  private static let named: Set<String> = ["OTIO_SCHEMA", "name", "metadata"]
  private static let item = named.union(["source_range", "effects", "markers", "enabled", "color"])
  private static let media = named.union(["available_range"])
  private static let effect = named.union(["effect_name", "enabled"])
  private static let track = item.union(["children", "kind"])
  private static let clip = item.union([
    "media_reference", "media_references", "active_media_reference_key",
  ])

  private static let members: [String: Set<String>] = [
    "Timeline": named.union(["global_start_time", "tracks"]),
    "SerializableCollection": named.union(["children"]),
    "Stack": item.union(["children"]), "Track": track, "Sequence": track, "Clip": clip,
    "Gap": item, "Filler": item,
    "Transition": named.union(["in_offset", "out_offset", "transition_type", "enabled"]),
    "Effect": effect, "TimeEffect": effect,
    "LinearTimeWarp": effect.union(["time_scalar"]), "FreezeFrame": effect.union(["time_scalar"]),
    "Marker": named.union(["marked_range", "color", "comment"]),
    "MissingReference": media, "ExternalReference": media.union(["target_url"]),
    "GeneratorReference": media.union(["generator_kind", "parameters"]),
    "ImageSequenceReference": media.union([
      "target_url_base", "name_prefix", "name_suffix", "start_frame", "frame_step", "rate",
      "frame_zero_padding", "missing_frame_policy",
    ]),
  ]

  /// Whether the schema of `object` is one of those that are read.
  static func isKnown(_ object: OTIOObject) -> Bool { members[object.schema] != nil }

  /// The members of `object` that say something which is not understood, in order of their names.
  static func unknownMembers(of object: OTIOObject) -> [String] {
    guard let known = members[object.schema] else { return [] }
    return object.spokenNames.filter { !known.contains($0) }
  }
}
