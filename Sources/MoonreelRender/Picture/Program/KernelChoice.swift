// SPDX-License-Identifier: MIT

import CKernels

/// Which kernel runs an operation whose operands are vectors or scalars, and which operands it
/// takes as scalars; scalars elsewhere are spread out first.
struct KernelChoice {
  var kernel: mr_op
  var takesScalar: [Bool]

  init(_ operation: Operation, isScalar: [Bool]) {
    switch (operation, isScalar) {
    case (.add, [false, true]): self.init(MR_ADD_S, [false, true])
    case (.sub, [false, true]): self.init(MR_SUB_S, [false, true])
    case (.mul, [false, true]): self.init(MR_MUL_S, [false, true])
    case (.mad, [false, true, true]): self.init(MR_MAD_SS, [false, true, true])
    case (.mad, [false, true, false]), (.mad, [true, true, false]):
      self.init(MR_MAD_S, [false, true, false])
    case (.mad, [false, false, true]): self.init(MR_MAD_VS, [false, false, true])
    case (.from, _): self.init(MR_FROM_S, [false, true])
    case (.blend, _): self.init(MR_BLEND, [false, true, false, true])
    case (.load, [true]): self.init(MR_LOAD_S, [true])
    case (.pow, [false, true]): self.init(MR_POW, [false, true])
    default:
      self.init(operation.kernel ?? MR_SPLAT, isScalar.map { _ in false })
    }
  }

  private init(_ kernel: mr_op, _ takesScalar: [Bool]) {
    (self.kernel, self.takesScalar) = (kernel, takesScalar)
  }
}
