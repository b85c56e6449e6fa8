// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Finds the places at which the stamps of a recorded stream jump (files joined by their bytes, a recorder
/// that was started anew, a damaged stamp) and lays what follows behind what came before.
///
/// Between two jumps lies a *stretch*. All streams of a stretch are moved by the same time, so pictures and
/// sound stay together; a stretch begins where the longest stream of the one before ends.
struct StampJumps {
  /// A packet of one stream, as it was read.
  struct Stamp {
    /// Its number in the file among the packets of all streams.
    var sequence: Int
    /// When it is decoded, in seconds; `nil` where it does not say.
    var time: Double?
  }

  /// What one stream brings.
  struct Stream {
    var stamps: [Stamp]
    var isContinuous: Bool
  }

  /// Stamps that go on later than this tell of a jump; ffmpeg's command line has the same limits.
  static let mostForward = 10.0
  /// Stamps that fall back further than this do too.
  static let mostBackward = 0.1

  /// The stretch of every packet by stream, from 0; empty where there is one only.
  private(set) var stretches: [Int: [Int]] = [:]
  /// Packets by stream whose own stamp alone is wrong.
  private(set) var strays: [Int: Set<Int>] = [:]
  /// How many stretches there are.
  private(set) var count = 1

  /// Which jumps are looked for.
  enum Direction {
    case anywhere
    /// Those back by more than a second: where packets have no decoding times, those of pictures fall back a
    /// little all the time.
    case backwards
  }

  private let direction: Direction

  /// Looks through the packets of `streams`.
  init(_ streams: [Int: Stream], _ direction: Direction = .anywhere) {
    self.direction = direction
    var jumps: [(stream: Int, ordinal: Int, stamp: Stamp)] = []
    for (index, stream) in streams where stream.isContinuous {
      let found = self.jumps(in: stream.stamps)
      if !found.strays.isEmpty { strays[index] = found.strays }
      jumps += found.jumps.map { (index, $0, stream.stamps[$0]) }
    }
    guard !jumps.isEmpty else { return }
    jumps.sort { $0.stamp.sequence < $1.stamp.sequence }
    var now: [Int: Int] = [:]
    var (last, starts) = (0.0, [0])
    var begins: [Int: [(ordinal: Int, stretch: Int)]] = [:]
    for jump in jumps {
      let time = jump.stamp.time ?? 0
      let follows = (now[jump.stream] ?? 0) < count - 1 && abs(time - last) < Self.mostForward
      if !follows {
        count += 1
        starts.append(jump.stamp.sequence)
      }
      last = time
      now[jump.stream] = count - 1
      begins[jump.stream, default: []].append((jump.ordinal, count - 1))
    }
    for (index, stream) in streams {
      stretches[index] =
        stream.isContinuous
        ? Self.spread(begins[index] ?? [], over: stream.stamps.count)
        : stream.stamps.map { stamp in starts.partitioningIndex { $0 > stamp.sequence } - 1 }
    }
  }

  private static func spread(
    _ begins: [(ordinal: Int, stretch: Int)], over count: Int
  ) -> [Int] {
    var result = [Int](repeating: 0, count: count)
    // holds: jumps lie at packets.
    for begin in begins { for ordinal in begin.ordinal..<count { result[ordinal] = begin.stretch } }
    return result
  }

  private func isJump(from before: Double, to after: Double) -> Bool {
    switch direction {
    case .anywhere: after - before > Self.mostForward || before - after > Self.mostBackward
    case .backwards: before - after > 1
    }
  }

  /// The ordinals at which the stamps jump for good, and those of which only the own stamp is wrong.
  private func jumps(in stamps: [Stamp]) -> (jumps: [Int], strays: Set<Int>) {
    var (jumps, strays): ([Int], Set<Int>) = ([], [])
    var last: Double?
    for (ordinal, stamp) in stamps.enumerated() {
      guard let time = stamp.time else { continue }
      if let before = last, isJump(from: before, to: time) {
        let next = stamps[(ordinal + 1)...].lazy.compactMap(\.time).first
        if let next, !isJump(from: before, to: next),
          isJump(from: time, to: next) || direction == .backwards
        {
          strays.insert(ordinal)
          continue
        }
        jumps.append(ordinal)
      }
      last = time
    }
    return (jumps, strays)
  }
}
