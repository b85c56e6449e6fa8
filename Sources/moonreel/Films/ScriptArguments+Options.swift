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
  /// - Throws: `MoonreelError`, see ``SafetyArguments/close(drawsFiles:reading:writing:keeping:cache:network:isServing:usesCameras:)``.
  func closeSandbox(
    besides other: ScriptArguments? = nil, writing outputs: [String] = [],
    keeping folders: [String] = [], isServing: Bool = false, usesCameras: Bool = false
  ) throws {
    try access.checkFolders()
    try lock.read()
    let named = [script] + [parameters.params, limits.stdlib, other?.script].compactMap { $0 }
    let others = other?.options(mode: .render).sandboxFolders ?? []
    let plugins = limits.allowPlugins ? PluginLibrary.folders : []
    try safety.close(
      reading: options(mode: .render).sandboxFolders + others + named + plugins,
      writing: outputs + [lock.lock].compactMap { $0 },
      keeping: folders, cache: access.cache, network: access.network, isServing: isServing,
      usesCameras: usesCameras)
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
    onTimeout = { sentence in ForcedEnd.end(sentence) }
  }
}
