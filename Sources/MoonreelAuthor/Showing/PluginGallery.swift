// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelScript

/// The plugins of a folder as moving pictures and one page of HTML that shows them.
public struct PluginGallery: Sendable {
  /// A plugin on the page.
  public struct Card: Sendable {
    /// What is shown.
    public var plugin: Plugin
    /// The name of the file beside the page that shows it or is heard; `nil` where it could not be made.
    public var preview: String?
    /// Why there is none.
    public var problem: MoonreelError?
  }

  /// The size of the moving pictures.
  public var size = PixelSize(320, 180)
  /// One or two files that plugins are shown on; none: drawn pictures.
  public var pictures: [String] = []
  /// The page's name.
  public static let page = "index.html"

  /// A gallery of pictures of 320x180.
  public init() {}

  /// Draws each plugin of `folder` into the folder `output`, which is there, then writes the page. Every file appears
  /// under its name when it is whole.
  ///
  /// - Parameters:
  ///   - options: What the scripts may use; path and text are not read.
  ///   - note: Gets the name of the plugin that is drawn next.
  /// - Throws: `MoonreelError`: `fileAccess` where a file cannot be written; `cancelled`. A plugin that fails is a card
  ///   that says why.
  public func write(
    _ folder: PluginFolder, to output: String, options: ScriptOptions, note: (String) -> Void
  ) throws -> [Card] {
    var cards: [Card] = []
    for plugin in folder.plugins {
      note(plugin.name)
      cards.append(try card(plugin, output, options))
    }
    let page = GalleryPage(
      title: FilePath.name(of: folder.path), cards: cards, problems: folder.problems)
    try TextOutput.write([Self.page: page.html], to: output)
    return cards
  }

  private func card(_ plugin: Plugin, _ output: String, _ options: ScriptOptions) throws -> Card {
    let isHeard = plugin.kind == .soundEffect
    let name = plugin.module + (isHeard ? ".opus" : ".mp4")
    do {
      try export(plugin, to: FilePath.join(output, name), options)
      return Card(plugin: plugin, preview: name)
    } catch let error as MoonreelError {
      if error.endsShowing(in: output) { throw error }
      return Card(plugin: plugin, problem: error)
    }
  }

  private func export(_ plugin: Plugin, to path: String, _ options: ScriptOptions) throws {
    var settings = PluginFilm.Settings()
    (settings.size, settings.pictures, settings.holdSeconds) = (size, pictures, 0.4)
    if plugin.kind == .soundEffect { settings.seconds = 4 }
    let film = PluginFilm(plugin: plugin, options: options, settings: settings)
    // The film is held by what it describes.
    let request = try film.result().result.request
    let gate = plugin.hosting(options, text: "").filmGate(besides: [FilePath.folder(of: path)])
      .making(below: FilePath.folder(of: path))
    let session = try ExportSession(
      request, outputPath: path, gate: gate, cancellation: options.cancellation)
    _ = try session.run()
  }
}
