// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

/// A small picture of each plugin of a folder that can be seen, for its reference: the frame in the middle of the film that
/// a gallery shows. A transition is half done there, a title is all there.
public struct PluginPictures: Sendable {
  /// What was drawn.
  public struct Drawn: Sendable {
    /// The pictures by the names of the plugins' modules, their paths beside the reference: `"pictures/lantern.png"`.
    public var paths: [String: String] = [:]
    /// Why others could not be drawn, a sentence each.
    public var problems: [MoonreelError] = []

    /// Nothing.
    public init() {}
  }

  /// The size of the pictures.
  public var size = PixelSize(320, 180)
  /// Their folder, beside the reference.
  private static let folder = "pictures"

  /// Pictures of 320x180.
  public init() {}

  /// Draws the plugins of `folder` for a reference in the folder `output`, which is there. Every file appears under its name
  /// when it is whole.
  ///
  /// - Parameters:
  ///   - named: The folder that the person named, `output` or one above; no link is followed below it.
  ///   - options: What the scripts may use; path and text are not read.
  ///   - note: Gets the name of the plugin that is drawn next.
  /// - Throws: `MoonreelError`: `fileAccess` where a file cannot be written; `cancelled`.
  public func write(
    _ folder: PluginFolder, to output: String, below named: String? = nil,
    options: ScriptOptions, note: (String) -> Void
  ) throws -> Drawn {
    var drawn = Drawn()
    let seen = folder.plugins.filter { $0.kind != .soundEffect }
    guard !seen.isEmpty else { return drawn }
    let place = FilePath.join(output, Self.folder)
    try TextOutput.makeFolder(place, below: named ?? output)
    for plugin in seen {
      try options.cancellation.check()
      note(plugin.name)
      let name = plugin.module + ".png"
      do {
        try write(plugin, to: FilePath.join(place, name), below: named ?? output, options)
        drawn.paths[plugin.module] = "\(Self.folder)/\(name)"
      } catch let error as MoonreelError {
        if error.endsShowing(in: output) { throw error }
        drawn.problems.append(error)
      }
    }
    return drawn
  }

  private func write(
    _ plugin: Plugin, to path: String, below named: String, _ options: ScriptOptions
  ) throws {
    var settings = PluginFilm.Settings()
    settings.size = size
    let film = PluginFilm(plugin: plugin, options: options, settings: settings)
    let (host, result) = try film.result()
    let middle = result.request.timeline.duration.multiplied(by: 1, dividedBy: 2)
    let still = try StillGenerator(of: result.request, gate: host.gate).still(at: middle)
    let gate = FileGate(folders: [named]).joined(with: host.gate).making(below: named)
    try StillGenerator.write(still.frame, to: path, gate: gate)
  }
}

extension MoonreelError {
  /// Whether nothing more is to be drawn into `output` after it: the run was cancelled, or files cannot be written. A disk
  /// that is full is no fault of a plugin.
  func endsShowing(in output: String) -> Bool {
    code == .cancelled || code == .fileAccess && message.contains("'\(output)")
  }
}
