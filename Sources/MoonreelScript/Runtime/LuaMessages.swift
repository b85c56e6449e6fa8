// SPDX-License-Identifier: MIT

/// Lua's own messages in the words of people who write scripts.
enum LuaMessages {
  /// `message` with what Lua says of its insides said plainly.
  static func plain(_ message: String) -> String {
    if let sentence = mathOnKernelValue(message) { return sentence }
    let plain =
      message
      .replacing("(field 'integer index')", with: "(an item of a list; the first is number 1)")
      .replacing("(field '?')", with: "(an item of a table)")
      .replacing(
        "attempt to call a table value (for iterator 'for iterator')",
        with: "a table cannot be gone through by itself: write for index, value in ipairs(list) do"
      )
      .replacing(
        "table expected, got userdata",
        with:
          "a table is expected, got an object; its values are read by name, such as layer.opacity"
      )
      .replacing("attempt to perform 'n%%0'", with: "attempt to divide by zero")
      .replacing(
        ": stack overflow", with: ": stack overflow: a function calls itself without an end")
    return missingFunction(plain) ?? calculation(plain) ?? plain
  }

  /// Functions that other languages, other versions of Lua and game engines have, and how Lua 5.4 does it.
  private static let functions = [
    "getn": "the length of a list is #list", "maxn": "the length of a list is #list",
    "foreach": "write for key, value in pairs(list) do … end",
    "foreachi": "write for index, value in ipairs(list) do … end",
    "append": "write table.insert(list, value)", "push": "write table.insert(list, value)",
    "pop": "write table.remove(list)", "join": "write table.concat(list, \", \")",
    "clamp": "write math.max(low, math.min(high, value))",
    "round": "write math.floor(value + 0.5)", "pow": "write base ^ power",
    "mod": "write a % b", "log10": "write math.log(value, 10)",
    "atan2": "write math.atan(y, x)", "lerp": "write a + (b - a) * share",
    "sinh": "write (math.exp(x) - math.exp(-x)) / 2",
    "cosh": "write (math.exp(x) + math.exp(-x)) / 2",
    "tanh": "write 1 - 2 / (math.exp(2 * x) + 1)",
    "ldexp": "write number * 2.0 ^ exponent", "frexp": "take math.log(value, 2) apart",
    "sign": "write value > 0 and 1 or value < 0 and -1 or 0",
    "gfind": "it is called string.gmatch",
    "split": "write for part in text:gmatch(\"[^,]+\") do … end",
    "trim": "write text:match(\"^%s*(.-)%s*$\")", "strip": "write text:match(\"^%s*(.-)%s*$\")",
    "startswith": "write text:sub(1, #start) == start",
    "endswith": "write text:sub(-#ending) == ending",
    "contains": "write text:find(part, 1, true)", "includes": "write text:find(part, 1, true)",
    "replace": "write text:gsub(old, new)", "length": "write #text",
    "map": "write a loop: for index, value in ipairs(list) do … end",
    "filter": "write a loop: for index, value in ipairs(list) do … end",
  ]

  /// `attempt to call a nil value (field 'getn')` with what to write instead.
  private static func missingFunction(_ message: String) -> String? {
    guard let start = message.firstRange(of: "attempt to call a nil value ("),
      let quote = message[start.upperBound...].firstIndex(of: "'"), message.hasSuffix("')"),
      message[start.upperBound..<quote] == "field "
        || message[start.upperBound..<quote] == "method "
    else { return nil }
    let name = message[message.index(after: quote)...].dropLast(2)
    let plain = name.lowercased().filter { $0 != "_" }
    return functions[plain].map { "\(message); Lua has no '\(name)': \($0)" }
  }

  private static let operations = [
    "add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "idiv": "divide",
    "mod": "divide", "pow": "raise", "unm": "negate",
  ]

  /// `attempt to mul a 'string' with a 'table'`, which Lua's texts say, in words.
  private static func calculation(_ message: String) -> String? {
    guard let start = message.firstRange(of: "attempt to "),
      let kind = message[start.upperBound...].firstRange(of: " a '"),
      let word = operations[String(message[start.upperBound..<kind.lowerBound])]
    else { return nil }
    let operands = message[kind.lowerBound...].replacing("'", with: "")
    return "\(message[..<start.lowerBound])cannot \(word)\(operands); "
      + "tonumber(text) makes a number of a text"
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
