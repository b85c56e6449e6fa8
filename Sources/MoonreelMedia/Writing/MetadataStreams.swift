// SPDX-License-Identifier: MIT

import MoonreelCore

/// The streams of timed metadata of a file that is being written.
struct MetadataStreams {
  private let encodings: [TimedMetadataEncoding]
  /// The index of the first of them in the file.
  private let first: Int
  /// The keys of each stream of boxed metadata, which the index at the end has to name.
  private var boxedKeys: [[String]]

  /// Whether the file's index is completed when all else is written, and only then put in front.
  var completeIndex: Bool { !boxedKeys.isEmpty }

  /// Adds a stream for each of `encodings` to `muxer`, which has `first` streams already and writes to `file`.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), also where the index would have to be completed in a file that
  ///   cannot be gone back in.
  init(
    _ encodings: [TimedMetadataEncoding], after first: Int, in muxer: Muxer, _ container: Container,
    file: AtomicOutputFile
  ) throws {
    (self.encodings, self.first) = (encodings, first)
    boxedKeys = encodings.filter { $0.codec == .boxed }.map { _ in [] }
    guard boxedKeys.isEmpty || file.isSeekable else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot write timed metadata to '\(file.path)' as \(container.rawValue), whose index is completed at the "
          + "end: it cannot be gone back in. Write to a file, or .ts.")
    }
    for encoding in encodings { try muxer.addTimedMetadata(encoding) }
  }

  /// Writes all of stream `index`, from the file's beginning on.
  ///
  /// - Parameter waits: whether it is interleaved with what is to come.
  /// - Throws: `MoonreelError`: `invalidArgument` where there is no such stream or it has more keys than it can have,
  ///   `fileAccess` or `encodingFailed`.
  mutating func write(
    _ metadata: TimedMetadata, toMetadata index: Int, in muxer: Muxer, waits: Bool
  ) throws {
    guard encodings.indices.contains(index) else {
      throw Self.noTrack(index, count: encodings.count)
    }
    let codec = encodings[index].codec
    let written = metadata.clipped(to: TimeRange(start: .zero, end: .distantFuture))
    let keys = written.keys
    if codec == .boxed {
      guard keys.count <= BoxedMetadata.keyLimit else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot write timed metadata with \(keys.count) keys: a track has \(BoxedMetadata.keyLimit) at most."
        )
      }
      boxedKeys[index] = keys
    }
    try muxer.write(written.packets(codec, keys: keys), toSubtitles: first + index, waits: waits)
  }

  static func noTrack(_ index: Int, count: Int) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "Cannot append timed metadata to track \(index): the file has \(count).")
  }

  /// Names the keys in the index of the file.
  func describe(in index: inout MovieIndex) { index.setMetadataKeys(boxedKeys) }
}
