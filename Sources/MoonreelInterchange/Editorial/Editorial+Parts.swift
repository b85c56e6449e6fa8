// SPDX-License-Identifier: MIT

import MoonreelCore

extension Editorial {
  /// What programs keep with an element: values by the program's name. Others hand on what they do not know.
  public struct Metadata: Sendable, Hashable {
    /// The name under which Moonreel keeps what only it knows.
    public static let ownName = "moonreel"

    /// The values in order.
    public var members: [JSONValue.Member]

    /// Metadata of `members`.
    public init(_ members: [JSONValue.Member] = []) { self.members = members }

    /// The value that `program` keeps.
    public subscript(program: String) -> JSONValue? {
      get { members.first { $0.key == program }?.value }
      set {
        members.removeAll { $0.key == program }
        if let newValue { members.append(JSONValue.Member(program, newValue)) }
      }
    }

    /// What Moonreel keeps.
    public var own: JSONValue? {
      get { self[Self.ownName] }
      set { self[Self.ownName] = newValue }
    }
  }

  /// Something that changes an element.
  public struct Effect: Sendable, Hashable {
    /// What it does.
    public enum Kind: Sendable, Hashable {
      /// The media is played this many times as fast; backwards where negative.
      case linearTimeWarp(Double)
      /// One moment is shown all the time.
      case freezeFrame
      /// The speed changes, as the metadata of a program says.
      case timeEffect
      /// What the metadata of a program says.
      case other
    }

    /// What it does.
    public var kind: Kind
    /// What programs call it.
    public var effectName: String
    /// What programs keep with it.
    public var metadata = Metadata()
    /// Whether it is applied.
    public var isEnabled = true

    /// An effect that does `kind`.
    public init(_ kind: Kind, _ effectName: String = "", metadata: Metadata = Metadata()) {
      (self.kind, self.effectName, self.metadata) = (kind, effectName, metadata)
    }
  }

  /// A marked stretch or moment.
  public struct Marker: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// When, on the clock of what it belongs to.
    public var range: TimeRange
    /// OpenTimelineIO's name of its colour, such as `"RED"`.
    public var color = "GREEN"
    /// More words.
    public var comment = ""
    /// What programs keep with it.
    public var metadata = Metadata()

    /// A marker over `range`.
    public init(name: String, range: TimeRange) { (self.name, self.range) = (name, range) }
  }

  /// Where pictures or sound come from.
  public struct MediaReference: Sendable, Hashable {
    /// What is referred to.
    public enum Kind: Sendable, Hashable {
      /// A file, by its URL or path.
      case external(url: String)
      /// A folder of numbered pictures.
      case imageSequence(ImageSequence)
      /// What a program draws by itself: its kind, and what it needs.
      case generator(kind: String, parameters: Metadata)
      /// Nobody knows.
      case missing
    }

    /// Numbered pictures.
    public struct ImageSequence: Sendable, Hashable {
      /// The folder, as a URL or path, with a slash at the end.
      public var folder: String
      /// What stands before the number.
      public var prefix: String
      /// What stands after it, the ending included.
      public var suffix: String
      /// The first number.
      public var start: Int
      /// How many digits a number has at least.
      public var padding: Int
      /// Pictures a second.
      public var rate: FrameRate

      /// A sequence with every property given.
      public init(
        folder: String, prefix: String, suffix: String, start: Int, padding: Int, rate: FrameRate
      ) {
        (self.folder, self.prefix, self.suffix) = (folder, prefix, suffix)
        (self.start, self.padding, self.rate) = (start, padding, rate)
      }
    }

    /// What is referred to.
    public var kind: Kind
    /// What it is called.
    public var name: String
    /// What there is of it, on the clock of its timecode; `nil`: unknown.
    public var availableRange: TimeRange?
    /// Its frames a second, where known.
    public var rate: FrameRate?
    /// What programs keep with it.
    public var metadata = Metadata()

    /// A reference to `kind`.
    public init(
      _ kind: Kind, name: String = "", availableRange: TimeRange? = nil, rate: FrameRate? = nil
    ) {
      (self.kind, self.name) = (kind, name)
      (self.availableRange, self.rate) = (availableRange, rate)
    }
  }
}
