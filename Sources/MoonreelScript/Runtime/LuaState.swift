// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore
import MoonreelModel

/// One Lua state: sandboxed, limited, entered by one thread at a time.
///
/// Lua's errors are jumps that must not pass Swift frames. Swift therefore calls only C functions that
/// cannot raise, or the `mr_…` functions that catch; and Swift functions that Lua calls return their
/// error to a C trampoline, which raises it.
///
/// `@unchecked Sendable`: everything but `giveBack` is used under `lock`.
final class LuaState: @unchecked Sendable {
  typealias Function = (Call) throws -> [LuaValue]

  let lock: StateLock
  let limits: Limits
  private(set) var watch: Watchdog.Entry!
  private let main: OpaquePointer
  /// The coroutine that called Swift, or the main one.
  private(set) var current: OpaquePointer
  private var functions: [(name: String, body: Function)] = []
  private let returned = Locked<[Int32]>([])
  /// What the script's objects hold beside what Lua knows of.
  let account = MemoryAccount()
  /// What the Swift function that runs now has read and an object may keep.
  var notes = MemoryNotes()
  /// Chunks of the user by their names, as they appear in messages.
  private(set) var chunks: [String: String] = [:]
  /// Whether pictures keep the line of the script that made them.
  var notesPlaces = false
  /// What a script asked for and was not there, for a message about the nil that it got.
  /// Whether a callback changed something that is drawn already.
  var hasLateChange = false
  var absence: Absence?
  /// The last error that a Swift function raised, so that its code is not lost on the way.
  private var raised: MoonreelError?
  /// The frame that a callback is drawing, which shares such as `"50%"` are shares of.
  var canvas: Rect?
  /// Whether tables may be watched, which must be ordinary ones before Swift looks into them.
  var watchesTables = false
  /// One object for each thing that several could stand for.
  var knownHandles = KnownHandles()
  /// What functions have cost; `nil` unless time is measured.
  var costs: FunctionCosts?
  /// Calls into Lua under way.
  private var depth = 0
  /// Whose functions Lua calls: set once before anything runs, kept alive while Lua does.
  weak var owner: AnyObject?
  /// The old names that were used so far.
  var usedOldNames: Set<String> = []

  /// What one state may use.
  struct Limits {
    var memory: Int
    var instructions: Int
    var seconds: Double
    /// Stops the script from outside.
    var cancellation = CancellationFlag()
    /// Thrown when the script is stopped, by the clock or from outside: ends what it has opened.
    var stopping = CancellationFlag()
    /// Called where a call does not come back: ends the process, unless the call is left behind.
    var onTimeout: @Sendable () -> Void
    /// The error of such a call where it is left behind, on a thread of the state's own.
    var leaving: MoonreelError?
  }

  /// - Throws: `MoonreelError` (`limitExceeded`) when the memory limit does not hold even the libraries.
  init(limits: Limits) throws {
    self.limits = limits
    let thread = try limits.leaving.map { _ in try StateThread() }
    lock = StateLock(thread)
    guard
      let lua = mr_new_state(
        limits.memory, Int64(limits.instructions), nil, luaDispatch,
        { Unmanaged<Handle>.fromOpaque($0!).release() })
    else { throw Self.tooSmall(limits) }
    (main, current) = (lua, lua)
    mr_set_host(lua, Unmanaged.passUnretained(self).toOpaque())
    guard mr_open_sandbox(lua) == LUA_OK else {
      mr_close_state(lua)
      throw Self.tooSmall(limits)
    }
    let pointer = Int(bitPattern: lua)
    watch = Watchdog.Entry(
      seconds: limits.seconds, cancellation: limits.cancellation,
      waitsAfterCancelling: thread == nil,
      expire: {
        mr_expire(OpaquePointer(bitPattern: pointer))
        limits.stopping.cancel()
      },
      onTimeout: { [weak thread] in
        guard let error = limits.leaving else { return limits.onTimeout() }
        if thread?.giveUp(error) == true { limits.onTimeout() }
      })
    try Watchdog.shared.add(watch)
  }

  deinit {
    if let watch { Watchdog.shared.remove(watch) }
    mr_close_state(main)
  }

