// SPDX-License-Identifier: MIT

import Foundation

/// Columns of a table.
enum Text {
  /// `text` at the left of `width` columns, and at least one space.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// `value` with three decimals at the right of `width` columns.
  static func number(_ value: Double, _ width: Int, decimals: Int = 3) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
