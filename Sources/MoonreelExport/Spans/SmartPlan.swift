// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Which stretches of a film are copied from its files as packets, and why the others are encoded.
///
/// A stretch is copied where the frames of the film are consecutive frames of one file, to the bit, from a picture on that
/// needs nothing before it. How the film was described plays no part: its pictures are asked, not its tracks or layers.
///
/// For example, of a clip with key frames at 0, 2 and 4 s, shown from 1 to 5 s:
///
///     film     0                 1                                    4
///              |---- encoded ----|------------- copied --------------|
///     clip     1                 2  key frame                         5
struct SmartPlan: Sendable {
  /// What becomes of a stretch.
  enum Way: Sendable {
    /// Packets of a file are copied.
    case copied(CopiedPictures.Stretch, source: Int)
    /// It is drawn and encoded, for this reason: a clause.
    case encoded(String)
  }

  /// Consecutive frames of the film with one way.
  struct Part: Sendable {
    var frames: Range<Int64>
    var way: Way
  }

  /// All of the film in order.
  private(set) var parts: [Part] = []
  /// Whether the last part is encoded only because clips can be cut at few places.
  private var isAtBorder = false
  /// Files that stay open from planning until the export is over; of more, each is open only while it is read.
  static let mostOpen = 8
  /// The files' tracks, by their numbers; `nil` where nothing of one is copied.
  let sources: [CopiedPictures?]

  /// The plan for a film whose frames are `shown`.
  ///
  /// - Parameters:
  ///   - sources: the tracks by their numbers, or why none of its packets can be copied.
  ///   - least: the fewest frames that are worth a key frame of their own.
  /// - Throws: `MoonreelError` (`decodingFailed`) where a file cannot be read.
  init(
    _ shown: [ShownFrame], sources: [Result<CopiedPictures, SmartObstacle>], least: Int
  ) throws {
    self.sources = sources.map { try? $0.get() }
    var start = 0
    while start < shown.count {
      let end = Self.end(of: shown, from: start)
      switch shown[start] {
      case .drawn(let reason): add(start..<end, .encoded(reason))
      case .file(let source, let slot):
        switch sources[source] {
        case .failure(let obstacle): add(start..<end, .encoded(obstacle.reason))
        case .success(let pictures):
          try addRun(start..<end, of: pictures, source, from: slot, least: least)
        }
      }
      start = end
    }
  }

  /// Where the frames end that belong together with frame `start`: with the same reason, or consecutive ones of a file.
  private static func end(of shown: [ShownFrame], from start: Int) -> Int {
    var end = start + 1
    while end < shown.count {
      switch (shown[start], shown[end]) {
      case (.drawn(let first), .drawn(let next)) where first == next: end += 1
      case (.file(let source, let slot), .file(let other, let next))
      where other == source && next == slot + end - start:
        end += 1
      case (.drawn, _), (.file, _): return end
      }
    }
    return end
  }

  /// Takes consecutive frames of a file, from frame `slot` on.
  private mutating func addRun(
    _ frames: Range<Int>, of pictures: CopiedPictures, _ source: Int, from slot: Int, least: Int
  ) throws {
    let offset = frames.lowerBound - slot
    defer { if sources.count > Self.mostOpen { pictures.close() } }
    var next = frames.lowerBound
    while next < frames.upperBound {
      let rest = next - offset..<frames.upperBound - offset
      guard let stretch = try pictures.stretch(in: rest, least: least) else { break }
      let copied = stretch.slots.lowerBound + offset..<stretch.slots.upperBound + offset
      if next < copied.lowerBound {
        add(next..<copied.lowerBound, .encoded(Self.noBeginning(pictures)), isBorder: true)
      }
      add(copied, .copied(stretch, source: source))
      next = copied.upperBound
    }
    guard next < frames.upperBound else { return }
    let reason =
      next == frames.lowerBound
      ? Self.noBeginning(pictures) : "frames of '\(pictures.track.path)' need later ones"
    add(next..<frames.upperBound, .encoded(reason), isBorder: true)
  }

  private static func noBeginning(_ pictures: CopiedPictures) -> String {
    "no picture of '\(pictures.track.path)' that needs none before it begins a longer stretch there"
  }

  /// - Parameter isBorder: whether the frames are a clip's own, which can be cut at few places only.
  private mutating func add(_ frames: Range<Int>, _ way: Way, isBorder: Bool = false) {
    let frames = Int64(frames.lowerBound)..<Int64(frames.upperBound)
    if case .encoded = way, let last = parts.last, case .encoded = last.way {
      parts[parts.count - 1].frames = last.frames.lowerBound..<frames.upperBound
      // Frames at the ends of a copied stretch are encoded because of what comes there.
      guard isAtBorder, !isBorder else { return }
      parts[parts.count - 1].way = way
    } else {
      parts.append(Part(frames: frames, way: way))
    }
    isAtBorder = isBorder
  }

  /// How many frames are copied.
  var copiedFrameCount: Int64 {
    parts.reduce(0) { count, part in
      if case .copied = part.way { count + Int64(part.frames.count) } else { count }
    }
  }
}

/// Why no packets of a file can be copied: a clause that names it.
struct SmartObstacle: Error, Hashable, Sendable {
  var reason: String
}
