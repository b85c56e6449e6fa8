// SPDX-License-Identifier: MIT

import CKernels

/// One operation of a chain.
struct ChainLink: Sendable, Hashable {
  var operation: mr_link_op
  /// The register that it begins with; `nil` for the result of the link before.
  var from: UInt32?
  /// The other registers that it reads.
  var operands: [UInt32]
  /// The register that the result is written to; `nil` where nothing but the next link reads it.
  var to: UInt32?

  /// What ends a chain.
  static let end = ChainLink(operation: MR_LINK_END, operands: [])

  init(operation: mr_link_op, from: UInt32? = nil, operands: [UInt32], to: UInt32? = nil) {
    (self.operation, self.from, self.operands, self.to) = (operation, from, operands, to)
  }

  /// What `kernel` computes of `operands`, beginning with number `place` of them, a vector; `nil` where no link
  /// does.
  init?(_ kernel: mr_op, _ operands: [UInt32], beginningWith place: Int) {
    guard let operation = Self.operation(kernel, beginningWith: place) else { return nil }
    var rest = operands
    rest.remove(at: place)
    // The other of two products comes first: a link may begin with either.
    if kernel == MR_BLEND, place == 2 { rest = [operands[3], operands[0], operands[1]] }
    self.init(operation: operation, from: operands[place], operands: rest)
  }

  /// As the kernel reads it.
  var encoded: mr_link {
    let registers = operands + Array(repeating: 0, count: 3 - operands.count)
    return mr_link(
      op: operation.rawValue, from: from ?? MR_NOWHERE,
      in: (registers[0], registers[1], registers[2]), to: to ?? MR_NOWHERE)
  }

  /// Whether chains may hold the kernel.
  static func holds(_ kernel: mr_op) -> Bool {
    kernel == MR_SPLAT || operation(kernel, beginningWith: 0) != nil
  }

  private static func operation(_ kernel: mr_op, beginningWith place: Int) -> mr_link_op? {
    guard let places = table[kernel.rawValue], place < places.count else { return nil }
    return places[place]
  }

  /// The links of each kernel by the operand that they begin with.
  private static let table: [UInt32: [mr_link_op?]] = {
    let links: [(mr_op, [mr_link_op?])] = [
      (MR_ADD, [MR_LINK_ADD, MR_LINK_ADD]), (MR_ADD_S, [MR_LINK_ADD_S]),
      (MR_SUB, [MR_LINK_SUB, MR_LINK_FROM]), (MR_SUB_S, [MR_LINK_SUB_S]),
      (MR_FROM_S, [MR_LINK_FROM_S]),
      (MR_MUL, [MR_LINK_MUL, MR_LINK_MUL]), (MR_MUL_S, [MR_LINK_MUL_S]),
      (MR_DIV, [MR_LINK_DIV, MR_LINK_DIVIDE]),
      (MR_MIN, [MR_LINK_MIN, MR_LINK_LEAST]), (MR_MAX, [MR_LINK_MAX, MR_LINK_MOST]),
      (MR_MAD, [MR_LINK_MAD, MR_LINK_MAD, MR_LINK_MORE]),
      (MR_MAD_S, [MR_LINK_MAD_S, nil, MR_LINK_MORE_S]), (MR_MAD_SS, [MR_LINK_MAD_SS]),
      (MR_MAD_VS, [MR_LINK_MAD_VS, MR_LINK_MAD_VS]),
      (MR_BLEND, [MR_LINK_BLEND, nil, MR_LINK_BLEND]),
      (MR_CLAMP, [MR_LINK_CLAMP]), (MR_SQRT, [MR_LINK_SQRT]), (MR_ABS, [MR_LINK_ABS]),
      (MR_FLOOR, [MR_LINK_FLOOR]),
      (
        MR_SELECT,
        [MR_LINK_SELECT, MR_LINK_SELECT_LIMIT, MR_LINK_SELECT_OVER, MR_LINK_SELECT_UNDER]
      ),
    ]
    return Dictionary(uniqueKeysWithValues: links.map { ($0.rawValue, $1) })
  }()
}
