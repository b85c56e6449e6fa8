// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which frame of a track is due at which time, and where each lies, without a decoder: what a ``VideoReader`` would
/// give, but for its pixels.
package struct FrameTable: Sendable {
  private let index: StreamIndex
  private let sequence: (pattern: ImageSequence.Parts, folder: String, first: Int)?
  private let path: String

  /// Looks the packets of `track` up; its file is opened through `gate`, and closed again.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat`, `decodingFailed`.
  package init(_ track: AssetTrack, gate: FileGate) throws {
    let (format, index) = try FormatContext.openForReading(track, gate: gate)
    guard !index.slots.isEmpty else { throw VideoReader.emptiness(of: track) }
    self.index = index
    path = format.realPath ?? track.path
    let numbered = try ImageSequence(path: track.path, gate: gate)
    let name = FilePath.name(of: track.path)
    sequence = numbered.flatMap { sequence in
      ImageSequence.split(name).map {
        ($0, FilePath.folder(of: track.path), sequence.numbers.lowerBound)
      }
    }
  }

  /// The number of the frame on screen at `time`, or of the last strictly before it; see
  /// ``VideoReader/frame(at:next:)``.
  package func slot(at time: Time, isBefore: Bool) -> Int {
    max(0, isBefore ? index.slot(before: time) : index.slot(at: time))
  }

  /// When frame `slot` begins, on the asset's clock.
  package func time(ofSlot slot: Int) -> Time { index.slots[slot].time }

  /// How many frames there are.
  package var count: Int { index.slots.count }

  /// How long frame `slot` stays, where known.
  package func duration(ofSlot slot: Int) -> Time? { index.duration(ofSlot: slot) }

  /// When the last frame ends, or begins where it is not known how long it stays.
  package var end: Time { time(ofSlot: count - 1) + (duration(ofSlot: count - 1) ?? .zero) }

  /// The number of its packet in the stream; of a numbered picture, 0.
  package func ordinal(ofSlot slot: Int) -> Int {
    sequence == nil ? index.slots[slot].ordinal : 0
  }

  /// The file that holds frame `slot`: the track's own, or a numbered picture. An address where it lies on the
  /// network.
  package func file(ofSlot slot: Int) -> String {
    guard let sequence else { return path }
    let number = sequence.first + index.slots[slot].ordinal
    return FilePath.join(sequence.folder, sequence.pattern.name(number))
  }

  /// Whether all frames lie in one file.
  package var isOneFile: Bool { sequence == nil }
}
