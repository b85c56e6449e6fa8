// SPDX-License-Identifier: MIT

/// One way to draw one entry of the standard library, and what a frame of it costs.
struct LibraryRow: Codable {
  /// `effects`, `transitions`, `titles`, `templates` or `charts`.
  var kind: String
  var name: String
  /// The option that is not at its default, and what it is instead; both empty where all are.
  var option: String
  var value: String
  /// CPU time of drawing one frame of 1920x1080 on one core, decoding and scripts left out: the
  /// mean over the frames, each at the minimum of the rounds.
  var milliseconds = 0.0
  /// That of the dearest frame.
  var worst = 0.0

  /// A row of what the script prints: its name and a colon, then kind, name, option and value
  /// between tabs.
  init?(line: String) {
    let fields = line.drop { $0 != " " }.dropFirst()
      .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4 else { return nil }
    (kind, name, option, value) = (fields[0], fields[1], fields[2], fields[3])
  }

  var isDefault: Bool { option.isEmpty }
  var entry: String { kind + "/" + name }
  var title: String { isDefault ? entry : "\(entry) \(option)=\(value)" }
}
