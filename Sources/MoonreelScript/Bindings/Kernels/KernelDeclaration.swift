// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a script says about a kernel besides its body: inputs, parameters with defaults, extent.
struct KernelDeclaration {
  /// A parameter: one number, or a colour's four.
  struct Parameter {
    var name: String
    /// The default: one number, or straight red, green, blue, and alpha.
    var numbers: [Float]
    var isColor: Bool { numbers.count == 4 }
  }

  var name: String?
  var inputs: [String]
  /// Sorted by name.
  var params: [Parameter]
  var extent: PixelKernel.Extent = .union
  /// How far from a pixel its pictures are read, in pixels; `nil`: anywhere.
  var reach: Double?

  init(_ options: Options) throws {
    name = try options["name"].ifGiven { try $0.string() }
    inputs =
      try options["inputs"].ifGiven {
        try $0.kernelInputs(0...16, "a list of up to 16 names, each once")
      } ?? ["image"]
    params =
      try options["params"].ifGiven {
        try $0.kernelParams("a table of names with default numbers or colours") {
          try $0.kernelNumbers()
        }
      }?.map { Parameter(name: $0.name, numbers: $0.value) } ?? []
    try checkNames(try options["params"])
    try options["extent"].ifGiven { extent = try self.extent($0) }
    reach = try options["reach"].ifGiven { try $0.real(0...100_000) }
    if inputs.isEmpty { extent = .everywhere }
  }

  private func checkNames(_ argument: Argument) throws {
    for name in params.map(\.name) + ["x", "y"] where inputs.contains(name) {
      throw MoonreelError(
        .invalidArgument, "bad 'inputs' of mr.kernel: '\(name)' is the name of something else")
    }
    for name in ["x", "y"] where params.contains(where: { $0.name == name }) {
      throw MoonreelError(
        .invalidArgument, "bad \(argument.label): '\(name)' is the pixel's position")
    }
  }

  private func extent(_ argument: Argument) throws -> PixelKernel.Extent {
    switch try argument.choice(among: ["union", "intersection", "everywhere"] + inputs) {
    case "union": .union
    case "intersection": .intersection
    case "everywhere": .everywhere
    case let name: .input(inputs.firstIndex(of: name) ?? 0)
    }
  }

  /// The table that the body is given: inputs and parameters by name, the position, and `functions` but for those whose
  /// names are given to something else.
  func scope(_ recorder: KernelRecorder, _ functions: [(String, LuaValue)]) -> [(String, LuaValue)]
  {
    var members: [(String, LuaValue)] = [
      ("x", .object(TermHandle(recorder.x))), ("y", .object(TermHandle(recorder.y))),
    ]
    let own = Set(inputs + params.map(\.name))
    members += functions.filter { !own.contains($0.0) }
    members += inputs.enumerated().map { index, name in
      (name, .object(PixelHandle(recorder.input(index), input: index)))
    }
    var first = 0
    for param in params {
      let terms = param.numbers.indices.map { recorder.number(first + $0) }
      first += terms.count
      members.append(
        (
          param.name,
          .object(
            param.isColor
              ? PixelHandle(KernelPixel(terms[0], terms[1], terms[2], terms[3]))
              : TermHandle(terms[0]))
        ))
    }
    return members
  }

  /// What may be given with each use; `reach` is among it unless a parameter has that name.
  private var names: [String] {
    let names = params.map(\.name)
    return names.contains("reach") ? names : names + ["reach"]
  }

  /// The reach for one use: `given` by that name, the kernel's own otherwise.
  func reach(_ given: Argument, owner: String) throws -> Double? {
    guard !params.contains(where: { $0.name == "reach" }) else { return reach }
    return try given.options(names, owner: owner)["reach"].ifGiven { try $0.real(0...100_000) }
      ?? reach
  }

  /// The numbers for one use: `given` by name, defaults for the rest.
  func numbers(_ given: Argument, owner: String) throws -> [Float] {
    let options = try given.options(names, owner: owner)
    return try params.flatMap { param -> [Float] in
      let value = try options[param.name]
      guard !value.isNil else { return param.numbers }
      let numbers = try value.kernelNumbers()
      guard numbers.count == param.numbers.count else {
        throw value.expected(param.isColor ? "a colour" : "a number")
      }
      return numbers
    }
  }
}

extension Argument {
  /// A number, or a colour's straight red, green, blue, and alpha.
  fileprivate func kernelNumbers() throws -> [Float] {
    switch value {
    case .integer, .number: return [try float()]
    default:
      let color = try color()
      return [color.red, color.green, color.blue, color.alpha].map { Float($0) }
    }
  }
}
