// SPDX-License-Identifier: MIT

import CKernels

/// Which kernel runs an operation whose operands are vectors or scalars, and which operands it
/// takes as scalars; scalars elsewhere are spread out first.
struct KernelChoice {
  var kernel: mr_op
  var takesScalar: [Bool]

  /// The form that takes the most scalars as they are.
  init(_ operation: Operation, isScalar: [Bool]) {
    let given = isScalar.indices.reduce(UInt32(0)) { isScalar[$1] ? $0 | 1 << UInt32($1) : $0 }
    var form = KernelForm.all(of: operation)[0]
    for other in KernelForm.all(of: operation).dropFirst()
    where other.scalars & ~given == 0
      && other.scalars.nonzeroBitCount > form.scalars.nonzeroBitCount
    {
      form = other
    }
    kernel = form.kernel
    takesScalar = isScalar.indices.map { form.takesScalar($0) }
  }
}

/// A kernel of an operation and the operands that it takes as scalars, as the table of operations says.
struct KernelForm {
  let kernel: mr_op
  let operation: mr_op
  let operands: Range<Int>
  /// Which operands are scalars, as bits.
  let scalars: UInt32
  /// Whether chains run it.
  let isChained: Bool

  private init?(_ kernel: mr_op) {
    guard let row = mr_row_of(kernel)?.pointee else { return nil }
    self.kernel = kernel
    (operation, scalars) = (row.operation, row.scalars)
    (operands, isChained) = (0..<Int(row.operands), row.cost == MR_CHEAP)
  }

  /// Whether operand number `place` is one number for the whole stretch.
  func takesScalar(_ place: Int) -> Bool { scalars & 1 << UInt32(place) != 0 }

  /// The first operand that is a vector.
  var firstVector: Int { operands.first { !takesScalar($0) } ?? 0 }

  /// By kernel; `nil` for those that are in no row.
  static let all = (0..<MR_OP_COUNT.rawValue).map { KernelForm(mr_op($0)) }

  /// By operation, the kernel for vectors first.
  private static let byOperation = all.indices.map { index in
    all.compactMap { $0 }.filter { $0.operation.rawValue == UInt32(index) }
  }

  /// The kernels of `operation`, which is no number: that for vectors first.
  static func all(of operation: Operation) -> [KernelForm] { byOperation[Int(operation.rawValue)] }
}