  private static func tooSmall(_ limits: Limits) -> MoonreelError {
    MoonreelError(
      .limitExceeded,
      "Cannot start Lua in \(limits.memory) bytes; give --memory at least 1M.")
  }

  var memoryUsed: Int { mr_memory_used(main) }

  // MARK: Functions of Swift

  /// Makes `body` callable from Lua; `name` is for messages.
  func register(_ name: String, _ body: @escaping Function) -> Int64 {
    functions.append((name, body))
    return Int64(functions.count - 1)
  }

  /// Called by the trampoline: runs function `id` and pushes its results, or its error.
  fileprivate func perform(_ id: Int64, on lua: OpaquePointer) -> Int32 {
    let (outer, outerNotes) = (current, notes)
    (current, notes) = (lua, MemoryNotes())
    defer { (current, notes) = (outer, outerNotes) }
    do {
      try reserve(lua)
      try makeRoom(on: lua)
      let results = try account.charging {
        try noting(lua) { try call(functions[Int(id)], on: lua) }
      }
      try makeRoom(on: lua)
      for result in results { try push(result, on: lua) }
      return Int32(results.count)
    } catch let failure as ScriptFailure {
      pushMessage(failure.message, on: lua)
      raised = MoonreelError(
        failure.error.code, failure.message, ownLines: failure.pictureLines)
      return Int32(MR_ERROR_PLACED)
    } catch {
      let known = error as? MoonreelError ?? MoonreelError(.script, "\(error)")
      pushMessage(known.description, on: lua)
      raised = known
      return Int32(MR_ERROR)
    }
  }

  /// Runs `body`, a call that the script makes; pictures know where, if that is wanted.
  private func noting<Result>(_ lua: OpaquePointer, _ body: () throws -> Result) rethrows -> Result
  {
    guard notesPlaces, case let place = place(on: lua), !place.isEmpty else { return try body() }
    return try PicturePlace.noting(place, body)
  }

  /// What the function at `slot` is called where it is one of Swift's; `nil` for those of scripts and of Lua.
  func name(of slot: StackSlot) -> String? {
    let id = mr_function_id(slot.lua, slot.index)
    return functions.indices.contains(Int(id)) ? functions[Int(id)].name : nil
  }

  /// The results of `function`; what it has read is charged to what keeps it.
  private func call(_ function: (name: String, body: Function), on lua: OpaquePointer) throws
    -> [LuaValue]
  {
    let call = Call(state: self, lua: lua, name: function.name)
    let results = try function.body(call)
    guard !notes.isEmpty else { return results }
    for value in results + [call.receiver] {
      if case .object(let handle) = value { handle.keep(&notes, of: account) }
    }
    return results
  }

