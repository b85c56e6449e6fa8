// SPDX-License-Identifier: MIT

/// The output function of SplitMix64 (Steele, Lea, Flood 2014): numbers that look random from numbers that
/// follow each other.
package enum SplitMix64 {
  /// The number for `value`.
  package static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
