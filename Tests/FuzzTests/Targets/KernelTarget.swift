// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// Generated bodies of kernels: what they do with values that are not known yet is recorded, compiled and drawn.
enum KernelTarget: FuzzTarget {
  static let name = "kernel"
  static let shortRunCount = 150

  static func seeds() -> [[UInt8]] {
    (0..<24).map { seed in
      (0..<120).map { UInt8(truncatingIfNeeded: SplitMix64.mixed(UInt64(seed * 1000 + $0))) }
    }
  }

  static func take(_ input: [UInt8]) throws {
    _ = try FuzzTargets.answer { try draw(input) }
  }

  /// Why the body that `input` makes is no kernel that can be drawn; `nil` where it is one.
  static func refusal(of input: [UInt8]) throws -> String? {
    do { try draw(input) } catch let error as MoonreelError { return error.message }
    return nil
  }

  private static func draw(_ input: [UInt8]) throws {
    var writer = KernelWriter(input)
    var options = ScriptOptions(path: "generated.lua", text: writer.script())
    (options.memoryLimit, options.instructionLimit) = (32 << 20, 500_000)
    try Drawn.film(
      try ScriptHost(options: options).run().request, gate: FileGate(folders: []))
  }
}

/// Writes the body of a kernel from the decisions of an input.
///
/// `v` holds the values so far and `g(n)` gives one of them, whatever `n` is.
private struct KernelWriter {
  private var source: ByteSource
  private var count = 0

  private static let opening = """
    local mr = require "moonreel"
    local kept = 1
    local kernel = mr.kernel { params = { a = 0.3, c = "#80ff40", l = { count = 5, value = 0.25 } }, body = function(k)
    local v = { k.x, k.y, k.a, k.c.red, k.image.alpha, k.l[2], k.l[5], k.image.luma }
    local function g(n) return v[n % #v + 1] end
    local function add(value) v[#v + 1] = value end
    local function t(value) return type(value) == "number" and k.a * 0 + value or value end
    """
  private static let closing = """
    end }
    local film = mr.composition { size = { 16, 8 }, fps = 25, background = "#203040" }
    film:add { source = mr.color "#c0804080", effects = { kernel }, duration = 0.2 }
    return film
    """
  private static let hostile = [
    "0/0", "1/0", "-1/0", "math.mininteger", "1e308", "5e-324", "\"x\"", "{}", "k", "mr", "nil",
    "true",
    "k.image", "k.vec3(1)", "kept", "function() end", "mr.color \"red\"",
  ]
  private static let methods = [
    "abs", "floor", "fract", "sqrt", "exp2", "log2", "sin", "cos", "tan", "asin", "exp", "log",
  ]

  init(_ input: [UInt8]) { source = ByteSource(input) }

  /// The whole script.
  mutating func script() -> String {
    var lines = [Self.opening]
    while !source.isEmpty, count < 16 { lines.append(statement(0)) }
    lines.append("return mr.pixel(\(value()), \(value()), \(value()), \(value()))")
    return (lines + [Self.closing]).joined(separator: "\n")
  }

  private mutating func value() -> String {
    switch source.number(below: 2048) {
    // An input that is over gives 0.
    case 2044...: source.pick(Self.hostile)
    case 1...150: "\(source.number(below: 9))"
    case 151...300: "\(Double(source.number(below: 9)) / 8)"
    default: "g(\(source.number(below: 256)))"
    }
  }

  private mutating func condition() -> String {
    let comparison = source.pick(["<", "<=", ">", ">=", "==", "~="])
    let text = "\(value()) \(comparison) \(value())"
    return source.number(below: 4) == 0 ? "\(text) and not (\(value()) < \(value()))" : text
  }

  private mutating func statement(_ depth: Int) -> String {
    count += 1
    let text = bare(depth)
    return source.number(below: 8) == 0 ? "pcall(function() \(text) end)" : text
  }

  private mutating func bare(_ depth: Int) -> String {
    switch source.number(below: depth < 3 ? 14 : 8) {
    case 0, 1, 2:
      return "add(\(value()) \(source.pick(["+", "-", "*", "/", "%", "^"])) \(value()))"
    case 3: return "add(t(\(value())):\(source.pick(Self.methods))())"
    case 4: return "add(t(\(value())):mix(\(value()), \(value())))"
    case 5: return "add(k.image:at(\(value()), \(value())).\(source.pick(["red", "alpha"])))"
    case 6: return "add(k.pick({ \(value()), \(value()), \(value()) }, \(value())))"
    case 7:
      return
        "add(k.vec3(\(value()), \(value()), \(value())):\(source.pick(["length", "dot"]))(k.vec3(1)))"
    case 8: return source.number(below: 8) == 0 ? "kept = \(value())" : "add(t(kept))"
    case 9:
      let waits = source.number(below: 16) == 0
      return waits
        ? "while \(condition()) do \(statement(depth + 1)) end"
        : "for _ = 1, 2 do if \(condition()) then break end \(statement(depth + 1)) end"
    case 10, 11:
      return "if \(condition()) then \(statement(depth + 1)) else \(statement(depth + 1)) end"
    default: return loop(depth)
    }
  }

  private mutating func loop(_ depth: Int) -> String {
    """
    add((k.loop(\(source.number(below: 5) + 1), { \(value()), \(value()) }, function(p, q)
      local outer = v
      local v = { p, q, table.unpack(outer) }
      local function g(n) return v[n % #v + 1] end
      local function add(value) v[#v + 1] = value end
      \(statement(depth + 1))
      return \(value()), \(value()), \(value())
    end)))
    """
  }
}