  private func pushMessage(_ message: String, on lua: OpaquePointer) {
    var message = Self.shortened(message)
    // Where memory is short the message that says so is on top instead, which does as well.
    _ = message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { mr_push_string(lua, $0.baseAddress, $0.count) }
    }
  }

  /// The longest message: what a script hands over may be quoted in it.
  private static let longestMessage = 4096

  /// `message` without its middle where it is endless.
  private static func shortened(_ message: String) -> String {
    guard message.utf8.count > longestMessage else { return message }
    return message.prefix(longestMessage / 2) + " … " + message.suffix(longestMessage / 4)
  }

  // MARK: Calls into Lua

  /// Loads `text` as the chunk `name` and calls it with `arguments`; `read` sees the results' stack slots.
  func run<Result>(
    text: String, name: String, arguments: [LuaValue] = [],
    read: @escaping (Results) throws -> Result
  ) throws -> Result {
    try lock.withLock { [self] in
      let lua = current
      let top = lua_gettop(lua)
      _ = try load(text: text, name: name, on: lua)
      do {
        return try enter(lua, base: top, arguments: arguments, read: read)
      } catch let failure as ScriptFailure where !isPlaced(failure.message) && chunks[name] != nil {
        throw TailCall.placed(failure, text: text, name: name)
      }
    }
  }

  /// Loads `text` as the chunk `name`; the function stays on the stack of the call under way.
  func load(text: String, name: String, on lua: OpaquePointer) throws -> LuaValue {
    if !name.hasPrefix("moonreel:") { chunks[name] = text }
    // A first line for the shell (`#!/usr/bin/env …`) counts as a comment.
    var text = text.hasPrefix("#") ? "--" + text : text
    try reserve(lua)
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { mr_load(lua, $0.baseAddress, $0.count, "@" + name) }
    }
    guard status == LUA_OK else {
      throw SyntaxProblem.shown(failure(status, on: lua), status, text: text, name: name, on: lua)
    }
    return value(lua, lua_gettop(lua))
  }

  /// Calls a function that was kept.
  func call<Result>(
    _ function: LuaReference, _ arguments: [LuaValue], read: @escaping (Results) throws -> Result
  ) throws -> Result {
    try lock.withLock { [self] in
      let lua = current
      try reserve(lua)
      let top = lua_gettop(lua)
      mr_push_reference(lua, function.number)
      return try enter(lua, base: top, arguments: arguments, read: read)
    }
  }

  /// Calls the function above `base`.
  private func enter<Result>(
    _ lua: OpaquePointer, base: Int32, arguments: [LuaValue],
    read: @escaping (Results) throws -> Result
  ) throws -> Result {
    guard let owner else { throw LuaReference.isGone }
    defer { withExtendedLifetime(owner) {} }
    collectReturned()
    defer { lua_settop(lua, base) }
    guard mr_fatal_reason(lua) == Int32(MR_FATAL_NONE) else { throw fatalError(on: lua) }
    for argument in arguments { try push(argument, on: lua) }
    let isOutermost = lua == main && depth == 0
    depth += 1
    defer { depth -= 1 }
    if isOutermost { watch.arm() }
    defer { if isOutermost { watch.disarm() } }
    let status = mr_call(lua, Int32(arguments.count), LUA_MULTRET)
    guard status == LUA_OK else { throw failure(status, on: lua) }
    // What was opened last may have been cut short.
    guard !watch.hasExpired else { throw timeError(place: "") }
    return try read(Results(state: self, lua: lua, base: base))
  }

  /// Empties the main stack, between calls.
  func clear() { lua_settop(main, 0) }

  // MARK: References

  /// Keeps the value in `slot`.
  func keep(_ slot: StackSlot) throws -> LuaReference {
    try reserve(slot.lua)
    var place = String(cString: mr_function_place(slot.lua, slot.index))
    // Lua's own functions stand in no script: what matters is who hands them over.
    if place.isEmpty { place = Call(state: self, lua: slot.lua, name: "").place }
    lua_pushvalue(slot.lua, slot.index)
    var number: Int32 = 0
    let status = mr_make_reference(slot.lua, &number)
    guard status == LUA_OK else { throw failure(status, on: slot.lua) }
    return LuaReference(state: self, number: number, place: place)
  }

  /// Notes that nobody needs reference `number` any more; from any thread.
  func giveBack(_ number: Int32) { returned.withLock { $0.append(number) } }

  func collectReturned() {
    let numbers = returned.withLock { list in
      defer { list = [] }
      return list
    }
    for number in numbers { mr_drop_reference(main, number) }
  }

  // MARK: Errors

  func takeRaised() -> MoonreelError? {
    defer { raised = nil }
    return raised
  }

  func seedRandom(_ seed: UInt64, _ stream: UInt64) { mr_seed_random(main, seed, stream) }

  /// Runs `body` with the random numbers of `seed` and `stream`; those of whoever waits go on afterwards as if nothing
  /// had been drawn.
  func withRandom<Result>(
    _ seed: (UInt64, UInt64), _ body: () throws -> Result
  ) rethrows -> Result {
    let numbers = UnsafeMutableBufferPointer(start: mr_random_state(main), count: 4)
    let kept = Array(numbers)
    defer { _ = numbers.update(from: kept) }
    seedRandom(seed.0, seed.1)
    return try body()
  }
}

/// Called by C for every native function.
private func luaDispatch(
  _ lua: OpaquePointer?, _ host: UnsafeMutableRawPointer?, _ id: Int64
) -> Int32 {
  Unmanaged<LuaState>.fromOpaque(host!).takeUnretainedValue().perform(id, on: lua!)
}
