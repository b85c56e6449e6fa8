// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One float of a kernel while its body runs: what a script calculates with instead of a number.
final class TermHandle: Handle {
  override class var typeName: String { "kernel value" }
  override var cost: Int { 64 }
  let term: KernelTerm

  init(_ term: KernelTerm) { self.term = term }

  /// `term` for a script.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the kernel has too many steps.
  static func value(_ term: KernelTerm) throws -> LuaValue {
    try term.recorder.check(term.recorder)
    return .object(TermHandle(term))
  }

  static var binding: TypeBinding {
    TypeBinding(TermHandle.self) { type in
      addArithmetic(&type)
      addFunctions(&type)
      addComparisons(&type)
    }
  }

  private static func addArithmetic(_ type: inout TypeBuilder<TermHandle>) {
    for operation in KernelArithmetic.all {
      type.operation(operation.event) { try operation.apply($0) }
    }
    type.operation("__unm") { try TermHandle.value(-(try $0[0].object(TermHandle.self).term)) }
    type.operation("__pow") { call in
      let (first, second) = try call.terms()
      return .object(TermHandle(first.power(second)))
    }
    type.operation("__mod") { call in
      let (first, second) = try call.terms()
      return .object(TermHandle(first - second * (first / second).floor))
    }
  }

  /// Which way the body goes this time: it is run once for each.
  private static func addComparisons(_ type: inout TypeBuilder<TermHandle>) {
    type.operation("__lt") { call in
      let (first, second) = try call.terms()
      return .boolean(try !first.recorder.isAtLeast(first, second))
    }
    type.operation("__le") { call in
      let (first, second) = try call.terms()
      return .boolean(try first.recorder.isAtLeast(second, first))
    }
    type.operation("__eq") { call in
      let (first, second) = try call.terms()
      let recorder = first.recorder
      return .boolean(
        try recorder.isAtLeast(first, second) && recorder.isAtLeast(second, first))
    }
  }

  private static func addFunctions(_ type: inout TypeBuilder<TermHandle>) {
    for operation in ScalarOperation.all {
      guard let method = operation.method else { continue }
      type.method(method.name, method.parameters) { handle, call in
        let others = try method.parameters.indices.map { try call[$0].term(with: handle.term) }
        return try TermHandle.value(handle.term.applying(operation, to: others))
      }
    }
    type.method("fract") { handle, _ in try TermHandle.value(handle.term.fraction) }
    type.method("clamp", ["low?", "high?"]) { handle, call in
      let low = try call[0].ifGiven { try $0.term(with: handle.term) }
      let high = try call[1].ifGiven { try $0.term(with: handle.term) }
      let raised = low.map { handle.term.maximum($0) } ?? handle.term.maximum(0)
      return .object(TermHandle(high.map { raised.minimum($0) } ?? raised.minimum(1)))
    }
    type.method("mix", ["other", "share"]) { handle, call in
      let other = try call[0].term(with: handle.term)
      return .object(
        TermHandle(handle.term.mixed(with: other, by: try call[1].term(with: handle.term))))
    }
    type.method("smoothstep", ["low", "high"]) { handle, call in
      let low = try call[0].term(with: handle.term)
      return .object(
        TermHandle(handle.term.smoothstep(low, try call[1].term(with: handle.term))))
    }
  }
}

extension Argument {
  /// A value of the same kernel as `known`, or a number.
  func term(with known: KernelTerm) throws -> KernelTerm {
    guard case .object(let handle as TermHandle) = value else {
      guard case .object = value else { return known.recorder.literal(try number()) }
      throw expected("a number or a value of the kernel")
    }
    try known.recorder.check(handle.term.recorder)
    return handle.term
  }
}

extension KernelRecorder {
  /// Refuses values of another kernel, and kernels without end.
  func check(_ other: KernelRecorder) throws {
    guard other === self else {
      throw MoonreelError(
        .invalidArgument, "values of two kernels cannot be combined; a body may use only its own")
    }
    guard !hasEscapedTerm else {
      throw MoonreelError(
        .invalidArgument,
        "a value made in the body of k.loop is known only there; let the body return it")
    }
    guard work < PixelKernel.workLimit / 2 else {
      throw MoonreelError(
        .limitExceeded,
        "a pixel of a kernel may need at most \(PixelKernel.workLimit / 2) steps, all rounds of its loops counted"
      )
    }
    // One operation of a pixel takes some forty steps.
    guard stepCount < PixelKernel.stepLimit - 256 else {
      throw MoonreelError(
        .limitExceeded,
        "a kernel may have at most \(PixelKernel.stepLimit) steps; look for a loop that goes on too long"
      )
    }
  }
}

extension Call {
  /// Both operands of an operator, at least one of them a kernel value.
  fileprivate func terms() throws -> (KernelTerm, KernelTerm) {
    if case .object(let first as TermHandle) = self[0].value {
      return (first.term, try self[1].term(with: first.term))
    }
    let second = try self[1].object(TermHandle.self).term
    return (try self[0].term(with: second), second)
  }
}
