// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelScript

extension Film {
  /// Runs the script, or makes a film of the media file that was named in its place.
  ///
  /// - Parameters:
  ///   - mode: what for; to be checked, nothing is written.
  ///   - measuresTime: whether the script's time is taken down.
  /// - Throws: `MoonreelError`, whatever the script or the file has to say.
  static func load(
    _ arguments: ScriptArguments, mode: ScriptOptions.Mode = .render,
    writingTo outputs: [String] = [],
    replacing: ReplacingArguments? = nil, limits: ExportLimitArguments? = nil,
    measuresTime: Bool = false, warnings: WarningLog
  ) throws -> Film {
    limits?.start()
    try arguments.closeSandbox(writing: mode == .check ? [] : outputs)
    var gate = FileGate(
      folders: folders(arguments, outputs: outputs), hosts: arguments.access.allowNet,
      cancellation: Interruption.flag)
    gate.pixelLimit = arguments.access.pixelLimit
    gate.cache = arguments.access.cache
    replacing?.apply(to: &gate)
    guard arguments.isScript else {
      let options = AssetOptions(
        damagePolicy: arguments.strictMedia ? .fail : .conceal, videoDecoder: arguments.videoDecoder
      )
      return try media(arguments.script, options, gate, warnings)
    }
    try arguments.refuseDecoder()
    var options = arguments.options(mode: mode)
    options.measuresTime = measuresTime
    let host = try ScriptHost(options: options)
    let result: ScriptResult
    do {
      result = try host.run()
    } catch {
      warnings.take(host.warnings)
      throw error
    }
    return Film(
      request: result.request, profile: measuresTime ? FilmProfile(host) : nil,
      parameters: result.parameters, scriptWarnings: host.warnings,
      gate: gate.joined(with: host.gate))
  }

  /// A film of one media file: all of it, a second of a still picture.
  private static func media(
    _ path: String, _ options: AssetOptions, _ gate: FileGate, _ warnings: WarningLog
  ) throws -> Film {
    let asset = try Asset.load(path: path, options: options, gate: gate, warnings: warnings)
    let duration = asset.duration > .zero ? asset.duration : Time(wholeSeconds: 1)
    var timeline = Timeline()
    try timeline.insert(TimeRange(start: .zero, duration: duration), of: asset, at: nil)
    return Film(request: ExportRequest(timeline: timeline), gate: gate)
  }

  /// The script's folder, the current one, those allowed, and what is written.
  private static func folders(_ arguments: ScriptArguments, outputs: [String]) -> [String] {
    [FilePath.folder(of: arguments.script), "."] + arguments.access.allow
      + outputs.flatMap(FilePaths.places(writing:))
  }
}

extension WarningLog {
  /// Adds what `other` has collected.
  func take(_ other: WarningLog) {
    for entry in other.all { warn(entry.message, count: entry.count) }
  }
}
