// SPDX-License-Identifier: MIT

/// What a plugin makes; the word is that of Lua's `require("moonreel.plugin").kind`.
public enum PluginKind: String, CaseIterable, Sendable {
  case effect, transition, title, template, generator, chart
  case soundEffect = "sound_effect"

  /// Two words where the kind has two: `"sound effect"`.
  public var words: String { rawValue.replacing("_", with: " ") }
}
