// SPDX-License-Identifier: MIT

/// The payloads of a program, each once: open addressing over their array.
struct PayloadIndex {
  /// In the order in which they were added.
  private(set) var payloads: [Payload] = []
  /// The hash of each, so that most others are told apart without a comparison.
  private var hashes: [UInt64] = []
  /// Positions plus one; zero is free. A power of two, at most half full.
  private var slots: [UInt32] = []

  /// The place of `payload`, which is added where it is new.
  mutating func place(of payload: Payload) -> Int {
    if 2 * hashes.count >= slots.count { grow() }
    let hash = Self.spread(payload.quickHash)
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if hashes[index] == hash, payloads[index] == payload { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    payloads.append(payload)
    hashes.append(hash)
    slots[slot] = UInt32(hashes.count)
    return hashes.count - 1
  }

  /// The bits of whole and short numbers lie at the top, where a product alone would leave them: they
  /// are folded down before it.
  static func spread(_ hash: UInt64) -> UInt64 {
    (hash ^ hash >> 32) &* 0x9e37_79b9_7f4a_7c15
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(256, 4 * slots.count))
    payloads.reserveCapacity(slots.count / 4)
    hashes.reserveCapacity(slots.count / 4)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }
}
