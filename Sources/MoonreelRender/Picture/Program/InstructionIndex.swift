// SPDX-License-Identifier: MIT

/// The instructions of a program, each once: open addressing over their array, with a hash that is
/// also a fingerprint of the whole structure.
struct InstructionIndex {
  /// In the order in which they were added.
  private(set) var instructions: [Instruction] = []
  /// Positions in the program plus one; zero is free. A power of two, at most half full.
  private var slots: [UInt32] = []
  /// Depends on every instruction and their order.
  private(set) var fingerprint: UInt64 = 0

  /// The place of `instruction`, which is added where it is new.
  mutating func place(of instruction: Instruction) -> Int {
    if 2 * instructions.count >= slots.count { grow() }
    let hash = instruction.mixed
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if instructions[index] == instruction { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    instructions.append(instruction)
    slots[slot] = UInt32(instructions.count)
    fingerprint = (fingerprint &+ hash) &* 0x9e37_79b9_7f4a_7c15
    return instructions.count - 1
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(512, 4 * slots.count))
    instructions.reserveCapacity(slots.count / 2)
    for (index, instruction) in instructions.enumerated() {
      var slot = Int(truncatingIfNeeded: instruction.mixed >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }
}

extension Instruction {
  /// A hash of all parts, the same in every run.
  fileprivate var mixed: UInt64 {
    let payload = UInt64(UInt32(bitPattern: payload))
    let rate = UInt64(rate.rawValue) | (isColumnar ? 0x80 : 0)
    var hash = payload << 16 | UInt64(operation.rawValue) << 8 | rate
    hash = (hash ^ (UInt64(a.raw) << 32 | UInt64(b.raw))) &* 0xbf58_476d_1ce4_e5b9
    hash ^= hash >> 29
    hash = (hash ^ (UInt64(c.raw) << 32 | UInt64(d.raw))) &* 0x94d0_49bb_1331_11eb
    hash ^= hash >> 32
    return hash &* 0x9e37_79b9_7f4a_7c15
  }
}
