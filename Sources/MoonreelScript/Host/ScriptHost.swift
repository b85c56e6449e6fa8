// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCapture
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelText

/// Runs one script and hands over what it describes.
///
/// The callbacks in the result (compositors, filters, sources) go back into the script's own state, one
/// thread at a time. The timeline and the video composition of the result keep the host alive, as their
/// ``MoonreelModel/Timeline/owner``; a callback that outlives them all throws.
///
/// For example:
///
///     let host = try ScriptHost(options: ScriptOptions(path: "promo.lua"))
///     let result = try host.run()
///
/// `@unchecked Sendable`: the state is used under its lock, the rest is constant or locked.
public final class ScriptHost: FileOpener, @unchecked Sendable {
  /// What the script gets and may use.
  public let options: ScriptOptions
  /// What was noticed while the script ran and its files were probed.
  public let warnings = WarningLog()
  /// The gate that all files of the script pass.
  public let gate: FileGate
  let state: LuaState
  let library: StandardLibrary
  let finder: ModuleFinder
  /// The packages that were required so far.
  var loaded = LoadedPackages()
  /// The prelude's function that reads members of effects and transitions.
  var describe: LuaReference?
  /// Make vectors of a kernel's values.
  var vectors: [(name: String, function: LuaReference)] = []
  private static let vectorNames = ["vec2", "vec3", "vec4"]
  /// Makes constructors of shaders.
  var shaders: LuaReference?
  /// Calls what a script does with a block of sound, once it has asked for that.
  var blockCaller: LuaReference?
  /// The parameters given from outside.
  let given: GivenParameters
  /// The parameters that the script declared so far.
  var parameters: [ScriptParameter] = []
  /// What the script got for them.
  var parameterValues: [String: LuaValue] = [:]
  /// What they hold.
  var parameterHolding: MemoryHolding?
  /// Whether the script has run to its end: from then on only its callbacks run.
  private(set) var hasFinished = false
  /// The function that raises where a parameter is read that the script does not declare.
  private(set) lazy var missingParameter = state.register("a parameter") { [unowned self] call in
    let names = try call[2].items("names").map { try $0.string() }
    throw unknownParameter(try call[1].string(), among: names)
  }
  /// What the script wants of devices, so far.
  public internal(set) var captured = CapturedInputs()
  /// Those that callbacks asked for by name.
  var readParameters: Set<String> = []

  /// A host for the script that `options` names; nothing runs yet.
  ///
  /// - Throws: `MoonreelError` when the memory limit is too small to start, or the standard library
  ///   cannot be read.
  public init(options: ScriptOptions) throws {
    self.options = options
    let folder = FilePath.folder(of: options.path)
    // What the script opens ends with the call that opens it, too.
    let stopping = CancellationFlag(within: options.cancellation)
    var gate = FileGate(
      folders: options.readableFolders, hosts: options.allowedHosts,
      cancellation: stopping)
    gate.pixelLimit = options.pixelLimit
    gate.cache = options.mediaCache
    (gate.remote, gate.patience) = (options.remote, options.patience)
    if let record = options.record { gate = gate.recording(in: record) }
    self.gate = gate
    library = StandardLibrary(folder: options.stdlibOverride)
    if options.text == nil { gate.note(options.path, as: .script) }
    if let params = options.paramsFile { gate.note(params, as: .parameters) }
    if let folder = options.stdlibOverride { gate.note("\(folder)/prelude.lua", as: .module) }
    for folder in FontConfiguration.folders { gate.note(folder: folder, as: .font) }
    given = try GivenParameters(options)
    let places = [PackagePlace(.film, folder)] + options.packagePlaces
    finder = ModuleFinder(
      library: library, packages: PackageFinder(places: places, gate: gate), gate: gate)
    let sentence =
      "\(options.path): the script did not stop \(options.wallClockLimit) s after it began"
      + (options.onLeftCall == nil ? "" : ": what it called hangs, and was left behind.")
    let onTimeout = options.onLeftCall ?? options.onTimeout
    try Self.checkLeftCalls(options)
    state = try LuaState(
      limits: .init(
        memory: options.memoryLimit, instructions: options.instructionLimit,
        seconds: options.wallClockLimit, cancellation: options.cancellation, stopping: stopping,
        onTimeout: { onTimeout(sentence) },
        leaving: options.onLeftCall.map { _ in MoonreelError(.limitExceeded, sentence) }))
    state.owner = self
    try state.lock.withLock { [self] in try prepare() }
  }

