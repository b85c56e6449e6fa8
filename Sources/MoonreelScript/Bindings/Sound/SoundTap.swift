// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension ScriptHost {
  /// `mr.tap { … }`: a Lua function as a sound effect.
  func tap(_ argument: Argument, owner: String) throws -> SoundEffect {
    let names = ["name", "prepare", "process", "finish", "tail", "latency"]
    let rule = "a function (block, state) that changes the block"
    let options = try argument.options(names, owner: owner)
    let process = LuaFunction(
      try options.required("process", rule).callback(rule), "the tap's 'process'")
    let prepare = try options["prepare"].ifGiven {
      LuaFunction(try $0.callback("a function (format)"), "the tap's 'prepare'")
    }
    let finish = try options["finish"].ifGiven {
      LuaFunction(try $0.callback("a function (state)"), "the tap's 'finish'")
    }
    let script = SoundTap.Script(
      caller: LuaFunction(try caller(), process.label, place: process.place), process: process,
      prepare: prepare, finish: finish)
    func time(_ name: String) throws -> Time {
      try Time(seconds: try options[name].ifGiven { try $0.real(0...60) } ?? 0)
    }
    return SoundEffect(
      try options["name"].ifGiven { try $0.string() } ?? "tap",
      .processor { try SoundTap(script, $0) }, tail: try time("tail"),
      latency: try time("latency"))
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

  /// The library's function that calls a script's with a block.
  private func caller() throws -> LuaReference {
    if let blockCaller { return blockCaller }
    let file = "moonreel/sound_block.lua"
    guard let text = try library.text(of: file) else {
      throw MoonreelError(
        .fileAccess, "Cannot make a tap: '\(file)' of the standard library is missing.")
    }
    var found: LuaReference?
    try state.run(text: text, name: "moonreel:\(file)", arguments: []) { results in
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
  /// What `prepare` returned.
  private var memory: LuaReference?

  init(_ script: Script, _ format: SoundFormat) throws {
    (self.script, self.format) = (script, format)
    let known: LuaValue = .record([
      ("rate", .integer(Int64(format.sampleRate))),
      ("channels", .list(format.layout.channels.map { .string($0) })),
    ])
    memory = try script.prepare?.call([known], seed: (0, 2)) { try $0.kept() }
  }

  deinit {
    guard let finish = script.finish else { return }
    // Whatever goes wrong now, nobody waits for it.
    _ = try? finish.call([memory.map { .kept($0) } ?? .nil], seed: (0, 3)) { _ in }
  }

  func process(_ block: inout SoundBlock) throws {
    let count = block.frameCount
    let seconds = Double(block.position) / Double(format.sampleRate)
    let moment: LuaValue = .record([
      ("frames", .integer(Int64(count))), ("rate", .integer(Int64(format.sampleRate))),
      ("position", .integer(block.position)), ("time", .number(seconds)),
    ])
    let seed = (UInt64(bitPattern: block.position), UInt64(4))
    block.channels = try script.caller.call(
      [
        script.process.value, .list(block.channels.map { .numbers($0) }), moment,
        memory.map { .kept($0) } ?? .nil,
      ], seed: seed
    ) { result in
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
