// SPDX-License-Identifier: MIT

import MoonreelCore

/// The text of a Lottie animation with everything that it refers to in it, and what it says about itself.
///
/// Whoever compares two that were made from equal files finds them equal.
public final class LottieContent: Hashable, Sendable {
  /// What messages call it: the file's path.
  public let name: String
  /// Its pictures' size in pixels.
  public let size: PixelSize
  /// Its frames a second.
  public let frameRate: FrameRate
  /// How many frames it has.
  public let frameCount: Int64
  /// What the file has that is not drawn, in words: `layers of text`.
  public let ignored: [String]
  let text: String
  private let digest: Int
  private let memo = DigestMemo()

  /// The file at `path`. Pictures (PNG, JPEG) that it refers to are read, too, by paths relative to its folder.
  ///
  /// - Parameters:
  ///   - pixelLimit: the most pixels of a picture in it.
  ///   - read: gives the bytes of a file at a path, or throws where it may not be read.
  /// - Throws: `MoonreelError` naming the file and what is wrong with it.
  public convenience init(
    path: String, pixelLimit: Int = PictureLimit.usual, read: (_ path: String) throws -> [UInt8]
  ) throws {
    let bytes = try read(path)
    let result = try withoutActuallyEscaping(read) { read in
      let files = ReferencedFiles(of: path, pixelLimit: pixelLimit, read: read)
      return try LottieCleaner(files).cleaned(bytes)
    }
    self.init(name: path, result)
  }

  /// A text without a file: it may refer to nothing but what it holds itself.
  ///
  /// - Parameter name: what messages call it.
  /// - Throws: `MoonreelError`, as for a file.
  public convenience init(
    text: String, name: String, pixelLimit: Int = PictureLimit.usual
  ) throws {
    self.init(
      name: name,
      try LottieCleaner(.none(name: name, pixelLimit: pixelLimit)).cleaned(Array(text.utf8)))
  }

  private init(name: String, _ result: LottieCleaner.Result) {
    (self.name, size, frameRate) = (name, result.size, result.frameRate)
    (frameCount, ignored) = (result.frameCount, result.ignored)
    (text, digest) = (result.text, result.text.hashValue)
  }

  /// Stands for the text in every process.
  var textDigest: Digest { memo.value { Digest(of: Array(text.utf8)) } }

  /// How long it is.
  public var duration: Time { frameRate.time(ofFrame: frameCount) }

  /// Whether both hold the same text.
  public static func == (lhs: LottieContent, rhs: LottieContent) -> Bool {
    lhs === rhs || lhs.digest == rhs.digest && lhs.text == rhs.text
  }

  /// Feeds what was made of the text once.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