  private static func checkLeftCalls(_ options: ScriptOptions) throws {
    let (count, most) = (StateThread.hangingCount, ScriptOptions.mostLeftCalls)
    guard options.onLeftCall != nil, count >= most else { return }
    throw MoonreelError(
      .limitExceeded,
      "\(options.path): the script is not run: \(count) calls of scripts hang already, and no more are left behind. "
        + "Start the program anew.")
  }

  /// The script's name in messages.
  public var chunkName: String {
    let folder = FilePath.folder(of: options.path)
    let name = options.path.split(separator: "/").last.map(String.init) ?? options.path
    return options.path.utf8.count <= 56 ? options.path : ModuleFinder.chunkName(folder, name)
  }

  /// The files that the script has asked for so far, the script, its modules and its parameters included, and those that
  /// were missing; also where it failed.
  public var openedFiles: [OpenedFiles.Name] { gate.names }

  /// Where the script's time went since it began, or since the last ``clearProfile()``; `nil` unless
  /// ``ScriptOptions/measuresTime`` was set. From any thread.
  public var profile: ScriptProfile? { state.profile }

  /// Forgets what was measured so far.
  public func clearProfile() { state.clearProfile() }

  /// Runs the script and reads what it returns.
  ///
  /// - Throws: `MoonreelError`, its message beginning with the script's file and line.
  public func run() throws -> ScriptResult {
    do {
      let text = try scriptText()
      state.seedRandom(options.seed, 0)
      var result = try state.run(text: text, name: chunkName) { [self] in try read($0) }
      hasFinished = true
      try checkGivenParameters()
      if options.mode == .check { try CallbackTrial(result.request, gate: gate)?.run() }
      result.parameters = try parameters.map(marked)
      return result
    } catch let failure as ScriptFailure {
      throw failure.error
    }
  }

  /// The parameters that the script declares, learnt by running it as far as it goes without them, in the mode
  /// ``ScriptOptions/Mode/parameters``.
  public func declaredParameters() -> [ScriptParameter] {
    (try? parametersAsDeclared()) ?? []
  }

  /// The same for those who must know why there are none.
  ///
  /// - Throws: `MoonreelError` where the script fails before it declares any.
  public func parametersAsDeclared() throws -> [ScriptParameter] {
    do { _ = try run() } catch {
      // Without values most scripts go no further than their declarations.
      guard !parameters.isEmpty else { throw error }
    }
    return parameters
  }

  /// `parameter` with whether it was read.
  private func marked(_ parameter: ScriptParameter) throws -> ScriptParameter {
    guard options.mode == .check else { return parameter }
    var parameter = parameter
    parameter.isRead =
      try readParameters.contains(parameter.name) || state.wasRead(parameter.name)
    return parameter
  }

  private func scriptText() throws -> String {
    if let text = options.text { return text }
    guard let text = try TextFile.read(options.path) else {
      throw MoonreelError(
        .fileAccess, "Cannot open the script '\(options.path)': there is no such file.")
    }
    return text
  }

  /// Makes the types, the module and the prelude's functions.
  private func prepare() throws {
    do {
      if options.mode == .check { try state.allowWatching() }
      if options.measuresTime { try state.startProfile() }
      state.notesPlaces = options.notesPlaces
      for type in Self.types { try state.define(type) }
      guard let prelude = try library.text(of: "prelude.lua") else {
        throw MoonreelError(
          .fileAccess,
          "Cannot start the script: '\(options.stdlibOverride ?? "")/prelude.lua' is missing.")
      }
      try state.run(
        text: prelude, name: "moonreel:prelude.lua",
        arguments: [.record(try preludeFunctions(on: state.current))]
      ) { [self] results in
        let names = ["describe", "shaders"] + Self.vectorNames
        let functions = try results.value(label: "the prelude's result").options(
          names, owner: "the prelude")
        describe = try functions["describe"].callback()
        shaders = try functions["shaders"].callback()
        vectors = try Self.vectorNames.map { ($0, try functions[$0].callback()) }
      }
      try guardGlobals()
      state.clear()
    } catch let failure as ScriptFailure {
      throw failure.error
    }
  }

  private func preludeFunctions(on lua: OpaquePointer) throws -> [(String, LuaValue)] {
    let find = state.register("require") { [unowned self] call in
      let name = try call[0].string()
      if let functions = options.modules[name] { return [loader(of: functions, name)] }
      if name == "pictures", !options.pictures.isEmpty { return [loader(of: options.pictures)] }
      return [try module(name, call)]
    }
    let (emit, name) = (options.print, chunkName)
    let printer = state.register("print") { call in
      for line in try call[0].string().textLines { emit("\(name): \(line)") }
      return []
    }
    return [
      ("find", .native(find)), ("print", .native(printer)), ("words", words),
      ("moonreel", try pushModule(on: lua)),
    ]
  }
}
