// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// A stretch of a file's track, as the file was when it was measured.
struct MeasuredStretch: Hashable {
  var track: AssetTrack
  var range: TimeRange
  /// Which of several things was measured.
  var part: Int
  var file: FileIdentity
}

/// What was measured of files in this process: the latest, up to a number of bytes.
final class MeasuredFiles<Value: Sendable>: Sendable {
  private struct Kept {
    /// The latest last.
    var order: [MeasuredStretch] = []
    var values: [MeasuredStretch: (value: Value, byteCount: Int)] = [:]
    var byteCount = 0
  }

  private let kept = Locked(Kept())
  private let limit: Int
  private let size: @Sendable (Value) -> Int

  /// Keeps up to `limit` bytes; `size` says how many a value takes.
  init(limit: Int, size: @escaping @Sendable (Value) -> Int) {
    (self.limit, self.size) = (limit, size)
  }

  /// What is known of a stretch of a file that was not changed since, or else what `measure` finds. A file that `gate` does
  /// not allow is refused although it is known; what lies on the network is measured anew.
  func value(
    of track: AssetTrack, _ range: TimeRange, part: Int = 0, gate: FileGate,
    _ measure: () throws -> Value
  ) throws -> Value {
    try gate.require(track)
    var status = stat()
    guard let path = try? gate.resolve(track.path), stat(path, &status) == 0 else {
      return try measure()
    }
    let stretch = MeasuredStretch(
      track: track, range: range, part: part, file: FileIdentity(status))
    if let known = kept.withLock({ Self.use(stretch, of: &$0) }) { return known }
    let found = try measure()
    let count = size(found)
    if count <= limit {
      kept.withLock { Self.keep(found, count, of: stretch, in: &$0, limit) }
    }
    return found
  }

  private static func use(_ stretch: MeasuredStretch, of kept: inout Kept) -> Value? {
    guard let known = kept.values[stretch], let index = kept.order.firstIndex(of: stretch) else {
      return nil
    }
    kept.order.append(kept.order.remove(at: index))
    return known.value
  }

  private static func keep(
    _ value: Value, _ count: Int, of stretch: MeasuredStretch, in kept: inout Kept, _ limit: Int
  ) {
    guard kept.values[stretch] == nil else { return }
    kept.values[stretch] = (value, count)
    kept.order.append(stretch)
    kept.byteCount += count
    while kept.byteCount > limit {
      kept.byteCount -= kept.values.removeValue(forKey: kept.order.removeFirst())?.byteCount ?? 0
    }
  }
}
