// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// What the plugins of a folder cost, at their defaults and where one option is at an end, where cliffs hide.
public struct PluginBench: Sendable {
  /// One measured plugin, at its defaults or with one option changed.
  public struct Row: Sendable {
    /// The plugin's name.
    public var plugin: String
    /// What it makes.
    public var kind: PluginKind
    /// `nil` where all options are at their defaults.
    public var change: OptionChange?
    /// What a frame costs; of sound effects, a second.
    public var cost: FrameCost
  }

  /// The size of the frames.
  public var size = PixelSize(1920, 1080)
  /// Whether options stay at their defaults.
  public var onlyDefaults = false
  /// How often frames are drawn; the quickest counts.
  public var rounds = 3
  /// One or two files that plugins are shown on; none: drawn pictures.
  public var pictures: [String] = []

  /// A bench at 1920x1080 with all ends of all options.
  public init() {}

  /// Measures `plugin`; rows that cannot be drawn are given to `fault` with a sentence that names the option.
  ///
  /// - Parameters:
  ///   - options: What its scripts may use; path and text are not read.
  ///   - note: Gets the title of what is measured next.
  public func rows(
    of plugin: Plugin, options: ScriptOptions, note: (String) -> Void,
    fault: (MoonreelError) -> Void
  ) throws -> [Row] {
    var settings = PluginFilm.Settings()
    (settings.size, settings.framesPerSecond, settings.pictures) = (size, 30, pictures)
    let film = PluginFilm(plugin: plugin, options: options, settings: settings)
    var changes: [OptionChange?] = [nil]
    do {
      if !onlyDefaults { changes += try plugin.ends(options).map { $0 } }
    } catch let error as MoonreelError { fault(error) }
    var rows: [Row] = []
    for change in changes {
      try options.cancellation.check()
      note(Self.title(plugin.name, change))
      do {
        rows.append(
          Row(plugin: plugin.name, kind: plugin.kind, change: change, cost: try cost(film, change)))
      } catch var error as MoonreelError {
        if error.code == .cancelled { throw error }
        error.message = "\(Self.title(plugin.name, change)): \(error.message)"
        fault(error)
        if change == nil { return [] }
      }
    }
    return rows
  }

  private func cost(_ film: PluginFilm, _ change: OptionChange?) throws -> FrameCost {
    let (host, result) = try film.result(change)
    return film.plugin.kind == .soundEffect
      ? try FrameCost(ofSoundIn: result.request, gate: host.gate, rounds: rounds)
      : try FrameCost(of: result.request, gate: host.gate, rounds: rounds)
  }

  /// `"glow"`, or `"glow with radius = 0.5"`.
  private static func title(_ plugin: String, _ change: OptionChange?) -> String {
    plugin + (change.map { " with \($0.option) = \($0.value)" } ?? "")
  }
}
