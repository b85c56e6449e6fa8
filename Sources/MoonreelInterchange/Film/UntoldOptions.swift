// SPDX-License-Identifier: MIT

/// The options of layers, under their names in `composition:add`, that other programs are not told of.
enum UntoldOptions {
  /// Every kind of file says them in a form of its own, or their loss is named by itself.
  private static let plain: Set<String> = ["name", "enabled", "time_remap"]
  /// The effects of programs say them.
  static let byEffects: Set<String> = [
    "blend", "fit", "gravity", "crop", "anchor_x", "anchor_y", "x", "y", "rotation", "scale_x",
    "scale_y", "opacity", "volume", "volume_db", "fade_in", "fade_out",
  ]
  /// Without them the same is done in a slightly different manner.
  private static let manner: Set<String> = [
    "sampling", "frame_blending", "skew_x", "skew_y", "fade_in_curve", "fade_out_curve", "declick",
    "pitch",
  ]

  /// What is lost of the options called `names`.
  ///
  /// - Parameter isTold: whether a program with effects of its own is told.
  static func losses(_ names: [String], byEffects isTold: Bool) -> [(
    outcome: Loss.Outcome, reason: String
  )] {
    let untold = names.filter { !plain.contains($0) && !(isTold && byEffects.contains($0)) }
    let rows: [(outcome: Loss.Outcome, names: [String])] = [
      (.lost, untold.filter { !manner.contains($0) }),
      (.approximated, untold.filter { manner.contains($0) }),
    ]
    return rows.filter { !$0.names.isEmpty }.map {
      ($0.outcome, "not told to other programs: " + $0.names.joined(separator: ", "))
    }
  }
}
