// SPDX-License-Identifier: MIT

import CKernels
import MoonreelModel

/// What an instruction of a tile program computes, before a kernel is chosen for it: a number, or an operation or
/// source of the table in `moonreel_operations.h`.
typealias Operation = mr_operation

extension Operation {
  /// The operation on numbers `operation`.
  init(_ operation: ScalarOperation) {
    guard let same = Operation(rawValue: operation.rawValue) else {
      preconditionFailure("an operation without a row")
    }
    self = same
  }

  /// The kernel for vectors alone; `nil` for numbers and what loops carry, which need none.
  var kernel: mr_op? {
    switch self {
    case .literal, .param, .carried, .after: nil
    default: mr_op(UInt32(rawValue))
    }
  }

  /// How many values it gives.
  var resultCount: Int { kernel.flatMap(mr_row_of).map { Int($0.pointee.results) } ?? 1 }
}

/// How often a value must be computed.
enum Rate: UInt8, Hashable, Comparable {
  case frame, row, pixel

  static func < (first: Rate, second: Rate) -> Bool { first.rawValue < second.rawValue }
}
