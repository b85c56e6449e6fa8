// SPDX-License-Identifier: MIT

extension Duration {
  /// The same in seconds.
  package var seconds: Double {
    let (whole, atto) = components
    return Double(whole) + Double(atto) / 1e18
  }
}
