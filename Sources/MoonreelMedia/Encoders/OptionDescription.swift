// SPDX-License-Identifier: MIT

/// One option of an encoder, for help texts and messages.
public struct OptionDescription: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// What libav says about it; may be empty.
  public var help: String
  /// What values it takes, as words: `"a whole number from 0 to 63"`.
  public var takes: String
}
