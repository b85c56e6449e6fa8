// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.kernel { … }` and `mr.pixel(…)`: a Lua function is run once with symbolic values, and what it
/// does with them becomes native.
final class KernelFunction {
  /// The kernels whose bodies are running, the innermost last.
  private var recorders: [KernelRecorder] = []
  private var missingName: Int64?

  /// `mr.kernel { … }`.
  func make(_ call: Call) throws -> KernelHandle {
    let options = try call[0].options(
      ["name", "inputs", "params", "extent", "reach", "body"], owner: call.name)
    let body = try options.required("body", "a function (k) that returns a pixel")
    let function = try body.callback("a function (k) that returns a pixel")
    let declaration = try KernelDeclaration(options)
    let kernel = try PixelKernel(
      declaration.name ?? "kernel at \(function.place)", inputs: declaration.inputs.count,
      numbers: declaration.params.reduce(0) { $0 + $1.numbers.count }, extent: declaration.extent
    ) { recorder in
      recorders.append(recorder)
      defer { recorders.removeLast() }
      let scope = try call.state.strictTable(
        declaration.scope(recorder), missing: missing(call.state), on: call.lua)
      return try call.state.call(function, [scope]) { results in
        let result = results.value(label: "result of the kernel's body")
        guard case .object(let handle as PixelHandle) = result.value else {
          throw MoonreelError(
            .script,
            "\(function.place): \(result.expected("a pixel; mr.pixel(red, green, blue, alpha) makes one").message)"
          )
        }
        try recorder.check(handle.pixel.red.recorder)
        return handle.pixel
      }
    }
    return KernelHandle(kernel, declaration)
  }

  /// The function that raises where a body reads what its kernel was not given.
  private func missing(_ state: LuaState) -> Int64 {
    if let missingName { return missingName }
    let id = state.registerMissingName(of: "kernel", declaredBy: "mr.kernel")
    missingName = id
    return id
  }

  /// `mr.pixel(red, green, blue, alpha)`.
  func pixel(_ call: Call) throws -> PixelHandle {
    guard let recorder = recorders.last else {
      throw MoonreelError(
        .invalidArgument, "\(call.name) belongs in the body of a kernel; elsewhere use mr.color")
    }
    let known = recorder.literal(0)
    let parts = try (0..<4).map { try call[$0].term(with: known) }
    return PixelHandle(KernelPixel(parts[0], parts[1], parts[2], parts[3]))
  }
}
