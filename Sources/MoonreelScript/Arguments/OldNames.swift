// SPDX-License-Identifier: MIT

import MoonreelCore

/// Names that scripts used before each thing had one name only.
///
/// They go on working, for options, properties and functions alike; a script that uses one is told the new name once.
enum OldNames {
  /// By whose names they are, as messages call it, the old names with the new ones.
  static let rows: [String: [String: String]] = [
    "timeline": ["frame_rate": "fps"],
    "source": ["frame_rate": "fps"],
    "asset track": ["frame_rate": "fps", "is_enabled": "enabled"],
    "track": ["is_enabled": "enabled"],
    "image:corner_pin": [
      "tl": "top_left", "tr": "top_right", "br": "bottom_right", "bl": "bottom_left",
    ],
    "image:sharpen": ["radius": "sigma"],
    "image:bloom": ["radius": "sigma"],
    "mr.image": ["shape": "mask"],
    "mr.source": ["shapes": "lights"],
  ]
}

extension LuaState {
  /// What `name` of `owner` is called now, where it is an old name; the first use of each is a warning.
  ///
  /// - Parameter lua: who uses it.
  func newName(of name: String, in owner: String, on lua: OpaquePointer) -> String? {
    guard let new = OldNames.rows[owner]?[name] else { return nil }
    if usedOldNames.insert("\(owner).\(name)").inserted {
      let place = place(on: lua)
      (self.owner as? ScriptHost)?.warnings.warn(
        (place.isEmpty ? "" : "\(place): ")
          + "'\(name)' of \(owner) is now called '\(new)'. The old name still works.")
    }
    return new
  }
}
