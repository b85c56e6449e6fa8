// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

extension ScriptHost {
  /// `mr.tap { … }`: a Lua function as a sound effect.
  func tap(_ argument: Argument, owner: String) throws -> SoundEffect {
    let names = ["name", "prepare", "process", "finish", "tail", "latency"]
    let rule = "a function (block, context) that changes the block"
    let options = try argument.options(names, owner: owner)
    let process = LuaFunction(
      try options.required("process", rule).callback(rule), "the tap's 'process'")
    let prepare = try options["prepare"].ifGiven {
      LuaFunction(try $0.callback("a function (format)"), "the tap's 'prepare'")
    }
    let finish = try options["finish"].ifGiven {
      LuaFunction(try $0.callback("a function (context)"), "the tap's 'finish'")
    }
    let script = SoundTap.Script(
      caller: LuaFunction(try caller(), process.label, place: process.place), process: process,
      prepare: prepare, finish: finish)
    func time(_ name: String) throws -> Time {
      try Time(seconds: try options[name].ifGiven { try $0.real(0...60) } ?? 0)
    }
    var effect = SoundEffect(
      try options["name"].ifGiven { try $0.string() } ?? "tap",
      .processor { try SoundTap(script, $0) }, tail: try time("tail"),
      latency: try time("latency"))
    // What it remembers is the script's own; it is told where in the layer each block lies.
    effect.takesOver = true
    return effect
  }

  /// `audio = { duck = { under = voice, … } }`: the library's effect of that name.
  func duck(_ argument: Argument) throws -> SoundEffect {
    guard case .table = argument.value, let options = try argument.kept() else {
      throw argument.expected("{ under = layer, by = -12, … }")
    }
    var found: SoundEffect?
    try state.run(
      text: "return require 'moonreel.audio'.duck(...)", name: "moonreel:duck",
      arguments: [.kept(options)]
    ) { results in
      found = try results.value(label: argument.label).object(SoundEffectHandle.self).effect
    }
    guard let found else {
      throw MoonreelError(.internalError, "Cannot duck: the library made no effect.")
    }
    return found
  }

  /// The Fourier transform of `real` and `imaginary`, as many as a power of two; `backward`: back to samples.
  private static func fourier(_ call: Call) throws -> [LuaValue] {
    guard case .table(let real) = call[0].value, (2...65_536).contains(real.count),
      real.count & (real.count - 1) == 0
    else { throw call[0].expected("a list of numbers, 2 to 65536 of them, a power of two") }
    var numbers = FourierTransform.Numbers(real.count)
    func read(_ argument: Argument) throws -> [Double] {
      guard case .table(let list) = argument.value, let found = try list.numbers(real.count) else {
        throw argument.expected("a list of \(real.count) numbers")
      }
      return found.map { Double($0) }
    }
    numbers.real = try read(call[0])
    if !call[1].isNil { numbers.imaginary = try read(call[1]) }
    let transform = FourierTransform(size: real.count)
    let isBackward = try call[2].ifGiven { try $0.boolean() } ?? false
    if isBackward { transform.backward(&numbers) } else { transform.forward(&numbers) }
    return [
      .numbers(numbers.real.map { Float($0) }), .numbers(numbers.imaginary.map { Float($0) }),
    ]
  }

  /// The library's function that prepares a tap's Lua for one sound.
  private func caller() throws -> LuaReference {
    if let blockCaller { return blockCaller }
    let file = "moonreel/sound_tap.lua"
    guard let text = try library.text(of: file) else {
      throw MoonreelError(
        .fileAccess, "Cannot make a tap: '\(file)' of the standard library is missing.")
    }
    var found: LuaReference?
    let fourier = FunctionBinding(
      "fourier", ["real", "imaginary?", "backward?"], Self.fourier)
    let transform = LuaValue.native(state.register(fourier, as: "fourier"))
    try state.run(text: text, name: "moonreel:\(file)", arguments: [transform]) { results in
      found = try results.value(label: "the result of \(file)").callback()
    }
    guard let found else {
      throw MoonreelError(.internalError, "Cannot make a tap: '\(file)' has no function.")
    }
    blockCaller = found
    return found
  }
}

/// A script's tap at work on one sound.
final class SoundTap: SoundProcessor {
  /// What the script gave.
  struct Script: Sendable {
    var caller: LuaFunction
    var process: LuaFunction
    var prepare: LuaFunction?
    var finish: LuaFunction?
  }

  private let script: Script
  private let format: SoundFormat
  /// The library's function that works on a block; without one it ends the tap.
  private var runner: LuaFunction?

  init(_ script: Script, _ format: SoundFormat) throws {
    (self.script, self.format) = (script, format)
    let known: LuaValue = .record([
      ("rate", .integer(Int64(format.sampleRate))),
      ("channels", .list(format.layout.channels.map { .string($0) })),
    ])
    let state = try script.prepare?.call([known], seed: (0, 2)) { result -> LuaValue in
      try result.kept().map { .kept($0) } ?? result.value
    }
    let given: [LuaValue] = [
      script.process.value, script.finish?.value ?? .nil, state ?? .nil, known,
    ]
    let work = try script.caller.call(given, seed: (0, 1)) { try $0.callback() }
    runner = LuaFunction(work, script.process.label, place: script.process.place)
  }

  deinit {
    guard script.finish != nil, let runner else { return }
    // Whatever goes wrong now, nobody waits for it.
    _ = try? runner.call([], seed: (0, 3)) { _ in }
  }

  func process(_ block: inout SoundBlock) throws {
    guard let runner else { return }
    let (count, rate) = (block.frameCount, Int64(format.sampleRate))
    let moment: LuaValue = .record([
      ("frames", .integer(Int64(count))), ("rate", .integer(rate)),
      ("position", .integer(block.position)),
      ("time", .number(Double(block.position) / Double(rate))),
      ("film_position", .integer(block.mixPosition)),
      ("film_time", .number(Double(block.mixPosition) / Double(rate))),
      ("layer_position", .integer(block.localTime.value(timescale: rate))),
      ("layer_time", .seconds(block.localTime)),
    ])
    let seed = (UInt64(bitPattern: block.position), UInt64(4))
    block.channels = try runner.call(
      [.list(block.channels.map { .numbers($0) }), moment], seed: seed
    ) { [format, script] result in
      try (1...format.layout.count).map { channel in
        guard case .table(let view) = result.value,
          case .table(let plane) = try view.item(channel), let samples = try plane.numbers(count)
        else {
          throw MoonreelError(
            .script,
            "channel \(channel) of the block must have \(count) numbers when \(script.process.label) returns"
          )
        }
        return samples
      }
    }
  }
}
