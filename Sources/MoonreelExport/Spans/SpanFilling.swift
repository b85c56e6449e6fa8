// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Encodes drawn frames span by span and puts the spans into the cache. While one encoder gives out what it held back, the
/// next one takes frames.
///
/// `FrameTaker`'s calls come from one thread; ``closeAll()`` runs on another.
final class SpanFilling: FrameTaker {
  /// A span whose frames are being encoded.
  private struct Open: Sendable {
    var index: Int
    var encoder: SpanEncoder
  }

  let plan: SpanPlan
  let board: SpanBoard
  /// What is copied of the film's files; `nil` where that is not asked for.
  let copies: CopySummary?
  /// What copying has come upon that is damaged.
  let damaged = Locked<DamagedPackets?>(nil)
  private let keys: FileKeys
  /// Whether there is nobody else who would need a span that cannot be kept.
  private let mustKeep: Bool
  private let open = Locked<Open?>(nil)
  private let closing = BoundedQueue<Open>(capacity: 1)
  /// The spans that show something that is not whole.
  private let concealing = Locked<Set<Int>>([])

  /// The filling of the spans `part` of `plan`, whose files are told apart by `keys`.
  init(
    _ plan: SpanPlan, part: SpanPart, cache: SpanCache?, isJoining: Bool, keys: FileKeys,
    copies: CopySummary? = nil
  ) {
    self.copies = copies
    (self.plan, self.keys, mustKeep) = (plan, keys, !isJoining)
    board = SpanBoard(plan, part: part, cache: cache, isJoining: isJoining)
  }

  /// How many frames the spans have that are wanted.
  var frameCount: Int64 { board.frameCount }

  /// The frames of the next span to render; `nil` once nothing is left to do.
  ///
  /// - Parameter check: called while there is nothing to do; stops by throwing.
  func nextFrames(check: () throws -> Void) throws -> Range<Int64>? {
    try board.next(check: check).map { plan.spans[$0].frames }
  }

  /// Notes that frame `index` shows something that is not whole, before it is appended: its span is not kept, so that the
  /// warning comes again.
  func noteConcealment(in index: Int64) {
    concealing.withLock { _ = $0.insert(plan.index(ofFrame: index)) }
  }

  // MARK: FrameTaker

  var isFull: Bool { false }
  var bytesWritten: Int64 { 0 }

  func append(_ frame: FrameBuffer, at index: Int64) throws {
    let span = plan.index(ofFrame: index)
    let frames = plan.spans[span].frames
    let current = try open.withLock { open in
      if let open, open.index == span { return open }
      let new = Open(index: span, encoder: try SpanEncoder(plan.rules, frames: frames))
      open = new
      return new
    }
    try current.encoder.append(frame, at: index - frames.lowerBound)
    board.frameEncoded()
    guard index + 1 == frames.upperBound else { return }
    open.withLock { $0 = nil }
    _ = closing.push(current)
  }

  /// Says that no more frames come.
  func finish() { closing.finish() }

  /// Ends all waiting.
  func abort() {
    board.abort()
    closing.abort()
  }

  /// Completes the spans whose frames are encoded, until no more come.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`; `fileAccess` where a span has to be kept and cannot).
  func closeAll(measuring work: (() throws -> EncodedSpan) throws -> EncodedSpan) throws {
    while let next = closing.pop() {
      let span = try work { try next.encoder.finish() }
      let isSound = concealing.withLock { !$0.contains(next.index) }
      let isKept = board.finish(next.index, span, mayBeKept: isSound && keys.areCurrent)
      if mustKeep, !isKept, isSound {
        throw MoonreelError(
          .fileAccess,
          "Cannot keep the frames from \(plan.spans[next.index].frames.lowerBound) on in the span cache: it is full, "
            + "or cannot be written, or a file of the film was changed meanwhile. Make room, or allow more."
        )
      }
    }
  }
}
