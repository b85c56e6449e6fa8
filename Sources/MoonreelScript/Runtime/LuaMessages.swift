// SPDX-License-Identifier: MIT

/// Lua's own messages in the words of people who write scripts.
enum LuaMessages {
  /// `message` with what Lua says of its insides said plainly.
  static func plain(_ message: String) -> String {
    if let sentence = mathOnKernelValue(message) { return sentence }
    return
      message
      .replacing("(field 'integer index')", with: "(an item of a list; the first is number 1)")
      .replacing("(field '?')", with: "(an item of a table)")
  }

  /// Functions of `math` that values of kernels have as methods, or in another way.
  private static let kernelFunctions = [
    "sin": "value:sin()", "cos": "value:cos()", "floor": "value:floor()", "abs": "value:abs()",
    "sqrt": "value:sqrt()", "min": "value:min(other)", "max": "value:max(other)",
    "atan": "value:atan(x)", "pow": "value ^ power", "fmod": "value % other",
    "tan": "value:sin() / value:cos()", "exp": "(value * 1.4427):exp2()",
    "log": "value:log2() * 0.6931", "rad": "value * math.pi / 180", "deg": "value * 180 / math.pi",
    "ceil": "-(-value):floor()", "modf": "value:fract()",
  ]

  /// `bad argument #1 to 'sin' (number expected, got kernel value)` said for a kernel.
  private static func mathOnKernelValue(_ message: String) -> String? {
    guard message.contains("(number expected, got kernel value)"),
      let start = message.firstRange(of: "bad argument #"),
      let opening = message.firstRange(of: " to '"),
      let end = message[opening.upperBound...].firstIndex(of: "'")
    else { return nil }
    let name = String(message[opening.upperBound..<end])
    let way = kernelFunctions[name].map { ": write \($0)" } ?? "; see the methods of kernel values"
    return message[..<start.lowerBound]
      + "math.\(name) takes numbers, and a kernel's values are none while its body runs\(way)"
  }
}
