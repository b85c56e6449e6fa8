// SPDX-License-Identifier: MIT

/// A script of (Advanced) SubStation Alpha as its file has it: styles, events, and the fonts that come with it.
public struct SubstationScript: Hashable, Sendable {
  /// Letters that are shown for a while, with everything that is said of them.
  public struct Event: Hashable, Sendable {
    /// When they are shown.
    public var timeRange: TimeRange
    /// Order, layer, style, name, three margins, effect and text, separated by commas.
    public var text: String

    /// An event with every property given.
    public init(timeRange: TimeRange, text: String) {
      (self.timeRange, self.text) = (timeRange, text)
    }
  }

  /// A font file in memory.
  public struct Font: Hashable, Sendable {
    /// The file's name.
    public var name: String
    /// What it holds.
    public var bytes: [UInt8]

    /// A font with every property given.
    public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  /// The file, for messages.
  public var path: String
  /// Everything before the events; fonts may be in it.
  public var header: String
  /// The events in the order of the file.
  public var events: [Event]
  /// Fonts that come with the script, or were given to it.
  public var fonts: [Font]

  /// A script with every property given.
  public init(path: String, header: String, events: [Event], fonts: [Font] = []) {
    (self.path, self.header, self.events, self.fonts) = (path, header, events, fonts)
  }
}
