// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Keeps the axes that were used last: the components of a picture share theirs, and a picture that stays in its
/// place has them again in the next frame.
final class ResampleAxisCache: Sendable {
  /// What an axis is made of; see ``ResampleAxis/init(pixels:scale:offset:length:sampling:)``.
  struct Key: Hashable {
    let pixels: Range<Int>
    let scale: Double
    let offset: Double
    let length: Int
    let sampling: Image.Sampling
  }

  private struct Entry {
    let key: Key
    let axis: ResampleAxis
  }

  /// The most axes that are kept: those of eight planes.
  private static let limit = 16

  /// The one that was used last at the end.
  private let entries = Locked<[Entry]>([])

  /// The axis of `key`.
  func axis(_ key: Key) -> ResampleAxis {
    if let known = entries.withLock({ Self.take(key, from: &$0) }) { return known }
    let made = ResampleAxis(
      pixels: key.pixels, scale: key.scale, offset: key.offset, length: key.length,
      sampling: key.sampling)
    entries.withLock { entries in
      entries.append(Entry(key: key, axis: made))
      if entries.count > Self.limit { entries.removeFirst() }
    }
    return made
  }

  private static func take(_ key: Key, from entries: inout [Entry]) -> ResampleAxis? {
    guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.axis
  }
}
