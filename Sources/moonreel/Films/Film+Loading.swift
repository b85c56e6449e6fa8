// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

extension Film {
  /// Runs the script, or makes a film of the media file that was named in its place.
  ///
  /// - Throws: `MoonreelError`, whatever the script or the file has to say.
  static func load(
    _ arguments: ScriptArguments, writingTo output: String?, warnings: WarningLog
  ) throws -> Film {
    try media(arguments, writingTo: output, warnings: warnings)
  }

  private static func media(
    _ arguments: ScriptArguments, writingTo output: String?, warnings: WarningLog
  ) throws -> Film {
    let path = arguments.script
    let gate = FileGate(
      folders: folders(arguments, output: output), hosts: arguments.access.allowNet)
    let asset = try Asset.load(path: path, gate: gate, warnings: warnings)
    var timeline = Timeline()
    let duration = asset.duration > .zero ? asset.duration : Time(wholeSeconds: 1)
    try timeline.insert(TimeRange(start: .zero, duration: duration), of: asset, at: nil)
    return Film(request: ExportRequest(timeline: timeline), gate: gate)
  }

  /// The script's folder, the current one, those allowed, and the one to write to.
  private static func folders(_ arguments: ScriptArguments, output: String?) -> [String] {
    [FilePaths.folder(of: arguments.script), "."] + arguments.access.allow
      + (output.map { [FilePaths.folder(of: $0)] } ?? [])
  }
}
