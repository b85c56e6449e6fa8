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
  /// - Throws: `MoonreelError`, see ``SafetyArguments/close(drawsFiles:reading:writing:cache:network:isServing:)``.
  func closeSandbox(
    besides other: ScriptArguments? = nil, writing outputs: [String] = [], isServing: Bool = false
  ) throws {
    try access.checkFolders()
    let named = [script] + [params, limits.stdlib, other?.script].compactMap { $0 }
    let others = other?.options(mode: .render).readableFolders ?? []
    let plugins = limits.allowPlugins ? PluginLibrary.folders : []
    try safety.close(
      reading: options(mode: .render).readableFolders + others + named + plugins, writing: outputs,
      cache: access.cache, network: access.network, isServing: isServing)
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
    options.sets = settings.map { ($0.name, $0.value) }
    options.paramsFile = params
    options.isStrictAboutMedia = strictMedia
    access.apply(to: &options)
    limits.apply(to: &options)
    return options
  }
}

extension AccessArguments {
  /// Lets a script reach what was allowed.
  func apply(to options: inout ScriptOptions) {
    options.allowedFolders = allow
    options.allowedHosts = allowNet
    options.mediaCache = cache
    options.pixelLimit = pixelLimit
  }
}

extension LimitArguments {
  /// Lets a script use what was allowed, until the run is interrupted.
  func apply(to options: inout ScriptOptions) {
    options.cancellation = Interruption.flag
    options.allowsPlugins = allowPlugins
    if let memory { options.memoryLimit = memory.bytes }
    if let instructions { options.instructionLimit = instructions.count }
    if let timeLimit { options.wallClockLimit = timeLimit.seconds }
    options.stdlibOverride = stdlib
    options.onTimeout = { sentence in ForcedEnd.end(sentence) }
  }
}
