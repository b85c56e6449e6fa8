// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelRender
import MoonreelScript

extension ScriptArguments {
  /// Whether a script was named, rather than a media file.
  var isScript: Bool { FilmFile.isScript(script) }

  /// Closes the sandbox and what belongs to it around the run of this script, and of another one.
  ///
  /// - Throws: `MoonreelError`, see ``SafetyArguments/close(drawsFiles:reading:writing:keeping:cache:network:isServing:usesCameras:setsTerminal:)``.
  func closeSandbox(
    besides other: ScriptArguments? = nil, writing outputs: [String] = [],
    keeping folders: [String] = [], isServing: Bool = false, usesCameras: Bool = false,
    setsTerminal: Bool = false
  ) throws {
    try access.checkFolders()
    try lock.read()
    let others = other.map { $0.options(mode: .render).sandboxFolders + [$0.script] } ?? []
    try safety.close(
      reading: sandboxPlaces + others, writing: outputs + [lock.lock].compactMap { $0 },
      keeping: folders, cache: access.cache, network: access.network, isServing: isServing,
      usesCameras: usesCameras, setsTerminal: setsTerminal)
  }

  /// Closes the sandbox of a program that has processes of its own run this script.
  ///
  /// - Throws: `MoonreelError`, see
  ///   ``SafetyArguments/closeAroundProcesses(reading:writing:keeping:removing:cache:network:)``.
  func closeSandboxAroundProcesses(
    besides others: [String] = [], writing outputs: [String], keeping folders: [String] = [],
    removing made: [String] = []
  ) throws {
    try access.checkFolders()
    try safety.closeAroundProcesses(
      reading: sandboxPlaces + others, writing: outputs, keeping: folders, removing: made,
      cache: access.cache, network: access.network)
  }

  /// What a run of this script reads.
  private var sandboxPlaces: [String] {
    options(mode: .render).sandboxFolders + [script]
      + [parameters.params, limits.stdlib].compactMap { $0 }
      + (limits.allowPlugins ? PluginLibrary.folders : [])
  }

  /// The film that was named.
  ///
  /// - Throws: `UsageError` where a decoder is named for a script, whose files may need several.
  func file(mode: ScriptOptions.Mode) throws -> FilmFile {
    if isScript { try refuseDecoder() }
    return FilmFile(
      options(mode: mode),
      asset: AssetOptions(
        damagePolicy: strictMedia ? .fail : .conceal, videoDecoder: videoDecoder))
  }

  private func refuseDecoder() throws {
    guard videoDecoder != nil else { return }
    throw UsageError(
      error: MoonreelError(
        .invalidArgument,
        "--video-decoder is for a media file. A script says it for each file: "
          + "mr.asset(path, { video_decoder = \"…\" })."))
  }

  /// The options of the host that runs the script.
  func options(mode: ScriptOptions.Mode) -> ScriptOptions {
    var options = ScriptOptions(path: script, mode: mode)
    options.sets = parameters.settings.map { ($0.name, $0.value) }
    options.paramsFile = parameters.params
    options.take(access, limits)
    options.isStrictAboutMedia = strictMedia
    return options
  }
}

extension ScriptOptions {
  /// Sets what scripts may reach and use.
  mutating func take(_ access: AccessArguments, _ limits: LimitArguments) {
    allowedFolders = access.allow
    allowedHosts = access.allowNet
    mediaCache = access.cache
    remote = access.remote
    patience = access.patience
    cancellation = Interruption.flag
    pixelLimit = access.pixelLimit
    allowsPlugins = limits.allowPlugins
    if let memory = limits.memory { memoryLimit = memory.bytes }
    if let instructions = limits.instructions { instructionLimit = instructions.count }
    if let timeLimit = limits.timeLimit { wallClockLimit = timeLimit.seconds }
    if let frameLimit = limits.frameLimit {
      PictureRenderer.usualFrameLimit = frameLimit.seconds
    }
    stdlibOverride = limits.stdlib
    print = { Terminal.scriptLine($0) }
    onTimeout = { sentence in ForcedEnd.end(sentence) }
  }
}
