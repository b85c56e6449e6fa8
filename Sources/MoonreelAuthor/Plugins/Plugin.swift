// SPDX-License-Identifier: MIT

import MoonreelCore

/// A module whose result is a constructor of the library: an effect, a transition, a title …
public struct Plugin: Sendable {
  /// The name that the constructor gives itself: `"lantern"`.
  public var name: String
  /// What `require` finds it by.
  public var module: String
  /// The folder in which films find it: its package's, or that of its file.
  public var folder: String
  /// Where it lies.
  public var file: String
  /// What it makes.
  public var kind: PluginKind
  /// The rules of its options by their names, as `require("moonreel.plugin").rules` gives them.
  public var rules: [JSONValue.Member]
  /// The options with which it changes nothing, as an effect's definition names them.
  public var neutral: [JSONValue.Member]?
  /// The text of its file.
  public var source: String
}
