// SPDX-License-Identifier: MIT

/// The Secure Hash Algorithm with 256 bits (FIPS 180-4), fed in pieces of any length.
///
/// Core's own, because Core stands on no library.
package struct SHA256 {
  private var state = initialState
  /// The message schedule W of FIPS 180-4, section 6.2.2.
  private var schedule = [UInt32](repeating: 0, count: 64)
  /// What does not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockLength = 64
  /// FIPS 180-4, section 5.3.3.
  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// A hash of nothing so far.
  package init() {}

  /// The digest of `bytes`; takes no memory but the stack's, for small things are hashed by the thousand.
  package static func digest(of bytes: [UInt8]) -> Digest {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 72) { words in
      withUnsafeTemporaryAllocation(byteCount: 2 * blockLength, alignment: 8) { end in
        bytes.withUnsafeBytes { digest(of: $0, words.baseAddress!, end) }
      }
    }
  }

  /// The same with room for the state and the schedule, and for the last blocks.
  private static func digest(
    of bytes: UnsafeRawBufferPointer, _ state: UnsafeMutablePointer<UInt32>,
    _ end: UnsafeMutableRawBufferPointer
  ) -> Digest {
    for (index, word) in initialState.enumerated() { state[index] = word }
    let whole = bytes.count / blockLength * blockLength
    let rest = UnsafeRawBufferPointer(rebasing: bytes[whole...])
    let endLength = rest.count + 9 <= blockLength ? blockLength : 2 * blockLength
    end.initializeMemory(as: UInt8.self, repeating: 0)
    end.copyMemory(from: rest)
    end[rest.count] = 0x80
    end.storeBytes(
      of: (UInt64(bytes.count) &* 8).bigEndian, toByteOffset: endLength - 8, as: UInt64.self)
    compress(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), state, state + 8)
    let last = UnsafeRawBufferPointer(rebasing: end[..<endLength])
    compress(last, state, state + 8)
    func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
    return Digest(word(0), word(2), word(4), word(6))
  }

  /// Takes whole blocks into `state`.
  private static func compress(
    _ blocks: UnsafeRawBufferPointer, _ state: UnsafeMutablePointer<UInt32>,
    _ schedule: UnsafeMutablePointer<UInt32>
  ) {
    guard let base = blocks.baseAddress else { return }
    constants.withUnsafeBufferPointer { constants in
      for start in stride(from: 0, to: blocks.count, by: blockLength) {
        fill(schedule, from: base + start)
        round(state, schedule, constants.baseAddress!)
      }
    }
  }

  /// Feeds `bytes`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = min(Self.blockLength - rest.count, bytes.count)
      rest += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard rest.count == Self.blockLength else { return }
      let block = rest
      block.withUnsafeBytes { compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.blockLength * Self.blockLength
    if whole > 0 { compress(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole))) }
    rest += bytes.dropFirst(whole)
  }

  /// The digest of all that was fed; the hash is used up.
  package consuming func finalized() -> Digest {
    let bitCount = byteCount &* 8
    var end: [UInt8] = [0x80]
    end += [UInt8](repeating: 0, count: (119 - rest.count) % Self.blockLength)
    end += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    end.withUnsafeBytes { update($0) }
    func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
    return Digest(word(0), word(2), word(4), word(6))
  }

  /// Takes in whole blocks.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    state.withUnsafeMutableBufferPointer { state in
      schedule.withUnsafeMutableBufferPointer { schedule in
        Self.compress(blocks, state.baseAddress!, schedule.baseAddress!)
      }
    }
  }

  private static func fill(
    _ schedule: UnsafeMutablePointer<UInt32>, from block: UnsafeRawPointer
  ) {
    var index = 0
    while index < 16 {
      schedule[index] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
      index += 1
    }
    while index < 64 {
      let (near, far) = (schedule[index - 2], schedule[index - 15])
      let first = turned(near, 17) ^ turned(near, 19) ^ (near &>> 10)
      let second = turned(far, 7) ^ turned(far, 18) ^ (far &>> 3)
      schedule[index] = first &+ schedule[index - 7] &+ second &+ schedule[index - 16]
      index += 1
    }
  }

  private static func round(
    _ state: UnsafeMutablePointer<UInt32>, _ schedule: UnsafeMutablePointer<UInt32>,
    _ constants: UnsafePointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      let choice = (e & f) ^ (~e & g)
      let sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
      index += 1
    }
    let all = (a, b, c, d, e, f, g, h)
    (state[0], state[1]) = (state[0] &+ all.0, state[1] &+ all.1)
    (state[2], state[3]) = (state[2] &+ all.2, state[3] &+ all.3)
    (state[4], state[5]) = (state[4] &+ all.4, state[5] &+ all.5)
    (state[6], state[7]) = (state[6] &+ all.6, state[7] &+ all.7)
  }

  @inline(__always)
  private static func turned(_ word: UInt32, _ places: UInt32) -> UInt32 {
    word &>> places | word &<< (32 &- places)
  }

  /// FIPS 180-4, section 4.2.2.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
