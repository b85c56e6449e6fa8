// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `+ - * /` among numbers, kernel values and kernel pixels; pixels go component by component.
struct KernelArithmetic: Sendable {
  let event: String
  private let combine: @Sendable (KernelTerm, KernelTerm) -> KernelTerm

  static let all = [
    KernelArithmetic(event: "__add") { $0 + $1 }, KernelArithmetic(event: "__sub") { $0 - $1 },
    KernelArithmetic(event: "__mul") { $0 * $1 }, KernelArithmetic(event: "__div") { $0 / $1 },
  ]

  private init(
    event: String, combine: @escaping @Sendable (KernelTerm, KernelTerm) -> KernelTerm
  ) {
    (self.event, self.combine) = (event, combine)
  }

  /// The result for the two operands of `call`.
  func apply(_ call: Call) throws -> LuaValue {
    let operands = [call[0], call[1]].map { operand in
      Argument(state: operand.state, value: operand.value, label: "operand of a kernel")
    }
    guard let known = operands.lazy.compactMap(Self.term).first else {
      throw operands[0].expected("a value of the kernel")
    }
    let parts = try operands.map { try Self.parts($0, known) }
    if parts[0].count == 1, parts[1].count == 1 {
      return .object(TermHandle(combine(parts[0][0], parts[1][0])))
    }
    let components = (0..<4).map { index in
      combine(parts[0][parts[0].count == 1 ? 0 : index], parts[1][parts[1].count == 1 ? 0 : index])
    }
    return .object(
      PixelHandle(KernelPixel(components[0], components[1], components[2], components[3])))
  }

  private static func term(_ operand: Argument) -> KernelTerm? {
    switch operand.value {
    case .object(let handle as TermHandle): handle.term
    case .object(let handle as PixelHandle): handle.pixel.red
    default: nil
    }
  }

  /// One term, or the four of a pixel.
  private static func parts(_ operand: Argument, _ known: KernelTerm) throws -> [KernelTerm] {
    guard case .object(let handle as PixelHandle) = operand.value else {
      return [try operand.term(with: known)]
    }
    try known.recorder.check(handle.pixel.red.recorder)
    return handle.pixel.components
  }
}
