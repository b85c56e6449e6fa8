// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

extension Film {
  /// Runs the script, or makes a film of the media file that was named in its place.
  ///
  /// - Parameters:
  ///   - mode: what for; to be checked, nothing is written.
  ///   - folders: folders of caches that are written to.
  ///   - measuresTime: whether the script's time is taken down.
  ///   - setsTerminal: whether the terminal is told how it gives keys.
  ///   - notesPlaces: whether pictures keep the line that made them.
  /// - Throws: `MoonreelError`, whatever the script or the file has to say.
  static func load(
    _ arguments: ScriptArguments, mode: ScriptOptions.Mode = .render,
    writingTo outputs: [String] = [], keeping folders: [String] = [],
    replacing: ReplacingArguments? = nil, limits: ExportLimitArguments? = nil,
    setsTerminal: Bool = false, measuresTime: Bool = false, notesPlaces: Bool = false,
    warnings: WarningLog
  ) throws -> Film {
    limits?.start()
    try arguments.closeSandbox(
      writing: mode == .check ? [] : outputs, keeping: folders, setsTerminal: setsTerminal)
    var file = try arguments.file(mode: mode)
    file.options.measuresTime = measuresTime
    file.options.notesPlaces = notesPlaces
    return try load(file, writingTo: outputs, replacing: replacing, warnings: warnings)
  }

  /// The same for a film whose sandbox is closed already.
  ///
  /// - Throws: `MoonreelError`, whatever the script or the file has to say.
  static func load(
    _ file: FilmFile, writingTo outputs: [String] = [], replacing: ReplacingArguments? = nil,
    warnings: WarningLog
  ) throws -> Film {
    var gate = file.options.filmGate(besides: outputs.flatMap(FilePaths.places(writing:)))
    replacing?.apply(to: &gate)
    let film = try file.load(gate: gate, warnings: warnings)
    return Film(
      request: film.result.request,
      profile: file.options.measuresTime ? film.host.map { FilmProfile($0) } : nil,
      parameters: film.result.parameters, scriptWarnings: film.host?.warnings ?? WarningLog(),
      gate: film.gate)
  }
}
