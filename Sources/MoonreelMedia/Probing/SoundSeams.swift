// SPDX-License-Identifier: MIT

/// Tells the gaps in a stream of sound from the inaccuracy of its stamps.
///
/// Stamps in milliseconds are rounded, those of recorders tremble, and a recorder's clock runs slower or
/// faster than its sound card's. So where stamps lie is compared with where those just before lay, not with
/// the beginning: a gap is a step between both that is larger than what a stamp may be off.
struct SoundSeams {
  /// How many packets before and after a place are asked.
  static let witnesses = 8

  private let tolerance: Int64?
  /// How far the stamps of the packets just before lie from where their samples are.
  private var offsets: [Int64] = []

  /// - Parameter tolerance: how many samples a stamp may lie off; `nil` finds no gaps.
  init(tolerance: Int64?) { self.tolerance = tolerance }

  /// Whether sound breaks off before `packets`, whose first sample would be `start` without a gap: the stamps
  /// of all of them lie later than those before did. Sound is never laid over sound.
  func isSeam(_ packets: ArraySlice<SoundIndex.Packet>, at start: Int64) -> Bool {
    guard let tolerance, let most = offsets.max() else { return false }
    var expected = start
    var isStamped = false
    for packet in packets {
      if let stamp = packet.stamp {
        guard stamp - expected > most + tolerance else { return false }
        isStamped = true
      }
      expected += packet.count
    }
    return isStamped
  }

  /// Takes down that `packet` was placed at `start`.
  mutating func note(_ packet: SoundIndex.Packet, start: Int64, isAfterGap: Bool) {
    guard let stamp = packet.stamp else { return }
    if isAfterGap { offsets = [] }
    offsets.append(stamp - start)
    if offsets.count > Self.witnesses { offsets.removeFirst() }
  }
}
