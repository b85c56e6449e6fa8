// SPDX-License-Identifier: MIT

import CKernels

/// One operation of a chain.
struct ChainLink: Sendable, Hashable {
  /// As `mr_link_id` says.
  var operation: UInt32
  /// The register that it begins with; `nil` for the result of the link before.
  var from: UInt32?
  /// The other registers that it reads.
  var operands: [UInt32]
  /// The register that the result is written to; `nil` where nothing but the next link reads it.
  var to: UInt32?

  /// What ends a chain.
  static let end = ChainLink(operation: MR_LINK_END, operands: [])

  init(operation: UInt32, from: UInt32? = nil, operands: [UInt32], to: UInt32? = nil) {
    (self.operation, self.from, self.operands, self.to) = (operation, from, operands, to)
  }

  /// What `kernel` computes of `operands`, beginning with number `place` of them, a vector; `nil` where no link
  /// does.
  init?(_ kernel: mr_op, _ operands: [UInt32], beginningWith place: Int) {
    guard let form = KernelForm.all[Int(kernel.rawValue)], form.isChained,
      form.operands.contains(place), !form.takesScalar(place)
    else { return nil }
    var rest = operands
    let from = rest.remove(at: place)
    self.init(operation: mr_link_id(kernel, Int32(place)), from: from, operands: rest)
  }

  /// What spreads out the scalar `operand`.
  static func splat(_ operand: UInt32) -> ChainLink {
    ChainLink(operation: mr_link_id(MR_SPLAT, 0), operands: [operand])
  }

  /// What `kernel`, which chains may hold, computes of `operands`, beginning with the first that may be.
  init(_ kernel: mr_op, _ operands: [UInt32]) {
    let first = KernelForm.all[Int(kernel.rawValue)]?.firstVector ?? 0
    guard let link = ChainLink(kernel, operands, beginningWith: first) else {
      preconditionFailure("a kernel that no chain holds")
    }
    self = link
  }

  /// As the kernel reads it.
  var encoded: mr_link {
    let registers = operands + Array(repeating: 0, count: 3 - operands.count)
    return mr_link(
      op: operation, from: from ?? MR_NOWHERE, in: (registers[0], registers[1], registers[2]),
      to: to ?? MR_NOWHERE)
  }

  /// Whether chains may hold the kernel.
  static func holds(_ kernel: mr_op) -> Bool {
    kernel == MR_SPLAT || KernelForm.all[Int(kernel.rawValue)]?.isChained == true
  }
}
