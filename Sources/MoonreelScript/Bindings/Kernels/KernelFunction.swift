// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.kernel { … }` and `mr.pixel(…)`: a Lua function is run once with symbolic values, and what it
/// does with them becomes native.
final class KernelFunction {
  /// The kernels whose bodies are running, the innermost last.
  private var recorders: [KernelRecorder] = []
  private var missingName: Int64?
  private var loopName: Int64?
  private var pickName: Int64?
  /// `vec2`, `vec3` and `vec4`.
  private let vectors: () -> [(String, LuaValue)]

  /// `vectors` gives what bodies make vectors with.
  init(vectors: @escaping () -> [(String, LuaValue)]) { self.vectors = vectors }

  /// `mr.kernel { … }`.
  func make(_ call: Call) throws -> KernelHandle {
    let options = try call[0].options(
      ["name", "inputs", "params", "extent", "reach", "body"], owner: call.name)
    let body = try options.required("body", "a function (k) that returns a pixel")
    let function = try body.callback("a function (k) that returns a pixel")
    let declaration = try KernelDeclaration(options)
    let kernel = try PixelKernel(
      declaration.name ?? "kernel at \(function.place)", inputs: declaration.inputs.count,
      numbers: declaration.params.reduce(0) { $0 + $1.count }, extent: declaration.extent
    ) { recorder in
      recorders.append(recorder)
      defer { recorders.removeLast() }
      let functions =
        [
          ("loop", LuaValue.native(loop(call.state))), ("pick", LuaValue.native(pick(call.state))),
        ] + vectors()
      let parts = try recorder.everyWay {
        let scope = try call.state.strictTable(
          declaration.scope(recorder, functions), missing: missing(call.state), on: call.lua)
        return try call.state.call(function, [scope]) { results in
          try Self.pixel(results, recorder, function.place).components
        }
      }
      return KernelPixel(parts[0], parts[1], parts[2], parts[3])
    }
    return KernelHandle(kernel, declaration)
  }

  /// What the body at `place` returned.
  private static func pixel(_ results: Results, _ recorder: KernelRecorder, _ place: String) throws
    -> KernelPixel
  {
    let result = results.value(label: "result of the kernel's body")
    guard case .object(let handle as PixelHandle) = result.value else {
      let rule = "a pixel; mr.pixel(red, green, blue, alpha) makes one"
      throw MoonreelError(.script, "\(place): \(result.expected(rule).message)")
    }
    try recorder.check(handle.pixel.red.recorder)
    guard recorder.isOutside(handle.pixel) else {
      throw MoonreelError(
        .invalidArgument,
        "a value made in the body of k.loop is known only there; let the body return it")
    }
    return handle.pixel
  }

  private func loop(_ state: LuaState) -> Int64 {
    if let loopName { return loopName }
    let id = state.register("k.loop") { [unowned self] in try goRound($0) }
    loopName = id
    return id
  }

  /// `k.loop(limit, values, body)`: again, while what the body returns first is at least ½.
  private func goRound(_ given: Call) throws -> [LuaValue] {
    var call = given
    call.parameters = ["limit", "values", "body"]
    guard let recorder = recorders.last else {
      throw MoonreelError(.invalidArgument, "k.loop belongs in the body of a kernel")
    }
    let most = recorder.mostRounds
    guard most > 0 else {
      throw MoonreelError(
        .limitExceeded,
        "loops in one another may go round at most \(PixelKernel.roundLimit) times together")
    }
    let limit = Int(try call[0].integer(1...most))
    let known = recorder.literal(0)
    let initial = try call[1].items("a list of values").map { try $0.term(with: known) }
    let rule = "a function that returns whether to go on, then as many values as it is given"
    let body = try call[2].callback(rule)
    let results = try recorder.onceForAllWays {
      try recorder.loop(limit: limit, [recorder.literal(1)] + initial) { values in
        let given = try values.dropFirst().map { try TermHandle.value($0) }
        return try recorder.everyWay {
          try call.state.call(body, given) { results in
            try values.indices.map { place in
              let label = "result \(place + 1) of the body of k.loop"
              return try results.value(place, label: label).term(with: known)
            }
          }
        }
      }
    }
    return try results.dropFirst().map { try TermHandle.value($0) }
  }

  private func pick(_ state: LuaState) -> Int64 {
    if let pickName { return pickName }
    let id = state.register("k.pick") { [unowned self] in [try picked($0)] }
    pickName = id
    return id
  }

  /// `k.pick(values, place)`: one of several values, by a place that is not known yet.
  private func picked(_ given: Call) throws -> LuaValue {
    var call = given
    call.parameters = ["values", "place"]
    guard let recorder = recorders.last else {
      throw MoonreelError(.invalidArgument, "k.pick belongs in the body of a kernel")
    }
    let known = recorder.literal(0)
    let values = try call[0].items("a list of values").map { try $0.term(with: known) }
    guard let first = values.first else { throw call[0].expected("a list of values") }
    let place = try call[1].term(with: known)
    let term = values.enumerated().dropFirst().reduce(first) { found, next in
      place.atLeast(Float(next.offset + 1), next.element, else: found)
    }
    return try TermHandle.value(term)
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
