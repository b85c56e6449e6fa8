// SPDX-License-Identifier: MIT

import MoonreelCore

/// The text of an SVG file with everything that it refers to in it.
///
/// Its elements number 200,000 at most, nest 200 deep at most, and make 64 MiB at most with all pictures.
/// Whoever compares two that were made from equal files finds them equal.
public final class SVGContent: Hashable, Sendable {
  /// What messages call it: the file's path.
  public let name: String
  let text: [UInt8]
  private let digest: Int
  private let memo = DigestMemo()

  /// The file at `path`. Pictures (PNG, JPEG, GIF, SVG) that it refers to are read, too, by paths relative to
  /// its folder; anything else that it refers to is an error.
  ///
  /// - Parameters:
  ///   - pixelLimit: the most pixels of a picture in it.
  ///   - read: gives the bytes of a file at a path, or throws where it may not be read.
  /// - Throws: `MoonreelError` naming the file, and the reference that is at fault.
  public convenience init(
    path: String, pixelLimit: Int = PictureLimit.usual, read: (_ path: String) throws -> [UInt8]
  ) throws {
    let bytes = try read(path)
    let text = try withoutActuallyEscaping(read) { read in
      let files = ReferencedFiles(of: path, pixelLimit: pixelLimit, read: read)
      return try SVGCleaner(files).cleaned(bytes)
    }
    self.init(name: path, text: text)
  }

  /// A text without a file: it may refer to nothing but what it holds itself.
  ///
  /// - Parameter name: what messages call it.
  /// - Throws: `MoonreelError`, as for a file.
  public convenience init(
    text: String, name: String, pixelLimit: Int = PictureLimit.usual
  ) throws {
    let text = try SVGCleaner(.none(name: name, pixelLimit: pixelLimit)).cleaned(Array(text.utf8))
    self.init(name: name, text: text)
  }

  private init(name: String, text: [UInt8]) {
    (self.name, self.text, digest) = (name, text, text.hashValue)
  }

  /// Stands for the text in every process.
  var textDigest: Digest { memo.value { Digest(of: text) } }

  /// Whether both hold the same text.
  public static func == (lhs: SVGContent, rhs: SVGContent) -> Bool {
    lhs === rhs || lhs.digest == rhs.digest && lhs.text == rhs.text
  }

  /// Feeds what was made of the text once.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// An SVG picture: its text, and how to show it.
public struct SVGDescription: Hashable, Sendable {
  /// The text.
  public var content: SVGContent
  /// Rules in CSS that come before those of the file: they change what only attributes say, and with
  /// `!important` everything.
  public var style: String
  /// What `currentColor` stands for; `nil`: what the file says, else black.
  public var color: Color?

  /// `content`, with rules and a colour of one's own.
  public init(_ content: SVGContent, style: String = "", color: Color? = nil) {
    (self.content, self.style, self.color) = (content, style, color)
  }

  /// All rules that are added.
  var addedStyle: String {
    guard let color else { return style }
    func part(_ value: Double) -> Int { Int(limiting: (255 * min(1, max(0, value))).rounded()) }
    let (red, green, blue) = (part(color.red), part(color.green), part(color.blue))
    return ":root { color: rgba(\(red), \(green), \(blue), \(color.alpha)) !important; }\n" + style
  }
}
