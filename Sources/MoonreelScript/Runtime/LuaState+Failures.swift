// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// An error that already names its place in the script.
struct ScriptFailure: Error {
  /// "file:line: sentence".
  var message: String
  /// The user's functions that were running, innermost first: "file:line: in function 'name'".
  var trace: [String]
  /// How many lines at the end of the message show the place in the script.
  var pictureLines: Int
  /// The same as the error that leaves the module.
  var error: MoonreelError

  init(
    _ code: MoonreelError.Code, _ message: String, pictureLines: Int = 0, trace: [String] = [],
    time: Time? = nil
  ) {
    (self.message, self.pictureLines, self.trace) = (message, pictureLines, trace)
    let callers = trace.enumerated().dropFirst().filter { index, caller in
      index < 2 || caller != trace[index - 1]
    }.map { "\n  called from \($1.visible())" }
    error = MoonreelError(
      code, message + callers.joined(), ownLines: pictureLines + callers.count, time: time)
  }
}

extension LuaState {
  /// The error that a call which returned `status` left on top of the stack, which is popped.
  func failure(_ status: Int32, on lua: OpaquePointer) -> ScriptFailure {
    let known = takeRaised()
    defer { absence = nil }
    let parts = takeMessage(lua).split(
      separator: "\u{1}", maxSplits: 2, omittingEmptySubsequences: false)
    if status == LUA_ERRMEM || mr_fatal_reason(lua) == Int32(MR_FATAL_MEMORY) {
      return ScriptFailure(.limitExceeded, memoryMessage(lua))
    }
    let place = parts.count > 1 ? String(parts[1]) : ""
    let trace = parts.count > 2 ? parts[2].split(separator: "\n").map(String.init) : []
    let message = placed(LuaMessages.plain(String(parts.first ?? "")), place)
    if mr_fatal_reason(lua) != Int32(MR_FATAL_NONE) {
      let end = message.range(ofPlaceIn: chunks)
      return fatalError(on: lua, place: end.map { String(message[..<$0]) } ?? place)
    }
    // Lua hands on text alone, and a script may have caught our error and raised another.
    let ours = known.flatMap { message.hasSuffix($0.description) ? $0 : nil }
    return ScriptFailure(
      ours?.code ?? .script, explained(message), pictureLines: ours?.ownLineCount ?? 0,
      trace: trace, time: ours?.time)
  }

  /// The error that says why the state runs nothing more.
  func fatalError(on lua: OpaquePointer, place: String = "") -> ScriptFailure {
    switch mr_fatal_reason(lua) {
    case Int32(MR_FATAL_MEMORY): return ScriptFailure(.limitExceeded, memoryMessage(lua))
    case Int32(MR_FATAL_TIME): return timeError(place: place)
    default:
      return ScriptFailure(
        .limitExceeded,
        "\(place)the script ran more than \(limits.instructions) instructions in one call; "
          + "look for a loop that does not end, or allow more with --instructions")
    }
  }

  /// The error of a call that the watchdog ended, at `place` ("file:line: ").
  func timeError(place: String) -> ScriptFailure {
    guard !limits.cancellation.isCancelled else {
      return ScriptFailure(.cancelled, CancellationFlag.error.message)
    }
    return ScriptFailure(
      .limitExceeded,
      "\(place)the script ran longer than \(limits.seconds) s in one call; "
        + "look for a loop that does not end, or allow more with --time-limit")
  }

  func memoryMessage(_ lua: OpaquePointer) -> String {
    String(cString: mr_memory_place(lua))
      + "the script needs more than \(limits.memory >> 10) KiB of memory; "
      + "look for a table that grows without end, or allow more with --memory"
  }

  private func takeMessage(_ lua: OpaquePointer) -> String {
    defer { mr_pop(lua, 1) }
    var length = 0
    guard lua_type(lua, -1) == LUA_TSTRING, let bytes = lua_tolstring(lua, -1, &length) else {
      return "the script failed"
    }
    // A script may raise a text of any length; its place and its callers come behind it.
    let text = UnsafeRawBufferPointer(start: bytes, count: length)
    let end = text.firstIndex(of: 1) ?? length
    guard end > Self.longestMessage else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: text[..<Self.longestMessage], as: UTF8.self) + "…"
      + String(decoding: text[end...], as: UTF8.self)
  }

  /// The most bytes of a message that are shown.
  private static let longestMessage = 4000

  /// `message` with the reason of the nil that it speaks of, where one is known.
  private func explained(_ message: String) -> String {
    guard let absence, absence.explains(message) else { return message }
    return "\(message): \(absence.reason)"
  }

  /// Whether `message` begins with a place of the user's code.
  func isPlaced(_ message: String) -> Bool { message.range(ofPlaceIn: chunks) != nil }

  /// `message` with a place of the user's code before it: its own where it has one, else `place`.
  private func placed(_ message: String, _ place: String) -> String {
    if let end = message.range(ofPlaceIn: chunks) {
      // An error that a script caught and raised again has a place for each time: the first is where it happened.
      let rest = String(message[end...])
      return rest.range(ofPlaceIn: chunks) == nil ? message : placed(rest, place)
    }
    if !place.isEmpty, message.hasPrefix(place) { return message }
    guard message.hasPrefix("moonreel:"), let end = message.firstRange(of: ": ") else {
      return place + message
    }
    return place + message[end.upperBound...]
  }
}

extension String {
  /// The end of a leading "name:line: ", where `name` is one of `chunks`.
  func range(ofPlaceIn chunks: [String: String]) -> Index? {
    var search = startIndex
    while let colon = self[search...].firstIndex(of: ":") {
      if chunks[String(self[..<colon])] != nil {
        let digits = self[index(after: colon)...].prefix(while: \.isNumber)
        let rest = self[digits.endIndex...]
        return !digits.isEmpty && rest.hasPrefix(": ") ? index(digits.endIndex, offsetBy: 2) : nil
      }
      search = index(after: colon)
    }
    return nil
  }
}
