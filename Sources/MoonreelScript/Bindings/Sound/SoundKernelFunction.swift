// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.sound_kernel { … }`: a Lua function is run once with symbolic values, and what it does with them becomes native.
final class SoundKernelFunction {
  /// The kernels whose bodies are running, the innermost last.
  private var recorders: [KernelRecorder] = []
  /// The functions of a body's argument, by name.
  private var functions: [(String, LuaValue)]?
  private var missingName: Int64?
  private var noiseCount = 0

  /// `mr.sound_kernel { … }`.
  func make(_ call: Call) throws -> SoundKernelHandle {
    let options = try call[0].options(
      ["name", "inputs", "params", "tail", "latency", "body"], owner: call.name)
    let body = try options.required("body", "a function (k) that returns a value")
    let function = try body.callback("a function (k) that returns a value")
    let declaration = try SoundKernelDeclaration(options)
    noiseCount = 0
    let name = declaration.name ?? "sound kernel at \(function.place)"
    let kernel = try SoundKernel(
      name, inputs: declaration.inputs.count, numbers: declaration.params.count
    ) { recorder in
      recorders.append(recorder)
      defer { recorders.removeLast() }
      let members = declaration.scope(recorder) + functions(call.state)
      let scope = try call.state.strictTable(members, missing: missing(call.state), on: call.lua)
      return try call.state.call(function, [scope]) { results in
        try results.value(label: "result of the kernel's body").term(with: recorder.sound(0))
      }
    }
    return SoundKernelHandle(kernel, declaration)
  }

  /// The function that raises where a body reads what its kernel was not given.
  private func missing(_ state: LuaState) -> Int64 {
    if let missingName { return missingName }
    let id = state.registerMissingName(of: "sound kernel", declaredBy: "mr.sound_kernel")
    missingName = id
    return id
  }

  /// What a body's argument can do, registered once.
  private func functions(_ state: LuaState) -> [(String, LuaValue)] {
    if let functions { return functions }
    let made = (Self.remembering + Self.across + [noise]).map { function in
      let binding = FunctionBinding.value(function.name, function.parameters) {
        [unowned self] call in
        guard let recorder = recorders.last else {
          throw MoonreelError(
            .invalidArgument, "\(call.name) belongs in the body of a sound kernel")
        }
        return try TermHandle.value(try function.body(recorder, call))
      }
      return (function.name, LuaValue.native(state.register(binding, as: "k.\(function.name)")))
    }
    functions = made
    return made
  }

  /// A function of a body's argument.
  private struct Function {
    let name: String
    let parameters: [String]
    let body: (KernelRecorder, Call) throws -> KernelTerm

    init(
      _ name: String, _ parameters: [String],
      _ body: @escaping (KernelRecorder, Call) throws -> KernelTerm
    ) {
      (self.name, self.parameters, self.body) = (name, parameters, body)
    }

    /// An operation over all arguments.
    init(_ name: String, _ parameters: [String], _ operation: SoundKernel.Operation) {
      self.init(name, parameters) { recorder, call in
        let terms = try parameters.indices.map { try call[$0].term(with: recorder.literal(0)) }
        return recorder.sounding(operation, terms)
      }
    }
  }

  /// Functions that remember.
  private static var remembering: [Function] {
    [
      Function("delay", ["value", "seconds", "longest"]) { recorder, call in
        let none = recorder.literal(0)
        return recorder.delayed(
          try call[0].term(with: none), by: try call[1].term(with: none),
          longest: try call[2].real(0...SoundKernel.longest))
      },
      Function("loop", ["seconds", "longest", "body"]) { recorder, call in
        let function = try call[2].callback("a function (back) that returns a value")
        let longest = try call[1].real(0...SoundKernel.longest)
        let seconds = try call[0].term(with: recorder.literal(0))
        return try recorder.loop(seconds, longest: longest) { back in
          try call.state.call(function, [TermHandle.value(back)]) { results in
            try results.value(label: "result of the loop's body").term(with: back)
          }
        }
      },
      Function("biquad", ["value", "b0", "b1", "b2", "a1", "a2"], .biquad),
      Function("all_pass", ["value", "coefficient", "count?"]) { recorder, call in
        let none = recorder.literal(0)
        let count = try call[2].ifGiven { try $0.integer(1...64) } ?? 1
        return recorder.sounding(
          .allPass(count: count),
          [try call[0].term(with: none), try call[1].term(with: none)])
      },
      Function("follow", ["value", "rise", "fall"], .follow),
      Function("highest", ["value", "seconds"], .peak),
      Function("mean", ["value", "seconds"], .mean),
      Function("phase", ["hertz"], .phase),
    ]
  }

