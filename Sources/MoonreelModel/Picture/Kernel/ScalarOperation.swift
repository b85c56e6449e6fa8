// SPDX-License-Identifier: MIT

import CKernels

/// An operation on the numbers of one pixel: a row of the table in `moonreel_operations.h`, which says what it
/// computes.
public typealias ScalarOperation = mr_scalar

extension ScalarOperation {
  /// All operations, in the order of the table.
  public static let all = (0..<UInt8(MR_OPERATION_COUNT.rawValue)).compactMap {
    ScalarOperation(rawValue: $0)
  }

  /// The kernel in which all operands are vectors.
  public var kernel: mr_op { mr_op(UInt32(rawValue)) }

  private var row: mr_row {
    guard let row = mr_row_of(kernel) else { preconditionFailure("an operation without a row") }
    return row.pointee
  }

  /// What it is called, as in Swift.
  public var name: String { String(cString: row.name) }

  /// How many operands it has, 1 to 4.
  public var operandCount: Int { Int(row.operands) }

  /// Whether it takes so little that chains run it; others are loops of their own, in double precision.
  public var isCheap: Bool { row.cost == MR_CHEAP }

  /// The method of a kernel's values in Lua: its name, and what it calls the operands after the first; `nil`
  /// where scripts write the operation otherwise.
  public var method: (name: String, parameters: [String])? {
    let words = String(cString: row.method).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.first.map { (String($0), words.dropFirst().map(String.init)) }
  }
}
