// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A kernel in a script: called with its pictures and a table of parameters, it gives a picture.
final class KernelHandle: Handle {
  override class var typeName: String { "kernel" }
  override var description: String { kernel.name }
  let kernel: PixelKernel
  private let declaration: KernelDeclaration

  init(_ kernel: PixelKernel, _ declaration: KernelDeclaration) {
    (self.kernel, self.declaration) = (kernel, declaration)
  }

  static var binding: TypeBinding {
    TypeBinding(KernelHandle.self) { type in
      type.property("name") { .string($0.kernel.name) }
      type.property("steps") { .integer(Int64($0.kernel.steps.count)) }
      type.operation("__call") { call in
        try call[0].object(KernelHandle.self).image(call)
      }
    }
  }

  /// The picture for `kernel(input, …, params)`.
  private func image(_ call: Call) throws -> LuaValue {
    let wanted = declaration.inputs
    let list = (wanted + ["params?"]).joined(separator: ", ")
    guard call.count <= wanted.count + 2 else {
      throw MoonreelError(
        .invalidArgument, "the kernel takes (\(list)), got \(call.count - 1) arguments")
    }
    let inputs = try wanted.indices.map { index in
      let given = call[index + 1]
      return try Argument(
        state: given.state, value: given.value, label: "'\(wanted[index])' of the kernel"
      ).image()
    }
    let params = call[wanted.count + 1]
    let given = Argument(
      state: params.state, value: params.value, label: "'params' of the kernel")
    let numbers = try declaration.numbers(given, owner: "the kernel")
    return try ImageHandle.value(
      .applying(
        kernel, to: inputs, numbers: numbers,
        reach: try declaration.reach(given, owner: "the kernel")))
  }
}