  /// Functions of all channels.
  private static var across: [Function] {
    [
      Function("sum", ["value"], .sum), Function("loudest", ["value"], .highest),
      Function("of", ["value", "channel"]) { recorder, call in
        recorder.sounding(
          .of(channel: try call[1].integer(1...64) - 1),
          [try call[0].term(with: recorder.literal(0))])
      },
    ]
  }

  private var noise: Function {
    Function("noise", []) { [unowned self] recorder, _ in
      noiseCount += 1
      return recorder.moment(.noise(noiseCount))
    }
  }
}

/// What a script says about a sound kernel besides its body.
struct SoundKernelDeclaration {
  var name: String?
  /// The names of its sounds, its own first.
  var inputs: [String]
  /// Parameters by name with their defaults, sorted.
  var params: [(name: String, value: Double)]
  /// Seconds by which its sound outlasts its input; a number, or the name of the parameter that says so.
  var tail: Length
  /// Seconds that it looks ahead.
  var latency: Length

  /// Seconds, or a parameter that has them.
  enum Length {
    case seconds(Double)
    case parameter(String)
  }

  /// What a body has under these names already.
  private static let reserved: Set<String> = [
    "rate", "time", "channel", "channels", "delay", "loop", "biquad", "all_pass", "follow",
    "highest", "mean",
    "sum", "loudest", "of", "noise", "phase",
  ]

  init(_ options: Options) throws {
    name = try options["name"].ifGiven { try $0.string() }
    inputs =
      try options["inputs"].ifGiven {
        try $0.kernelInputs(1...8, "a list of 1 to 8 names, its own sound first, each once")
      } ?? ["sound"]
    params =
      try options["params"].ifGiven {
        try $0.kernelParams("a table of names with default numbers") { try $0.number() }
      } ?? []
    tail = .seconds(0)
    latency = .seconds(0)
    let names = params.map(\.name)
    for taken in names + inputs where Self.reserved.contains(taken) {
      throw MoonreelError(
        .invalidArgument,
        "bad 'params' of mr.sound_kernel: '\(taken)' is the name of something else in its body")
    }
    if let twice = names.first(where: { inputs.contains($0) }) {
      throw MoonreelError(
        .invalidArgument, "bad 'inputs' of mr.sound_kernel: '\(twice)' is a parameter, too")
    }
    try options["tail"].ifGiven { tail = try Self.length($0, names) }
    try options["latency"].ifGiven { latency = try Self.length($0, names) }
  }

  private static func length(_ argument: Argument, _ names: [String]) throws -> Length {
    if case .string(let name) = argument.value {
      guard names.contains(name) else {
        throw argument.expected(
          "seconds, or the name of a parameter" + NearestName.hint(name, among: names))
      }
      return .parameter(name)
    }
    return .seconds(try argument.real(0...60))
  }

  /// The table that the body is given, without its functions.
  func scope(_ recorder: KernelRecorder) -> [(String, LuaValue)] {
    func value(_ term: KernelTerm) -> LuaValue { .object(TermHandle(term)) }
    let moments: [(String, LuaValue)] = [
      ("rate", value(recorder.moment(.rate))), ("time", value(recorder.moment(.time))),
      ("channel", value(recorder.moment(.channel) + 1)),
      ("channels", value(recorder.moment(.channelCount))),
    ]
    let sounds = inputs.enumerated().map { ($1, value(recorder.sound($0))) }
    return moments + sounds + params.enumerated().map { ($1.name, value(recorder.number($0))) }
  }
}
