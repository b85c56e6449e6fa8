// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is said of a layer beside its source and times: what Moonreel wrote when it exported the clip.
struct ImportedOptions {
  /// The names that are taken from files; all else in them is passed over.
  private static let names: Set<String> = [
    "time_remap", "blend", "frame_blending", "fit", "gravity", "crop", "x", "y", "anchor_x",
    "anchor_y",
    "scale_x", "scale_y", "skew_x", "skew_y", "rotation", "opacity", "sampling", "enabled",
  ]
  static let soundNames: Set<String> = [
    "volume", "volume_db", "pan", "balance", "fade_in", "fade_out", "declick", "fade_in_curve",
    "fade_out_curve",
    "invert", "pitch", "range",
  ]

  private(set) var members: [JSONValue.Member] = []

  /// The options that `metadata` holds for `layer`.
  init(_ metadata: Editorial.Metadata, _ layer: ScriptLayer) {
    members = layer.options
    guard case .object(let given)? = metadata.own?["options"] else { return }
    members += given.filter { Self.names.contains($0.key) && Self.isPlain($0.value) }
  }

  /// Whether a value is one that the script may write down: no table of names but keys and easings.
  static func isPlain(_ value: JSONValue) -> Bool {
    switch value {
    case .null: false
    case .bool, .integer, .string: true
    case .number(let number): number.isFinite
    case .array(let items): items.count <= 100_000 && items.allSatisfy(isPlain)
    case .object(let members):
      members.allSatisfy {
        [
          "time", "value", "ease", "path", "keys", "repeats", "bezier", "steps", "spring", "mass",
          "stiffness",
          "damping",
        ].contains($0.key) && isPlain($0.value)
      }
    }
  }

  /// Keys that repeat, which only `layer:animate` takes.
  static func repeating(_ value: JSONValue) -> (keys: JSONValue, mode: JSONValue)? {
    guard let keys = value["keys"], let mode = value["repeats"] else { return nil }
    return (keys, mode)
  }
}
