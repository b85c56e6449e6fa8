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
      type.method("with", ["params"]) { handle, call in
        let declaration = try handle.declaration.with(call[0], owner: call.name)
        return .object(KernelHandle(handle.kernel, declaration))
      }
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

  /// What a layer uses it for; `pictures` names what it reads there, in order.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it reads more or fewer.
  func use(_ argument: Argument, reading pictures: [String]) throws -> KernelUse {
    let count = declaration.inputs.count
    guard count == pictures.count else {
      let wanted =
        pictures.isEmpty
        ? "a kernel without pictures (inputs = {})"
        : "a kernel of \(pictures.count) \(pictures.count == 1 ? "picture" : "pictures"): "
          + pictures.joined(separator: ", then ")
      throw argument.expected(wanted, hint: "this one reads \(count)")
    }
    argument.note(768)
    return KernelUse(kernel: kernel, declaration: declaration)
  }
}

/// A kernel where a layer uses it, with parameters that may move.
struct KernelUse: Sendable {
  let kernel: PixelKernel
  fileprivate let declaration: KernelDeclaration

  /// What plans and messages call it.
  var name: String { kernel.name }

  /// The picture of `inputs` at the moment of `context`; parameters named in `known` that nobody gave are that.
  ///
  /// - Throws: what a parameter that is a function of time throws.
  func image(_ inputs: [Image], at context: FrameContext, knowing known: [String: Double] = [:])
    throws -> Image
  {
    .applying(
      kernel, to: inputs, numbers: try declaration.numbers(at: context, knowing: known),
      reach: declaration.reach)
  }

  /// A source of its pictures, `size` large where it is given, else as large as the frame in which it is shown.
  func source(size: PixelSize?, in frame: PixelSize, duration: Time? = nil) -> KernelSource {
    KernelSource(
      use: self, duration: duration, naturalSize: size ?? frame, fillsFrame: size == nil,
      isStill: declaration.isStill)
  }
}

/// The pictures of a kernel that reads none.
struct KernelSource: ScriptSource {
  fileprivate let use: KernelUse
  let duration: Time?
  var naturalSize: PixelSize
  let fillsFrame: Bool
  let isStill: Bool
  var end: Time?

  fileprivate init(
    use: KernelUse, duration: Time?, naturalSize: PixelSize, fillsFrame: Bool, isStill: Bool
  ) {
    (self.use, self.duration, self.naturalSize) = (use, duration, naturalSize)
    (self.fillsFrame, self.isStill) = (fillsFrame, isStill)
  }

  var givenName: String? { use.name }

  func image(at time: Time, in context: FrameContext) throws -> Image {
    var context = context
    (context.time, context.size) = (time, naturalSize.size)
    context.progress = (duration ?? end).map { end in
      end > .zero ? min(1, max(0, Double(time.flicks) / Double(end.flicks))) : 0
    }
    return try use.image([], at: context)
      .cropped(to: Rect(origin: .zero, size: naturalSize.size))
  }
}
