// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a script says about a kernel besides its body: inputs, parameters with defaults, extent.
struct KernelDeclaration {
  var name: String?
  var inputs: [String]
  /// Sorted by name.
  var params: [KernelParameter]
  var extent: PixelKernel.Extent = .union
  /// How far from a pixel its pictures are read, in pixels; `nil`: anywhere.
  var reach: Double?

  init(_ options: Options) throws {
    name = try options["name"].ifGiven { try $0.string() }
    inputs =
      try options["inputs"].ifGiven {
        try $0.kernelInputs(0...16, "a list of up to 16 names, each once")
      } ?? ["image"]
    let rule = "a table of names with default numbers, colours or lists { count = … }"
    params =
      try options["params"].ifGiven { argument in
        try argument.kernelParams(rule) { try KernelParameter($0) }.map { found in
          var param = found.value
          param.name = found.name
          return param
        }
      } ?? []
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
      let terms = (0..<param.count).map { recorder.number(first + $0) }
      first += terms.count
      members.append((param.name, param.value(of: terms)))
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
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) also where a default moves.
  func numbers(_ given: Argument, owner: String) throws -> [Float] {
    let options = try given.options(names, owner: owner)
    return try params.flatMap { param -> [Float] in
      let value = try options[param.name]
      guard value.isNil else { return try param.numbers(value).floats }
      guard param.usual.isStill else {
        throw MoonreelError(
          .invalidArgument,
          "'\(param.name)' of \(owner) moves: give it a number here, or let a layer use the kernel")
      }
      return param.usual.start.floats
    }
  }

  /// The kernel with `given` in place of its defaults; they may move.
  func with(_ given: Argument, owner: String) throws -> KernelDeclaration {
    let options = try given.options(names, owner: owner)
    var changed = self
    for index in params.indices {
      try options[params[index].name].ifGiven {
        changed.params[index].usual = try params[index].moving($0)
        changed.params[index].isGiven = true
      }
    }
    changed.reach = try reach(given, owner: owner)
    return changed
  }

  /// The numbers at the moment of `context`: what was given, and what `context` and `known` say of those that nobody gave.
  ///
  /// - Throws: what a function of time throws.
  func numbers(at context: FrameContext, knowing known: [String: Double]) throws -> [Float] {
    try params.flatMap { param -> [Float] in
      if param.kind == .number, !param.isGiven,
        let number = known[param.name] ?? context.number(named: param.name)
      {
        return [Float(number)]
      }
      return try param.usual.value(at: context.time).floats
    }
  }

  /// Whether its pictures are the same at every time.
  var isStill: Bool {
    params.allSatisfy { param in
      param.usual.isStill
        && (param.isGiven || param.kind != .number
          || !FrameContext.namedNumbers.contains(param.name))
    }
  }
}

extension FrameContext {
  /// The parameters of kernels that layers set by themselves.
  static let namedNumbers = ["time", "progress", "width", "height"]

  /// What a parameter with one of these names is at this moment: seconds of the layer's clock, the share of it that has
  /// passed, the size of the picture in pixels.
  fileprivate func number(named name: String) -> Double? {
    switch name {
    case "time": time.seconds
    case "progress": progress ?? 0
    case "width": size.width
    case "height": size.height
    default: nil
    }
  }
}
