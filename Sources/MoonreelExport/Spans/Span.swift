// SPDX-License-Identifier: MIT

import MoonreelCore

/// A stretch of consecutive frames of an export that is encoded by itself and begins with a key frame.
struct Span: Sendable {
  /// Its frames, by their numbers in the export.
  var frames: Range<Int64>
  /// What stands for all that its packets depend on; `nil` where a frame cannot say what it is made of, so that the span is
  /// rendered each time.
  var identity: Digest?
  /// Where its packets come from.
  var source = SpanSource.rendered
}

/// Where the packets of a span come from.
enum SpanSource: Sendable {
  /// Its frames are drawn and encoded, unless the cache has them.
  case rendered
}
